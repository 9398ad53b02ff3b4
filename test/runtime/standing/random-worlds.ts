import fc from 'fast-check';
import {
  Coincident2D,
  Coincident3D,
  Distance2D,
  Distance3D,
  PointLineContact,
  PointPlaneContact,
  Rope2D,
  Rope3D,
} from 'holonomic/library';
import {
  assemble,
  dormandPrince,
  gravity,
  HolonomicRuntimeError,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Handle,
  type Integrator,
  type Particle,
  type PointConnector,
  type RigidBody2D,
  type RigidBody3D,
  type WorldOptions,
} from '../../../runtime/index.js';
import { random } from '../fixtures/oracle.js';

export const INTEGRATORS = { rk4, velocityStep, semiImplicitEuler, rattle, dormandPrince } as const;

/** A random world in plain numbers, which shrink to a small one that shows the same fault. */
export interface Recipe {
  readonly seed: number;
  readonly space: 2 | 3;
  readonly shape: 'chain' | 'loop' | 'tree' | 'net';
  readonly bodies: number;
  /** Rods with inertia instead of point masses. */
  readonly rigid: boolean;
  /** Masses are between `10^-lightness` and 1 kg, and one in three `10^heaviness`. */
  readonly lightness: number;
  readonly heaviness: number;
  /** Rods more, at their present length: redundant, or they make it stiff. */
  readonly extra: number;
  /** One of them is too long by this, m. */
  readonly contradiction: number;
  /** Ropes in place of rods, and a floor below all points. */
  readonly bounds: 'none' | 'ropes' | 'floor' | 'both';
  /** Coefficients of friction and restitution of the floor. */
  readonly floor: readonly [mu: number, e: number];
  readonly handle: 'none' | 'jumps' | 'circles';
  readonly integrator: keyof typeof INTEGRATORS;
  /** Steps a second. */
  readonly rate: 30 | 60 | 240;
}

export const recipes: fc.Arbitrary<Recipe> = fc
  .record<Recipe>({
    seed: fc.integer({ min: 1, max: 1e6 }),
    space: fc.constantFrom<2 | 3>(2, 3),
    shape: fc.constantFrom<Recipe['shape']>('chain', 'loop', 'tree', 'net'),
    bodies: fc.integer({ min: 1, max: 9 }),
    rigid: fc.boolean(),
    lightness: fc.constantFrom(0, 0, 1, 3, 6),
    heaviness: fc.constantFrom(0, 0, 2, 4),
    extra: fc.constantFrom(0, 0, 1, 3),
    contradiction: fc.constantFrom(0, 0, 0, 0.01, 0.3),
    bounds: fc.constantFrom<Recipe['bounds']>('none', 'none', 'none', 'ropes', 'floor', 'both'),
    floor: fc.constantFrom<Recipe['floor']>([0, 0], [0.5, 0], [1.5, 0], [0, 0.8]),
    handle: fc.constantFrom<Recipe['handle']>('none', 'none', 'jumps', 'circles'),
    integrator: fc.constantFrom<Recipe['integrator']>(
      'rk4',
      'rk4',
      'rk4',
      'velocityStep',
      'semiImplicitEuler',
      'rattle',
      'dormandPrince',
    ),
    rate: fc.constantFrom<30 | 60 | 240>(30, 60, 240),
  })
  .map((recipe) =>
    // Rows that are redundant or contradictory off C = 0 drive dormandPrince to steps so many that it ends in
    // an error, after seconds.
    recipe.integrator === 'dormandPrince' ? { ...recipe, handle: 'none', extra: 0, bounds: 'none' } : recipe,
  );

/** The units in which a recipe is read: any lead to the same motion, in other numbers. */
export interface Units {
  /** m. */
  readonly length: number;
  /** s. */
  readonly time: number;
  /** kg. */
  readonly mass: number;
}

export const SI: Units = { length: 1, time: 1, mass: 1 };

/** A world made by a recipe. */
interface Made {
  readonly world: World;
  readonly handle: Handle | undefined;
  /** True where it starts on its constraints. */
  readonly legal: boolean;
  readonly mass: number;
}

const G = 10;
/** Height of the lowest point above the floor, m. */
const CLEARANCE = 0.05;

function distance(a: PointConnector, b: PointConnector): number {
  const [x, y] = [[...a.position], [...b.position]];
  return Math.hypot(...x.map((entry, c) => entry - y[c]!));
}

function join(world: World, a: PointConnector, b: PointConnector, length: number): void {
  world.add(world.space === 2 ? new Distance2D({ a, b, length }) : new Distance3D({ a, b, length }));
}

function tie(world: World, a: PointConnector, b: PointConnector, length: number): void {
  world.add(world.space === 2 ? new Rope2D({ a, b, length }) : new Rope3D({ a, b, length }));
}

/** Puts a floor a little below the lowest of the points. */
function layFloor(world: World, points: readonly PointConnector[], [mu, e]: Recipe['floor'], metre: number): void {
  const { ground } = world;
  const height = Math.min(...points.map(({ position }) => position[world.space - 1]!)) - CLEARANCE * metre;
  for (const p of points) {
    if (world.space === 2) {
      const origin = ground.point([0, height]);
      world.add(new PointLineContact({ p, origin, axis: ground.direction([1, 0]), mu, e }));
    } else {
      const origin = ground.point([0, 0, height]);
      const [u, w, normal] = [ground.direction([1, 0, 0]), ground.direction([0, 1, 0]), ground.direction([0, 0, 1])];
      world.add(new PointPlaneContact({ p, origin, u, w, normal, mu, e }));
    }
  }
}

function pin(world: World, a: PointConnector, b: PointConnector): void {
  world.add(world.space === 2 ? new Coincident2D({ a, b }) : new Coincident3D({ a, b }));
}

/** Builds the world of a recipe, moved onto its constraints where that is possible. */
function make(recipe: Recipe, units: Units, options: Partial<WorldOptions>): Made {
  const { space, shape, bodies: n, rigid, lightness, heaviness, extra, contradiction } = recipe;
  const next = random(recipe.seed);
  for (let i = 0; i < 5; i++) next();
  const pick = (count: number): number => Math.min(count - 1, Math.floor(((next() + 1) / 2) * count));
  const vector = (size: number): number[] => Array.from({ length: space }, () => size * next());
  const integrator: Integrator = INTEGRATORS[recipe.integrator]();
  const { length: metre, time: second } = units;
  const g = (G * metre) / second ** 2;
  const speed = metre / second;
  const down = space === 2 ? [0, -g] : [0, 0, -g];
  const world = new World({ space, forces: [gravity(down)], integrator, ...options });
  let total = 0;
  const massOf = (): number => {
    const mass = pick(3) === 0 ? 10 ** heaviness : 10 ** (-lightness * ((next() + 1) / 2));
    total += units.mass * mass;
    return units.mass * mass;
  };
  const hasRopes = recipe.bounds === 'ropes' || recipe.bounds === 'both';
  const handle = recipe.handle === 'none' ? undefined : world.handle(vector(0));
  const root: PointConnector = handle ?? world.ground.point(vector(0));
  const points: PointConnector[] = [root];
  const addRod = (from: PointConnector): PointConnector => {
    const start = [...from.position];
    const span = vector(metre).map((x, c) => (c === 0 ? x + 0.3 * metre : x));
    const mass = massOf();
    const length = Math.hypot(...span);
    const position = start.map((x, c) => x + span[c]! / 2);
    const inertia = (mass * length ** 2) / 12;
    let ends: (RigidBody2D | RigidBody3D)['point'];
    if (space === 2) {
      const angle = Math.atan2(span[1]!, span[0]!);
      const body = world.addBody({
        mass,
        inertia,
        position,
        angle,
        velocity: vector(speed),
        angularVelocity: next() / second,
      });
      ends = (local) => body.point(local);
    } else {
      // Turns the first axis into the rod's direction.
      const u = span.map((x) => x / length);
      const q = [1 + u[0]!, 0, -u[2]!, u[1]!];
      const orientation = Math.hypot(...q) > 1e-6 ? q : [0, 0, 1, 0];
      const body = world.addBody({
        mass,
        inertia: [inertia / 2, inertia, inertia],
        position,
        orientation,
        velocity: vector(speed),
        angularVelocity: vector(1 / second),
      });
      ends = (local) => body.point(local);
    }
    const along = (x: number): number[] => (space === 2 ? [x, 0] : [x, 0, 0]);
    pin(world, from, ends(along(-length / 2)));
    return ends(along(length / 2));
  };
  const addParticle = (from: PointConnector): Particle => {
    const start = [...from.position];
    const position = start.map((x, c) => x + metre * (next() + (c === 0 ? 0.3 : 0)));
    const p = world.addParticle({ mass: massOf(), position, velocity: vector(speed) });
    (hasRopes && pick(2) === 0 ? tie : join)(world, from, p, distance(from, p));
    return p;
  };
  for (let i = 1; i <= n; i++) {
    const from = shape === 'tree' ? points[pick(points.length)]! : points.at(-1)!;
    const point = rigid ? addRod(from) : addParticle(from);
    if (shape === 'net' && i > 2) join(world, points[i - 2]!, point, distance(points[i - 2]!, point));
    points.push(point);
  }
  const anchor = (p: PointConnector): PointConnector => world.ground.point([...p.position]);
  if (shape === 'loop' && n > 1) pin(world, points.at(-1)!, anchor(points.at(-1)!));
  for (let k = 0; k < extra; k++) {
    const a = points[pick(points.length)]!;
    const b = points[pick(points.length)]!;
    if (a === b || distance(a, b) < 1e-3 * metre) continue;
    (hasRopes ? tie : join)(world, a, b, distance(a, b) + (k === 0 ? contradiction * metre : 0));
  }
  if (recipe.bounds === 'floor' || recipe.bounds === 'both') layFloor(world, points.slice(1), recipe.floor, metre);
  let legal = true;
  try {
    assemble(world);
  } catch (error) {
    if (!(error instanceof HolonomicRuntimeError && error.code === 'E_ASSEMBLY')) throw error;
    legal = false;
  }
  return { world, handle, legal, mass: total };
}

/** What became of a world. */
export interface Outcome {
  readonly codes: readonly string[];
  /** Code of the error that a step threw. */
  readonly thrown: string | undefined;
  /** Largest total energy above that at the start, relative to what there was and falls by a metre. */
  readonly gain: number;
  /** What a hand may have put in, in the same units. */
  readonly work: number;
  /** True where it started on its constraints. */
  readonly legal: boolean;
}

/** Distance from the origin that hands jump to, m, and time from jump to jump, in steps. */
const JUMP = 0.5;
const PAUSE = 6;

/** Returns where a hand is at the step `i`; undefined where it stays. */
function handAt({ handle, rate, space }: Recipe, i: number, next: () => number): number[] | undefined {
  const inSpace = (place: readonly number[]): number[] => Array.from({ length: space }, (_, c) => place[c] ?? 0);
  if (handle === 'circles') {
    const turn = (4 * i) / rate;
    return inSpace([0.3 * Math.sin(turn), 0.3 * (1 - Math.cos(turn))]);
  }
  return handle === 'jumps' && i % PAUSE === 0 ? inSpace([JUMP * next(), JUMP * next(), JUMP * next()]) : undefined;
}

/** Length of its motion, s. */
const SECONDS = 0.5;

/** Lets the world of a recipe move, in other units than those of the recipe. Throws what is no error of the runtime. */
export function live(recipe: Recipe, units = SI): Outcome {
  const codes: string[] = [];
  const { world, handle, legal, mass } = make(recipe, units, { onWarning: ({ code }) => codes.push(code) });
  const next = random(recipe.seed + 1);
  const { length: metre, time: second } = units;
  const rate = recipe.rate / second;
  const start = world.energy();
  const scale = start.kinetic + mass * G * (metre / second) ** 2;
  let thrown: string | undefined;
  let [most, squares] = [-Infinity, 0];
  try {
    for (let i = 1; i <= SECONDS * recipe.rate; i++) {
      const place = handAt(recipe, i, next)?.map((x) => metre * x);
      if (place && handle) {
        squares += place.reduce((sum, x, c) => sum + ((x - handle.position[c]!) * rate) ** 2, 0);
        handle.moveTo(place);
      }
      world.step(1 / rate);
      const { total } = world.energy();
      most = Math.max(most, Number.isFinite(total) ? total - start.total : Infinity);
    }
  } catch (error) {
    if (!(error instanceof HolonomicRuntimeError)) throw error;
    thrown = error.code;
  }
  // A hand that starts and stops pushes all that hangs on it to twice its speed, each time at most.
  return { codes, thrown, gain: most / scale, work: (2 * mass * squares) / scale, legal };
}
