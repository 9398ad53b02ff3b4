import type { OperationName } from '../../src/reference/operations/operation-name.js';
import { runOnDoubles } from '../../src/reference/run-on-doubles.js';
import type { Program } from '../../src/reference/program.js';

/** Verdict on the oracle's differences at a place: smooth, or the reason why they mean nothing. */
export type Smoothness = 'smooth' | 'singular' | 'undefined' | 'extreme';

/** Functions that vanish where an operation is singular. */
const SINGULAR: Readonly<Partial<Record<OperationName, (x: number, y: number) => readonly number[]>>> = {
  divide: (_, y) => [y],
  sqrt: (x) => [x],
  cbrt: (x) => [x],
  abs: (x) => [x],
  sign: (x) => [x],
  floor: (x) => [x - Math.round(x)],
  log: (x) => [x],
  log2: (x) => [x],
  log10: (x) => [x],
  log1p: (x) => [1 + x],
  tan: (x) => [Math.cos(x)],
  asin: (x) => [1 - x, 1 + x],
  acos: (x) => [1 - x, 1 + x],
  acosh: (x) => [x - 1],
  atanh: (x) => [1 - x, 1 + x],
  // The cut along the negative axis.
  atan2: (y, x) => [Math.abs(x) + Math.abs(y), ...(x < 0 ? [y] : [])],
  smaller: (x, y) => [x - y],
  smallerEq: (x, y) => [x - y],
  equal: (x, y) => [x - y],
};

const PERIODIC: ReadonlySet<OperationName> = new Set(['sin', 'cos', 'tan']);

/** Largest value; beyond it a product of a few factors may overflow. */
const LARGEST = 1e60;
/**
 * Smallest argument; below it the oracle's `sinh x`, `log(1 + x)` and the like keep too few digits
 * for its differences.
 */
const SMALLEST = 1e-15;
/** Largest angle; beyond it too few digits are left after whole turns. */
const LARGEST_ANGLE = 1e5;
/** Relative size of the steps that must not cross a singular place. */
const STEP = 1e-7;
const MARGIN = 4;

/**
 * Examines the operations that a program executes, for a conditional those of the branch taken.
 * Their values have to be ordinary numbers, and small steps of the inputs must not come near a
 * place where one of them is singular.
 */
export function smoothness(program: Program, inputs: readonly number[], rates: readonly number[]): Smoothness {
  const centre = runOnDoubles(program, inputs);
  const active = activePlaces(program, centre);
  for (const k of active) {
    const size = Math.abs(centre[k]!);
    if (!Number.isFinite(size)) return 'undefined';
    if (size > LARGEST || (size > 0 && size < SMALLEST)) return 'extreme';
    const place = program.places[k]!;
    if (place.kind !== 'operation') continue;
    const args = place.args.map((arg) => Math.abs(centre[arg]!));
    if (PERIODIC.has(place.name) && args[0]! > LARGEST_ANGLE) return 'extreme';
    // Underflow to zero.
    const factors = place.name === 'multiply' ? 2 : place.name === 'divide' || place.name === 'pow' ? 1 : 0;
    if (size === 0 && factors > 0 && args.slice(0, factors).every((arg) => arg > 0)) return 'extreme';
  }
  const critical = active.flatMap((k) => criticalAt(program, k, centre));
  const reach = critical.map(({ scale }) => STEP * scale);
  inputs.forEach((value, i) => {
    const step = STEP * Math.max(1, Math.abs(value), Math.abs(rates[i] ?? 0));
    for (const sign of [1, -1]) {
      const moved = runOnDoubles(program, inputs.with(i, value + sign * step));
      critical.forEach(({ of, at }, j) => (reach[j]! += Math.abs(of(moved) - at)));
    }
  });
  return critical.every(({ at }, j) => Math.abs(at) > MARGIN * reach[j]!) ? 'smooth' : 'singular';
}

/**
 * Finds the places that the rows are computed from, for a conditional only those of the branch
 * taken.
 */
function activePlaces({ places, rows }: Program, values: Float64Array): number[] {
  const active = new Set<number>(rows);
  for (const k of active) {
    const place = places[k]!;
    if (place.kind !== 'operation') continue;
    const [condition, whenTrue, whenFalse] = place.args;
    const from = place.name === 'select' ? [condition!, values[condition!] ? whenTrue! : whenFalse!] : place.args;
    for (const arg of from) active.add(arg);
  }
  return [...active];
}

interface Critical {
  readonly of: (values: Float64Array) => number;
  readonly at: number;
  /** Size of the operands of the difference. */
  readonly scale: number;
}

function criticalAt({ places, dependencies }: Program, k: number, centre: Float64Array): Critical[] {
  const place = places[k]!;
  if (place.kind !== 'operation') return [];
  const [x, y] = place.args as readonly [number, number];
  const known = (at: number): boolean => dependencies[at] === 0n;
  const quantities = (values: Float64Array): readonly number[] => {
    if (place.name !== 'pow') return SINGULAR[place.name]?.(values[x]!, values[y]!) ?? [];
    const exponent = centre[y]!;
    if (known(y) && Number.isInteger(exponent)) return exponent < 0 ? [values[x]!] : [];
    // A power of a negative number exists only at isolated exponents.
    return centre[x]! < 0 && !known(y) ? [0] : [values[x]!];
  };
  if (place.args.every(known)) return [];
  const scale = Math.max(...place.args.slice(0, 2).map((arg) => Math.abs(centre[arg]!)));
  const isDifference = ['smaller', 'smallerEq', 'equal', 'floor', 'asin', 'acos', 'acosh', 'atanh', 'log1p'].includes(
    place.name,
  );
  return quantities(centre).map((at, j) => ({
    of: (values) => quantities(values)[j]!,
    at,
    scale: isDifference ? scale : 0,
  }));
}
