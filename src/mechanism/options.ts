/** Options of `mechanism`. */
export interface MechanismOptions {
  /**
   * The language of the module: TypeScript, which is the default, JavaScript, TypeScript around WebAssembly,
   * or C; or an FMU (FMI 3.0, co-simulation) with its sources in C.
   */
  readonly target?: MechanismTarget;
  /** How it steps: by RK4 or by `velocityStep()`, with feedback; what the document's settings say if left out. */
  readonly step?: MechanismStep;
  /** True for a module, but no FMU, with `gradient`: the derivatives of a loss by state and parameters. */
  readonly gradient?: boolean;
  /** Name of its class; of the document's title if left out. */
  readonly name?: string;
  /** What its header names as its source; the title if left out. */
  readonly source?: string;
}

export const MECHANISM_TARGETS = ['ts', 'js', 'wasm', 'c', 'fmu'] as const;
export type MechanismTarget = (typeof MECHANISM_TARGETS)[number];
export const MECHANISM_STEPS = ['rk4', 'velocityStep'] as const;
export type MechanismStep = (typeof MECHANISM_STEPS)[number];

const NAME = /^[A-Z][A-Za-z0-9]*$/;
/** Names that modules use themselves, and that headers of C may have. */
const TAKEN: ReadonlySet<string> = new Set(
  (
    'Watch Math Number Object Record Partial Readonly NaN Infinity Float64Array RangeError WebAssembly Uint8Array ' +
    'String Stdio Stdlib BUFSIZ DOMAIN EOF FILE HUGE INFINITY NAN NULL OVERFLOW PLOSS SING TLOSS UNDERFLOW'
  ).split(' '),
);

/** True for the name of a class that a module can have. */
export const isClassName = (name: string): boolean => NAME.test(name) && !TAKEN.has(name);

/** The words of a text as a name: `Four bar` → `FourBar`. */
export const pascalCase = (text: string): string =>
  (text.normalize('NFD').match(/[A-Za-z0-9]+/g) ?? []).map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');

/** The name of the input that pushes a body. No body is named so: names have no spaces. */
export const pushName = (body: string): string => `push ${body}`;

/** A mechanism as files. */
export interface MechanismFiles {
  /** Their texts, by name; an FMU as the bytes of an archive. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Operations of one evaluation of the equations of motion, and rows of constraints. */
  readonly operations: number;
  readonly rows: number;
  /** Number of rows that depend on others wherever all constraints hold. */
  readonly redundant: number;
}
