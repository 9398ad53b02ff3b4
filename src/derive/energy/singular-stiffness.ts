import type { Diagnostic } from '../../diagnostics/index.js';
import type { ExpandedEnergy } from '../../formula/energy/expand-energy.js';
import type { Program } from '../../lower/program.js';
import { seededRandom } from '../../sampling/random.js';
import { namesOf } from '../../self-check/constraint-check.js';
import type { CheckedPoint } from '../../self-check/compare.js';
import { ProgramRunner } from '../../self-check/run-program.js';

/** Distance of the places beside a shape. */
const BESIDE = 2 ** -17;
/** Largest ratio of the slopes there to those of a spring of that stiffness, where a force vanishes at the shape. */
const VANISHING = 64;
/** Directions, each with its opposite, in which a shape is left to see whether its second derivatives are those there. */
const SIDES = 8;
/** Difference of the second derivatives, relative to those beside the shape, that no smooth formula has. */
const JUMP = 1 / 128;
const SEED = 0x57ff;

/**
 * The shapes that are tried, exact in doubles: component `c` of point `i`, and what the first
 * component of direction `i` is. All points on a line, folded on it, and in a plane.
 */
const SHAPES: readonly { readonly point: (i: number, c: number) => number; readonly sign: (i: number) => number }[] = [
  { point: (i, c) => (c === 0 ? i : 0), sign: () => 1 },
  { point: (i, c) => (c === 0 ? i % 2 : 0), sign: (i) => 1 - 2 * (i % 2) },
  { point: (i, c) => (c === 0 ? i : c === 1 ? i % 2 : 0), sign: () => 1 },
];

/**
 * Warns of an energy whose force vanishes at a shape in which it may rest, and whose second
 * derivatives there are not those beside it, since the formula is singular: `angle(u, w)^2` in space
 * where the vectors are in line. There the class has no stiffness, or a wrong one. At the edge of a one-sided
 * spring, `max(0, r - l)^2`, second derivatives jump, and those of one side are right.
 */
export function singularStiffness(
  { inputs }: Pick<ExpandedEnergy, 'inputs'>,
  programs: { readonly energy: Program; readonly hessian: Program },
  sample: Readonly<Record<string, readonly [number, number]>>,
  points: readonly CheckedPoint<unknown>[],
): readonly Diagnostic[] {
  const usual = points.find(({ isUsual }) => isUsual);
  if (usual === undefined) return [];
  const [energy, hessian] = [new ProgramRunner(programs.energy), new ProgramRunner(programs.hessian)];
  const random = seededRandom(SEED);
  for (const { point, sign } of SHAPES) {
    const places = inputs.map(({ kind, size }, i) =>
      Array.from({ length: size }, (_, c) => {
        if (kind === 'point') return point(i, c);
        return kind === 'direction' && c === 0 ? sign(i) : 0;
      }),
    );
    const isOutside = inputs.some(({ name }, i) => {
      const range = sample[name];
      return range !== undefined && places[i]!.some((x) => x < range[0] || x > range[1]);
    });
    if (isOutside) continue;
    const directions = Array.from({ length: SIDES }, () => places.map((place) => place.map(() => 2 * random() - 1)));
    const near = (distance: number, towards = directions[0]!): number[][] =>
      inputs.map(({ kind }, i) => {
        const moved = places[i]!.map((x, c) => x + distance * towards[i]![c]!);
        return kind === 'direction' ? moved.map((x) => x / Math.hypot(...moved)) : moved;
      });
    const at = (distance: number, towards?: number[][]): ReadonlyMap<string, number> => {
      const shape = near(distance, towards);
      const loads = inputs.flatMap((input, i) => namesOf(input).map((name, c) => [name, shape[i]![c]!] as const));
      return new Map([...usual.loads, ...loads]);
    };
    const [here, beside, closer] = [0, BESIDE, BESIDE / 2].map((distance) => hessian.run(at(distance)).slice());
    const [, ...all] = energy.run(at(BESIDE));
    const slopes = alongSphere(near(BESIDE), inputs, all);
    const size = largest(beside!);
    if (![...here!, ...beside!, ...closer!, ...slopes].every(Number.isFinite)) continue;
    const jump = largest(here!.map((entry, e) => entry - beside![e]!));
    // Those that vanish with the distance, as of |x|³, are right to be 0; those that grow beyond all
    // bounds belong to a force that does not vanish.
    const growth = largest(closer!) / size;
    if (jump <= JUMP * size || growth < 0.75 || growth > 1.25) continue;
    if (largest(slopes) > VANISHING * BESIDE * size) continue;
    const sides = directions.flatMap((towards) =>
      [-BESIDE, BESIDE].map((distance) => hessian.run(at(distance, towards)).slice()),
    );
    const isOfSide = (entry: number, e: number): boolean =>
      sides.some((side) => Math.abs(entry - side[e]!) <= JUMP * size);
    if (here!.every(isOfSide)) continue;
    const shape = inputs.map(
      ({ name, kind }, i) => `${name} = ${kind === 'scalar' ? places[i]!.join() : `[${places[i]!.join(', ')}]`}`,
    );
    return [
      {
        code: 'W_SINGULAR_STIFFNESS',
        message: `The force vanishes at ${shape.join(', ')}, but the second derivatives there are not those beside it: the formula is singular, and the stiffness of this shape is wrong.`,
        hint: 'write it so that it is smooth there: norm(w - u)^2 of unit vectors in place of angle(u, w)^2, dot(d, d) in place of a root of it',
        field: 'V',
      },
    ];
  }
  return [];
}

/** Slopes without the parts along directions, which stay of length 1. */
function alongSphere(
  shape: readonly (readonly number[])[],
  inputs: ExpandedEnergy['inputs'],
  slopes: readonly number[],
): number[] {
  let end = 0;
  return inputs.flatMap(({ kind, size }, i) => {
    const own = slopes.slice(end, (end += size));
    if (kind !== 'direction') return own;
    const along = own.reduce((sum, slope, c) => sum + slope * shape[i]![c]!, 0);
    return own.map((slope, c) => slope - along * shape[i]![c]!);
  });
}

const largest = (numbers: Iterable<number>): number =>
  [...numbers].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
