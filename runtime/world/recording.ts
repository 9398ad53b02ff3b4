import { readOptions, reading, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { printPlainly } from '../base/printing.js';
import { isAdaptive } from '../integrators/integrator.js';
import { serveMethod } from './served-methods.js';
import { internalsOf, type AnyWorld, type StepInputs, type WorldInternals } from './internals.js';
import { changedInputs, readInputs } from './recorded-inputs.js';
import { hashState, takeSnapshot } from './save-restore.js';
import type { Snapshot } from './snapshot.js';
import { snapshotToJSON, writeNumber, type JSONNumber, type SnapshotJSON } from './snapshot-json.js';

/** Plain data that actions take: what JSON can express. */
export type ActionArgument =
  | null
  | boolean
  | number
  | string
  | readonly ActionArgument[]
  | { readonly [name: string]: ActionArgument };

/** Functions that change a world, by name: see {@link record}. */
export type Actions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Options of {@link record} and {@link replay}. */
export interface RecordOptions {
  /** What the application does by {@link Recording.act}. */
  readonly actions?: Actions;
}

/**
 * An event of a recording. `step` is the length of a step, s, taken `times` times; the last may end
 * at `end`, and be shorter than is `usual`. `set` holds places in the list of inputs and their new
 * values, one after the other. `act` is an action, and `hash` the hash of the state at that moment.
 * `restore` is the state that the application restored.
 */
export type RecordedEvent =
  | { readonly step: number; readonly times: number; readonly usual?: number; readonly end?: number }
  | { readonly set: readonly JSONNumber[] }
  | { readonly act: string; readonly args: readonly ActionArgument[] }
  | { readonly hash: string }
  | { readonly restore: SnapshotJSON };

/** A {@link Recording} in plain JSON. */
export interface RecordingJSON {
  readonly format: typeof FORMAT;
  readonly start: SnapshotJSON;
  readonly events: readonly RecordedEvent[];
}

export const FORMAT = 'holonomic-recording/1';
/** Number of steps after which a recording notes the hash of the state. */
const CHECKED = 60;

export const notRecordable = (problem: string, hint: string): HolonomicRuntimeError =>
  new HolonomicRuntimeError('E_RECORDING', problem, hint);

/** Returns the actions among options, checked. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_FUNCTION. */
export function readActions(options: RecordOptions, what: string): Actions {
  const actions: unknown = readOptions(options, what, ['actions']).actions;
  if (actions === undefined) return {};
  return reading(`Option 'actions' of ${what}`, 'E_OPTIONS', () => {
    if (typeof actions !== 'object' || actions === null || Array.isArray(actions) || ArrayBuffer.isView(actions))
      throw new HolonomicRuntimeError('E_OPTIONS', `The actions are ${show(actions)}.`, 'Give an object of functions.');
    for (const [name, act] of Object.entries(actions))
      if (typeof act !== 'function')
        throw new HolonomicRuntimeError('E_FUNCTION', `Action '${name}' is ${show(act)}.`, 'Give a function.');
    return { ...actions };
  });
}

/** Returns an action by its name. Throws E_RECORDING. */
export function actionOf(actions: Actions, name: unknown): (...args: readonly ActionArgument[]) => unknown {
  if (typeof name === 'string' && Object.hasOwn(actions, name)) return actions[name] as never;
  const known = Object.keys(actions);
  throw notRecordable(
    `There is no action ${show(name)}.`,
    known.length === 0
      ? 'Give it: { actions: { name: (…) => … } }, to record and to replay.'
      : `The actions are ${known.join(', ')}.`,
  );
}

/** The inputs of a world while it moves; see {@link record}. */
export class Recording implements StepInputs {
  static {
    printPlainly<Recording>(this.prototype, ({ steps }) => ({ steps }));
  }
  readonly #internals: WorldInternals;
  readonly #actions: Actions;
  readonly #start: Snapshot;
  readonly #events: RecordedEvent[] = [];
  /** Inputs after the last step, and those before the next one. */
  #known: Float64Array;
  #present: Float64Array;
  #structure: number;
  #forces: readonly unknown[];
  #steps = 0;
  /** True during an action, which restores by itself when it is replayed. */
  #acts = false;

  /** Use {@link record}. */
  constructor(internals: WorldInternals, actions: Actions) {
    this.#internals = internals;
    this.#actions = actions;
    this.#start = takeSnapshot(internals);
    const { structure } = internals;
    this.#known = readInputs(structure, new Float64Array(0));
    this.#present = this.#known.slice();
    this.#structure = structure.system.structure;
    this.#forces = [...structure.forces];
    internals.inputs = this;
  }

  /** Number of steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Calls an action with arguments that JSON can express, and notes it. Returns what the action
   * returns. Throws E_RECORDING for an unknown action, other arguments, or after {@link stop};
   * E_STEPPING during a step.
   */
  act(name: string, ...args: readonly ActionArgument[]): unknown {
    const { structure } = this.#internals;
    structure.checkOpen();
    const action = actionOf(this.#actions, name);
    if (this.#internals.inputs !== this)
      throw notRecordable('The recording has ended.', 'Begin another: record(world).');
    const copies = args.map((arg) => plainCopy(arg, name));
    this.#readInputs();
    this.#noteInputs();
    this.#events.push({ act: name, args: copies });
    this.#acts = true;
    try {
      return action(...args);
    } finally {
      this.#acts = false;
      this.#keep();
    }
  }

  /**
   * Ends the recording, and notes the hash of the state. What was added or removed without an action
   * since the last step is not part of it.
   */
  stop(): void {
    if (this.#internals.inputs !== this) return;
    this.#internals.inputs = undefined;
    this.#internals.layOut();
    if (!this.#hasStructure()) return;
    this.#readInputs();
    this.#noteInputs();
    this.#events.push({ hash: hashState(this.#internals) });
  }

  /** Returns the recording so far in plain JSON, as `JSON.stringify(recording)` writes it. */
  toJSON(): RecordingJSON {
    return { format: FORMAT, start: snapshotToJSON(this.#start), events: this.#events.slice() };
  }

  /** Part of what hears of steps. */
  beforeStep(): void {
    this.#readInputs();
  }

  /** Part of what hears of steps. */
  afterStep(dt: number, usual: number, end: number | undefined): void {
    // Not before: what was set for a step that failed may have been set otherwise since.
    this.#noteInputs();
    const last = this.#events.at(-1);
    const event = { step: dt, times: 1, ...(usual !== dt && { usual }), ...(end !== undefined && { end }) };
    const isAnother =
      last !== undefined && 'step' in last && last.step === dt && last.usual === event.usual && last.end === event.end;
    if (isAnother) this.#events[this.#events.length - 1] = { ...last, times: last.times + 1 };
    else this.#events.push(event);
    this.#steps++;
    if (this.#steps % CHECKED === 0) this.#events.push({ hash: hashState(this.#internals) });
    this.#keep();
  }

  /** Part of what hears of steps. */
  restored(): void {
    // After a change of structure the next step is refused.
    if (this.#acts || !this.#hasStructure()) return;
    this.#events.push({ restore: snapshotToJSON(takeSnapshot(this.#internals)) });
    this.#keep();
  }

  /** True if bodies, constraints and forces are those that the recording knows. */
  #hasStructure(): boolean {
    const { forces, system } = this.#internals.structure;
    const known = this.#forces;
    return (
      system.structure === this.#structure &&
      forces.length === known.length &&
      forces.every((one, i) => one === known[i])
    );
  }

  /** Reads what the application has set since the last step. Throws E_RECORDING. */
  #readInputs(): void {
    this.#internals.layOut();
    if (!this.#hasStructure()) {
      throw notRecordable(
        'Bodies, constraints or forces were added or removed while the world is recorded.',
        "Do it by an action, which can be replayed: record(world, { actions: { cut: () => world.remove(rod) } }).act('cut').",
      );
    }
    this.#present = readInputs(this.#internals.structure, this.#present);
  }

  /** Notes what was read. */
  #noteInputs(): void {
    const changes = changedInputs(this.#known, this.#present);
    if (changes.length > 0) this.#events.push({ set: changes.map(writeNumber) });
  }

  /** Takes the present state for known: the next step begins there unless the application changes it. */
  #keep(): void {
    const { structure } = this.#internals;
    this.#internals.layOut();
    this.#known = readInputs(structure, this.#known);
    this.#structure = structure.system.structure;
    this.#forces = [...structure.forces];
  }
}

/** Returns a copy of an argument of an action. Throws E_RECORDING unless JSON can express it. */
function plainCopy(arg: unknown, action: string): ActionArgument {
  const copy = reading(`An argument of action '${action}'`, 'E_RECORDING', () => plain(arg, new Set()));
  if (copy !== undefined) return copy;
  throw notRecordable(
    `Action '${action}' is given ${show(arg)}, which JSON cannot express.`,
    'Give numbers, texts, and lists and objects of them: the index of a body instead of the body.',
  );
}

function plain(value: unknown, outer: ReadonlySet<unknown>): ActionArgument | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined;
  if (typeof value !== 'object' || outer.has(value)) return undefined;
  const within = new Set([...outer, value]);
  if (Array.isArray(value)) {
    const entries = value.map((entry) => plain(entry, within));
    return entries.includes(undefined) ? undefined : (entries as ActionArgument[]);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const entries = Object.entries(value).map(([key, part]) => [key, plain(part, within)] as const);
  return entries.some(([, part]) => part === undefined)
    ? undefined
    : (Object.fromEntries(entries) as Readonly<Record<string, ActionArgument>>);
}

/**
 * Records the inputs of a world from now on, for {@link replay}: the steps, snapshots
 * that are restored, and what is set between them, be it targets of handles, parameters, masses, positions or velocities. Whatever else changes
 * the world, such as adding and removing or the target of a `mouseSpring`, is done by an action,
 * which has a name.
 *
 * ```ts
 * const recording = record(world, { actions: { cut: (k: number) => world.remove(rods[k]) } });
 * hand.moveTo([0.1, 0]);
 * world.step(1 / 60);
 * recording.act('cut', 3);
 * world.step(1 / 60);
 * recording.stop();
 * const text = JSON.stringify(recording);
 * ```
 *
 * A world has one recording at a time. A step throws E_RECORDING if something was added or removed
 * without an action. Throws E_WORLD, E_OPTIONS, E_OPTION_UNKNOWN, E_FUNCTION, E_STEPPING; E_RECORDING
 * if the world is being recorded, or has an adaptive integrator.
 */
export function record(world: AnyWorld, options: RecordOptions = {}): Recording {
  const internals = internalsOf(world);
  const actions = readActions(options, 'Options of record');
  internals.structure.checkOpen();
  if (isAdaptive(internals.progress.stepper)) {
    throw notRecordable(
      'The integrator of the world chooses its own steps, which are not recorded.',
      'Record a world with a fixed step, such as one with integrator: rk4().',
    );
  }
  if (internals.inputs) throw notRecordable('The world is being recorded.', 'Stop that recording before.');
  return new Recording(internals, actions);
}

serveMethod('record', record);
