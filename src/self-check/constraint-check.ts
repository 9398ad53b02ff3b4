import type { RowLevel } from '../../runtime/model/constraint-type.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { readFormula, type FormulaOwner } from '../reference/read-formula.js';
import { TaylorConstraint, type BoundedValues } from '../reference/taylor/constraint.js';
import type { Bounded } from '../reference/taylor/jet-table.js';
import { normwise } from '../reference/taylor/normwise.js';
import type { Program } from '../lower/program.js';
import { rateName } from '../symbolic/motion.js';
import { drawConfiguration, programInputs, type Configuration } from '../sampling/configuration.js';
import type { Random } from '../sampling/random.js';
import { parsedBefore } from './parsed-before.js';
import { compare, type CheckedPoint, type Comparison } from './compare.js';
import { checkPoints, scaled, type CheckPoints } from './points.js';

/**
 * The self-check of one constraint. Its formula is read by a separate reader, which shares nothing
 * but the parser with graph, sweeps and lowering, and is evaluated by Taylor arithmetic at a few
 * configurations. This is translation validation (Pnueli, Siegel and Singerman 1998): it proves
 * each result of the toolkit, not the toolkit itself.
 */
export class ConstraintCheck {
  /** Configurations at which the formula is finite; empty if none was found. */
  readonly points: readonly CheckedPoint<Configuration>[];
  /** True where the points reach every branch of the formula. */
  readonly reachesAll: boolean;
  /** The formula's values at the points. */
  readonly values: readonly BoundedValues[];
  readonly #expanded: ExpandedConstraint;
  readonly #taylor: TaylorConstraint;
  readonly #draw: (scale: number) => CheckPoints<Configuration>;

  constructor(owner: FormulaOwner, expanded: ExpandedConstraint, levels: readonly RowLevel[]) {
    this.#expanded = expanded;
    const program = readFormula(owner, parsedBefore([...expanded.formulas.where, ...expanded.formulas.C]));
    const variables = expanded.inputs.flatMap(namesOf);
    const names = [...variables, ...expanded.params.flatMap(namesOf), 't', ...variables.map(rateName)];
    this.#taylor = new TaylorConstraint(program, levels, variables.length);
    const { sample } = owner.formula;
    const draw = (random: Random, scale: number): Configuration => {
      const at = drawConfiguration(owner, random);
      return { ...at, x: scaled(at.x, owner.inputs, sample, scale) };
    };
    this.#draw = (size) => checkPoints(program, draw, programInputs, size);
    const { points, isComplete } = this.#draw(1);
    this.points = points.map(({ at, isUsual }) => {
      const inputs = programInputs(at);
      return { at, isUsual, loads: new Map(names.map((name, k) => [name, inputs[k]!])) };
    });
    this.reachesAll = isComplete;
    this.values = points.map(({ at }) => this.#taylor.at(at));
  }

  /** Compares a kernel, `C, Cdot, J, gamma` in that order, with the formula. */
  kernel(program: Program): Comparison {
    const { length: rows } = this.#expanded.C;
    const last = program.outputs.length - rows;
    const row = (quantity: string, i: number): string => (rows === 1 ? quantity : `${quantity}${i + 1}`);
    return this.#compare(
      program,
      ({ C, Cdot, J, gamma }) => [...C, ...Cdot, ...this.#blocks(J), ...gamma],
      (k) => {
        if (k < rows) return row('C', k);
        if (k < 2 * rows) return row('Cdot', k - rows);
        return k < last ? this.#entryName('C', k - 2 * rows) : row('gamma', k - last);
      },
    );
  }

  /** Compares `Jdot` with the formula's. */
  jdot(program: Program): Comparison {
    return this.#compare(
      program,
      ({ Jdot }) => this.#blocks(Jdot),
      (k) => this.#entryName('Cdot', k),
    );
  }

  /** The formula's values at configurations of another size. */
  valuesAtScale(scale: number): readonly BoundedValues[] {
    return this.#draw(scale).points.map(({ at }) => this.#taylor.at(at));
  }

  /** Entries of a Jacobian as kernels store them: input by input, row-major within each block. */
  #blocks<T>(rows: readonly (readonly T[])[]): T[] {
    let first = 0;
    return this.#expanded.inputs.flatMap(({ size }) => {
      first += size;
      return rows.flatMap((row) => row.slice(first - size, first));
    });
  }

  /** `∂C2/∂a.x` */
  #entryName(of: string, k: number): string {
    const { C, inputs } = this.#expanded;
    const variables = inputs.flatMap(namesOf);
    const names = C.map((_, row) => variables.map((variable) => `∂${of}${C.length === 1 ? '' : row + 1}/∂${variable}`));
    return this.#blocks(names)[k]!;
  }

  #compare(
    program: Program,
    inOrder: (values: BoundedValues) => readonly Bounded[],
    nameOf: (k: number) => string,
  ): Comparison {
    const expectedAt = (point: number): readonly Bounded[] =>
      inOrder(normwise(this.values[point]!, this.#expanded.inputs, this.points[point]!.at.v));
    return compare(program, this.points, expectedAt, nameOf);
  }
}

/** The names of the variables of an input or a parameter. */
const namesOf = ({
  components,
}: ExpandedConstraint['inputs'][number] | ExpandedConstraint['params'][number]): string[] =>
  components.flatMap((node) => (node.kind === 'variable' ? [node.name] : []));
