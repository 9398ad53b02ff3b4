import { checkList, checkPositive, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import {
  columnsOf,
  type Column,
  type NamedRecordables,
  type Recordable,
  type RecordedWorld,
} from './recorded-columns.js';
import { printPlainly } from '../base/printing.js';
import { writeNumber, type JSONNumber } from './snapshot-json.js';
import type { StepListener, WorldInternals } from './internals.js';

/** Options of {@link World.recorder}. */
export interface RecorderOptions {
  /**
   * Time between two rows, s; each step if left out. Without dense output, a row is recorded at the
   * end of the step that reaches its time: choose a multiple of the step.
   */
  readonly every?: number;
  /**
   * What to record: particles and other connectors, bodies, constraints, `'energy'`, `'residual'`,
   * and things or functions under names of their own. All particles, bodies and constraints, and
   * the energies, if left out.
   */
  readonly of?: readonly (Recordable | NamedRecordables)[];
}

/** Part of the interval by which rounding may make a row early. */
const ROUNDING = 1e-6;
const FIRST_ROWS = 64;

/** The record of a world while it moves, in columns; see {@link World.recorder}. */
export class Recorder implements StepListener {
  static {
    printPlainly<Recorder>(this.prototype, (recorder) => ({
      rows: recorder.rows,
      every: recorder.#every ?? 'step',
      columns: recorder.names,
    }));
  }
  readonly #internals: WorldInternals;
  readonly #every: number | undefined;
  readonly #columns: readonly Column[];
  readonly #evaluates: boolean;
  /** Values column by column, the times first; only the first `#rows` of each count. */
  #values: Float64Array[];
  #rows = 0;
  /** True while no row of the present step is recorded. */
  #isDue = false;
  /** Time at which the record begins, s, and the number of whole intervals since that are recorded. */
  #start = 0;
  #intervals = 0;

  /** Use {@link World.recorder}. */
  constructor(world: RecordedWorld, internals: WorldInternals, options: RecorderOptions, all: readonly unknown[]) {
    const given = readOptions(options, 'Options of a recorder', ['every', 'of']);
    this.#every = given.every === undefined ? undefined : checkPositive(given.every, "Option 'every' of a recorder");
    this.#columns = columnsOf(
      world,
      given.of === undefined ? all : checkList(given.of, "Option 'of' of a recorder", 'things to record'),
    );
    this.#evaluates = this.#columns.some(({ evaluated }) => evaluated === true);
    this.#internals = internals;
    this.#values = [this.#columns, 0].flat().map(() => new Float64Array(FIRST_ROWS));
    internals.listeners.push(this);
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Names of the columns; the first is `time`. */
  get names(): readonly string[] {
    return ['time', ...this.#columns.map(({ name }) => name)];
  }

  /** Times of the rows, s: a view that later rows do not appear in. */
  get times(): Float64Array {
    return this.#values[0]!.subarray(0, this.#rows);
  }

  /**
   * Returns the values of a column, as a view that later rows do not appear in. Throws
   * E_RECORD_COLUMN for a name that no column has.
   */
  column(name: string): Float64Array {
    const { names } = this;
    const at = names.indexOf(name);
    if (at >= 0) return this.#values[at]!.subarray(0, this.#rows);
    throw new HolonomicRuntimeError(
      'E_RECORD_COLUMN',
      `The recorder has no column '${name}'.`,
      `Its columns are ${names.join(', ')}.`,
    );
  }

  /** The columns by name: views that later rows do not appear in. */
  get columns(): Readonly<Record<string, Float64Array>> {
    return Object.fromEntries(this.names.map((name, i) => [name, this.#values[i]!.subarray(0, this.#rows)]));
  }

  /**
   * Returns the record as comma-separated values (RFC 4180): a line of names, and a line per row.
   * Numbers have as many digits as identify them.
   */
  toCSV(): string {
    const lines = [this.names.map(quoted).join(',')];
    for (let row = 0; row < this.#rows; row++) lines.push(this.#values.map((values) => String(values[row])).join(','));
    return `${lines.join('\n')}\n`;
  }

  /** Returns the columns by name in plain JSON, as `JSON.stringify(recorder)` writes them. */
  toJSON(): Readonly<Record<string, readonly JSONNumber[]>> {
    return Object.fromEntries(
      this.names.map((name, i) => [name, Array.from(this.#values[i]!.subarray(0, this.#rows), writeNumber)]),
    );
  }

  /** Forgets the rows. The next step begins a new record. */
  clear(): void {
    this.#rows = 0;
  }

  /** Ends recording. The rows stay. */
  stop(): void {
    const { listeners } = this.#internals;
    const at = listeners.indexOf(this);
    if (at >= 0) listeners.splice(at, 1);
  }

  /** Part of a listener of steps: the state at the beginning is the first row. */
  beforeStep(): void {
    const { time } = this.#internals.stepped;
    if (this.#rows === 0) {
      this.#start = time;
      this.#record();
    }
    this.#isDue = true;
    // The world may have been restored to an earlier time.
    this.#intervals = this.#intervalsUntil(time);
  }

  /** Part of a listener of steps. */
  afterStep(): void {
    // Made within the step.
    if (this.#rows === 0) return;
    const intervals = this.#intervalsUntil(this.#internals.stepped.time);
    if (this.#every !== undefined && intervals <= this.#intervals) return;
    this.#intervals = intervals;
    this.#isDue = false;
    this.#record();
  }

  /** Part of a listener of steps: the next time to record, if it is not after `end`. */
  nextTime(end: number): number | undefined {
    if (this.#every === undefined) return this.#isDue ? end : undefined;
    const next = this.#start + (this.#intervals + 1) * this.#every;
    // Half of what counts as reached in afterStep, so that each time returned is recorded.
    return next <= end + 0.5 * ROUNDING * this.#every ? Math.min(next, end) : undefined;
  }

  #intervalsUntil(time: number): number {
    return this.#every === undefined ? 0 : Math.floor((time - this.#start) / this.#every + ROUNDING);
  }

  #record(): void {
    const { motion, structure, stepped } = this.#internals;
    if (this.#evaluates) {
      structure.during('calculating', () => {
        motion.evaluate(true);
      });
    }
    const row = this.#rows;
    if (row === this.#values[0]!.length) this.#values = this.#values.map(doubled);
    this.#values[0]![row] = stepped.time;
    this.#columns.forEach(({ read }, i) => {
      this.#values[i + 1]![row] = read();
    });
    this.#rows = row + 1;
  }
}

function doubled(values: Float64Array): Float64Array {
  const more = new Float64Array(2 * values.length);
  more.set(values);
  return more;
}

/** A name as a field of comma-separated values. */
const quoted = (name: string): string => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
