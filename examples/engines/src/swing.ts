export const STEP = 1 / 480;
export const G = 9.81;

/** A bob that starts beside its pivot, in either engine. */
export interface Bob {
  readonly step: () => void;
  /** Reads the position, m, and the velocity, m/s, in the plane. */
  readonly read: () => readonly [x: number, y: number, vx: number, vy: number];
}

/** Sets up an engine's world with a pivot and a bob, with the rod between them or without. */
export type Start = (withRod: boolean) => Bob;

/**
 * Runs two seconds of a fall from the horizontal, with the rod and without it. Prints the largest
 * errors of length and energy, and the lowest height.
 */
export function report(engine: string, start: Start): void {
  for (const withRod of [true, false]) {
    const { step, read } = start(withRod);
    let [length, energy, lowest] = [0, 0, 0];
    for (let i = 0; i < 960; i++) {
      step();
      const [x, y, vx, vy] = read();
      length = Math.max(length, Math.abs(Math.hypot(x, y) - 1));
      energy = Math.max(energy, Math.abs((vx * vx + vy * vy) / 2 + G * y));
      lowest = Math.min(lowest, y);
    }
    console.log(
      withRod
        ? `${engine}: rod of 1 m kept to ${length.toFixed(5)} m, lowest at ${lowest.toFixed(3)} m, energy kept to ${energy.toFixed(3)} of ${G} J`
        : `${engine}: without the rod the bob falls to ${lowest.toFixed(3)} m`,
    );
  }
}
