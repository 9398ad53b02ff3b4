/** Writes a number with a power of ten: `3·10⁻⁹`. */
export function powerOfTen(value: number, decimals = 0): string {
  if (value === 0) return '0';
  const [mantissa = '', exponent = ''] = value.toExponential(decimals).split('e');
  const raised = String(Number(exponent)).replace(/./g, (sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)]!);
  return `${mantissa.replace('-', '−')}·10${raised}`;
}

/** Writes a number with four digits, and with a power of ten where there would be many zeros. */
export function shortNumber(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value).replace('-', '−');
  const size = Math.abs(value);
  const text = size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(4))) : powerOfTen(value);
  return text.replace('-', '−');
}
