import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  massProperties,
  rayCast,
  velocityStep,
  World,
  type CollideOptions,
  type RigidBody3D,
  type SpatialShapeOptions,
} from '../../../runtime/index.js';
import { inFull, IS_FULL, someOf } from '../../support/scope.js';
import { sequence } from '../../support/sequence.js';

type Vector = readonly number[];
const h = 1 / 240;
const g = 9.81;
/** Turns the x axis of a shape up. */
const UP = [Math.SQRT1_2, 0, -Math.SQRT1_2, 0];
const turned = (angle: number, axis: Vector): number[] => [
  Math.cos(angle / 2),
  ...axis.map((x) => x * Math.sin(angle / 2)),
];
const product = ([a, b, c, d]: Vector, [e, f, i, j]: Vector): number[] => [
  a! * e! - b! * f! - c! * i! - d! * j!,
  a! * f! + b! * e! + c! * j! - d! * i!,
  a! * i! - b! * j! + c! * e! + d! * f!,
  a! * j! + b! * i! - c! * f! + d! * e!,
];

interface Start {
  readonly position: Vector;
  readonly orientation?: Vector;
  readonly velocity?: Vector;
  readonly angularVelocity?: Vector;
}

/** A body of one shape, on ground of which the upper side is z = 0, in gravity that leans by `slope` towards x. */
function on(ground: object, shape: object, start: Start, { slope = 0, friction = 0.5 } = {}) {
  const world = new World({
    space: 3,
    forces: [gravity([g * Math.sin(slope), 0, -g * Math.cos(slope)])],
    integrator: velocityStep(),
  });
  const { mass, inertia } = massProperties({ space: 3, shapes: [shape as SpatialShapeOptions], density: 1000 });
  const body = world.addBody({ mass, inertia, ...start });
  const shapes = [ground, { body, ...shape }] as unknown as CollideOptions['shapes'];
  return { world, body, mass, collisions: collide(world, { shapes, friction }) };
}
const fastest = ({ velocity, angularVelocity }: RigidBody3D): number =>
  Math.max(...[...velocity, ...angularVelocity].map(Math.abs));

const PLANE = { plane: [0, 0, 1] };
const SLAB = { box: [40, 40, 1], at: [0, 0, -0.5] };
const GROUNDS = [
  ['a plane', PLANE],
  ['a box', SLAB],
] as const;

describe.each(GROUNDS)('on %s', (_, ground) => {
  it.each([
    ['a cylinder on its end', { cylinder: [1, 0.3] }, 0.5, UP],
    ['a cylinder on its other end', { cylinder: [1, 0.3] }, 0.5, [Math.SQRT1_2, 0, Math.SQRT1_2, 0]],
    ['a cylinder on its side', { cylinder: [1, 0.3] }, 0.3, [1, 0, 0, 0]],
    ['a rounded cylinder', { cylinder: [1, 0.3], rounding: 0.1 }, 0.6, UP],
    ['a cone on its base', { cone: [1, 0.3] }, 0.25, UP],
    ['a cone on its side', { cone: [1, 0.3] }, (0.75 * 0.3) / Math.hypot(1, 0.3), turned(Math.atan(0.3), [0, 1, 0])],
    ['an ellipsoid', { ellipsoid: [0.5, 0.4, 0.2] }, 0.2, [1, 0, 0, 0]],
  ])('%s stands', (name, shape, height, orientation) => {
    const rounded = 'rounding' in shape;
    const known = rounded ? { cylinder: shape.cylinder } : shape;
    const { world, body, mass, collisions } = on(ground, known, { position: [0, 0, height], orientation });
    if (rounded) collide(world, { shapes: [{ body, ...shape }] });
    world.run({ until: 3, dt: h });
    expect(fastest(body), name).toBeLessThan(1e-9);
    expect(Math.hypot(body.position[0], body.position[1])).toBeLessThan(1e-9);
    expect(Math.abs(body.position[2] - height)).toBeLessThan(2e-8);
    const weight = collisions.contacts.reduce((sum, { force }) => sum + force[2], 0);
    expect(Math.abs(weight / (mass * g) - 1)).toBeLessThan(1e-9);
  });

  it.each([0, 0.3, 0.7, 1.1])('a cylinder stands on a slope up to tan α = 2 r / l, turned by %f', (yaw) => {
    const tips = Math.atan(0.5);
    const stands = (slope: number): boolean => {
      const orientation = product(UP, turned(yaw, [1, 0, 0]));
      const start = { position: [0, 0, 0.5], orientation };
      const { world, body } = on(ground, { cylinder: [1, 0.25] }, start, { slope, friction: 2 });
      world.run({ until: 4, dt: h });
      return Math.abs(body.position[2] - 0.5) < 1e-5 && fastest(body) < 1e-6;
    };
    expect(stands(tips - 0.03)).toBe(true);
    expect(stands(tips + 0.005)).toBe(false);
  });

  it('a cylinder on its side rolls down with ⅔ g sin α', () => {
    const slope = 0.2;
    const start = { position: [0, 0, 0.3], orientation: turned(Math.PI / 2, [0, 0, 1]) };
    const { world, body } = on(ground, { cylinder: [1, 0.3] }, start, { slope });
    world.run({ until: 2, dt: h });
    const speed = (2 / 3) * g * Math.sin(slope) * 2;
    expect(Math.abs(body.velocity[0] / speed - 1)).toBeLessThan(1e-9);
    expect(Math.abs((body.angularVelocity[1] * 0.3) / speed - 1)).toBeLessThan(1e-9);
    expect(Math.abs(body.velocity[1])).toBeLessThan(1e-9);
    expect(body.position[2]).toBeCloseTo(0.3, 7);
  });

  it('a cone on its side rolls about its apex', () => {
    // The line of contact is at rest: the centre, which is off it by d, goes in a circle about the apex.
    const [height, r] = [1, 0.3];
    const half = Math.atan(r / height);
    const d = 0.75 * height * Math.sin(half);
    const radius = 0.75 * height * Math.cos(half);
    const spin = 1;
    const start = {
      position: [0, 0, d],
      orientation: turned(half, [0, 1, 0]),
      velocity: [0, -spin * d, 0],
      angularVelocity: [spin, 0, 0],
    };
    const { world, body } = on(ground, { cone: [height, r] }, start, { friction: 5 });
    world.run({ until: 3, dt: 1 / 960 });
    const [x, y, z] = body.position;
    expect(z).toBeCloseTo(d, 3);
    // The apex is where it was, to first order in the step.
    expect(Math.abs(Math.hypot(x - radius, y) / radius - 1)).toBeLessThan(0.01);
    const turn = Math.atan2(y, x - radius) - Math.PI;
    expect(Math.abs(((turn + 4 * Math.PI) % (2 * Math.PI)) / ((spin * d * 3) / radius) - 1)).toBeLessThan(0.02);
  });

  it('an ellipsoid rocks with the frequency of small angles', () => {
    const [a, b, c] = [0.5, 0.4, 0.3];
    const tilt = 0.01;
    // Rolling of a bottom of the radius of curvature ρ = a² / c: ω² = g (ρ − c) / (I / m + c²).
    const omega = Math.sqrt((g * ((a * a) / c - c)) / ((a * a + c * c) / 5 + c * c));
    const height = Math.hypot(a * Math.sin(tilt), c * Math.cos(tilt));
    const start = { position: [0, 0, height], orientation: turned(tilt, [0, 1, 0]) };
    const { world, body } = on(ground, { ellipsoid: [a, b, c] }, start);
    const crossings: number[] = [];
    let before = body.angularVelocity[1];
    world.run({
      until: 4,
      dt: 1 / 960,
      onStep: () => {
        const now = body.angularVelocity[1];
        if (before < 0 && now >= 0) crossings.push(world.time);
        before = now;
      },
    });
    const period = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
    expect(crossings.length).toBeGreaterThan(3);
    expect(Math.abs((omega * period) / (2 * Math.PI) - 1)).toBeLessThan(0.003);
  });
});

describe('a shape by its support', () => {
  it('of a box stands, slides and tips like the box', () => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [0.2, 0.3, 0.5].map((x, c) => ((i >> c) & 1 ? x : -x)));
    const along = (p: Vector, u: Vector): number => p[0]! * u[0]! + p[1]! * u[1]! + p[2]! * u[2]!;
    const support = (u: Vector): Vector => corners.reduce((best, p) => (along(p, u) > along(best, u) ? p : best));
    const run = (shape: object, slope: number, friction: number): number[] => {
      const start = { position: [0, 0, 0.5] };
      const world = new World({ space: 3, forces: [gravity([g * Math.sin(slope), 0, -g * Math.cos(slope)])], integrator: velocityStep() }); // prettier-ignore
      const { inertia } = massProperties({ space: 3, shapes: [{ box: [0.4, 0.6, 1] }], density: 1 });
      const body = world.addBody({ mass: 0.24, inertia, ...start });
      collide(world, { shapes: [SLAB, { body, ...shape }] as unknown as CollideOptions['shapes'], friction });
      world.run({ until: 1, dt: h });
      return [...body.position, ...body.velocity, ...body.angularVelocity];
    };
    for (const [slope, friction] of [
      [0.1, 0.5],
      [0.3, 0.2],
      [0.5, 2],
    ] as const) {
      // prettier-ignore
      const [one, other] = [run({ support }, slope, friction), run({ box: [0.4, 0.6, 1] }, slope, friction)];
      one.forEach((x, i) => {
        expect(Math.abs(x - other[i]!), `${slope} ${i}`).toBeLessThan(1e-6);
      });
    }
  });

  it('of an ellipsoid moves like the ellipsoid', () => {
    const axes = [0.5, 0.4, 0.2];
    const support = (u: Vector): Vector => {
      const scale = 1 / Math.hypot(...u.map((x, c) => x * axes[c]!));
      return u.map((x, c) => axes[c]! ** 2 * x * scale);
    };
    const ends = [{ ellipsoid: axes }, { support }].map((shape) => {
      const world = new World({ space: 3, forces: [gravity([0, 0, -g])], integrator: velocityStep() });
      const body = world.addBody({ mass: 1, inertia: [0.04, 0.06, 0.08], position: [0, 0, 0.6], orientation: turned(0.4, [0, 1, 0]) }); // prettier-ignore
      collide(world, { shapes: [PLANE, { body, ...shape }] });
      world.run({ until: 1, dt: h });
      return [...body.position, ...body.orientation];
    });
    ends[0]!.forEach((x, i) => {
      expect(Math.abs(x - ends[1]![i]!)).toBeLessThan(1e-9);
    });
  });
});

describe('mass properties of curved shapes', () => {
  it.each([
    ['a cylinder', { cylinder: [2, 0.5] }, (x: number) => (Math.abs(x) <= 1 ? [0.5, 0.5] : [0, 0])],
    [
      'a cone',
      { cone: [2, 0.5] },
      (x: number) => (x >= -0.5 && x <= 1.5 ? [0.25 * (1.5 - x), 0.25 * (1.5 - x)] : [0, 0]),
    ],
    [
      'an ellipsoid',
      { ellipsoid: [1, 0.6, 0.4] },
      (x: number) => (Math.abs(x) <= 1 ? [0.6, 0.4].map((s) => s * Math.sqrt(1 - x * x)) : [0, 0]),
    ],
  ])('of %s are those of its slices', (_, shape, sliceAt) => {
    // Elliptic slices with half-axes p, q: area π p q, ∫ y² = π p³ q / 4; the midpoint rule along x.
    const [from, to, n] = [-1.5, 2, 40_000];
    let [V, X, XX, YY, ZZ] = [0, 0, 0, 0, 0];
    for (let k = 0; k < n; k++) {
      const x = from + ((k + 0.5) / n) * (to - from);
      const [p, q] = sliceAt(x) as [number, number];
      const area = (Math.PI * p * q * (to - from)) / n;
      V += area;
      X += area * x;
      XX += area * x * x;
      YY += (area * p * p) / 4;
      ZZ += (area * q * q) / 4;
    }
    XX -= (X * X) / V;
    const orientation = turned(0.7, [0.6, 0, 0.8]);
    const at = [1, 2, 3];
    const options = { space: 3, density: 10 } as const;
    const plain = massProperties({ ...options, shapes: [shape as unknown as SpatialShapeOptions] });
    expect(plain.mass / (10 * V)).toBeCloseTo(1, 3);
    [YY + ZZ, XX + ZZ, XX + YY].forEach((I, i) => {
      expect(plain.inertia[i]![i]! / (10 * I)).toBeCloseTo(1, 3);
    });
    expect(Math.hypot(...plain.centre)).toBeLessThan(1e-12);
    const moved = massProperties({
      ...options,
      shapes: [{ ...shape, at, orientation }],
    });
    expect([...moved.centre]).toEqual(at);
    // The trace and the axis of the shape's inertia stay what they are.
    const trace = (I: number[][]): number => I[0]![0]! + I[1]![1]! + I[2]![2]!;
    expect(trace(moved.inertia)).toBeCloseTo(trace(plain.inertia), 9);
    const [w, x, y, z] = orientation as [number, number, number, number];
    const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
    moved.inertia.forEach((row, i) => {
      const along = row.reduce((sum, I, j) => sum + I * axis[j]!, 0);
      expect(along).toBeCloseTo(plain.inertia[0]![0]! * axis[i]!, 9);
    });
  });
});

describe('rays and curved shapes', () => {
  const roots = (a: number, b: number, c: number): [number, number] | undefined => {
    const disc = b * b - a * c;
    return disc < 0 ? undefined : [(-b - Math.sqrt(disc)) / a, (-b + Math.sqrt(disc)) / a];
  };
  const dot = (u: Vector, v: Vector): number => u.reduce((sum, x, i) => sum + x * v[i]!, 0);
  const CASES: readonly [string, object, (o: Vector, d: Vector) => number][] = [
    [
      'a cylinder',
      { cylinder: [1, 0.4] },
      (o, d) => {
        const tube = roots(d[1]! ** 2 + d[2]! ** 2, d[1]! * o[1]! + d[2]! * o[2]!, o[1]! ** 2 + o[2]! ** 2 - 0.16);
        if (!tube) return Infinity;
        const [s, t] = [(-0.5 - o[0]!) / d[0]!, (0.5 - o[0]!) / d[0]!];
        const [from, to] = [Math.max(tube[0], Math.min(s, t)), Math.min(tube[1], Math.max(s, t))];
        return from < to && from > 0 ? from : Infinity;
      },
    ],
    [
      'an ellipsoid',
      { ellipsoid: [0.7, 0.4, 0.3] },
      (o, d) => {
        const [p, q] = [o, d].map((u) => [u[0]! / 0.7, u[1]! / 0.4, u[2]! / 0.3]) as [number[], number[]];
        const found = roots(dot(q, q), dot(p, q), dot(p, p) - 1);
        return found && found[0] > 0 ? found[0] : Infinity;
      },
    ],
  ];
  it.each(someOf(CASES, 8))('meet at %s where closed forms say', (_, shape, closedForm) => {
    const world = new World({ space: 3, integrator: velocityStep() });
    collide(world, { shapes: [shape] as unknown as CollideOptions['shapes'] });
    const random = sequence(3);
    let hits = 0;
    for (let k = 0; k < 300; k++) {
      const from = [0, 1, 2].map(() => random() - 0.5);
      const origin = from.map((x) => (2 * x) / Math.hypot(...from));
      const way = [0, 1, 2].map((c) => 1.2 * (random() - 0.5) - origin[c]!);
      const direction = way.map((x) => x / Math.hypot(...way));
      const expected = closedForm(origin, direction);
      const hit = rayCast(world, origin, direction);
      if (expected === Infinity) expect(hit, `${k}`).toBeUndefined();
      else {
        hits++;
        expect(Math.abs(hit!.distance - expected), `${k}`).toBeLessThan(1e-8);
      }
    }
    expect(hits).toBeGreaterThan(50);
  });
});

describe('curved shapes', () => {
  it('are followed along the step: a fast coin does not pass a wall', () => {
    for (const spin of [0, 20]) {
      const world = new World({ space: 3, integrator: velocityStep() });
      const coin = world.addBody({ mass: 1, inertia: [0.02, 0.01, 0.01], position: [-3, 0, 0], velocity: [300, 0, 0], angularVelocity: [0, spin, 0] }); // prettier-ignore
      collide(world, { shapes: [{ box: [0.02, 4, 4] }, { body: coin, cylinder: [0.05, 0.2] }] });
      world.run({ until: 0.1, dt: 1 / 60 });
      expect(coin.position[0]).toBeLessThan(-0.02);
    }
  });

  it('go on to the last bit from a snapshot', () => {
    const make = () => on(SLAB, { cylinder: [0.2, 0.3] }, { position: [0, 0, 0.6], orientation: turned(1.2, [0, 0.8, 0.6]) }); // prettier-ignore
    const [one, other] = [make(), make()];
    one.world.run({ until: 0.8, dt: h });
    other.world.restore(one.world.snapshot());
    for (const { world } of [one, other]) world.run({ until: 2, dt: h });
    expect([...other.body.position, ...other.body.orientation]).toEqual([
      ...one.body.position,
      ...one.body.orientation,
    ]);
  });

  inFull('of all kinds come to rest on each other and on boxes, none inside of another', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -g])], integrator: velocityStep() });
    const walls = [0, 1, 2, 3].map((k) => ({ plane: [Math.cos((k * Math.PI) / 2), Math.sin((k * Math.PI) / 2), 0], at: [-0.8 * Math.cos((k * Math.PI) / 2), -0.8 * Math.sin((k * Math.PI) / 2), 0] })); // prettier-ignore
    const kinds = [{ cylinder: [0.6, 0.2] }, { cone: [0.5, 0.3] }, { ellipsoid: [0.3, 0.2, 0.25] }, { box: [0.4, 0.4, 0.4] }, { sphere: 0.2 }]; // prettier-ignore
    const random = sequence(2);
    const bodies = (IS_FULL ? [...kinds, ...kinds] : kinds).map((shape, i) => {
      const { mass, inertia } = massProperties({
        space: 3,
        shapes: [shape as unknown as SpatialShapeOptions],
        density: 500,
      });
      const orientation = turned(3 * random(), [0.6, 0, 0.8]);
      const position = [0.6 * (random() - 0.5), 0.6 * (random() - 0.5), 0.5 + 0.5 * i];
      return { shape, body: world.addBody({ mass, inertia, position, orientation }) };
    });
    const shapes = [PLANE, ...walls, ...bodies.map(({ shape, body }) => ({ body, ...shape }))];
    const collisions = collide(world, { shapes: shapes });
    let deepest = 0;
    let most = -Infinity;
    const start = world.energy().total;
    world.run({
      until: IS_FULL ? 5 : 2,
      dt: 1 / 120,
      onStep: () => {
        most = Math.max(most, world.energy().total);
        if (world.time > 1) for (const { gap } of collisions.contacts) deepest = Math.min(deepest, gap);
      },
    });
    expect(most).toBeLessThan(start + 1e-9);
    expect(deepest).toBeGreaterThan(-0.02);
    for (const { body } of bodies) expect(body.position[2]).toBeGreaterThan(0.1);
    expect(world.energy().kinetic).toBeLessThan(5);
  });
});
