/** Writes a number with so many digits, and as `3·10⁻⁹` where there would be many zeros. */
export function shortNumber(value: number, digits = 4): string {
  if (value === 0 || !Number.isFinite(value)) return String(value).replace('-', '−');
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  const raised = exponent.replace('+', '').replace(/./g, (sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)]!);
  const text =
    power >= -3 && power < 5 ? String(Number(value.toPrecision(digits))) : `${String(Number(mantissa))}·10${raised}`;
  return text.replace('-', '−');
}
