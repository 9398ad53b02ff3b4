import type { CliIo } from './io.js';
import type { SettingFlags, Settings } from './settings.js';
import type { Paint } from './paint.js';

/** The result of a command, for a person or, with `--json`, for a program. */
export interface Outcome {
  /** False where there is something for the user to fix: exit code 1. */
  readonly ok: boolean;
  /** True where the program itself is at fault: exit code 2. */
  readonly isInternal?: boolean;
  /** The whole result as plain data. */
  readonly data: object;
  /** Text that the user asked for: goes to standard output even with `--quiet`. */
  readonly product?: string;
  /** The work done: goes to standard output. */
  readonly summary?: string;
  /** Text on what has to be fixed or looked at: goes to standard error. */
  readonly problem?: string;
}

/** The surroundings of a command: settings, input and output. */
export interface CommandContext {
  readonly cwd: string;
  /** Returns the project's settings, given the flags of the command. */
  readonly settings: (flags?: SettingFlags) => Promise<Settings>;
  readonly io: CliIo;
  /** True if errors say where in the program they come from. */
  readonly debug: boolean;
  /** Colours for standard output, and for standard error. */
  readonly paint: Paint;
  readonly problemPaint: Paint;
  /** Shows the present activity, on a terminal. */
  readonly progress: (text: string) => void;
  /** Prints what was found so far, for a command that keeps running. */
  readonly report: (outcome: Outcome) => void;
  /** Prints an error that does not end the command. */
  readonly fail: (error: unknown) => Promise<unknown>;
}

/** Runs a command's work, and prints the outcome. */
export type Execute = (command: string, work: (context: CommandContext) => Promise<Outcome>) => Promise<void>;
