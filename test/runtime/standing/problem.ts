import type { World, WorldOptions } from '../../../runtime/index.js';

/** A world, and the places in it that are compared. */
export interface Run {
  readonly world: World;
  /** Coordinates of points of the world, or others of similar size. */
  readonly read: () => readonly number[];
}

/** A motion that is known without the runtime. */
export interface Problem {
  readonly name: string;
  /** End of the motion, s. */
  readonly until: number;
  /** True if it takes seconds: `npm test` does a part of it. */
  readonly slow?: true;
  /** Builds the world at its start. */
  readonly make: (options: Partial<WorldOptions>) => Run;
  /** Returns what {@link Run.read} should return at ascending times. */
  readonly exact: (times: readonly number[]) => readonly (readonly number[])[];
  /** Times to compare at, s; eight spread evenly if left out. */
  readonly times?: readonly number[];
  /** Takes a world to a time, where that is not `world.run({ until, dt })`. */
  readonly advance?: (world: World, until: number, dt: number | undefined) => void;
}

const PLACES = 8;

export function timesOf({ times, until }: Problem): readonly number[] {
  return times ?? Array.from({ length: PLACES }, (_, i) => ((i + 1) * until) / PLACES);
}
