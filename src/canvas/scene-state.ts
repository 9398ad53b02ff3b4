import type { Snapshot } from '../../runtime/index.js';

/** What a state has of a snapshot: all that a run changes but the multipliers, from which solvers only start. */
const PARTS = ['time', 'steps', 'dt', 'integrator', 'recovery', 'q', 'v', 'angles'] as const;

/** A state of a run that was computed before, as plain JSON: a page goes on there without computing what came before. */
export interface SceneState extends Readonly<
  Record<(typeof PARTS)[number], Snapshot[(typeof PARTS)[number]] | readonly number[]>
> {
  readonly time: number;
  /** Change of energy without the work that was done, J. */
  readonly change: number;
}

/** Coordinates and velocities to 12 digits, on which no eye depends and a third of the bytes does. */
const rounded = (part: string, values: ArrayLike<number>): number[] =>
  Array.from(values, (x) => (part === 'q' || part === 'v' ? Number(x.toPrecision(12)) : x));

/** The state that a snapshot holds. */
export function stateOf(snapshot: Snapshot, change: number): SceneState {
  const parts = PARTS.map((part) => {
    const value = snapshot[part];
    return [part, typeof value === 'number' ? value : rounded(part, value)];
  });
  return { ...(Object.fromEntries(parts) as SceneState), change };
}

/** The snapshot of a state, for a world with the initial one `start`. */
export function snapshotAt(start: Snapshot, state: SceneState): Snapshot {
  const parts = PARTS.map((part) => {
    const value = state[part];
    return [part, typeof value === 'number' ? value : Float64Array.from(value)];
  });
  return { ...start, ...(Object.fromEntries(parts) as Partial<Snapshot>) };
}
