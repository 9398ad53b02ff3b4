import { describe, expect, it } from 'vitest';
import { Distance2D, Hinge, Pendulum } from '../../../generated/index.js';
import {
  recorder,
  dormandPrince,
  gravity,
  hingeAngle,
  hingeInputs,
  World,
  type Integrator,
} from '../../../runtime/index.js';

/** A bob that falls freely from (1, 2) with velocity (3, 0). */
function falling(integrator?: Integrator) {
  const world = new World({ space: 2, forces: [gravity([0, -10])], ...(integrator && { integrator }) });
  return { world, bob: world.addParticle({ mass: 2, position: [1, 2], velocity: [3, 0], name: 'bob' }) };
}

/** A bob that turns on a rod of 2 m at 3 rad/s, without gravity. */
function turning(integrator?: Integrator) {
  const world = new World({ space: 2, ...(integrator && { integrator }) });
  const bob = world.addParticle({ mass: 0.5, position: [2, 0], velocity: [0, 6] });
  const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 2 }));
  return { world, bob, rod };
}

describe('a recorder', () => {
  it('records the start and every step: free fall, against its closed form', () => {
    const { world, bob } = falling();
    const record = recorder(world, { of: [bob, 'energy'] });
    world.run({ until: 0.5, dt: 0.125 });
    world.step(0.25);
    expect(record.names).toEqual([
      'time',
      ...['bob.x', 'bob.y', 'bob.vx', 'bob.vy', 'energy.kinetic', 'energy.potential', 'energy.total'],
    ]);
    expect([...record.times]).toEqual([0, 0.125, 0.25, 0.375, 0.5, 0.75]);
    record.times.forEach((t, row) => {
      expect(record.column('bob.x')[row]).toBeCloseTo(1 + 3 * t, 12);
      expect(record.column('bob.y')[row]).toBeCloseTo(2 - 5 * t * t, 12);
      expect(record.column('bob.vy')[row]).toBeCloseTo(-10 * t, 12);
      expect(record.column('energy.kinetic')[row]).toBeCloseTo(9 + 100 * t * t, 12);
      expect(record.column('energy.total')[row]).toBeCloseTo(49, 12);
    });
  });

  it.each([
    ['fixed steps', undefined, 0.01],
    ['dense output', dormandPrince({ rtol: 1e-10, atol: 1e-10 }), undefined],
  ])('records at intervals, with the multipliers of the moment: %s', (_, integrator, dt) => {
    const { world, bob, rod } = turning(integrator);
    const record = recorder(world, { every: 0.05, of: [{ bob, rod, tension: () => -rod.forceOn('b')[0] }] });
    world.run({ until: 0.5, ...(dt !== undefined && { dt }) });
    world.run({ until: 1, ...(dt !== undefined && { dt }) });
    expect(record.rows).toBe(21);
    // The end of a run, without the rounding of its steps.
    expect([record.times[10], record.times[20]]).toEqual([0.5, 1]);
    record.times.forEach((t, row) => {
      expect(t).toBeCloseTo(0.05 * row, 12);
      expect(record.column('bob.x')[row]).toBeCloseTo(2 * Math.cos(3 * t), 5);
      // The rod pulls with m r ω² = 9 N, in its direction.
      expect(record.column('rod.lambda')[row]).toBeCloseTo(-9, 3);
      expect(record.column('tension')[row]).toBeCloseTo(9 * Math.cos(3 * t), 3);
      expect(Math.abs(record.column('rod.C')[row]!)).toBeLessThan(1e-5);
    });
  });

  it.each([
    ['fixed steps', undefined, 0.01],
    ['own steps', dormandPrince(), undefined],
  ])('changes no bit of the motion: %s', (_, integrator, dt) => {
    const positions = [false, true].map((isRecorded) => {
      const { world, bob } = turning(integrator);
      if (isRecorded) {
        recorder(world, { every: 0.03 });
        recorder(world);
      }
      world.run({ until: 2, ...(dt !== undefined && { dt }) });
      return [...bob.position, ...bob.velocity, world.stats.steps];
    });
    expect(positions[1]).toEqual(positions[0]);
  });

  it('records every own step of an adaptive integrator once', () => {
    const { world } = turning(dormandPrince());
    const record = recorder(world, { of: [] });
    world.run({ until: 2 });
    expect(record.rows).toBe(world.stats.steps + 1);
    expect([...record.times]).toEqual([...new Set(record.times)].sort((a, b) => a - b));
    expect(record.times.at(-1)).toBe(2);
  });

  it('names what it records of each kind of thing', () => {
    const plane = new World({ space: 2 });
    const pendulum = plane.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0.3 }));
    pendulum.name = 'clock';
    const box = plane.addBody({ mass: 1, inertia: 2, position: [0, 0], angle: 0.5, angularVelocity: 4, name: 'box' });
    expect(recorder(plane).names).toEqual([
      'time',
      ...['clock.theta', 'clock.theta.rate'],
      ...['box.x', 'box.y', 'box.vx', 'box.vy', 'box.angle', 'box.omega'],
      ...['energy.kinetic', 'energy.potential', 'energy.total'],
    ]);
    const record = recorder(plane, {
      of: [box, { box, edge: box.point([1, 0]), up: box.direction([0, 1]), angle: box.angle }, 'residual'],
    });
    plane.step(0.1);
    const first = Object.fromEntries(Object.entries(record.columns).map(([name, values]) => [name, values[0]]));
    expect(first).toMatchObject({ time: 0, 'box.angle': 0.5, 'box.omega': 4, 'box.x (2)': 0, angle: 0.5 });
    expect(first).toMatchObject({ 'angle.rate': 4, 'residual.position': 0, 'residual.velocity': 0 });
    expect(first['edge.x']).toBeCloseTo(Math.cos(0.5), 14);
    expect(first['edge.vy']).toBeCloseTo(4 * Math.cos(0.5), 14);
    expect(first['up.x']).toBeCloseTo(-Math.sin(0.5), 14);
    expect(record.column('angle')[1]).toBeCloseTo(0.9, 12);

    const space = new World({ space: 3 });
    const door = space.addBody({ mass: 1, inertia: [1, 1, 1], position: [1, 0, 0], name: 'door' });
    const { joint } = hingeInputs({ a: door, b: space.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    const hinge = space.add(new Hinge(joint, { name: 'hinge' }));
    expect(recorder(space, { of: [door, hinge] }).names.join(' ')).toBe(
      'time door.x door.y door.z door.vx door.vy door.vz door.qw door.qx door.qy door.qz door.omega.x door.omega.y ' +
        'door.omega.z hinge.C1 hinge.C2 hinge.C3 hinge.C4 hinge.C5 hinge.lambda1 hinge.lambda2 hinge.lambda3 hinge.lambda4 hinge.lambda5',
    );
  });

  it('records the angle of a hinge, with its whole turns', () => {
    const world = new World({ space: 3 });
    const wheel = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [0, 0, 10] });
    const { joint, turn } = hingeInputs({ a: wheel, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    world.add(new Hinge(joint));
    const angle = hingeAngle(turn);
    const record = recorder(world, { of: [angle, { turned: angle }] });
    expect(record.names).toEqual(['time', 'hinge angle', 'hinge angle.rate', 'turned', 'turned.rate']);
    world.run({ until: 1, dt: 1 / 100 });
    expect(record.column('turned').at(-1)).toBeCloseTo(10, 5);
    expect(record.column('hinge angle.rate').at(-1)).toBeCloseTo(10, 9);
    expect(() => recorder(new World({ space: 3 }), { of: [angle] })).toThrow(/hinge angle is not in the world/);
  });

  it('writes CSV and JSON with every digit', () => {
    const { world, bob } = falling();
    const record = recorder(world, {
      of: [{ 'height, "m"': () => bob.position[1], third: () => 1 / 3, none: () => NaN }],
    });
    world.step(0.5);
    expect(record.toCSV()).toBe(
      'time,"height, ""m""",third,none\n0,2,0.3333333333333333,NaN\n0.5,0.75,0.3333333333333333,NaN\n',
    );
    expect(JSON.parse(JSON.stringify(record))).toEqual({
      time: [0, 0.5],
      'height, "m"': [2, 0.75],
      third: [1 / 3, 1 / 3],
      none: ['NaN', 'NaN'],
    });
  });

  it('grows, begins again after clear(), goes back with the world, and ends with stop()', () => {
    const { world, bob } = falling();
    const record = recorder(world, { every: 0.125, of: [bob] });
    const start = world.snapshot();
    for (let i = 0; i < 200; i++) world.step(1 / 16);
    expect(record.rows).toBe(101);
    expect(record.column('bob.x')[100]).toBeCloseTo(1 + 3 * 12.5, 10);
    world.restore(start);
    world.run({ until: 0.25, dt: 1 / 16 });
    expect([...record.times.subarray(100)]).toEqual([12.5, 0.125, 0.25]);
    record.clear();
    world.run({ until: 0.5, dt: 1 / 16 });
    expect([...record.times]).toEqual([0.25, 0.375, 0.5]);
    record.stop();
    world.step(1);
    expect(record.rows).toBe(3);
  });

  it('refuses what it cannot record, and names its columns', () => {
    const { world, bob } = falling();
    const record = (of: unknown) => () => recorder(world, { of: of as never });
    expect(record(['height'])).toThrow(
      "A recorder cannot record 'height'. Give particles, points, angles, bodies, constraints, 'energy', 'residual', or names for them and for functions: { height: () => bob.position[1] }.",
    );
    expect(record([{ bob: 3 }])).toThrow(expect.objectContaining({ code: 'E_RECORD' }));
    expect(record('energy')).toThrow(expect.objectContaining({ code: 'E_LIST' }));
    expect(() => recorder(world, { every: 0 })).toThrow(expect.objectContaining({ code: 'E_NOT_POSITIVE' }));
    expect(() => recorder(world, { of: [bob] }).column('bob.z')).toThrow(
      "The recorder has no column 'bob.z'. Its columns are time, bob.x, bob.y, bob.vx, bob.vy.",
    );
  });
});

it('a function that gives no number is named at the first row', () => {
  for (const [value, shown] of [
    [1n, '1n'],
    ['3', "'3'"],
    [undefined, 'undefined'],
  ] as const) {
    const world = new World({ space: 2 });
    world.addParticle({ mass: 1, position: [0, 0] });
    recorder(world, { of: [{ height: () => value as never }] });
    expect(() => {
      world.step(0.01);
    }).toThrow(
      expect.objectContaining({
        code: 'E_RECORD',
        problem: `The function for column 'height' of a recorder returned ${shown}.`,
      }),
    );
  }
});

describe('the times of rows', () => {
  /** The codes and messages of warnings of a world that steps by `step` and records every 0.01 s. */
  function warned(step: (world: World, n: number) => void, integrator?: Integrator) {
    const messages: string[] = [];
    const world = new World({
      space: 2,
      forces: [gravity([0, -10])],
      onWarning: ({ code, message }) => messages.push(`${code} ${message}`),
      ...(integrator && { integrator }),
    });
    const bob = world.addParticle({ mass: 1, position: [0, 0] });
    const record = recorder(world, { every: 0.01, of: [bob] });
    for (let n = 0; n < 40; n++) step(world, n);
    return { record, messages, world };
  }

  it('are those of the steps that reach them, with one warning', () => {
    const { record, messages, world } = warned((w) => {
      w.step(0.003);
    });
    expect(Array.from(record.times.subarray(0, 4), (t) => Number(t.toFixed(9)))).toEqual([0, 0.012, 0.021, 0.03]);
    expect(messages).toEqual([
      "W_UNEVEN_ROWS A recorder with every: 0.01 got its row for t = 0.01 s at t = 0.012 s, the end of the step that reaches it; the column 'time' says so. " +
        'Steps of 0.003 s do not end at its times. Take steps that divide 0.01 s, such as 0.0025 s, or world.run() with dormandPrince(), which records there.',
    ]);
    // Once per recorder, also where the structure changes.
    world.addParticle({ mass: 1, position: [0, 0] });
    for (let n = 0; n < 10; n++) world.step(0.003);
    expect(messages).toHaveLength(1);
  });

  it.each<[string, (world: World, n: number) => void]>([
    [
      'steps longer than the interval',
      (w) => {
        w.step(0.02);
      },
    ],
    ['a run with such steps', (w, n) => void w.run({ until: 0.1 * (n + 1), dt: 0.03 })],
    [
      'steps that vary',
      (w, n) => {
        w.step(n % 2 === 0 ? 0.004 : 0.007);
      },
    ],
  ])('are reported for %s', (_, step) => {
    expect(warned(step).messages).toEqual([expect.stringContaining('W_UNEVEN_ROWS')]);
  });

  it.each<[string, (world: World, n: number) => void, Integrator?]>([
    [
      'steps that divide the interval up to rounding',
      (w) => {
        w.step(0.01 / 3);
      },
    ],
    [
      'steps of the interval',
      (w) => {
        w.step(0.01);
      },
    ],
    ['a run with such steps', (w, n) => void w.run({ until: 0.1 * (n + 1), dt: 0.005 })],
    ['own steps of an integrator', (w, n) => void w.run({ until: 0.13 * (n + 1) }), dormandPrince()],
  ])('are as asked, and nothing is said, for %s', (_, step, integrator) => {
    const { messages, record } = warned(step, integrator);
    expect(messages).toEqual([]);
    record.times.forEach((t, row) => {
      expect(t).toBeCloseTo(0.01 * row, 9);
    });
  });
});

it('numbers columns of one name, and finds each', () => {
  const world = new World({ space: 2 });
  const [a, b, c] = [1, 2, 3].map((x) => world.addParticle({ mass: 1, position: [x, 0], name: 'bob' }));
  const record = recorder(world, { of: [a!, b!, c!, { 'bob.x (2)': () => 9 }] });
  world.step(0.1);
  expect(['bob.x', 'bob.x (2)', 'bob.x (3)', 'bob.x (2) (2)'].map((name) => record.column(name)[0])).toEqual([
    1, 2, 3, 9,
  ]);
  expect(record.names).toHaveLength(1 + 3 * 4 + 1);
});
