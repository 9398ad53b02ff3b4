import type { RowLevel } from '../../runtime/constraint-type.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { readFormula, type FormulaOwner, type Parse } from '../reference/read-formula.js';
import { TaylorConstraint, type Bounded, type BoundedValues } from '../reference/taylor/constraint.js';
import type { Program } from '../lower/lower.js';
import { rateName } from '../symbolic/motion.js';
import { programInputs, type Configuration } from '../verify/configuration.js';
import { short, type Fault } from './fault.js';
import { judge } from './judge.js';
import { checkPoints, type CheckPoints } from './points.js';
import { ProgramRunner } from './run-program.js';

/**
 * The self-check of one constraint: its formula, read by a reader that shares nothing with graph, sweeps and lowering but the parser, and
 * evaluated by Taylor arithmetic at a few configurations. This is translation validation (Pnueli, Siegel and Singerman 1998): not the
 * toolkit is proven right, but each of its results.
 */
export class ConstraintCheck {
  /** Where the formula is finite; none if no such place was found. */
  readonly points: readonly Configuration[];
  /** True where the points reach every branch of the formula. */
  readonly reachesAll: boolean;
  /** The formula's values at the points. */
  readonly values: readonly BoundedValues[];
  readonly #expanded: ExpandedConstraint;
  readonly #names: readonly string[];
  readonly #taylor: TaylorConstraint;
  readonly #draw: (scale: number) => CheckPoints;

  constructor(owner: FormulaOwner, expanded: ExpandedConstraint, levels: readonly RowLevel[]) {
    this.#expanded = expanded;
    const program = readFormula(owner, treesOf(expanded));
    const variables = expanded.inputs.flatMap(namesOf);
    this.#names = [...variables, ...expanded.params.flatMap(namesOf), 't', ...variables.map(rateName)];
    this.#taylor = new TaylorConstraint(program, levels, variables.length);
    this.#draw = (scale) => checkPoints(owner, program, scale);
    const { points, isComplete } = this.#draw(1);
    this.points = points;
    this.reachesAll = isComplete;
    this.values = points.map((at) => this.#taylor.at(at));
  }

  /** The first number of a kernel, `C, Cdot, J, gamma` in that order, that is not the formula's. */
  kernel(program: Program): Fault | undefined {
    const { length: rows } = this.#expanded.C;
    return this.#compare(
      program,
      ({ C, Cdot, J, gamma }) => [...C, ...Cdot, ...this.#blocks(J), ...gamma],
      (k, { length }) => {
        const row = (quantity: string, i: number): string => (rows === 1 ? quantity : `${quantity}${i + 1}`);
        if (k < rows) return row('C', k);
        if (k < 2 * rows) return row('Cdot', k - rows);
        return k < length - rows ? this.#entryName('C', k - 2 * rows) : row('gamma', k - length + rows);
      },
    );
  }

  /** The first entry of `Jdot` that is not the formula's. */
  jdot(program: Program): Fault | undefined {
    return this.#compare(
      program,
      ({ Jdot }) => this.#blocks(Jdot),
      (k) => this.#entryName('Cdot', k),
    );
  }

  /** The formula's values at configurations of another size. */
  valuesAtScale(scale: number): readonly BoundedValues[] {
    return this.#draw(scale).points.map((at) => this.#taylor.at(at));
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
    nameOf: (k: number, all: readonly Bounded[]) => string,
  ): Fault | undefined {
    const runner = new ProgramRunner(program);
    for (const [i, at] of this.points.entries()) {
      const inputs = programInputs(at);
      const computed = runner.run(new Map(this.#names.map((name, k) => [name, inputs[k]!])));
      const expected = inOrder(this.values[i]!);
      const wrong = expected.findIndex((value, k) => judge(computed[k]!, value) === 'wrong');
      if (wrong < 0) continue;
      return {
        quantity: nameOf(wrong, expected),
        computed: computed[wrong]!,
        expected: expected[wrong]!.value,
        at: this.#names.map((variable, n) => `${variable} = ${short(inputs[n]!)}`).join(', '),
      };
    }
    return undefined;
  }
}

/** The names of the variables of an input or a parameter. */
const namesOf = ({
  components,
}: ExpandedConstraint['inputs'][number] | ExpandedConstraint['params'][number]): string[] =>
  components.flatMap((node) => (node.kind === 'variable' ? [node.name] : []));

/** The trees that were parsed when the constraint was expanded. */
function treesOf({ formulas: { where, C } }: ExpandedConstraint): Parse {
  const trees = new Map([...where, ...C].map(({ text, tree }) => [text, tree!]));
  return (text) => trees.get(text)!;
}
