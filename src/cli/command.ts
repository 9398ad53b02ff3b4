import type { CliIo } from './io.js';
import type { SettingFlags, Settings } from './settings.js';
import type { Paint } from './paint.js';

/** What a command found, for whoever asked: a person or, with `--json`, a program. */
export interface Outcome {
  /** False where there is something for the user to fix: exit code 1. */
  readonly ok: boolean;
  /** All of it as plain data. */
  readonly data: object;
  /** What was asked for: goes to standard output even with `--quiet`. */
  readonly product?: string;
  /** What was done: goes to standard output. */
  readonly summary?: string;
  /** What is to be fixed, or looked at: goes to standard error. */
  readonly problem?: string;
}

/** What a command works with. */
export interface CommandContext {
  readonly cwd: string;
  /** What holds for the project, given the flags of the command. */
  readonly settings: (flags?: SettingFlags) => Promise<Settings>;
  readonly io: CliIo;
  /** Whether to tell where in the program errors come from. */
  readonly debug: boolean;
  /** Colours for standard output, and for standard error. */
  readonly paint: Paint;
  readonly problemPaint: Paint;
  /** Shows what is being done at the moment, on a terminal. */
  readonly progress: (text: string) => void;
  /** Prints what was found so far, for a command that goes on. */
  readonly report: (outcome: Outcome) => void;
  /** Prints an error that does not end the command. */
  readonly fail: (error: unknown) => Promise<unknown>;
}

/** Runs a command's work, and prints what came of it. */
export type Execute = (command: string, work: (context: CommandContext) => Promise<Outcome>) => Promise<void>;
