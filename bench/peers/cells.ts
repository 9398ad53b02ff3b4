import { GRAVITY, netLayout, ORIGIN, STEP, type Peer, type Scene } from './scene.js';
import { measureRun } from './timing.js';

/** One simulation of one engine, which runs in a process of its own. */
export type CellKind = { readonly kind: 'chain'; readonly n: number } | { readonly kind: 'net'; readonly side: number };

export interface CellResult {
  /** CPU time per simulated second, ms. */
  readonly time: number;
  /** Positions at the end, m. */
  readonly positions: readonly number[];
  /** Net: largest `|length − 1|` of a rod at the end of any step, m. */
  readonly violation: number;
  /**
   * Largest rise of the energy above that of the start, at the end of any step, relative to the
   * energy that hanging straight down would set free.
   */
  readonly gain: number;
  readonly warnings: readonly string[];
}

/** Returns the simulated time, s. */
export function duration(cell: CellKind): number {
  if (cell.kind === 'net') return 1;
  return cell.n === 1 ? 10 : 2;
}

/** A quarter of the period of a pendulum of 1 m released from horizontal, `K(1/√2) / √g`, s. */
const QUARTER_PERIOD = 1.854074677301372 / Math.sqrt(GRAVITY);

/**
 * Runs a cell. The first run reads the state; further runs, with a warm engine, measure the time. A
 * cell fails with a reason if a tenth of it shows that it would take longer than the bound.
 */
export function runCell(peer: Peer, cell: CellKind): CellResult | string {
  const make = (): Scene => (cell.kind === 'chain' ? peer.chain(cell.n) : peer.net(cell.side));
  const scene = make();
  const steps = Math.round(duration(cell) / STEP);
  const observer = new Observer(cell, scene);
  const time = measureRun(scene, make, steps, (k) => {
    observer.observe(k * STEP);
  });
  return typeof time === 'string' ? time : { ...observer.result(), time: time / duration(cell) };
}

/** Checks a scene: its start, its energy, its rods, its pendulum. */
class Observer {
  readonly #cell: CellKind;
  readonly #scene: Scene;
  readonly #positions: Float64Array;
  readonly #velocities: Float64Array;
  readonly #warnings: string[] = [];
  readonly #rods: readonly (readonly [number, number])[];
  readonly #startEnergy: number;
  readonly #energyScale: number;
  #violation = 0;
  #gain = 0;
  #before = 1;
  #crossing = NaN;

  constructor(cell: CellKind, scene: Scene) {
    this.#cell = cell;
    this.#scene = scene;
    const count = cell.kind === 'chain' ? cell.n : cell.side * cell.side - 1;
    this.#positions = new Float64Array(2 * count);
    this.#velocities = new Float64Array(2 * count);
    this.#rods = cell.kind === 'net' ? netLayout(cell.side).rods : Array.from({ length: count }, (_, i) => [i - 1, i]);
    scene.read(this.#positions, this.#velocities);
    const start = this.#longestDeviation();
    if (!(start < 1e-5)) this.#warnings.push(`rods are off by ${start.toExponential(1)} m at the start`);
    if (this.#velocities.some((v) => Math.abs(v) > 1e-6)) this.#warnings.push('does not start at rest');
    this.#startEnergy = this.#energy();
    let scale = 0;
    for (let i = 0; i < count; i++) {
      scale +=
        GRAVITY * (Math.hypot(this.#positions[2 * i]!, this.#positions[2 * i + 1]!) + this.#positions[2 * i + 1]!);
    }
    this.#energyScale = scale;
  }

  observe(time: number): void {
    const positions = this.#positions;
    this.#scene.read(positions, this.#velocities);
    this.#violation = larger(this.#violation, this.#longestDeviation());
    this.#gain = larger(this.#gain, (this.#energy() - this.#startEnergy) / this.#energyScale);
    const x = positions[0]!;
    if (Number.isNaN(this.#crossing) && x < 0) this.#crossing = time - (STEP * x) / (x - this.#before);
    this.#before = x;
  }

  result(): Omit<CellResult, 'time'> {
    if (this.#cell.kind === 'chain' && this.#cell.n === 1) {
      const error = this.#crossing / QUARTER_PERIOD - 1;
      if (!(Math.abs(error) < 0.01))
        this.#warnings.push(`the pendulum's quarter period is off by ${(100 * error).toFixed(1)} %`);
    }
    if (!this.#positions.every(Number.isFinite)) this.#warnings.push('the state is not finite');
    else if (this.#gain > 0.01) this.#warnings.push(`energy rises by ${(100 * this.#gain).toPrecision(2)} %`);
    return {
      positions: Array.from(this.#positions),
      violation: this.#violation,
      gain: this.#gain,
      warnings: this.#warnings,
    };
  }

  #longestDeviation(): number {
    const p = this.#positions;
    const at = (i: number, c: number): number => (i === ORIGIN ? 0 : p[2 * i + c]!);
    let worst = 0;
    for (const [a, b] of this.#rods)
      worst = larger(worst, Math.abs(Math.hypot(at(b, 0) - at(a, 0), at(b, 1) - at(a, 1)) - 1));
    return worst;
  }

  #energy(): number {
    let energy = 0;
    const v = this.#velocities;
    for (let i = 0; i < v.length; i += 2)
      energy += 0.5 * (v[i]! ** 2 + v[i + 1]! ** 2) + GRAVITY * this.#positions[i + 1]!;
    return energy;
  }
}

/** Returns the larger number; one that is not finite counts as larger than any other. */
function larger(a: number, b: number): number {
  return a >= b ? a : Number.isNaN(a) ? a : b;
}
