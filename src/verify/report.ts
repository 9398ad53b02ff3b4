import type { Space } from '../../runtime/model/constraint-type.js';
import type { NamedConfiguration } from '../sampling/configuration.js';
import type { Quantity } from '../sampling/evaluation.js';

/** The entry and the configuration that a number of a report belongs to. */
export interface Place {
  /** Index of the sample, counted from 0. */
  readonly sample: number;
  readonly row: number;
  /** For `J` and `Jdot`: the input and its component, counted from 0, that the entry is the derivative by. */
  readonly input?: string;
  readonly component?: number;
  /** The value that the class computed. */
  readonly analytic: number;
  /** The value that it was compared with: a difference, or the 64-digit value rounded to a double. */
  readonly numeric: number;
  readonly configuration: NamedConfiguration;
}

/** One quantity against one way of finding it by differences. */
export interface DifferenceCheck {
  readonly pass: boolean;
  /** What was differenced, in a few words: `differences of C`. */
  readonly method: string;
  /** The quantity of the class that was differenced or multiplied, where it is not `C`. */
  readonly from?: string;
  /** Set when `from` failed itself: then this check, passed or not, says nothing about its own quantity and does not count. */
  readonly inherited?: true;
  /** Entries compared over all samples, and those whose difference was too uncertain to tell. */
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
  /** Why the check failed, where not by the error alone. */
  readonly reason?: string;
}

/** One quantity against the 64-digit evaluation of the formula. */
export interface ReferenceCheck {
  readonly pass: boolean;
  readonly compared: number;
  /** Entries of which the formula as it is written says nothing on doubles, as at a kink, while the class says something: they do not count. */
  readonly undecided: number;
  /** How many of those compared are well-conditioned: the formula's own rounding changes only their last places. */
  readonly wellConditioned: number;
  /** Largest error of those, in units in the last place; `null` for an entry that is not finite. */
  readonly worstUlps: number | null;
  /** Largest error of all, as a part of what is allowed: a small multiple of what the formula's own rounding may do. `null` as above. */
  readonly worstPart: number | null;
  /** Where that is. */
  readonly at?: Place;
  /** Set where the formula loses many digits of a right value. */
  readonly lost?: LostDigitsAt;
}

/** Decimal digits of an entry, of the sixteen that a double has, that were lost to cancellation, and where most were. */
export interface LostDigitsAt {
  readonly digits: number;
  readonly at: Place;
}

/** mathjs' own derivative of the whole formula, where it has one, against `J`. */
export type ThirdOpinion = Omit<ReferenceCheck, 'lost'>;

/** The class at singular points of its formula. */
export interface SingularCheck {
  readonly pass: boolean;
  /** Singular operations of the formula, and for how many of them a configuration exactly there was found. */
  readonly known: number;
  readonly evaluated: number;
  /** Rows that were compared with what the policy says, in `C`, `Cdot`, `J`, `gamma` and `Jdot`. */
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

/** What verification found, as plain data. In JSON, a value that is not finite becomes `null`. */
export interface VerificationReport<Names extends string = Quantity> {
  readonly name: string;
  /** Left out of a class for both spaces. */
  readonly space?: Space;
  /** Rows of a constraint; of a body, its degrees of freedom. */
  readonly rows: number;
  readonly samples: number;
  readonly referenceSamples: number;
  readonly seed: number;
  readonly pass: boolean;
  readonly quantities: Readonly<Record<Names, QuantityReport>>;
  /** Of a formula with singular points. */
  readonly singular?: SingularCheck;
  /** Sentences for a person: why nothing could be checked, or what the samples did not reach. */
  readonly warnings: readonly string[];
  /** Of a spec that becomes several classes: the reports of all, this one's among them. */
  readonly classes?: readonly VerificationReport[];
}
