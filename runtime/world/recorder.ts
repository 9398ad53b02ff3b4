import { checkList, checkPositive, readOptions, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import {
  indexColumns,
  sourcesOf,
  type NamedRecordables,
  type Recordable,
  type RecordedWorld,
  type Source,
} from './recorded-columns.js';
import { shortened, showTime } from '../base/text.js';
import { printPlainly } from '../base/printing.js';
import { writeNumber, type JSONNumber } from './snapshot-json.js';
import type { Body } from '../model/bodies/body.js';
import type { Constraint } from '../model/constraint.js';
import type { Particle } from '../model/particle.js';
import { serveMethod } from './served-methods.js';
import { ofDormandPrince } from '../recovery/warnings.js';
import { internalsOf, type AnyWorld, type StepListener, type WorldInternals } from './internals.js';

/** Options of {@link recorder}. */
export interface RecorderOptions {
  /**
   * Time between two rows, s; each step if left out. Without dense output, a row is recorded at the
   * end of the step that reaches its time, with the time of that end: choose a multiple of the step.
   * The world warns once (W_UNEVEN_ROWS) where steps do not end at the times of rows.
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
/** Rows, and numbers, that there is room for at first. */
const FIRST_ROWS = 64;
const FIRST_NUMBERS = 1 << 20;
/** Number of columns that messages name. */
const NAMED = 50;
/** Number of rows after which sums of steps may round by as much as {@link ROUNDING}. */
const JUDGED = 1000;

/** The record of a world while it moves, in columns; see {@link recorder}. */
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
  readonly #sources: readonly Source[];
  readonly #evaluates: boolean;
  readonly #width: number;
  #index: ReadonlyMap<string, number> | undefined;
  /** Values column by column, with room for `#room` rows each; the first `#rows` of them count. */
  #values: Float64Array;
  #room: number;
  #rows = 0;
  /** Place of the next value of the row under way. */
  #next = 0;
  /** True while no row of the present step is recorded. */
  #isDue = false;
  /** Time at which the present step begins, s. */
  #stepStart = 0;
  #warned = false;
  /** Time at which the record begins, s, and the number of whole intervals since that are recorded. */
  #start = 0;
  #intervals = 0;

  /** Use {@link recorder}. */
  constructor(world: RecordedWorld, internals: WorldInternals, options: RecorderOptions, all: readonly unknown[]) {
    const given = readOptions(options, 'Options of a recorder', ['every', 'of']);
    this.#every = given.every === undefined ? undefined : checkPositive(given.every, "Option 'every' of a recorder");
    this.#sources = sourcesOf(
      world,
      given.of === undefined ? all : checkList(given.of, "Option 'of' of a recorder", 'things to record'),
    );
    this.#evaluates = this.#sources.some(({ evaluated }) => evaluated === true);
    this.#width = this.#sources.reduce((sum, { names }) => sum + names.length, 1);
    this.#internals = internals;
    this.#room = Math.max(1, Math.min(FIRST_ROWS, Math.floor(FIRST_NUMBERS / this.#width)));
    this.#values = new Float64Array(this.#room * this.#width);
    internals.listeners.push(this);
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Names of the columns; the first is `time`. */
  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** Times of the rows, s: a view that later rows do not appear in. */
  get times(): Float64Array {
    return this.#view(0);
  }

  /**
   * Returns the values of a column, as a view that later rows do not appear in. Throws
   * E_RECORD_COLUMN for a name that no column has.
   */
  column(name: string): Float64Array {
    const at = this.#columns.get(name);
    if (at !== undefined) return this.#view(at);
    const { names } = this;
    throw new HolonomicRuntimeError(
      'E_RECORD_COLUMN',
      `The recorder has no column ${show(name)}.`,
      `Its columns are ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? `, and ${names.length - NAMED} more` : ''}.`,
    );
  }

  /** The columns by name: views that later rows do not appear in. */
  get columns(): Readonly<Record<string, Float64Array>> {
    return Object.fromEntries(this.names.map((name, i) => [name, this.#view(i)]));
  }

  /**
   * Returns the record as comma-separated values (RFC 4180): a line of names, and a line per row.
   * Numbers have as many digits as identify them.
   */
  toCSV(): string {
    const lines = [this.names.map(quoted).join(',')];
    const views = Array.from({ length: this.#width }, (_, i) => this.#view(i));
    for (let row = 0; row < this.#rows; row++) lines.push(views.map((values) => String(values[row])).join(','));
    return `${lines.join('\n')}\n`;
  }

  /** Returns the columns by name in plain JSON, as `JSON.stringify(recorder)` writes them. */
  toJSON(): Readonly<Record<string, readonly JSONNumber[]>> {
    return Object.fromEntries(this.names.map((name, i) => [name, Array.from(this.#view(i), writeNumber)]));
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
    this.#stepStart = time;
    // The world may have been restored to an earlier time.
    this.#intervals = this.#intervalsUntil(time);
  }

  /** Part of a listener of steps. */
  afterStep(): void {
    // Made within the step.
    if (this.#rows === 0) return;
    const intervals = this.#intervalsUntil(this.#internals.stepped.time);
    if (this.#every !== undefined) {
      if (intervals <= this.#intervals) return;
      if (!this.#warned && intervals <= JUDGED) this.#checkTime(this.#every);
    }
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

  /** Warns if the row that is due comes later than its time. */
  #checkTime(every: number): void {
    const { stepped, recovery } = this.#internals;
    const { time } = stepped;
    const due = this.#start + (this.#intervals + 1) * every;
    if (time - due <= ROUNDING * every) return;
    this.#warned = true;
    const step = time - this.#stepStart;
    const fitting = every / Math.ceil(every / step - ROUNDING);
    recovery.watch.warn({
      code: 'W_UNEVEN_ROWS',
      message:
        `A recorder with every: ${every} got its row for t = ${showTime(due)} at t = ${showTime(time)}, the end of the step ` +
        `that reaches it; the column 'time' says so. Steps of ${shortened(step)} s do not end at its times. ` +
        `Take steps that divide ${every} s, such as ${shortened(fitting)} s` +
        `${ofDormandPrince(stepped.system, ', or world.run() with dormandPrince(), which records there')}.`,
      time,
      constraints: [],
    });
  }

  #intervalsUntil(time: number): number {
    return this.#every === undefined ? 0 : Math.floor((time - this.#start) / this.#every + ROUNDING);
  }

  #record(): void {
    const { structure, stepped } = this.#internals;
    if (this.#evaluates) {
      structure.during('calculating', () => {
        stepped.evaluateNow();
      });
    }
    if (this.#rows === this.#room) this.#double();
    this.#next = this.#rows;
    this.#put(stepped.time);
    for (const { read } of this.#sources) read(this.#put);
    this.#rows++;
  }

  /** Index of each column by name, made when first asked for. */
  get #columns(): ReadonlyMap<string, number> {
    return (this.#index ??= indexColumns(this.#sources));
  }

  /** Writes the next value of the row under way. */
  readonly #put = (value: number): void => {
    this.#values[this.#next] = value;
    this.#next += this.#room;
  };

  /** The column at an index, without room for later rows. */
  #view(column: number): Float64Array {
    const start = column * this.#room;
    return this.#values.subarray(start, start + this.#rows);
  }

  #double(): void {
    const { length } = this.#values;
    const more = new Float64Array(2 * length);
    for (let from = 0; from < length; from++) {
      const row = from % this.#room;
      more[2 * (from - row) + row] = this.#values[from]!;
    }
    this.#values = more;
    this.#room *= 2;
  }
}

/** A name as a field of comma-separated values. */
const quoted = (name: string): string => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** What a recorder reads of a world. */
export interface RecordableWorld extends AnyWorld, RecordedWorld {
  readonly particles: readonly Particle[];
  readonly bodies: readonly Body[];
  readonly constraints: readonly Constraint[];
}

/**
 * Records a world from the next step on: times, positions, velocities, multipliers and energies, in
 * columns of numbers, as CSV and as JSON.
 *
 * ```ts
 * const record = recorder(world, { every: 0.01, of: [bob, rod, 'energy'] });
 * world.run({ until: 10 });
 * record.column('bob.x');
 * record.toCSV();
 * ```
 *
 * The first row is the state in which the next step begins. Multipliers are taken at that moment, as
 * after {@link World.evaluate}. The motion is the same, to the last bit. Throws E_WORLD, E_OPTIONS,
 * E_OPTION_UNKNOWN, E_NOT_POSITIVE, E_LIST, E_RECORD.
 */
export function recorder(world: RecordableWorld, options: RecorderOptions = {}): Recorder {
  const internals = internalsOf(world);
  return new Recorder(world, internals, options, [...world.particles, ...world.bodies, ...world.constraints, 'energy']);
}

serveMethod('recorder', recorder);
