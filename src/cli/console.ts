import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { formatDiagnostics } from '../diagnostics/format.js';
import { withDisplayPaths } from './display-diagnostics.js';
import type { CommandContext, Outcome } from './command.js';
import { failureOf } from './errors.js';
import { wantsColor, type CliIo } from './io.js';
import { createPaint, type Paint } from './paint.js';
import { countErrors } from './words.js';
import { createProgress, type Progress } from './progress.js';
import { resolveSettings, type SettingFlags } from './settings.js';

export interface ConsoleOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly debug: boolean;
}

/**
 * Prints what commands find: text for a person, or one JSON value on standard output and nothing
 * else.
 */
export class Console {
  readonly #io: CliIo;
  readonly #options: ConsoleOptions;
  readonly #progress: Progress;
  readonly #paint: Paint;
  readonly #problemPaint: Paint;

  constructor(io: CliIo, options: ConsoleOptions) {
    this.#io = io;
    this.#options = options;
    this.#paint = createPaint(wantsColor(io, io.stdout, options.color));
    this.#problemPaint = createPaint(wantsColor(io, io.stderr, options.color));
    this.#progress = createProgress(io.stderr, !options.json && !options.quiet);
  }

  /** The context of the command `name`, with the flags that every command takes. */
  context(name: string, global: SettingFlags): CommandContext {
    return {
      cwd: resolve(this.#io.cwd, global.cwd ?? '.'),
      settings: (flags = {}) => resolveSettings({ ...global, ...flags }, this.#io.cwd),
      io: this.#io,
      debug: this.#options.debug,
      paint: this.#paint,
      problemPaint: this.#problemPaint,
      progress: (text) => {
        this.#progress.show(text);
      },
      report: (outcome) => {
        this.outcome(name, outcome);
      },
      fail: (error) => this.failure(error, name, resolve(this.#io.cwd, global.cwd ?? '.')),
    };
  }

  outcome(command: string, { ok, data, product, summary, problem }: Outcome): void {
    this.#progress.clear();
    if (this.#options.json) {
      this.#json({ command, ok, ...data });
      return;
    }
    if (product !== undefined) this.#io.stdout.write(endLine(product));
    if (summary !== undefined && !this.#options.quiet) this.#io.stdout.write(endLine(summary));
    if (problem !== undefined) this.#io.stderr.write(endLine(problem));
  }

  /** Prints an error that ended the run, and returns the exit code. */
  async failure(error: unknown, command?: string, cwd = this.#io.cwd): Promise<1 | 2> {
    this.#progress.clear();
    const { exitCode, kind, message, hint, diagnostics: found } = failureOf(error);
    const diagnostics = found && (await presentable(found, cwd));
    const stack = this.#options.debug ? stackOf(error) : undefined;
    if (this.#options.json) {
      this.#json({ command, ok: false, error: { kind, message, hint, diagnostics, stack } });
      return exitCode;
    }
    const paint = this.#problemPaint;
    const text = diagnostics
      ? withCount(diagnostics, formatDiagnostics(diagnostics, { color: paint.isColorSupported }))
      : `${paint.bold(paint.red(kind === 'internal' ? 'internal error:' : 'error:'))} ${message}`;
    this.#io.stderr.write(endLine(text));
    if (hint !== undefined) this.#io.stderr.write(`${paint.cyan('hint:')} ${hint}\n`);
    if (stack !== undefined) this.#io.stderr.write(endLine(stack));
    return exitCode;
  }

  #json(value: object): void {
    // Not-a-number and infinities have no JSON; `null` would hide which it was.
    const text = JSON.stringify(
      value,
      (_, x: unknown) => (typeof x === 'number' && !Number.isFinite(x) ? String(x) : x),
      2,
    );
    this.#io.stdout.write(`${text}\n`);
  }
}

/** Several diagnostics, with their number in the last line, where a terminal stops. */
const withCount = (diagnostics: readonly Diagnostic[], text: string): string =>
  diagnostics.length === 1 ? text : `${text}\n\n${countErrors(diagnostics)}.`;

/** Diagnostics with the places in their files, and file names as a person would write them. */
async function presentable(diagnostics: readonly Diagnostic[], cwd: string): Promise<Diagnostic[]> {
  const { locate } = await import('../locate/locate.js');
  return withDisplayPaths(await locate(diagnostics), cwd);
}

/** The stack of an error, or that of its cause if it only passes one on. */
function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return stackOf(error.cause) ?? error.stack;
}

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
