import type { Mechanism } from '../../mechanism/compile.js';

/**
 * Steps on trial, s: so short that only feedback, which is tied to them, moves anything. From rest, rates that are
 * prescribed leave an error of ten such steps.
 */
const [FOR_POSITIONS, FOR_VELOCITIES] = [1e-13, 1e-9];
/**
 * Parts of an error that feedback takes away in a step of `h`. From rest, `q` moves by `h²/2 · (0.2/h)²` of the way to
 * the constraints in the metric of the masses, and `v` by `h · 2 · 0.2/h` of it.
 */
const [OF_POSITIONS, OF_VELOCITIES] = [0.02, 0.4];
/** Largest errors that are left: what is reached is rounding. */
const LIMITS = { position: 1e-10, velocity: 1e-6 };
/** Most steps, and most halvings of one that does not lead nearer. */
const MOST = 200;
const HALVINGS = 10;

/**
 * Brings the positions of a mechanism at its beginning, then its velocities, onto the constraints by damped
 * Gauss-Newton steps, as `assemble` does for a world: what feedback does in a very short step, as much longer as
 * it takes. Throws an Error where that leads nowhere.
 */
export function assembleModule(mechanism: Mechanism, velocitiesOnly: boolean): void {
  const { state } = mechanism;
  const bodies = Object.values(mechanism.bodies);
  const turns = bodies.flatMap(({ orientation }) => orientation ?? []);
  const size = bodies.reduce((sum, body) => sum + body['position']!.length + (turnOf(body)?.length ?? 0), 0);
  if (!velocitiesOnly && mechanism.residual.C > LIMITS.position) {
    const velocities = state.slice(size);
    state.fill(0, size);
    approach(
      state.subarray(0, size),
      turns,
      () => moved(mechanism, FOR_POSITIONS).map((d) => d / OF_POSITIONS),
      () => mechanism.residual.C,
      LIMITS.position,
    );
    state.set(velocities, size);
  }
  // What an error of positions does to velocities is inverse to the step.
  const way = (): Float64Array => {
    const [once, twice] = [1, 2].map((times) => moved(mechanism, times * FOR_VELOCITIES)) as [
      Float64Array,
      Float64Array,
    ];
    return once.map((d, i) => (2 * twice[i]! - d) / OF_VELOCITIES).subarray(size);
  };
  if (mechanism.residual.Cdot > LIMITS.velocity)
    approach(state.subarray(size), [], way, () => mechanism.residual.Cdot, LIMITS.velocity);
}

const turnOf = ({ angle, orientation }: Readonly<Record<string, Float64Array>>): Float64Array | undefined =>
  angle ?? orientation;

/** How a step on trial would move the state. */
function moved(mechanism: Mechanism, h: number): Float64Array {
  const { state, time } = mechanism;
  const before = state.slice();
  mechanism.step(h);
  const way = state.map((x, i) => x - before[i]!);
  state.set(before);
  mechanism.time = time;
  return way;
}

/** Moves a part of a state, with the unit quaternions in it, as long as it comes nearer. */
function approach(
  part: Float64Array,
  turns: readonly Float64Array[],
  wayOf: () => Float64Array,
  errorOf: () => number,
  limit: number,
): void {
  let error = errorOf();
  for (let n = 0; n < MOST && error > 0; n++) {
    const before = part.slice();
    const way = wayOf();
    let isNearer = false;
    for (let halving = 0; !isNearer && halving < HALVINGS; halving++) {
      before.forEach((x, i) => (part[i] = x + way[i]! * 0.5 ** halving));
      for (const turn of turns) {
        const length = Math.hypot(...turn);
        turn.forEach((x, i) => (turn[i] = x / length));
      }
      isNearer = errorOf() < error;
    }
    if (!isNearer) {
      part.set(before);
      break;
    }
    error = errorOf();
  }
  if (!(error <= limit)) throw new Error('With these values the parts of the machine do not fit together.');
}
