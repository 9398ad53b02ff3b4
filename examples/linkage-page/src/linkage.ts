import { Distance2D } from 'holonomic/library';
import { assemble, drag, gravity, rattle, World, type Particle, type PointConnector } from 'holonomic/runtime';
import { PinInGroove, Sweep } from '../generated/index.js';
import { BARS, JOINTS, legAt, metres, type Joint, type Letter, type Point } from './proportions.js';

export type Side = 'left' | 'right';
/** Name of a joint: `pin`, or a joint of a leg, such as `left foot`. */
export type JointName = 'pin' | `${Side} ${Joint}`;

export interface Bar {
  readonly letter: Letter;
  readonly from: JointName;
  readonly to: JointName;
}

/** Settings of the linkage. They survive the exchange of a constraint's code. */
export interface Settings {
  motor: boolean;
  /** Rate of the crank, rad/s. */
  rate: number;
  /** Lift of the groove, m. */
  lift: number;
}

export interface LinkageState {
  readonly settings: Settings;
  readonly positions: Readonly<Record<string, Point>>;
  readonly velocities: Readonly<Record<string, Point>>;
}

/** The formulas of the page's own constraints, for display. */
export const formulas = [PinInGroove, Sweep].map(({ type: { name, formula } }) => ({
  name,
  C: formula.C.join(', '),
  where: Object.entries(formula.where),
}));

const SIDES = { left: -1, right: 1 } as const;
/** Time step, s. */
export const STEP = 1 / 480;
/** Mass of a joint and of a foot, kg. */
const [MASS, FOOT_MASS] = [0.1, 0.25];
/** Limits on the change of the motor's rate, rad/s², and of the groove's lift, m/s. */
const [SPEEDING, LIFTING] = [8, 0.06];

const towards = (value: number, target: number, most: number): number =>
  value + Math.min(most, Math.max(-most, target - value));

const pointOf = ([x = 0, y = 0]: ArrayLike<number> & Iterable<number>): Point => [x, y];

/** Two of Jansen's legs on one crank, whose pin runs in a groove. */
export class Linkage {
  readonly settings: Settings;
  readonly world = new World({
    space: 2,
    forces: [gravity([0, -9.81]), drag(0.15)],
    integrator: rattle(),
    onWarning: () => undefined,
  });
  readonly bars: readonly Bar[];
  readonly #points = new Map<JointName, PointConnector>();
  readonly #particles = new Map<JointName, Particle>();
  readonly #groove: PinInGroove;
  #sweep: Sweep | undefined;

  /**
   * Builds the linkage. Given a state, it continues from there, projected onto its present
   * constraints.
   */
  constructor(state?: LinkageState) {
    this.settings = state?.settings ?? { motor: true, rate: 2.4, lift: 0 };
    const { world } = this;
    const pin: Point = [metres('m'), 0];
    const velocityOf = (name: JointName): Point => state?.velocities[name] ?? [0, 0];
    const add = (name: JointName, start: Point, mass: number): void => {
      const particle = world.addParticle({
        mass,
        position: state?.positions[name] ?? start,
        velocity: velocityOf(name),
        name,
      });
      this.#particles.set(name, particle);
      this.#points.set(name, particle);
    };
    add('pin', pin, MASS);
    const bars: Bar[] = [];
    for (const side of ['left', 'right'] as const) {
      const places = legAt(pin, SIDES[side]);
      this.#points.set(`${side} hip`, world.ground.point(places.hip));
      for (const joint of JOINTS)
        if (joint !== 'hip') add(`${side} ${joint}`, places[joint], joint === 'foot' ? FOOT_MASS : MASS);
      for (const [letter, first, second] of BARS) {
        const from = first === 'pin' ? first : (`${side} ${first}` as const);
        const to = `${side} ${second}` as const;
        const [a, b] = [this.#points.get(from)!, this.#points.get(to)!];
        world.add(new Distance2D({ a, b, length: metres(letter) }));
        bars.push({ letter, from, to });
      }
    }
    this.bars = bars;
    const p = this.#particles.get('pin')!;
    this.#groove = world.add(new PinInGroove({ p, radius: metres('m'), lift: state ? this.settings.lift : 0 }));
    assemble(world);
  }

  get joints(): IterableIterator<JointName> {
    return this.#points.keys();
  }

  /** A joint as a connector. */
  point(name: JointName): PointConnector {
    return this.#points.get(name)!;
  }

  /** Position of a joint, m. */
  at(name: JointName): Point {
    return pointOf(this.point(name).position);
  }

  /** Largest error of any constraint, m. */
  get error(): number {
    return this.world.residual().position;
  }

  /** Rate at which the pin turns about the crank's centre, rad/s. */
  get crankRate(): number {
    const { position, velocity } = this.#particles.get('pin')!;
    const [x, y] = pointOf(position);
    const [u, v] = pointOf(velocity);
    return (x * v - y * u) / (x * x + y * y);
  }

  /**
   * Moves the motor's rate and the groove's lift towards their settings, for a step. The motor is
   * off while the linkage is pulled at.
   */
  follow(isPulled: boolean): void {
    const { motor, rate, lift } = this.settings;
    const { params } = this.#groove;
    params.lift = towards(params.lift, lift, LIFTING * STEP);
    const drives = motor && !isPulled;
    if (drives && !this.#sweep) {
      const p = this.#particles.get('pin')!;
      this.#sweep = this.world.add(new Sweep({ p, rate: this.crankRate }));
    } else if (!drives && this.#sweep) {
      this.world.remove(this.#sweep);
      this.#sweep = undefined;
    }
    if (this.#sweep) this.#sweep.params.rate = towards(this.#sweep.params.rate, rate, SPEEDING * STEP);
  }

  /** Returns the state from which another linkage can continue. */
  state(): LinkageState {
    const each = (key: 'position' | 'velocity'): Record<string, Point> =>
      Object.fromEntries([...this.#particles].map(([name, particle]) => [name, pointOf(particle[key])]));
    return { settings: this.settings, positions: each('position'), velocities: each('velocity') };
  }
}
