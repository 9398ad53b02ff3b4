import { measureRun } from '../timing.js';
import { STEP, STRIDE, VELOCITY, type ContactPeer, type Layout } from './scene.js';
import { EVERYDAY } from './everyday.js';
import type { Trial, Verdict } from './judging.js';
import { TRIALS } from './trials.js';

const ALL: Readonly<Record<string, Trial>> = { ...TRIALS, ...EVERYDAY };

/** CPU time after which timing ends, ms. */
const ENOUGH = 3500;

/** Said of a trial that is for the other space. */
export const NOTHING = 'says nothing in the plane';

export interface ContactResult extends Verdict {
  /** CPU time per simulated second, ms. */
  readonly time: number;
  /** What the engine says of its work. */
  readonly report: string | undefined;
}

/** Runs a trial with an engine, and judges its motion. Returns a reason if that would take too long. */
export function runTrial(peer: ContactPeer, name: string): ContactResult | string {
  const { only = peer.space, duration, timed, layout: layoutOf, judge } = ALL[name]!;
  if (peer.space !== only) return NOTHING;
  const layout = layoutOf(peer.space);
  const scene = peer.build(layout);
  const steps = Math.round(duration / STEP);
  const read = (): Float64Array => {
    const state = new Float64Array(STRIDE * layout.moving.length);
    scene.read(state);
    return state;
  };
  const history = [read()];
  const start = checkStart(history[0]!, layout, peer.space);
  let report: string | undefined;
  const time = measureRun(
    scene,
    () => peer.build(layout),
    steps,
    (k) => {
      history.push(read());
      if (k === steps) report = scene.report?.();
    },
    timed ? ENOUGH : 0,
  );
  if (typeof time === 'string') return time;
  const finite = history.at(-1)!.every(Number.isFinite);
  const { values, failures } = judge(history, layout);
  const all = [...start, ...(finite ? failures : ['the state is not finite'])];
  return { values, failures: all, time: time / duration, report };
}

/** Compares the start with the layout. */
function checkStart(state: Float64Array, { moving }: Layout, space: 2 | 3): string[] {
  const isOff = moving.some(({ position, velocity }, i) =>
    [...position, 1, 0, 0, 0, ...velocity].some((expected, c) => {
      if (space === 2 && c % VELOCITY === 2) return false;
      return !(Math.abs(state[STRIDE * i + c]! - expected) < 1e-5);
    }),
  );
  return isOff ? ['does not start as laid out'] : [];
}
