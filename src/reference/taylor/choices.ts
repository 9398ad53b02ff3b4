import type { JetTable } from './jet-table.js';

/** A comparison. It is uncertain if rounding may have decided it. */
export function compareJets(
  t: JetTable,
  compare: (a: number, b: number) => number,
  at: number,
  x: number,
  y: number,
): void {
  const [a, b] = [t.values[x]!, t.values[y]!];
  t.values[at] = compare(a, b);
  const uncertainty = t.errors[x]! + t.errors[y]!;
  t.errors[at] = uncertainty > 0 && Math.abs(a - b) <= uncertainty ? Infinity : 0;
}

/** A connective of truths. */
export function connectJets(
  t: JetTable,
  connect: (a: number, b: number) => number,
  at: number,
  x: number,
  y: number,
): void {
  t.values[at] = connect(t.values[x]!, t.values[y]!);
  t.errors[at] = Math.max(t.errors[x]!, t.errors[y]!);
}

/** `condition ? whenTrue : whenFalse` */
export function selectJet(t: JetTable, at: number, condition: number, whenTrue: number, whenFalse: number): void {
  const chosen = t.values[condition] === 0 ? whenFalse : whenTrue;
  for (let c = 0; c < t.columns; c++) {
    t.values[at + c] = t.values[chosen + c]!;
    t.errors[at + c] = t.errors[chosen + c]!;
  }
  if (!(t.errors[condition]! < Infinity)) t.loseAll(at);
}

/** `sign x` */
export function takeSign(t: JetTable, at: number, x: number): void {
  const isUncertain = mayVanish(t, x);
  t.values[at] = Math.sign(t.values[x]!);
  // Rounding does not act on an exact argument.
  t.errors[at] = isUncertain && t.errors[x]! > 0 ? Infinity : 0;
  t.boundDerivatives(at, isUncertain ? Infinity : 0);
}

/** `floor x`: certain unless rounding of the argument may have led past a whole number. */
export function takeFloor(t: JetTable, at: number, x: number): void {
  const [argument, error] = [t.values[x]!, t.errors[x]!];
  const fromStep = Math.abs(argument - Math.round(argument));
  t.values[at] = Math.floor(argument);
  t.errors[at] = error > 0 && fromStep <= error ? Infinity : 0;
  t.boundDerivatives(at, fromStep <= error ? Infinity : 0);
}

/** True where rounding may have led past zero, or where a number is zero. */
export function mayVanish(t: JetTable, x: number): boolean {
  return Math.abs(t.values[x]!) <= t.errors[x]!;
}
