import type { Space } from '../../runtime/model/constraint-type.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { OperationCount } from '../lower/count.js';
import type { SpecSource } from '../spec/duplicate-class-names.js';

/** A class of the output, as plain data. */
export interface GeneratedClass {
  readonly className: string;
  /** The spaces that it is for. */
  readonly spaces: readonly Space[];
  /** The cost of one evaluation of the class. */
  readonly operations: OperationCount;
}

/** A file of the output. */
export interface OutputFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The result for one spec file. It is plain data, so that it can come from a worker or from a
 * record of an earlier run.
 */
export interface SpecOutcome {
  /** The files made of it; none where there are errors. */
  readonly files: readonly OutputFile[];
  readonly classes: readonly GeneratedClass[];
  /** The file's specs, each with all names that it brings into the output's index. */
  readonly specs: SpecSource['specs'];
  readonly errors: readonly Diagnostic[];
  /** Findings of the self-check of derivations that do not keep code from being emitted. */
  readonly warnings: readonly Diagnostic[];
}
