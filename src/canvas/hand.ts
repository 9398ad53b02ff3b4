import { mouseSpring, type MouseSpring, type PointConnector, type World } from '../../runtime/index.js';
import { connectorsOf } from '../painter/connectors.js';
import { massOf } from './pick.js';

/** The spring by which a point is pulled. */
export interface HandOptions {
  /** Stiffness, N/m, damping, N·s/m, and largest force, N. */
  readonly stiffness: number;
  readonly damping: number;
  readonly maxForce: number;
}

/** Mass that a spring is designed for, in masses of what carries the point: it has company. */
const COMPANY = 6;
const HERTZ = 4;
const DAMPING_RATIO = 0.7;
/** Largest force, in weights of what it moves. */
const STRENGTH = 3;

/** Pulls at one point of a world at a time. */
export class Hand {
  readonly #world: World;
  readonly #options: HandOptions | undefined;
  #spring: MouseSpring | undefined;

  constructor(world: World, options?: HandOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** The point that is pulled at. */
  get point(): PointConnector | undefined {
    return this.#spring?.point;
  }

  /** The position that it is pulled to, m. */
  get target(): Float64Array | undefined {
    return this.#spring?.target;
  }

  /** Takes hold of a point, and lets go of another. */
  grab(point: PointConnector, target: ArrayLike<number> = point.position): void {
    this.release();
    this.#spring = this.#world.addForce(mouseSpring({ point, target, ...(this.#options ?? this.#usual(point)) }));
  }

  /** Pulls towards a position, m. */
  moveTo(target: ArrayLike<number>): void {
    this.#spring?.moveTo(target);
  }

  release(): void {
    if (this.#spring) this.#world.remove(this.#spring);
    this.#spring = undefined;
  }

  /** A spring that a light point of a mechanism obeys, and that no step is too long for. */
  #usual(point: PointConnector): HandOptions {
    const total = massMovedWith(point, this.#world);
    const mass = Math.min(total, COMPANY * massOf(point.owner));
    const rate = 2 * Math.PI * HERTZ;
    return {
      stiffness: mass * rate * rate,
      damping: 2 * DAMPING_RATIO * mass * rate,
      maxForce: STRENGTH * 9.81 * total,
    };
  }
}

/** Mass of what carries a point, and of all that constraints join to it, kg. */
function massMovedWith({ owner }: PointConnector, { constraints }: World): number {
  const moved = new Set<object | null>([owner]);
  const groups = constraints.map((one) => connectorsOf(one).flatMap((connector) => connector.owner ?? []));
  for (let before = 0; before < moved.size;) {
    before = moved.size;
    for (const group of groups) if (group.some((one) => moved.has(one))) for (const one of group) moved.add(one);
  }
  return [...moved]
    .map(massOf)
    .filter(Number.isFinite)
    .reduce((sum, mass) => sum + mass, 0);
}
