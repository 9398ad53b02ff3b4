import fc from 'fast-check';
import { BODIES } from './everyday/bodies.js';
import { DRIVES } from './everyday/drives.js';
import { JOINTS } from './everyday/joints.js';
import { Pen, type Recipe, type Spec } from './everyday/pen.js';
import { SHAPES } from './everyday/shapes.js';

/**
 * What people write in their first hour and in their work, each family in its file. A new function
 * of the language, or a new sort of input, gets its recipes in a file beside them.
 */
export const RECIPES: readonly Recipe[] = [...JOINTS, ...SHAPES, ...DRIVES, ...BODIES];

/** A spec as people write it. */
export interface Everyday {
  /** The name of the recipe. */
  readonly name: string;
  readonly spec: Spec;
  /** Seed of the places at which the spec is evaluated. */
  readonly seed: number;
  /** True for a spec as it was drawn, which must be accepted; smaller ones need not be. */
  readonly isWhole: boolean;
}

/** Everyday specs, which shrink to fewer rows and to plainer numbers. */
export class EverydaySpecs extends fc.Arbitrary<Everyday> {
  readonly #recipes: readonly Recipe[];

  constructor(recipes = RECIPES) {
    super();
    this.#recipes = recipes;
  }

  generate(random: fc.Random): fc.Value<Everyday> {
    const { name, space, units = false, write } = this.#recipes[random.nextInt(0, this.#recipes.length - 1)]!;
    const pen = new Pen(random, space === 'any' ? (random.nextInt(0, 1) === 0 ? 2 : 3) : space, units);
    return new fc.Value({ name, spec: write(pen), seed: random.nextInt(0, 2 ** 30), isWhole: true }, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Everyday {
    return typeof value === 'object' && value !== null && 'isWhole' in value;
  }

  shrink(drawn: Everyday): fc.Stream<fc.Value<Everyday>> {
    return fc.stream(smaller(drawn.spec)).map((spec) => new fc.Value({ ...drawn, spec, isWhole: false }, undefined));
  }
}

/** A number that is not part of a name, nor the whole of an exponent. */
const NUMBER = /(?<![\w.^])\d+(\.\d+)?(e-?\d+)?(?![\w.])/g;
const PLAIN = new Set(['0', '1', '2']);

function* smaller(spec: Spec): Generator<Spec> {
  const text = (formulas: string | readonly string[]): readonly string[] =>
    typeof formulas === 'string' ? [formulas] : formulas;
  if ('C' in spec) {
    const rows = text(spec.C);
    if (rows.length > 1) for (const row of rows) yield { ...spec, C: row };
    for (const [k, row] of rows.entries())
      for (const plainer of plainerNumbers(row)) {
        const C = rows.with(k, plainer);
        yield { ...spec, C: C.length === 1 ? C[0]! : C };
      }
  } else if (spec.energy !== undefined) {
    const { energy, ...rest } = spec;
    yield rest;
    for (const plainer of plainerNumbers(energy)) yield { ...rest, energy: plainer };
  }
  for (const [name, formula] of Object.entries(spec.where ?? {}))
    for (const plainer of plainerNumbers(formula)) yield { ...spec, where: { ...spec.where, [name]: plainer } };
}

/** The formula with one number replaced by 1. */
function* plainerNumbers(formula: string): Generator<string> {
  for (const { 0: number, index } of formula.matchAll(NUMBER))
    if (!PLAIN.has(number)) yield `${formula.slice(0, index)}1${formula.slice(index + number.length)}`;
}
