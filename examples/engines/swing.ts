export const STEP = 1 / 480;
export const G = 9.81;

export interface Swing {
  readonly length: number;
  readonly energy: number;
  readonly lowest: number;
}

/** Two seconds of a fall from the horizontal: worst errors of length and energy, and the lowest height. */
export function swing(step: () => void, read: () => readonly [number, number, number, number]): Swing {
  let [length, energy, lowest] = [0, 0, 0];
  for (let i = 0; i < 960; i++) {
    step();
    const [x, y, vx, vy] = read();
    length = Math.max(length, Math.abs(Math.hypot(x, y) - 1));
    energy = Math.max(energy, Math.abs((vx * vx + vy * vy) / 2 + G * y));
    lowest = Math.min(lowest, y);
  }
  return { length, energy, lowest };
}
