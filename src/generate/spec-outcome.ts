import type { Space } from '../../runtime/model/constraint-type.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { OperationCount } from '../lower/count.js';

/** A class of the output, as plain data. */
export interface GeneratedClass {
  readonly className: string;
  readonly space: Space;
  /** What one evaluation of the class costs. */
  readonly operations: OperationCount;
}

/** What one spec file gave: plain data, so that it can come from a worker or from a record of an earlier run. */
export interface SpecOutcome {
  /** The emitted file's text; empty where there are errors. */
  readonly text: string;
  readonly classes: readonly GeneratedClass[];
  /** The file's exports, with what decides which names they are emitted under. */
  readonly specs: readonly {
    readonly name: string;
    readonly spec: { readonly kind?: unknown; readonly space?: unknown };
  }[];
  readonly errors: readonly Diagnostic[];
  /** What the self-check of derivations says that keeps nothing from being emitted. */
  readonly warnings: readonly Diagnostic[];
}
