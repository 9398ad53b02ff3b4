import { expect, test } from 'vitest';
import { compile, mechanism, type SpecError } from '../../src/toolkit.js';
import {
  implicitMidpoint,
  rk4,
  velocityStep,
  xpbd,
  type Integrator,
  type RigidBody3D,
  type ScalarHandle,
} from '../../runtime/index.js';
import type { Distance2D } from '../../generated/index.js';
import {
  checkScene,
  exportTypeScript,
  loadScene,
  sceneJSONSchema,
  sceneTable,
  simulateScene,
  type BuildOptions,
} from '../../src/scene/index.js';
import { ALL_METHODS } from '../../src/scene/all-methods.js';
import { INTEGRATOR_OPTIONS, type IntegratorName } from '../../src/scene/schema/integrators.js';
import { changed, pendulum } from './documents.js';

test('names of things and numbers of parameters', async () => {
  const { build, params, dt, until } = await loadScene(pendulum);
  expect(params).toEqual([
    { name: 'length', value: 2, isDerived: false, unit: 'm', min: 0.1, max: 5 },
    { name: 'half', value: 1, isDerived: true },
  ]);
  expect([dt, until]).toEqual([0.01, 0.1]);
  const { world, constraints, bodies } = build();
  expect(constraints.get('rod')!.label).toBe("Distance2D 'rod'");
  expect(bodies.get('bar')!.body).toMatchObject({ name: 'bar', mass: 1 });
  expect(world.constraints.map(({ type }) => type.name)).toEqual(['Distance2D', 'Coincident2D']);
  expect(world.energy().potential).toBe(10); // of the bar: m g h
  expect(world.degreesOfFreedom()).toBe(2);
});

test('a world may be built with another integrator', async () => {
  const { build } = await loadScene(changed({ settings: { integrator: 'dormandPrince' } }));
  const period = (options?: BuildOptions): number => {
    const { world } = build(options);
    world.run({ until: 0.5, dt: 1 / 60 });
    return world.stats.steps;
  };
  // Steps of the run, instead of the integrator's own.
  expect(period({ integrator: rk4() })).toBe(30);
  expect(period({})).not.toBe(30);
  expect(period()).toBe(period({}));
  expect(() => build({ integrator: 'rk4' } as never)).toThrow(/an integrator, such as rk4\(\)/);
  expect(() => build({ integrater: rk4() } as never)).toThrow(/did you mean "integrator"/);
});

test.each(Object.entries(INTEGRATOR_OPTIONS).filter(([, options]) => options.length > 0))(
  'a scene names all options of %s, and no others',
  (name, options) => {
    const make = ALL_METHODS[name as IntegratorName] as (options: object) => Integrator;
    expect(() => make({ '': 0 })).toThrow(expect.objectContaining({ hint: `Known: ${options.join(', ')}.` }));
  },
);

test('an integrator is made with the options of the document, in TypeScript, too', async () => {
  const settings = {
    integrator: 'velocityStep',
    integratorOptions: { order: 'order', theta: 0.5 },
    dt: 0.01,
    until: 0.1,
  };
  const scene = await loadScene(changed({ params: { ...pendulum.params, order: 2 }, settings }));
  const { world } = scene.build();
  const twin = scene.build({ integrator: velocityStep({ order: 2, theta: 0.5 }) }).world;
  const plain = scene.build({ integrator: velocityStep() }).world;
  for (const one of [world, twin, plain]) one.run({ until: 0.1, dt: 0.01 });
  expect(world.hash()).toBe(twin.hash());
  expect(world.hash()).not.toBe(plain.hash());
  expect(exportTypeScript(scene, 'it')[0]!.text).toContain('velocityStep({ order: 2, theta: 0.5 })');
  const substeps = changed({ settings: { integrator: 'xpbd', integratorOptions: { substeps: 3 } } });
  expect(exportTypeScript(await loadScene(substeps), 'it')[0]!.text).toContain('xpbd({ substeps: 3 })');
  const exact = changed({
    settings: { integrator: 'dormandPrince', tolerance: 1e-8, integratorOptions: { atol: 1e-12, impacts: 'poisson' } },
  });
  expect(exportTypeScript(await loadScene(exact), 'it')[0]!.text).toContain(
    'dormandPrince({ rtol: 1e-8, atol: 1e-12, impacts: "poisson" })',
  );
  await expect(mechanism(scene.document, { target: 'js' })).rejects.toThrow(/gives velocityStep options/);
});

test('a world that cannot be built leaves the scene as it was', async () => {
  const { build } = await loadScene(pendulum);
  expect(() => build({ integrator: implicitMidpoint() })).toThrow(/implicitMidpoint/);
  for (const integrator of [rk4(), xpbd()]) expect(() => build({ integrator })).not.toThrow();
  expect(() => build()).not.toThrow();
});

test('parameters that are given replace those of the document, and formulas follow', async () => {
  const { build, params } = await loadScene(pendulum, { params: { length: 3 } });
  expect(params.map(({ value }) => value)).toEqual([3, 1.5]);
  const { bodies, constraints } = build();
  expect([...(bodies.get('bob')!.body as { position: Float64Array }).position]).toEqual([3, 0]);
  expect((constraints.get('rod') as Distance2D).params.length).toBe(3);
  await expect(loadScene(pendulum, { params: { lenght: 3 } })).rejects.toThrow('did you mean "length"?');
});

test('repeat: counters, neighbours, several counters', async () => {
  const net = changed({
    params: { n: 3, pitch: 0.5 },
    bodies: {},
    constraints: {},
    repeat: [
      {
        over: { i: [0, 'n'], j: [0, 1] },
        bodies: { 'p{i}_{j}': { kind: 'particle', mass: 1, position: ['pitch*i', '-pitch*j'] } },
      },
      {
        over: { i: [1, 'n'], j: [0, 1] },
        constraints: {
          'h{i}_{j}': { type: 'Distance', on: { a: 'p{i-1}_{j}', b: 'p{i}_{j}' }, params: { length: 'pitch' } },
        },
      },
    ],
  });
  const { build } = await loadScene(net);
  const { world, bodies } = build();
  expect([...bodies.keys()]).toEqual(['p0_0', 'p0_1', 'p1_0', 'p1_1', 'p2_0', 'p2_1', 'p3_0', 'p3_1']);
  expect(world.particles.map(({ position }) => [...position])).toContainEqual([1.5, -0.5]);
  expect(world.constraints).toHaveLength(6);
  expect(world.residual().position).toBe(0);
});

test('a scalar handle drives a winch, by a formula or by whoever runs the scene', async () => {
  const document = (handle: object): object =>
    changed({
      params: { speed: 0.5 },
      specs: {
        Winch: {
          summary: 'A rope of changing length.',
          space: 2,
          inputs: { a: 'point', b: 'point', length: 'scalar' },
          C: 'norm(a - b) <= length',
        },
      },
      bodies: {
        length: { kind: 'handle', ...handle },
        load: { kind: 'particle', mass: 2, position: [0, -3], velocity: [0, 'speed'] },
      },
      constraints: {
        winch: { type: 'Winch', on: { a: { ground: [0, 0] }, b: 'load', length: 'length' }, driver: 'length' },
      },
      repeat: [],
    });
  const followed = (await loadScene(document({ motion: '3 - speed * t' }))).build();
  for (let k = 0; k < 100; k++) followed.world.step(0.01);
  expect((followed.bodies.get('load')!.body as { position: Float64Array }).position[1]).toBeCloseTo(-2.5, 8);
  const moved = (await loadScene(document({ value: 3 }))).build();
  const handle = moved.bodies.get('length')!.body as ScalarHandle;
  handle.moveTo(2.99);
  moved.world.step(0.01);
  expect(handle.value).toBe(2.99);
  await expect(loadScene(document({ value: 3, motion: 't' }) as never)).rejects.toThrow('or the value of a scalar');
});

test('a handle follows its formulas, with exact derivatives', async () => {
  const scene = await loadScene(
    changed({
      params: { w: 3 },
      bodies: { hand: { kind: 'handle', motion: ['2 * cos(w * t)', 't^3'] } },
      constraints: {},
    }),
  );
  const { world, bodies } = scene.build();
  world.run({ until: 0.5, dt: 0.1 });
  const hand = bodies.get('hand')!.connectors.get('')!;
  const [x, v, a] = [new Float64Array(2), new Float64Array(2), new Float64Array(2)];
  hand.read(x, v, a, 0);
  const { time: t } = world;
  for (const [found, expected] of [
    [x, [2 * Math.cos(3 * t), t ** 3]],
    [v, [-6 * Math.sin(3 * t), 3 * t * t]],
    [a, [-18 * Math.cos(3 * t), 6 * t]],
  ] as const)
    expected.forEach((value, i) => {
      expect(found[i]).toBeCloseTo(value, 13);
    });
});

test('forces and torques that turn with their body', async () => {
  const rocket = {
    format: 'holonomic-scene/1',
    title: 'A rocket',
    params: { thrust: 3, rate: 2 },
    settings: { dt: 0.001, until: 1 },
  };
  const planar = await loadScene({
    ...rocket,
    space: 2,
    bodies: { ship: { kind: 'rigid', mass: 2, inertia: 1, position: [0, 0], angularVelocity: 'rate' } },
    forces: [
      { type: 'constant', on: 'ship', force: ['thrust', 0], frame: 'body' },
      { type: 'torque', on: 'ship', torque: 0, frame: 'world' },
    ],
    // The acceleration turns: v = a / ω (sin ωt, 1 − cos ωt).
    expect: {
      at: [
        { time: 1, of: "ship.x'", value: 'thrust/2/rate*sin(rate)', tolerance: 1e-9 },
        { time: 1, of: "ship.y'", value: 'thrust/2/rate*(1 - cos(rate))', tolerance: 1e-9 },
      ],
    },
  });
  // A body that turns about its x axis, with a torque about its own y axis: ω_y = M / I t on that axis.
  const spatial = await loadScene({
    ...rocket,
    space: 3,
    bodies: {
      ship: {
        kind: 'rigid',
        mass: 1,
        inertia: [1, 1, 1],
        position: [0, 0, 0],
        angularVelocity: ['rate', 0, 0],
        orientation: ['sqrt(1/2)', 0, 0, 'sqrt(1/2)'],
      },
    },
    forces: [{ type: 'torque', on: 'ship', torque: ['thrust', 0, 0], frame: 'body' }],
    expect: { at: [{ time: 0, of: 'ship.angularVelocity.x', value: 'rate', tolerance: 1e-12 }] },
  });
  for (const scene of [planar, spatial])
    expect((await checkScene(scene)).expectations.filter(({ pass }) => !pass)).toEqual([]);
  const { world, bodies } = spatial.build();
  world.step(0.001);
  // Its x axis is the y axis of the world.
  expect((bodies.get('ship')!.body as RigidBody3D).angularVelocity[1]).toBeCloseTo(0.003, 8);
  expect(exportTypeScript(planar, 'rocket')[0]!.text).toContain(
    "constantForce(ship.point([0, 0]), [3, 0], { frame: 'body' })",
  );
  expect(exportTypeScript(spatial, 'rocket')[0]!.text).toContain("torque(ship, [3, 0, 0], { frame: 'body' })");
  await expect(
    loadScene(changed({ forces: [{ type: 'constant', on: 'bar.angle', force: 1, frame: 'body' }] })),
  ).rejects.toThrow("Options of constantForce on a scalar have no 'frame'.");
});

test('softness of a constraint, and of a class that is the scene’s own', async () => {
  const hung = (softness: object): object =>
    changed({
      bodies: { bob: { kind: 'particle', mass: 2, position: [0, -2] } },
      specs: {
        Above: { summary: 'Holds a height.', space: 2, inputs: { p: 'point' }, params: { h: 'scalar' }, C: 'p.y == h' },
      },
      constraints: { bed: { type: 'Above', on: { p: 'bob' }, params: { h: '-length' }, ...softness } },
      settings: { integrator: 'velocityStep', assemble: false, dt: 0.01, until: 10 },
    });
  // At rest a soft row gives by its compliance times the weight.
  const { build } = await loadScene(hung({ compliance: 0.01, damping: 40 }));
  const { world, bodies } = build();
  world.run({ until: 10, dt: 0.01 });
  expect((bodies.get('bob')!.body as { position: Float64Array }).position[1]).toBeCloseTo(-2 - 0.01 * 20, 6);
  // A frequency: m g / (m ω²).
  const second = (await loadScene(hung({ hertz: 'sqrt(25)/pi', dampingRatio: 1 }))).build();
  second.world.run({ until: 10, dt: 0.01 });
  expect((second.bodies.get('bob')!.body as { position: Float64Array }).position[1]).toBeCloseTo(-2 - 10 / 100, 6);
});

test('classes that were made before stand in for specs', async () => {
  const spec = { summary: 'A ring.', space: 2, inputs: { p: 'point' }, C: 'norm(p) == 2' } as const;
  const { Ring } = compile('Ring', spec);
  const document = changed({ specs: { Ring: spec }, constraints: { ring: { type: 'Ring', on: { p: 'bob' } } } });
  const { build } = await loadScene(document, { classes: { Ring } });
  expect(build().constraints.get('ring')).toBeInstanceOf(Ring);
});

test('an expectation that does not hold fails, with the worst moment', async () => {
  const scene = await loadScene(
    changed({
      expect: {
        dof: 3,
        largestC: 1e-6,
        always: [{ of: 'norm(bob)', value: 'length', tolerance: 1e-6 }],
        at: [
          { time: 0.1, of: 'bob.y', value: -0.05, tolerance: 1e-3 },
          { time: 0.05, of: "bob.y'", value: -0.5, tolerance: 1e-3 },
        ],
      },
    }),
  );
  const { expectations, pass } = await checkScene(scene);
  expect(pass).toBe(false);
  expect(expectations.map(({ of, pass: one }) => [of, one])).toEqual([
    ['dof', false],
    ['largestC', true],
    ['bob.y', true],
    ["bob.y'", true],
    ['norm(bob)', true],
  ]);
  const wrong = await loadScene(changed({ expect: { always: [{ of: 'bob.y', value: '-5 * t^2', tolerance: 1e-9 }] } }));
  const [result] = (await checkScene(wrong)).expectations;
  expect(result).toMatchObject({ pass: false });
  expect(result!.time).toBeCloseTo(0.1, 12);
});

test.each([
  ['rk4', 1e-12],
  ['dormandPrince', 1e-12],
  ['velocityStep', 6e-3],
])(
  'a time between two steps of %s is read without a trace, and so is the end of any run',
  async (integrator, tolerance) => {
    const expected = (time: string): object => ({ time, of: 'bob.y', value: '-5 * t^2', tolerance });
    const scene = await loadScene(
      changed({
        constraints: {},
        params: { length: 1, T: 'pi / 31' },
        settings: { dt: 0.01, until: 'T', integrator },
        expect: { at: [expected('0.53 * T'), expected('T')] },
      }),
    );
    const checked = await checkScene(scene, { record: true });
    expect(checked.expectations.map(({ time, pass }) => [time.toFixed(12), pass])).toEqual([
      [((0.53 * Math.PI) / 31).toFixed(12), true],
      [(Math.PI / 31).toFixed(12), true],
    ]);
    const { built, record } = await simulateScene(scene, { record: true });
    expect(checked.built.world.hash()).toBe(built.world.hash());
    expect(checked.record!.toCSV()).toBe(record!.toCSV());
  },
);

test('what a document expects is judged where it is compared, and no slider makes it a mistake', async () => {
  const document = changed({
    params: { length: { value: 1, min: 0.5, max: 2 } },
    settings: { dt: 0.01, until: 1 },
    expect: { at: [{ time: 'length', of: 'bob.x', value: 0, tolerance: 9 }] },
  });
  expect((await checkScene(await loadScene(document))).pass).toBe(true);
  const moved = await loadScene(document, { params: { length: 1.5 } });
  expect(() => moved.build()).not.toThrow();
  await expect(checkScene(moved)).rejects.toThrow('The run ends at 1 s, before 1.5 s.');
});

test('the schema is that of a scene', () => {
  const schema = sceneJSONSchema() as { required: string[]; properties: Record<string, { const?: string }> };
  expect(schema.required).toEqual(['format', 'title', 'space']);
  expect(schema.properties['format']!.const).toBe('holonomic-scene/1');
  expect(Object.keys(schema.properties)).toContain('repeat');
});

test.each([
  ['checkScene', checkScene],
  ['sceneTable', sceneTable],
  ['exportTypeScript', (scene: unknown) => exportTypeScript(scene as never, 'name')],
])('%s answers what is no scene', async (called, take) => {
  for (const scene of [undefined, null, 3, 'a.json', [], { build: () => 3 }])
    await expect((async () => take(scene as never))()).rejects.toThrow(`The scene of ${called} is `);
});

test('a field in the wrong place is not answered with its own name', async () => {
  const repeat = [{ over: { i: [1, 2] }, repeat: [] }];
  await expect(loadScene({ ...pendulum, repeat })).rejects.toSatisfy(
    (error: SpecError) => error.diagnostics[0]?.field === 'repeat[0].repeat' && error.diagnostics[0].hint === undefined,
  );
});

test('angles of hinges are read with their turns, and the torque of a motor is its lambda', async () => {
  const hinge = { a: 'arm', b: 'ground', at: [0, 0, 0], axis: [0, -1, 0] };
  const scene = await loadScene({
    ...pendulum,
    space: 3,
    bodies: { arm: { kind: 'rigid', mass: 2, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0] } },
    constraints: {
      pin: { type: 'Hinge', hinge },
      motor: { type: 'HingeMotor', hinge, driver: 'side', params: { speed: 'length' } },
    },
    energies: { spring: { type: 'HingeSpring', hinge, params: { stiffness: 0, damping: 0, restAngle: 0 } } },
    forces: [{ type: 'gravity', g: [0, 0, -10] }],
    settings: { dt: 0.01, until: 4, assemble: 'velocities' },
    expect: {
      at: ['pin', 'motor', 'spring'].flatMap((name) => [
        { time: 4, of: `${name}.angle`, value: 8, tolerance: 1e-4 },
        { time: 4, of: `${name}.angle'`, value: 2, tolerance: 1e-4 },
      ]),
      // It holds m g r cos φ, without acceleration.
      always: [{ of: 'motor.lambda', value: '10 * cos(length * t)', tolerance: 1e-2 }],
    },
  });
  const { expectations } = await checkScene(scene);
  expect(expectations.filter(({ pass }) => !pass)).toEqual([]);
  expect(() => scene.build().reading('pin.angel')).toThrow(/pin\.angle, pin\.lambda/);
});
