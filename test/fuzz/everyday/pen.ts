import type fc from 'fast-check';
import type { BodySpec } from '../../../src/spec/body-spec.js';
import type { ConstraintSpec, InputSpec, ParameterSpec, Range } from '../../../src/spec/constraint-spec.js';
import { unit } from '../tree.js';

export type Spec = ConstraintSpec | BodySpec;

/** Numbers as people type them: lengths, factors, tiny and awkward ones. */
const SIZES = ['1', '2', '0.5', '0.3', '1.5', '3.7', '0.05', '1e-3', '12', '0.125', '0.7071', '2.54', '1/3', '0.0111'];
/** Offsets of either sign. */
const OFFSETS = ['0', '1', '-1', '0.3', '-0.0111', '3.7', '-2.5', '0.1', '-0.75', '1e-3', '0.6', '-1/3'];
const ANGLES = ['pi/6', 'pi/2', 'pi/3', '0.3', '-pi/4', '1.2', '30 * pi / 180', '0.01', 'tau / 5'];
const WHOLE = ['2', '3', '4', '5', '7', '12', '20', '43'];

/** Names of parameters with the units that people give them. */
const UNITS: Readonly<Record<string, string>> = {
  length: 'm',
  radius: 'm',
  width: 'm',
  height: 'm',
  lift: 'm',
  pitch: 'm',
  offset: 'm',
  speed: 'm/s',
  omega: 'rad/s',
  alpha: 'rad',
  beta: 'rad',
  ratio: '1',
};

/** Writes one spec: draws numbers, and records the quantities that its formulas name. */
export class Pen {
  readonly space: 2 | 3;
  readonly inputs: Record<string, InputSpec> = {};
  readonly params: Record<string, ParameterSpec> = {};
  readonly parts: Record<string, string> = {};
  readonly ranges: Record<string, Range> = {};
  /** True where all quantities are given with units, and no numbers stand for lengths. */
  readonly hasUnits: boolean;
  readonly #random: fc.Random;

  constructor(random: fc.Random, space: 2 | 3, mayHaveUnits: boolean) {
    this.#random = random;
    this.space = space;
    this.hasUnits = mayHaveUnits && this.chance(0.3);
  }

  chance(probability: number): boolean {
    return unit(this.#random) < probability;
  }

  whole(low: number, high: number): number {
    return this.#random.nextInt(low, high);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#random.nextInt(0, list.length - 1)]!;
  }

  /** A positive number, or a sum of products of such: a ratio that nobody chose. */
  size(): string {
    if (this.chance(0.8)) return this.pick(SIZES);
    return Number((10 ** (4 * unit(this.#random) - 2)).toPrecision(this.whole(1, 6))).toString();
  }

  offset(): string {
    return this.pick(OFFSETS);
  }

  angle(): string {
    return this.pick(ANGLES);
  }

  teeth(): string {
    return this.pick(WHOLE);
  }

  /** A positive quantity: a parameter, or a number written out. */
  positive(name: string): string {
    if (!this.hasUnits && this.chance(0.5)) return this.#grouped(this.size());
    return this.param(name, 1e-2);
  }

  /** A parameter, by default of either sign. */
  param(name: string, min?: number): string {
    const unitOf = UNITS[name.replace(/\d+$/, '')];
    this.params[name] = {
      ...(this.hasUnits && unitOf !== undefined && { unit: unitOf }),
      ...(min !== undefined && { min }),
    };
    return name;
  }

  scalar(name: string, range?: Range, unitOf?: string): string {
    this.inputs[name] = this.hasUnits && unitOf !== undefined ? { kind: 'scalar', unit: unitOf } : 'scalar';
    if (range) this.ranges[name] = range;
    return name;
  }

  point(name: string, range?: Range): string {
    this.inputs[name] = 'point';
    if (range) this.ranges[name] = range;
    return name;
  }

  direction(name: string): string {
    this.inputs[name] = 'direction';
    return name;
  }

  /** A place that is an input, a parameter or written out. */
  place(name: string): string {
    if (this.chance(0.5)) return this.point(name);
    if (this.hasUnits || this.chance(0.4)) {
      this.params[name] = { kind: 'vector', ...(this.hasUnits && { unit: 'm' }) };
      return name;
    }
    return this.vector();
  }

  /** A vector written out: components of any ratio, one of which may be zero. */
  vector(): string {
    const components = Array.from({ length: this.space }, () => this.offset());
    const tiny = this.chance(0.3) ? this.whole(0, this.space - 1) : -1;
    const isZero = components.every((component) => component === '0');
    return `[${components
      .map((component, k) => (k === tiny ? this.pick(['-0.0111', '1e-3', '0.0003', '1e-4', '-2e-5', '0']) : component))
      .map((component, k) => (k !== tiny && (isZero || (tiny >= 0 && component === '0')) ? '3.7' : component))
      .join(', ')}]`;
  }

  /** A unit vector: an input, or one of a direction written out. */
  normal(name: string): string {
    if (this.chance(0.5)) return this.direction(name);
    if (this.space === 2 && this.chance(0.5)) {
      const angle = this.angle();
      return this.pick([`[cos(${angle}), sin(${angle})]`, `[-sin(${angle}), cos(${angle})]`]);
    }
    return `normalize(${this.vector()})`;
  }

  /** A part of the formula: under a name, or written out. */
  part(name: string, formula: string): string {
    if (this.chance(0.6)) {
      this.parts[name] = formula;
      return name;
    }
    return `(${formula})`;
  }

  /** `left == right`, or that it is zero, in one of the ways to say so. */
  equals(left: string, right: string): string {
    return this.pick([
      `${left} == ${right}`,
      `${left} == ${right}`,
      `${left} - ${this.#grouped(right)}`,
      `${right} == ${left}`,
    ]);
  }

  /** An equation, or an inequality. */
  relates(left: string, right: string): string {
    if (this.chance(0.5)) return this.equals(left, right);
    return this.pick([`${left} <= ${right}`, `${left} >= ${right}`, `${right} >= ${left}`]);
  }

  /** The finished constraint. */
  constraint(C: string | readonly string[]): ConstraintSpec {
    const rows = typeof C === 'string' ? [C] : C;
    const { inputs, ...quantities } = this.#quantities(rows);
    return {
      summary: 'Written as people write.',
      space: this.space,
      inputs,
      ...quantities,
      C: rows.length === 1 ? rows[0]! : rows,
    };
  }

  /** The finished body, whose coordinates are the scalars. */
  body(rest: Pick<BodySpec, 'points'> & Partial<BodySpec>): BodySpec {
    const { inputs, ...quantities } = this.#quantities([JSON.stringify(rest)]);
    const coordinates = Object.fromEntries(Object.keys(inputs).map((name) => [name, {}]));
    return { summary: 'Written as people write.', space: this.space, coordinates, ...quantities, ...rest };
  }

  /** The quantities that formulas name, directly or by their parts: a draw may have left some out. */
  #quantities(
    formulas: readonly string[],
  ): Pick<ConstraintSpec, 'inputs' | 'where' | 'sample'> & Pick<BodySpec, 'params'> {
    const used = new Set<string>();
    const visit = (formula: string): void => {
      for (const [name] of formula.matchAll(/[a-z]\w*/gi)) {
        if (used.has(name)) continue;
        used.add(name);
        if (this.parts[name] !== undefined) visit(this.parts[name]);
      }
    };
    formulas.forEach(visit);
    const named = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(record).filter(([name]) => used.has(name)));
    const some = (record: object): boolean => Object.keys(record).length > 0;
    const [params, where, sample] = [named(this.params), named(this.parts), named(this.ranges)];
    return {
      inputs: named(this.inputs),
      ...(some(params) && { params }),
      ...(some(where) && { where }),
      ...(some(sample) && { sample }),
    };
  }

  #grouped(text: string): string {
    return /[-+/*\s<]/.test(text.slice(1)) || text.startsWith('-') ? `(${text})` : text;
  }
}

/** A way to write specs of one sort. */
export interface Recipe {
  readonly name: string;
  readonly space: 2 | 3 | 'any';
  /** True where its formulas are right dimensionally. */
  readonly units?: true;
  readonly write: (pen: Pen) => Spec;
}

/** A recipe for constraints. */
export const recipe = (
  name: string,
  space: Recipe['space'],
  write: (pen: Pen) => string | readonly string[],
  units?: 'units',
): Recipe => ({ name, space, write: (pen) => pen.constraint(write(pen)), ...(units && { units: true }) });
