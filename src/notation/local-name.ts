/**
 * The name of a variable or quantity in code and in plain text: `a.x → a_x`, `a.x' → aDot_x`,
 * `theta' → thetaDot`.
 */
export function localName(name: string): string {
  const isRate = name.endsWith("'");
  const local = (isRate ? name.slice(0, -1) : name).replace('.', '_');
  return isRate ? rateLocal(local) : local;
}

/** `d_x → dDot_x`, `r → rDot` */
export function rateLocal(local: string): string {
  const axis = /_[xyz]$/.exec(local)?.[0] ?? '';
  return `${local.slice(0, local.length - axis.length)}Dot${axis}`;
}
