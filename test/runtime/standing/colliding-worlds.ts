import fc from 'fast-check';
import {
  Brake,
  SpinBrake,
  Coincident2D,
  Coincident3D,
  Distance2D,
  Distance3D,
  Rope2D,
  Rope3D,
} from 'holonomic/library';
import {
  assemble,
  collide,
  gravity,
  HolonomicRuntimeError,
  massProperties,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type PlanarShapeOptions,
  type RigidBody2D,
  type RigidBody3D,
  type SpatialShapeOptions,
  type WorldOptions,
} from '../../../runtime/index.js';
import { random } from '../fixtures/oracle.js';

/** All that take shapes: dormandPrince() refuses them. */
const INTEGRATORS = {
  velocityStep,
  secondOrder: () => velocityStep({ order: 2 }),
  rk4,
  semiImplicitEuler,
  rattle,
} as const;

/** Those whose velocities are of the middle of a step. */
const STAGGERED: ReadonlySet<string> = new Set(['velocityStep', 'semiImplicitEuler']);

/** A world of thrown bodies in plain numbers, which shrink to a small one that shows the same fault. */
export interface CollidingRecipe {
  readonly seed: number;
  readonly space: 2 | 3;
  readonly bodies: number;
  /** Largest speed and spin at the start, m/s, rad/s. */
  readonly speed: number;
  readonly spin: number;
  /** Masses differ by up to this power of ten. */
  readonly spread: number;
  readonly mu: number;
  readonly e: number;
  /** Nothing around it and no gravity; a floor; walls on all sides. */
  readonly place: 'free' | 'floor' | 'bin';
  /** How every second body hangs on the one before. */
  readonly joint: 'none' | 'pin' | 'rod' | 'rope' | 'brake';
  readonly integrator: keyof typeof INTEGRATORS;
  /** Steps a second. */
  readonly rate: 60 | 240;
}

export const collidingRecipes: fc.Arbitrary<CollidingRecipe> = fc.record<CollidingRecipe>({
  seed: fc.integer({ min: 1, max: 1e6 }),
  space: fc.constantFrom<2 | 3>(2, 3),
  bodies: fc.integer({ min: 1, max: 8 }),
  speed: fc.constantFrom(0, 3, 30),
  spin: fc.constantFrom(0, 5, 20, 100),
  spread: fc.constantFrom(0, 0, 1, 3),
  mu: fc.constantFrom(0, 0.5, 1.5),
  e: fc.constantFrom(0, 0, 0.5, 1),
  place: fc.constantFrom<CollidingRecipe['place']>('free', 'floor', 'bin', 'bin'),
  joint: fc.constantFrom<CollidingRecipe['joint']>('none', 'none', 'pin', 'rod', 'rope', 'brake'),
  integrator: fc.constantFrom<CollidingRecipe['integrator']>(
    'velocityStep',
    'velocityStep',
    'secondOrder',
    'rk4',
    'rk4',
    'semiImplicitEuler',
    'rattle',
  ),
  rate: fc.constantFrom<60 | 240>(60, 240),
});

/** What became of a world. */
export interface CollidingOutcome {
  readonly codes: readonly string[];
  /** Code of the error that a step threw. */
  readonly thrown: string | undefined;
  /**
   * Largest rise of the energy above that at the start, relative to what there was and falls by a metre, over two steps in
   * a row: one after an impact may show the velocities of a turn by radians, whose energy swings.
   */
  readonly gain: number;
  /** Change of the momentum of a world that nothing acts on from outside, relative to the sum of all. */
  readonly kick: number;
  /** Largest angle by which a body has turned in a step, rad. */
  readonly turn: number;
  /** How far a body has come out of its bin, m. */
  readonly escape: number;
}

const G = 10;
/** Half of the width of a bin, and the thickness of its walls, m. */
const HALF = 4;
const WALL = 0.2;
/** Distance from one body to the next at the start: more than the largest is wide, m. */
const PITCH = 1.3;
/** Largest torque of a brake, N m for a body of 1 kg. */
const TORQUE = 0.1;
/** Length of the motion, s. */
const SECONDS = 1;

type Body = RigidBody2D | RigidBody3D;
type ShapeOptions = PlanarShapeOptions | SpatialShapeOptions;

/** A shape about the origin that fits into a ball of radius 0.6 m. */
function shapeOf(space: 2 | 3, kind: number, next: () => number): ShapeOptions {
  const size = 0.2 + 0.1 * next();
  const sides = [2 * size, 1.2 * size, 0.6 * size];
  if (space === 2) {
    if (kind === 0) return { disc: size };
    if (kind === 1) return { box: sides.slice(0, 2) };
    if (kind === 2) return { capsule: [2 * size, size / 2] };
    return { polygon: [0, 1, 2].map((k) => [size * Math.cos(2.1 * k), size * Math.sin(2.1 * k)]), rounding: size / 8 };
  }
  if (kind === 0) return { sphere: size };
  if (kind === 1) return { box: sides };
  if (kind === 2) return { capsule: [2 * size, size / 2] };
  const corners = [[1, 0, 0], [-1, 0.5, 0], [-0.5, -1, 0.2], [0, 0.1, 1]]; // prettier-ignore
  return { hull: corners.map((corner) => corner.map((x) => size * x)) };
}

/** The walls of a bin about the origin, or its floor alone. */
function wallsOf(space: 2 | 3, isFloor: boolean): ShapeOptions[] {
  const axes = Array.from({ length: space }, (_, k) => k);
  const wall = (axis: number, side: number): ShapeOptions => {
    const at = axes.map((k) => (k === axis ? side * (HALF + WALL / 2) : 0));
    const length = isFloor ? 1e3 : 2 * (HALF + WALL);
    return { box: axes.map((k) => (k === axis ? WALL : length)), at };
  };
  return isFloor ? [wall(space - 1, -1)] : axes.flatMap((axis) => [wall(axis, -1), wall(axis, 1)]);
}

/** Lets the world of a recipe move. Throws what is no error of the runtime. */
export function throwBodies(recipe: CollidingRecipe): CollidingOutcome {
  const { space, place, rate } = recipe;
  const next = random(recipe.seed);
  for (let i = 0; i < 5; i++) next();
  const vector = (size: number): number[] => Array.from({ length: space }, () => size * next());
  const codes: string[] = [];
  const down = space === 2 ? [0, -G] : [0, 0, -G];
  const options: WorldOptions<2 | 3> = {
    space,
    forces: place === 'free' ? [] : [gravity(down)],
    integrator: INTEGRATORS[recipe.integrator](),
    onWarning: ({ code }) => codes.push(code),
  };
  const world = new World(options);
  const shapes: ShapeOptions[] = place === 'free' ? [] : wallsOf(space, place === 'floor');
  const bodies: Body[] = [];
  for (let i = 0; i < recipe.bodies; i++) {
    const shape = shapeOf(space, Math.min(3, Math.floor(2 * (next() + 1))), next);
    const density = (space === 2 ? 10 : 100) * 10 ** (recipe.spread * next());
    const position = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)].slice(0, space).map((k) => PITCH * (k - 1));
    const angles = vector(1);
    const velocity = vector(recipe.speed);
    let body: Body;
    if (world.space === 2) {
      const { mass, inertia, centre } = massProperties({ space: 2, shapes: [shape as PlanarShapeOptions], density });
      const angularVelocity = recipe.spin * next();
      body = world.addBody({ mass, inertia, position, angle: 3 * angles[0]!, velocity, angularVelocity });
      shapes.push({ ...shape, body, at: [...centre].map((x) => -x) } as ShapeOptions);
    } else {
      const found = massProperties({ space: 3, shapes: [shape as SpatialShapeOptions], density });
      const length = Math.hypot(1, ...angles);
      body = world.addBody({
        mass: found.mass,
        inertia: found.inertia,
        position,
        orientation: [1 / length, ...angles.map((x) => x / length)],
        velocity,
        angularVelocity: vector(recipe.spin),
      });
      shapes.push({ ...shape, body, at: [...found.centre].map((x) => -x) } as ShapeOptions);
    }
    const before = bodies.at(-1);
    if (before && i % 2 === 1) join(world, recipe.joint, before, body);
    bodies.push(body);
  }
  // Velocities that the joints allow.
  assemble(world);
  collide(world, { shapes, friction: recipe.mu, restitution: recipe.e });

  const momentum = (): number[] =>
    Array.from({ length: space }, (_, k) => bodies.reduce((sum, { mass, velocity }) => sum + mass * velocity[k]!, 0));
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  /** Energy that steps keep: in a fall that of the velocity halfway through a step, but for `h²`. */
  const energy = (): number => {
    const falling =
      place === 'free' || !STAGGERED.has(recipe.integrator) ? 0 : (-G / (2 * rate)) * momentum()[space - 1]!;
    return world.energy().total + falling;
  };
  const start = world.energy();
  const before = energy();
  const scale = start.kinetic + (place === 'free' ? 0 : mass * G);
  const pushed = momentum();
  let thrown: string | undefined;
  let [most, last, escape, turn] = [-Infinity, 0, 0, 0];
  try {
    for (let i = 1; i <= SECONDS * rate; i++) {
      world.step(1 / rate);
      const total = energy();
      for (const body of bodies) turn = Math.max(turn, spinOf(body) / rate);
      const rise = Number.isFinite(total) ? total - before : Infinity;
      most = Math.max(most, Math.min(last, rise));
      last = rise;
      if (place === 'bin')
        for (const { position } of bodies) for (const x of position) escape = Math.max(escape, Math.abs(x) - HALF);
    }
  } catch (error) {
    if (!(error instanceof HolonomicRuntimeError)) throw error;
    thrown = error.code;
  }
  const kick =
    place === 'free'
      ? Math.hypot(...momentum().map((x, k) => x - pushed[k]!)) / (Math.sqrt(2 * mass * start.kinetic) || 1)
      : 0;
  return { codes, thrown, gain: scale === 0 ? most : most / scale, kick, turn, escape };
}

const spinOf = ({ angularVelocity }: Body): number =>
  typeof angularVelocity === 'number' ? Math.abs(angularVelocity) : Math.hypot(...angularVelocity);

/** Holds the turning of one body against the other, in space about one axis, up to a torque. */
function brake(world: World, a: Body, b: Body): void {
  const torque = TORQUE * a.mass;
  if (world.space === 2) {
    world.add(new Brake({ theta: (a as RigidBody2D).angle, base: (b as RigidBody2D).angle, torque }));
    return;
  }
  const [e1, e2] = [a.direction([1, 0, 0]), a.direction([0, 1, 0])];
  const [f1, f2] = [b.direction([1, 0, 0]), b.direction([0, 1, 0])];
  world.add(new SpinBrake({ e1, e2, f1, f2, n: [0, 0, 1], torque }));
}

/** Hangs a body on the one before it, at the point between their centres. */
function join(world: World, kind: CollidingRecipe['joint'], a: Body, b: Body): void {
  if (kind === 'none') return;
  const from = [...a.position];
  const to = [...b.position];
  const length = Math.hypot(...from.map((x, k) => x - to[k]!));
  if (kind === 'pin' || kind === 'brake') {
    const middle = from.map((x, k) => (x + to[k]!) / 2);
    const ends = { a: a.point(a.pointToLocalFrame(middle)), b: b.point(b.pointToLocalFrame(middle)) };
    world.add(world.space === 2 ? new Coincident2D(ends) : new Coincident3D(ends));
    if (kind === 'brake') brake(world, a, b);
    return;
  }
  const ends = { a: a.point(from.map(() => 0)), b: b.point(from.map(() => 0)), length };
  if (kind === 'rod') world.add(world.space === 2 ? new Distance2D(ends) : new Distance3D(ends));
  else world.add(world.space === 2 ? new Rope2D(ends) : new Rope3D(ends));
}
