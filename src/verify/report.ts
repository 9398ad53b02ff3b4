import type { Space } from '../../runtime/model/constraint-type.js';
import type { NamedConfiguration } from '../sampling/configuration.js';
import type { Quantity } from '../sampling/evaluation.js';

/** The entry and the configuration that a number of a report belongs to. */
export interface Place {
  /** Index of the sample, counted from 0. */
  readonly sample: number;
  readonly row: number;
  /**
   * The input, for `J` and `Jdot`, by which the entry is the derivative, and its component, counted
   * from 0.
   */
  readonly input?: string;
  readonly component?: number;
  /** The value that the class computed. */
  readonly analytic: number;
  /**
   * The value that it was compared with: a difference, or the 64-digit value rounded to a double.
   */
  readonly numeric: number;
  readonly configuration: NamedConfiguration;
}

/** The comparison of one quantity with differences by one method. */
export interface DifferenceCheck {
  readonly pass: boolean;
  /** The differenced quantity, in a few words: `differences of C`. */
  readonly method: string;
  /** The quantity of the class that was differenced or multiplied, if it is not `C`. */
  readonly from?: string;
  /**
   * Set if `from` failed itself. Then this check, passed or not, says nothing about its own
   * quantity and does not count.
   */
  readonly inherited?: true;
  /**
   * Number of entries compared over all samples, and of those whose difference was inconclusive.
   */
  readonly compared: number;
  readonly inconclusive: number;
  /** The comparison with the largest error in proportion to its tolerance. */
  readonly worst?: {
    readonly error: number;
    /** The difference's own estimate of its error there. */
    readonly estimate: number;
    readonly tolerance: number;
    readonly at: Place;
  };
  /** The reason why the check failed, if not by the error alone. */
  readonly reason?: string;
}

/** The comparison of one quantity with the 64-digit evaluation of the formula. */
export interface ReferenceCheck {
  readonly pass: boolean;
  readonly compared: number;
  /**
   * Number of entries of which the formula as written says nothing on doubles, as at a kink, while
   * the class has a value. They do not count.
   */
  readonly undecided: number;
  /**
   * Number of compared entries that are well-conditioned: the formula's own rounding changes only
   * their last places.
   */
  readonly wellConditioned: number;
  /** Largest error of those, in units in the last place; `null` for an entry that is not finite. */
  readonly worstUlps: number | null;
  /**
   * Largest error of all, relative to what is allowed: a small multiple of the bound on the
   * formula's own rounding. `null` as above.
   */
  readonly worstPart: number | null;
  /** The place of that error. */
  readonly at?: Place;
  /** Set where the formula loses many digits of a right value. */
  readonly lost?: LostDigitsAt;
}

/**
 * Number of decimal digits of an entry, of the sixteen that a double has, that were lost to
 * cancellation, and the place where most were.
 */
export interface LostDigitsAt {
  readonly digits: number;
  readonly at: Place;
}

/** The comparison of `J` with mathjs' own derivative of the whole formula, if there is one. */
export type ThirdOpinion = Omit<ReferenceCheck, 'lost'>;

/** The class at singular points of its formula. */
export interface SingularCheck {
  readonly pass: boolean;
  /**
   * Number of singular operations of the formula, and of those at which an exact configuration was
   * found.
   */
  readonly known: number;
  readonly evaluated: number;
  /** Number of rows compared with the policy, in `C`, `Cdot`, `J`, `gamma` and `Jdot`. */
  readonly compared: number;
  readonly faults: readonly {
    /** The operation that is singular there: `sqrt`, `divide`, … */
    readonly operation: string;
    readonly reason: string;
    readonly configuration: NamedConfiguration;
  }[];
}

export interface QuantityReport {
  readonly pass: boolean;
  readonly differences: readonly DifferenceCheck[];
  readonly reference?: ReferenceCheck;
  readonly thirdOpinion?: ThirdOpinion;
}

/**
 * The findings of verification, as plain data. In JSON, a value that is not finite becomes `null`.
 */
export interface VerificationReport<Names extends string = Quantity> {
  readonly name: string;
  /** The space; left out for a class for both spaces. */
  readonly space?: Space;
  /** Number of rows of a constraint, or of degrees of freedom of a body. */
  readonly rows: number;
  readonly samples: number;
  readonly referenceSamples: number;
  readonly seed: number;
  readonly pass: boolean;
  readonly quantities: Readonly<Record<Names, QuantityReport>>;
  /** The check at singular points, if the formula has any. */
  readonly singular?: SingularCheck;
  /**
   * Sentences for a person: why a quantity could not be checked, or what the samples did not reach.
   */
  readonly warnings: readonly string[];
  /** The reports of all classes of a spec that becomes several. */
  readonly classes?: readonly VerificationReport[];
}
