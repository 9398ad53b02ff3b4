import { reading, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { showTime } from '../base/text.js';
import { internalsOf, type AnyWorld, type WorldInternals } from './internals.js';
import { writeInputs } from './recorded-inputs.js';
import {
  actionOf,
  FORMAT,
  notRecordable,
  readActions,
  Recording,
  type Actions,
  type ActionArgument,
  type RecordOptions,
  type RecordedEvent,
  type RecordingJSON,
} from './recording.js';
import { hashState, restoreAllButContacts, restoreSnapshot, takeSnapshot } from './save-restore.js';
import { readNumber } from './snapshot-json.js';
import type { SnapshotJSON } from './snapshot-json.js';
import { takeStep } from './step.js';

const malformed = (problem: string): HolonomicRuntimeError =>
  notRecordable(
    `The recording cannot be replayed: ${problem}.`,
    'Give what record(world) returned, or its JSON after JSON.parse().',
  );

/** Returns a number of an event. Throws E_RECORDING. */
function numberIn(value: unknown, what: string): number {
  if (typeof value === 'number') return value;
  throw malformed(`${what} is ${show(value)}`);
}

/** Returns a copy of an event, checked as far as its kind says. Throws E_RECORDING. */
function readEvent(value: unknown, i: number): RecordedEvent {
  const what = `event ${i}`;
  if (typeof value !== 'object' || value === null) throw malformed(`${what} is ${show(value)}`);
  const { step, times, usual, end, set, act, args, hash, restore } = value as Record<string, unknown>;
  if (step !== undefined) {
    const count = numberIn(times, `'times' of ${what}`);
    if (!(Number.isInteger(count) && count > 0)) throw malformed(`'times' of ${what} is ${show(count)}`);
    return {
      step: numberIn(step, `'step' of ${what}`),
      times: count,
      ...(usual !== undefined && { usual: numberIn(usual, `'usual' of ${what}`) }),
      ...(end !== undefined && { end: numberIn(end, `'end' of ${what}`) }),
    };
  }
  if (Array.isArray(set) && set.length % 2 === 0) return { set: set.map((x) => readNumber(x, `'set' of ${what}`)) };
  if (typeof act === 'string' && Array.isArray(args)) return { act, args: structuredClone(args) as ActionArgument[] };
  if (typeof hash === 'string') return { hash };
  if (restore !== undefined) return { restore: structuredClone(restore) as SnapshotJSON };
  throw malformed(`${what} is ${show(value)}`);
}

function readRecording(value: unknown): RecordingJSON {
  return reading('The recording', 'E_RECORDING', () => {
    if (typeof value !== 'object' || value === null) throw malformed(`it is ${show(value)}`);
    const { format, start, events } = (value instanceof Recording ? value.toJSON() : value) as Partial<RecordingJSON>;
    if (format !== FORMAT) throw malformed(`its format is ${show(format)} instead of '${FORMAT}'`);
    if (!Array.isArray(events)) throw malformed(`its events are ${show(events)}`);
    return { format, start: start!, events: (events as unknown[]).map(readEvent) };
  });
}

/** Sets inputs, by a snapshot that has them: so they are checked. Throws E_SNAPSHOT, E_RECORDING. */
function setInputs(internals: WorldInternals, changes: readonly number[], i: number): void {
  const snapshot = takeSnapshot(internals);
  if (!writeInputs(snapshot, changes)) throw malformed(`event ${i} sets what this world does not have`);
  // Bodies that sleep find out for themselves that they have been moved.
  restoreAllButContacts(internals, snapshot);
}

/** A replay under way. */
class Replay {
  readonly #internals: WorldInternals;
  readonly #actions: Actions;
  #steps = 0;
  /** The steps after which the hash was right. */
  #right = 0;

  constructor(internals: WorldInternals, actions: Actions) {
    this.#internals = internals;
    this.#actions = actions;
  }

  run(event: RecordedEvent, i: number): void {
    if ('step' in event) this.#step(event);
    else if ('set' in event) setInputs(this.#internals, event.set as readonly number[], i);
    else if ('act' in event) actionOf(this.#actions, event.act)(...event.args);
    else if ('restore' in event) restoreSnapshot(this.#internals, event.restore);
    else this.#compare(event.hash);
  }

  #step({ step, times, usual = step, end }: Extract<RecordedEvent, { step: number }>): void {
    for (let k = 0; k < times; k++) takeStep(this.#internals, step, usual, end);
    this.#steps += times;
  }

  #compare(expected: string): void {
    const found = hashState(this.#internals);
    if (found === expected) {
      this.#right = this.#steps;
      return;
    }
    throw new HolonomicRuntimeError(
      'E_REPLAY',
      `After step ${this.#steps}, t = ${showTime(this.#internals.stepped.time)}, the replay has the hash ${found}, ` +
        `and the recording ${expected}.`,
      `They part after step ${this.#right}. Build the world by the calls that built the recorded one, with the same version, ` +
        'and let actions change all that is not set between steps.',
    );
  }
}

/**
 * Restores the state in which a recording begins, and does all that was done then: steps, inputs and
 * actions. The world is built by the same calls as the recorded one, which it may be itself. Hashes
 * on the way say whether it moves alike.
 *
 * ```ts
 * replay(world, JSON.parse(text), { actions: { cut: (k: number) => world.remove(rods[k]) } });
 * ```
 *
 * Throws E_RECORDING if the recording is none, or names an action that is not given; E_SNAPSHOT if
 * it begins with another structure or sets an impossible value; E_REPLAY if the hash is another one;
 * and E_WORLD, E_OPTIONS, E_OPTION_UNKNOWN, E_FUNCTION, and the errors of steps and actions.
 */
export function replay(world: AnyWorld, recording: Recording | RecordingJSON, options: RecordOptions = {}): void {
  const internals = internalsOf(world);
  const { start, events } = readRecording(recording);
  const actions = readActions(options, 'Options of replay');
  internals.structure.checkOpen();
  if (internals.inputs) throw notRecordable('The world is being recorded.', 'Stop the recording before.');
  for (const event of events) if ('act' in event) actionOf(actions, event.act);
  restoreSnapshot(internals, start);
  const under = new Replay(internals, actions);
  events.forEach((event, i) => {
    under.run(event, i);
  });
}
