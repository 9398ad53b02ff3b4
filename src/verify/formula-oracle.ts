import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { programInputs, type Configuration } from '../sampling/configuration.js';
import { levelsOf } from '../sampling/evaluation.js';
import { FormulaBounds, type Bounds } from './formula-bounds.js';
import { exact, type BigNumber } from '../reference/big.js';
import { referenceValues, type ReferenceValues } from '../reference/derivatives.js';
import { ReferenceMachine } from '../reference/machine.js';
import type { Program } from '../reference/program.js';
import { deriveByMathjs, type DerivedEntries } from './derive-by-mathjs.js';

/** A configuration and its number in the run. */
interface Numbered {
  readonly index: number;
  readonly at: Configuration;
}

/**
 * Number of samples that keep their values for the next class of the formula. The 64-digit values
 * of thousands would fill the memory.
 */
const REMEMBERED = 64;

/**
 * The oracle of a formula at the samples of one run: 64-digit values, bounds on its own rounding,
 * and its `J` by mathjs. It does not depend on the class under test, so that several classes of one
 * formula share it.
 */
export class FormulaOracle {
  /** The formula by Taylor arithmetic. */
  readonly bounds: FormulaBounds;
  /** `J` by mathjs, for formulas that it can differentiate. */
  readonly byMathjs: DerivedEntries | undefined;
  readonly #type: ConstraintType;
  readonly #machine: ReferenceMachine;
  readonly #mathjsMachine: ReferenceMachine | undefined;
  readonly #bounds = new Map<number, Bounds>();
  readonly #noise = new Map<number, Bounds>();
  readonly #values = new Map<number, ReferenceValues>();
  readonly #mathjsValues = new Map<number, readonly BigNumber[]>();

  constructor(type: ConstraintType, program: Program) {
    this.#type = type;
    this.#machine = new ReferenceMachine(program);
    this.bounds = new FormulaBounds(type, program);
    this.byMathjs = deriveByMathjs(type);
    this.#mathjsMachine = this.byMathjs && new ReferenceMachine(this.byMathjs.program);
  }

  /** Bounds on the formula's own rounding in `C Cdot J Jdot gamma`. */
  boundsAt(sample: Numbered): Bounds {
    return remember(this.#bounds, sample, (at) => this.bounds.at(at));
  }

  /** The same bounds for rounded inputs. */
  noiseAt(sample: Numbered): Bounds {
    return remember(this.#noise, sample, (at) => this.bounds.beside(at));
  }

  /** `C Cdot J Jdot gamma` of the formula at 64 digits. */
  valuesAt(sample: Numbered): ReferenceValues {
    return remember(this.#values, sample, ({ x, v, p, t }) =>
      referenceValues(
        this.#machine,
        { x: x.map(exact), v: v.map(exact), p: p.map(exact), t: exact(t) },
        levelsOf(this.#type),
      ),
    );
  }

  /** The entries of {@link byMathjs} at 64 digits; empty if there is no third opinion. */
  mathjsValuesAt(sample: Numbered): readonly BigNumber[] {
    return remember(
      this.#mathjsValues,
      sample,
      (at) => this.#mathjsMachine?.moveTo(programInputs(at).map(exact)).slice() ?? [],
    );
  }
}

function remember<T>(known: Map<number, T>, { index, at }: Numbered, compute: (at: Configuration) => T): T {
  let values = known.get(index);
  if (values === undefined) {
    values = compute(at);
    if (index < REMEMBERED) known.set(index, values);
  }
  return values;
}
