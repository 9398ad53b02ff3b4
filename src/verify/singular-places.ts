import { programInputs, type Configuration } from '../sampling/configuration.js';
import type { Random } from '../sampling/random.js';
import { OPERATIONS } from '../reference/operations/index.js';
import { runOnDoubles } from '../reference/run-on-doubles.js';
import type { Place, Program } from '../reference/program.js';
import type { FormulaOwner } from '../reference/read-formula.js';

/** The quantities that formulas depend on. */
export type Operands = Pick<FormulaOwner, 'inputs' | 'params'>;

/** A place of a formula that is singular where all `vanishing` places are zero. */
export interface SingularPlace {
  /** `sqrt`, `divide`, …: the operation that is singular. */
  readonly operation: string;
  /** True where branches of the formula meet: nothing grows there. */
  readonly isKink: boolean;
  /** The operands of the operation, and all that they are computed from. */
  readonly from: readonly number[];
  /** The distance from the singular set, given the values of all places; zero on the set. */
  readonly distance: (values: ArrayLike<number>) => number;
}

/**
 * Finds the singular places of a formula that is given as a program, as far as its motion can reach
 * them.
 */
export function singularPlaces(type: Operands, program: Program): readonly SingularPlace[] {
  const moving = (1n << BigInt(type.inputs.reduce((sum, { size }) => sum + size, 0))) - 1n;
  const reached = new Set(operationsOf(program, program.rows));
  return program.places.flatMap((place, k) => {
    if (place.kind !== 'operation' || !reached.has(k)) return [];
    const { singular } = OPERATIONS[place.name];
    if (singular === 'nowhere') return [];
    const { distance, moving: argument, isKink = false } = singular;
    const { args } = place;
    const moved = argument === undefined ? args : [args[argument]!];
    if (distance === undefined || moved.every((arg) => (program.dependencies[arg]! & moving) === 0n)) return [];
    if (place.name === 'pow' && isWhole(program.places[args[1]!]!)) return [];
    return [
      {
        operation: place.name,
        isKink,
        from: operationsOf(program, args),
        distance: (values) => distance(...args.map((arg) => values[arg]!)),
      },
    ];
  });
}

/** Tests for a whole exponent: such a power has no singular points. */
const isWhole = (exponent: Place): boolean => exponent.kind === 'constant' && /^\d+$/.test(exponent.text);

/** Some places, and all that they are computed from. */
export function operationsOf({ places }: Program, ends: readonly number[]): readonly number[] {
  const reached = new Set(ends);
  for (const k of reached) {
    const place: Place = places[k]!;
    if (place.kind === 'operation') for (const arg of place.args) reached.add(arg);
  }
  return [...reached];
}

/** Number of configurations tried for each singular place. */
const TRIES = 60;
/**
 * Number of grid points per unit to which coordinates are rounded, so that their sums and
 * differences are exact.
 */
const GRID = 2 ** 10;

/**
 * Finds a configuration at which the place is singular to the last bit, from an ordinary one.
 * Inputs are made to coincide with each other and with vector parameters, or moved to the origin
 * and to whole numbers. Undefined if no try succeeds.
 */
export function configurationAt(
  type: Operands,
  program: Program,
  place: SingularPlace,
  from: Configuration,
  random: Random,
): Configuration | undefined {
  const onGrid = (values: readonly number[]): number[] => values.map((value) => Math.round(value * GRID) / GRID + 0);
  const start = { ...from, x: onGrid(from.x), p: onGrid(from.p), t: 0 };
  const blocks = blocksOf(type);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const x = [...start.x];
    for (const block of blocks.inputs) {
      const sources = [
        ...blocks.inputs.map((b) => [b, x] as const),
        ...blocks.params.map((b) => [b, start.p] as const),
      ].filter(([{ size }]) => size === block.size);
      const draw = random();
      const [source, values] = sources[Math.floor(random() * sources.length)]!;
      for (let c = 0; c < block.size; c++)
        if (draw < 0.4) x[block.first + c] = values[source.first + c]!;
        else if (draw < 0.7) x[block.first + c] = Math.floor(3 * random()) - 1 + 0;
    }
    const at = { ...start, x };
    const values = runOnDoubles(program, programInputs(at));
    if (place.distance(values) === 0) return at;
  }
  return undefined;
}

interface Block {
  readonly first: number;
  readonly size: number;
}

function blocksOf({ inputs, params }: Operands): {
  readonly inputs: readonly Block[];
  readonly params: readonly Block[];
} {
  const along = (list: readonly { readonly size: number }[]): Block[] => {
    let end = 0;
    return list.map(({ size }) => ({ first: (end += size) - size, size }));
  };
  return { inputs: along(inputs), params: along(params) };
}
