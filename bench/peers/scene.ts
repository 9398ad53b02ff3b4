import { readFileSync } from 'node:fs';

/** Gravity, m/s², along −y. */
export const GRAVITY = 9.81;

/** Simulated time of one `step()` of a scene, s. */
export const STEP = 1 / 240;

/** A running simulation of unit point masses in a plane. */
export interface Scene {
  /** Advances by 1/240 s, in the engine's number of inner steps. */
  step(): void;
  /** Writes `x_1, y_1, x_2, …`, m, and the velocities alike, m/s. */
  read(positions: Float64Array, velocities: Float64Array): void;
  /** Frees memory that the garbage collector does not see. */
  dispose?(): void;
}

/** An engine at one choice of settings. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Settings other than damping, sleeping and collisions, which are off everywhere. */
  readonly settings: string;
  /** Builds `n` unit masses on rods of 1 m from the origin along x, at rest. */
  chain(n: number): Scene;
  /**
   * Builds `side × side` masses, 1 m apart, joined by rods along rows and columns, hung up at one
   * corner.
   */
  net(side: number): Scene;
}

/** Unit point masses and the rods of 1 m between them. */
export interface Layout {
  readonly count: number;
  /** `x_1, y_1, x_2, …`, m. */
  readonly positions: Float64Array;
  /** Pairs of indices of masses; −1 is the fixed point at the origin. */
  readonly rods: readonly (readonly [number, number])[];
}

export const ORIGIN = -1;

export function chainLayout(n: number): Layout {
  const positions = new Float64Array(2 * n);
  const rods: [number, number][] = [];
  for (let i = 0; i < n; i++) {
    positions[2 * i] = i + 1;
    rods.push([i - 1, i]);
  }
  return { count: n, positions, rods };
}

/**
 * Lays out a net: rows run along x, columns down. The particle at the upper left corner is the
 * fixed point itself.
 */
export function netLayout(side: number): Layout {
  const count = side * side - 1;
  const positions = new Float64Array(2 * count);
  const rods: [number, number][] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const i = row * side + column - 1;
      if (i !== ORIGIN) {
        positions[2 * i] = column;
        positions[2 * i + 1] = -row;
      }
      if (column + 1 < side) rods.push([i, i + 1]);
      if (row + 1 < side) rods.push([i, i + side]);
    }
  }
  return { count, positions, rods };
}

/** Makes an engine for which both the chain and the net are masses and rods. */
export function peerOfLayouts(name: string, version: string, settings: string, build: (layout: Layout) => Scene): Peer {
  return {
    name,
    version,
    settings,
    chain: (n) => build(chainLayout(n)),
    net: (side) => build(netLayout(side)),
  };
}

/** Returns the version of an installed package. */
export function versionOf(packageName: string): string {
  const text = readFileSync(new URL(`node_modules/${packageName}/package.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
