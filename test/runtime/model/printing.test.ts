import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { Coincident2D, Distance2D, Pendulum } from '../../../generated/index.js';
import {
  recorder,
  collide,
  constantForce,
  dormandPrince,
  drag,
  gravity,
  hingeAngle,
  mouseSpring,
  rk4,
  spring,
  torque,
  torsionSpring,
  velocityStep,
  World,
  type Contact,
  type Reaction,
  type Vector2,
  type Vector3,
} from '../../../runtime/index.js';

function scene() {
  const world = new World({ space: 2 });
  const bob = world.addParticle({ mass: 2, position: [1, 0], velocity: [0, 3], name: 'bob' });
  const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
  const pendulum = world.addBody(new Pendulum({ length: 1, mass: 4 }, { theta: 0.5 }, { theta: 2 }));
  return { world, bob, rod, pendulum };
}

describe('what hides behind getters prints, spreads and goes to JSON', () => {
  test('parameters', () => {
    const { rod } = scene();
    expect({ ...rod.params }).toEqual({ length: 1 });
    expect(JSON.stringify(rod.params)).toBe('{"length":1}');
    expect(inspect(rod.params)).toBe('{ length: 1 }');
    expect(Object.keys(rod.params)).toEqual(['length']);
    rod.params.length = 1.5;
    expect(inspect(rod.params)).toBe('{ length: 1.5 }');
    // Still checked and sealed.
    expect(() => (rod.params.length = -1)).toThrow("Parameter 'length' of Distance2D #1 is -1");
    expect(() => ((rod.params as unknown as Record<string, unknown>)['lenght'] = 1)).toThrow("Did you mean 'length'?");
  });

  test('vectors are plain lists', () => {
    const { world, bob } = scene();
    const pin = new Coincident2D({ a: bob, b: world.handle([3, 4]) });
    expect(JSON.parse(JSON.stringify(pin))).toMatchObject({ label: 'Coincident2D', C: [-2, -4] });
    expect(JSON.stringify(bob)).toBe('{"label":"particle \'bob\'","mass":2,"position":[1,0],"velocity":[0,3]}');
  });

  test('coordinates and rates', () => {
    const { pendulum } = scene();
    expect({ ...pendulum.coordinates }).toEqual({ theta: 0.5 });
    expect(JSON.stringify({ at: pendulum.coordinates, rates: pendulum.rates })).toBe(
      '{"at":{"theta":0.5},"rates":{"theta":2}}',
    );
    expect(inspect(pendulum)).toMatch(
      /^Pendulum \{\s+label: 'Pendulum #1',\s+params: \{ length: 1, mass: 4 \},\s+coordinates: \{ theta: 0\.5 \},\s+rates: \{ theta: 2 \}\s+\}$/,
    );
  });

  test('bodies, constraints, connectors and worlds', () => {
    const { world, bob, rod } = scene();
    expect(inspect(bob)).toMatch(/^Particle \{\s+label: "particle 'bob'",\s+mass: 2,\s+position: \[ 1, 0 \],/);
    const top = new World({ space: 3 }).addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 2] });
    expect(JSON.parse(JSON.stringify(top))).toEqual({
      label: 'body #1',
      mass: 1,
      position: [0, 0, 2],
      orientation: [1, 0, 0, 0],
      velocity: [0, 0, 0],
      angularVelocity: [0, 0, 0],
    });
    expect(inspect(top.point([1, 0, 0]), { breakLength: Infinity })).toBe(
      "BodyPoint { label: 'point [1, 0, 0] of body #1', position: [ 1, 0, 2 ], velocity: [ 0, 0, 0 ] }",
    );
    expect(JSON.parse(JSON.stringify(rod))).toEqual({
      label: 'Distance2D #1',
      inputs: { a: 'ground point', b: "particle 'bob'" },
      params: { length: 1 },
      rows: 1,
      C: [0],
      lambda: [0],
    });
    expect(inspect(world, { breakLength: Infinity })).toBe(
      'World { space: 2, time: 0, particles: 1, bodies: 1, constraints: 1, rows: 1, forces: 0, warnings: [] }',
    );
    // JSON of a world is its snapshot, which restores it.
    bob.position[0] = 7;
    const saved = JSON.parse(JSON.stringify(world)) as never;
    bob.position[0] = 1;
    world.restore(saved);
    expect(bob.position[0]).toBe(7);
    expect(inspect({ deep: { er: { and: { deeper: bob } } } })).toContain('[Object]');
    expect(JSON.stringify([bob.x, world.handle([0, 1]), world.ground.direction([0, 2])])).toBe(
      '[{"label":"\'x\' of particle \'bob\'","value":7,"rate":0},{"label":"handle #1","position":[0,1],"velocity":[0,0]},' +
        '{"label":"ground direction","direction":[0,1],"rate":[0,0]}]',
    );
  });

  test('a constraint at a singular point prints without C', () => {
    const { world, rod } = scene();
    world.particles[0]!.position.fill(NaN);
    expect(() => inspect(rod)).not.toThrow();
  });
});

test('what carries points, and connectors, spread as they print', () => {
  const { world, bob, pendulum } = scene();
  const planar = world.addBody({ mass: 1, inertia: 2, position: [3, 4] });
  const space = new World({ space: 3 });
  const spatial = space.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 2] });
  const things = [
    bob,
    bob.y,
    planar,
    planar.x,
    planar.point([1, 0]),
    planar.direction([1, 0]),
    spatial,
    spatial.z,
    pendulum,
    pendulum.points.bob,
    world.handle(1),
    world.handle([0, 0]),
    world.handle((t) => 2 * t),
    world.handle((t) => [2 * t, 0]),
    world.ground.point([0, 0]),
    world.ground.direction([0, 1]),
    world.ground.scalar(3),
  ];
  for (const thing of things) {
    const written = JSON.parse(JSON.stringify(thing)) as Record<string, unknown>;
    const spread = Object.assign({} as Record<string, unknown>, thing);
    expect(Object.keys(spread).sort()).toEqual(Object.keys(written).sort());
    for (const [name, value] of Object.entries(spread))
      expect(value instanceof Float64Array ? Array.from(value, (x) => x + 0) : value).toEqual(written[name]);
    expect(thing.label).toBe(written['label']);
  }
  expect(Object.assign({}, bob)).toMatchObject({
    mass: 2,
    position: Float64Array.of(1, 0),
    velocity: Float64Array.of(0, 3),
  });
  expect(Object.keys(planar.x)).toEqual(['label', 'value', 'rate']);
  // Still checked, and still what the runtime reads.
  bob.mass = 5;
  expect(Object.assign({}, bob).mass).toBe(5);
  expect(() => (bob.mass = -1)).toThrow('Mass of particle');
  world.remove(planar);
  expect(Object.assign({}, planar).position).toEqual(Float64Array.of(3, 4));
});

test('forces, integrators, solvers and the rest print their parameters, not their parts', () => {
  const { world, bob } = scene();
  const line = (thing: unknown): string => inspect(thing, { breakLength: Infinity });
  const pin = world.ground.point([1, 4]);
  const pull = spring({ a: bob, b: pin, stiffness: 3, restLength: 1 });
  expect(line(pull)).toBe(
    "spring { a: \"particle 'bob'\", b: 'ground point', stiffness: 3, damping: 0, restLength: 1, length: 4 }",
  );
  expect(JSON.stringify(gravity([0, -9.81]))).toBe('{"name":"gravity","g":[0,-9.81]}');
  expect(line(gravity([0, -9.81]))).toBe('gravity { g: [ 0, -9.81 ] }');
  expect(line(drag(2))).toBe('drag { c: 2 }');
  expect(line(drag(2, [bob]))).toBe('drag { c: 2, points: [ "particle \'bob\'" ] }');
  expect(line(constantForce(bob, [1, 0]))).toBe(
    "constantForce { point: \"particle 'bob'\", force: [ 1, 0 ], frame: 'world' }",
  );
  expect(line(constantForce(bob.x, 2))).toBe("constantForce { scalar: \"'x' of particle 'bob'\", force: 2 }");
  expect(line(mouseSpring({ point: bob, stiffness: 5, target: [0, 1] }))).toBe(
    'mouseSpring { point: "particle \'bob\'", target: [ 0, 1 ], stiffness: 5, damping: 0 }',
  );
  const body = world.addBody({ mass: 1, inertia: 2, position: [3, 4], name: 'crate' });
  expect(line(torque(body, 3))).toBe('torque { target: "body \'crate\'", torque: 3 }');
  expect(line(torsionSpring({ a: world.ground.scalar(0), b: body.angle, stiffness: 1, restAngle: 1 }))).toBe(
    "torsionSpring { a: 'ground scalar', b: \"'angle' of body 'crate'\", stiffness: 1, damping: 0, restAngle: 1, angle: 0 }",
  );
  expect(line(world.ground)).toBe("Ground { label: 'ground', space: 2 }");
  const { ground } = new World({ space: 3 });
  const [side, w] = [ground.direction([1, 0, 0]), ground.direction([0, 1, 0])];
  expect(JSON.parse(JSON.stringify(hingeAngle({ side, u: side, w })))).toMatchObject({
    u: 'ground direction',
    value: 0,
  });
  expect([rk4(), velocityStep(), dormandPrince({ rtol: 1e-3 })].map(line)).toEqual([
    'rk4 {}',
    'velocityStep { theta: 1 }',
    'dormandPrince { rtol: 0.001, atol: 1e-9 }',
  ]);
  const record = recorder(world, { every: 0.5, of: [bob] });
  expect(line(record)).toMatch(/^Recorder \{ rows: 0, every: 0.5, columns: \[ 'time', 'bob.x'/);
  // A force that one wraps still acts.
  expect(Object.keys({ ...gravity([0, -1]), energy: () => 0 })).toEqual(['steady', 'fall', 'apply', 'energy']);
});

test('collisions and contacts print who touches', () => {
  const world = new World({ space: 2, forces: [gravity([0, -10])] });
  const crate = world.addBody({ mass: 1, inertia: 1, position: [0, 0.5], name: 'crate' });
  const touching = collide(world, {
    shapes: [
      { body: crate, box: [1, 1] },
      { box: [9, 1], at: [0, -0.5] },
    ],
  });
  world.step(0.01);
  expect(inspect(touching)).toBe('Collisions { shapes: 2, pairs: 1, contacts: 2 }');
  const written = JSON.parse(JSON.stringify(touching.contacts[0])) as { normal: number[] };
  expect(written).toMatchObject({ a: "body 'crate'", b: 'ground' });
  expect(written.normal[1]).toBeCloseTo(-1);
  expect(inspect(touching.contacts)).not.toContain('Float64Array');
});

test('entries of vectors are numbers without an assertion', () => {
  const { bob, rod, pendulum } = scene();
  const height: number = bob.position[1] + bob.velocity[0] + bob.acceleration[1];
  const tension: number = rod.lambda[0] + rod.C[0] + rod.Cdot[0];
  const tip: number = pendulum.points.bob.position[0] + rod.forceOn('b')[1];
  expect([height, tension, tip].every(Number.isFinite)).toBe(true);
  expectTypeOf(bob.position).toEqualTypeOf<Vector2>();
  const space = new World({ space: 3 });
  expectTypeOf(space.addParticle({ mass: 1, position: [0, 0, 0] }).velocity).toEqualTypeOf<Vector3>();
  const body = space.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
  expectTypeOf(body.point([0, 0, 0]).position[2]).toEqualTypeOf<number>();
  expectTypeOf(body.orientation[3]).toEqualTypeOf<number>();
  expectTypeOf<ReturnType<typeof body.reactionOf>>().toEqualTypeOf<Reaction<3>>();
  expectTypeOf<Reaction<3>['moment']>().toEqualTypeOf<Vector3>();
  expectTypeOf(collide(space, { shapes: [] }).contacts).items.toEqualTypeOf<Contact<3>>();
  expectTypeOf<Contact<2>['force']>().toEqualTypeOf<Vector2>();
  // A world whose space is known only when it runs: two components are certain.
  const either: World = Math.random() < 2 ? space : new World({ space: 2 });
  expectTypeOf(either.particles[0]!.position[1]).toEqualTypeOf<number>();
});
