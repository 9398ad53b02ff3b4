import { describe, expect, test } from 'vitest';
import { compileMechanism, evaluate, type MechanismClass } from '../../src/mechanism/compile.js';
import { mechanism, provenProgram } from '../../src/mechanism/index.js';
import { planScene, stateOfWorld } from '../../src/mechanism/plan/plan.js';
import { SpecError } from '../../src/diagnostics/index.js';
import { galleryScene, pairOf, relativeDifference, textOf } from '../support/mechanisms.js';
import { complaintsOf } from '../support/type-check.js';
import { double, pendulum, scene } from './scenes.js';
import { inFull } from '../support/scope.js';

const GRAVITY = [{ type: 'gravity', g: [0, -9.81] }];

describe('steps as the world does, to the bit', () => {
  test.each([
    ['pendulum', pendulum],
    ['double pendulum', double],
    ['four-bar', galleryScene('four-bar')],
    ['skate', galleryScene('skate')],
  ])('%s', async (_, document) => {
    const { mechanism: made, built, plan, difference } = await pairOf(document);
    for (let n = 0; n < 1000; n++) {
      made.step(plan.dt);
      built.world.step(plan.dt);
      expect(difference()).toBe(0);
    }
    expect(made.time).toBe(built.world.time);
    plan.constraints.forEach(({ name }) => {
      expect([...made.reactions[name]!]).toEqual(
        [...[built.constraints.get(name)!.lambda].flat()].flatMap((x) => [...x]),
      );
    });
    const { kinetic, potential } = built.world.energy();
    expect(made.energy().kinetic).toBeCloseTo(kinetic, 13);
    expect(made.energy().potential).toBeCloseTo(potential, 13);
  });
});

test('parameters are inputs, whatever their values: a zero is not structure', async () => {
  // Both are 0 where the code is made.
  const document = scene({
    params: { wind: 0, drop: 0 },
    bodies: { stone: { kind: 'particle', mass: 2, position: [0, 0] } },
    forces: [
      { type: 'gravity', g: ['wind', '-drop'] },
      { type: 'drag', coefficient: 'wind' },
    ],
  });
  const { Class } = await pairOf(document);
  const made = new Class({ drop: 10 });
  for (let n = 0; n < 100; n++) made.step(0.01);
  // y = −g t²/2
  expect(made.bodies['stone']!['position']![1]).toBeCloseTo(-5, 12);
  made.setParameters({ wind: 1 });
  expect(made.parameters).toEqual({ wind: 1, drop: 10 });
  for (let n = 0; n < 100; n++) made.step(0.01);
  // ẍ = g − (c/m) ẋ: x = g m/c (t − m/c (1 − e^(−c t/m)))
  expect(made.bodies['stone']!['position']![0]).toBeCloseTo(2 * (1 - 2 * (1 - Math.exp(-0.5))), 10);
});

test('parameters that are formulas follow others, unless they are given', async () => {
  const document = scene({
    params: { base: { value: 3, min: 1, max: 5 }, height: 4, rod: 'sqrt(base^2 + height^2)', twice: '2 * rod' },
    bodies: { bob: { kind: 'particle', mass: 1, position: ['base', '-height'] } },
    constraints: { rod1: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'bob' }, params: { length: 'rod' } } },
    forces: GRAVITY,
  });
  const { Class } = await pairOf(document);
  const made = new Class({ base: 2 });
  expect(made.parameters).toEqual({ base: 2, height: 4, rod: Math.sqrt(20), twice: 2 * Math.sqrt(20) });
  expect([...made.state]).toEqual([2, -4, 0, 0]);
  expect(made.residual.C).toBeLessThan(1e-15);
  made.setParameters({ rod: 7 });
  expect(made.parameters['twice']).toBe(14);
  made.setParameters({ base: 3 });
  expect(made.parameters['rod']).toBe(7);
  expect(() => new Class({ base: 6 })).toThrow('The parameter "base" is 6; it must be a number from 1 to 5.');
  expect(() => {
    made.setParameters({ base: NaN });
  }).toThrow(RangeError);
  expect(() => new Class({ bass: 2 })).toThrow('There is no parameter "bass"; there are: base, height, rod, twice.');
  expect(() => made.step(0)).toThrow('A step is a positive number of seconds, not 0.');
  expect(() => made.steps(new Float64Array(3), 1, 1, 0.1)).toThrow(
    'The states are a Float64Array of at least 4 numbers.',
  );
});

test.each(['ts', 'wasm'] as const)('bodies begin on the constraints of other parameters, in %s', async (target) => {
  const document = galleryScene('four-bar');
  const program = provenProgram(document, 'rk4');
  const { Class } = await evaluate(await textOf(program, target));
  const plan = planScene(document);
  for (const params of [{ rate: 3 }, { crank: 0.41, frame: 1.1, rate: 2.5 }]) {
    const made = new Class(params);
    const expected = stateOfWorld(plan, plan.again(params, true).build());
    expect(relativeDifference(expected, made.state)).toBeLessThan(1e-8);
    expect(made.residual.C).toBeLessThan(1e-10);
    expect(made.residual.Cdot).toBeLessThan(1e-9);
    // 187 N where it starts from rest.
    made.step(1 / 1000);
    expect(Math.max(...made.reactions['motor']!.map(Math.abs))).toBeLessThan(10);
  }
});

test('lengths that nothing fits are refused where bodies would begin, and states of your own are not', async () => {
  const document = scene({
    params: { left: 1, right: 1 },
    bodies: { bob: { kind: 'particle', mass: 1, position: [0, -0.8] } },
    constraints: {
      rod1: { type: 'Distance', on: { a: { ground: [-0.6, 0] }, b: 'bob' }, params: { length: 'left' } },
      rod2: { type: 'Distance', on: { a: { ground: [0.6, 0] }, b: 'bob' }, params: { length: 'right' } },
    },
    forces: GRAVITY,
  });
  const { Class } = await pairOf(document);
  expect(new Class({ left: 1.1 }).residual.C).toBeLessThan(1e-10);
  expect(() => new Class({ left: 0.1, right: 0.2 })).toThrow(
    new RangeError(
      'With these parameters, the constraints do not hold near where the scene puts the bodies. ' +
        "Begin with the scene's parameters, and set those and a state that fits.",
    ),
  );
  expect(() => Class.steps(new Float64Array(4), 1, 1, 0.01, { left: 0.1, right: 0.2 })).not.toThrow();
});

test('many states take the same steps as one', async () => {
  const { Class, plan } = await pairOf(double);
  const one = new Class();
  const ns = one.state.length;
  const states = new Float64Array(3 * ns);
  for (let k = 0; k < 3; k++) states.set(one.state, k * ns);
  states[2 * ns + plan.nq] = 0.5;
  const worst = one.steps(states, 3, 50, 0.0025);
  expect(one.time).toBe(0);
  for (let n = 0; n < 50; n++) one.step(0.0025);
  expect([...states.subarray(0, ns)]).toEqual([...one.state]);
  expect([...states.subarray(ns, 2 * ns)]).toEqual([...one.state]);
  expect([...states.subarray(2 * ns)]).not.toEqual([...one.state]);
  expect(worst.isFinite).toBe(true);
  expect(worst.leastPivot).toBeLessThan(1);
});

test('handles move at constant velocity during a step, as those of a world', async () => {
  const document = scene({
    bodies: {
      hand: { kind: 'handle', position: [0, 0] },
      bob: { kind: 'particle', mass: 1, position: [0, -1] },
    },
    constraints: { rod: { type: 'Distance', on: { a: 'hand', b: 'bob' }, params: { length: 1 } } },
    forces: GRAVITY,
  });
  const { mechanism: made, built, difference } = await pairOf(document);
  const hand = built.bodies.get('hand')!.body as { moveTo(x: readonly number[]): void };
  for (let n = 1; n <= 400; n++) {
    const place = [0.3 * Math.sin(0.02 * n), 0.01 * Math.floor(n / 7)];
    hand.moveTo(place);
    made.handles['hand']!.set(place);
    built.world.step(0.0025);
    made.step(0.0025);
    expect(difference()).toBe(0);
  }
});

test('a handle begins where the parameters have it', async () => {
  const document = scene({
    params: { x: 0.5, high: 'x / 2' },
    bodies: {
      hand: { kind: 'handle', position: ['x', 'high'] },
      bob: { kind: 'particle', mass: 1, position: ['x + 0.6', 'high - 0.8'] },
    },
    constraints: { rod: { type: 'Distance', on: { a: 'hand', b: 'bob' }, params: { length: 1 } } },
    forces: GRAVITY,
  });
  const { Class, plan } = await pairOf(document);
  for (const params of [{}, { x: 0.7 }]) {
    const made = new Class(params);
    const { world, bodies } = plan.again(params, true).build();
    const { position } = bodies.get('bob')!.body as { readonly position: Float64Array };
    const { x, high } = made.parameters;
    expect([...made.handles['hand']!]).toEqual([x, high]);
    for (let n = 0; n < 100; n++) {
      made.step(0.0025);
      world.step(0.0025);
    }
    expect(relativeDifference(position, made.position('bob'))).toBeLessThan(1e-14);
  }
});

test('an infinite mass stays at rest, and gravity does not move it', async () => {
  const document = scene({
    bodies: {
      anvil: { kind: 'rigid', mass: 'infinite', inertia: 'infinite', position: [0, 0] },
      bob: { kind: 'particle', mass: 1, position: [1, 0] },
    },
    constraints: { rod: { type: 'Distance', on: { a: 'anvil', b: 'bob' }, params: { length: 1 } } },
    forces: GRAVITY,
  });
  const { mechanism: made, built, difference } = await pairOf(document);
  for (let n = 0; n < 200; n++) {
    made.step(0.0025);
    built.world.step(0.0025);
  }
  expect([...made.bodies['anvil']!['position']!, ...made.bodies['anvil']!['velocity']!]).toEqual([0, 0, 0, 0]);
  expect(difference()).toBeLessThan(1e-14);
});

test('two ground points and names that are words of the language keep apart', async () => {
  const document = scene({
    params: { y0: 1, Math: 0.5 },
    bodies: {
      let: { kind: 'particle', mass: 1, position: [1, 0] },
      t: { kind: 'particle', mass: 1, position: [0, 2] },
      'a-b': { kind: 'particle', mass: 1, position: [3, 'Math'] },
      a_b: { kind: 'particle', mass: 1, position: [4, 0] },
    },
    constraints: {
      break: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'let' }, params: { length: 'y0' } },
      second: { type: 'Distance', on: { a: { ground: [0, 1] }, b: 't' }, params: { length: 1 } },
      third: { type: 'Distance', on: { a: 'a-b', b: 'a_b' }, params: { length: 'sqrt(1 + Math^2)' } },
    },
    forces: GRAVITY,
  });
  const { mechanism: made, built, difference } = await pairOf(document);
  for (let n = 0; n < 100; n++) {
    made.step(0.0025);
    built.world.step(0.0025);
  }
  expect(difference()).toBeLessThan(1e-14);
});

describe('the watch', () => {
  test('sees a state that is no number, though x − x and products with 0 hide it', async () => {
    const { mechanism: made } = await pairOf(pendulum);
    expect(made.step(0.0025).isFinite).toBe(true);
    made.state[1] = Infinity;
    expect(made.step(0.0025).isFinite).toBe(false);
  });

  test('reports steps that are too long, and rows that are about to depend on others', async () => {
    const { mechanism: made } = await pairOf(pendulum);
    const fine = made.step(0.0025).accuracy!;
    expect(made.step(0.1).accuracy).toBeGreaterThan(1e3 * fine);
    const { Class } = await pairOf(double);
    expect(new Class().step(0.0025).leastPivot).toBeGreaterThan(0.1);
  });

  test('reports the error of constraints at the beginning of the step', async () => {
    const { mechanism: made } = await pairOf(pendulum);
    made.state[0] = 1.25;
    expect(made.residual).toEqual({ C: 0.25, Cdot: 0 });
    expect(made.step(0.0025).C).toBe(0.25);
  });
});

describe('the module', () => {
  test('imports nothing, and is the same each time', async () => {
    const { files } = await mechanism(galleryScene('four-bar'), {
      step: 'rk4',
      name: 'FourBar',
      source: 'four-bar.json',
    });
    expect(Object.keys(files)).toEqual(['four-bar.ts']);
    const text = files['four-bar.ts']!;
    expect(text).not.toMatch(/\bimport\b/);
    expect(text).toContain('export class FourBar {');
    expect(text).toContain('// Source: four-bar.json');
    const again = await mechanism(galleryScene('four-bar'), { step: 'rk4', name: 'FourBar', source: 'four-bar.json' });
    expect(again.files).toEqual(files);
  });

  test('has the names of the document in its types', async () => {
    const text = (await mechanism(pendulum, { step: 'rk4' })).files['pendulum.ts'] as string;
    expect(text).toContain('/** m, from 0.1 to 2 */');
    expect(text).toContain("reactions: Readonly<Record<'rod', Float64Array>> = { rod: this.lambda.subarray(0, 1) }");
    const { Class } = await evaluate(text);
    expect(Class.name).toBe('Pendulum');
  });

  inFull('in JavaScript is the same program, with its types beside it', async () => {
    const { files } = await mechanism(pendulum, { target: 'js', gradient: true });
    const [code, types] = ['pendulum.js', 'pendulum.d.ts'].map((name) => files[name] as string);
    const url = `data:text/javascript;base64,${Buffer.from(code!).toString('base64')}`;
    const { Pendulum } = (await import(/* @vite-ignore */ url)) as { Pendulum: MechanismClass };
    const { Class } = await pairOf(pendulum, true);
    const [one, other] = [new Pendulum({ length: 0.5 }), new Class({ length: 0.5 })];
    for (let n = 0; n < 100; n++) expect(one.step(0.0025)).toEqual(other.step(0.0025));
    expect(one.state).toEqual(other.state);
    expect(types).toContain('setParameters(parameters: Partial<PendulumParameters>): void;');
    expect(types).toContain("position(name: 'bob'): Float64Array;");
    // What compilers of consumers make of them.
    const user = `import { Pendulum } from './pendulum.js';
      const made = new Pendulum({ length: 0.5 });
      export const x: number = made.position('bob')[0]! + made.gradient(1, 0.1, () => undefined).parameters.mass;
      // @ts-expect-error -- there is no such body
      made.position('bib');
      // @ts-expect-error -- nor such a parameter
      Pendulum.steps(new Float64Array(4), 1, 1, 0.1, { long: 1 });`;
    expect(await complaintsOf({ 'pendulum.d.ts': types!, 'user.ts': user })).toBe('');
  });
});

describe('a class in memory', () => {
  test.each(['js', 'wasm'] as const)('takes the steps of the module, with target %s', async (target) => {
    const { Class } = await pairOf(double);
    const Compiled = await compileMechanism(double, { target });
    const [one, other] = [new Compiled(), new Class()];
    for (let n = 0; n < 100; n++) expect(one.step(0.0025)).toEqual(other.step(0.0025));
    expect(one.state).toEqual(other.state);
    expect([...one.position('q')]).toEqual([...one.bodies['q']!['position']!]);
    // Steps of the class are those of a mechanism that has not moved.
    const [states, others] = [one.state.slice(), one.state.slice()];
    expect(Compiled.steps(states, 1, 20, 0.0025)).toEqual(new Class().steps(others, 1, 20, 0.0025));
    expect(states).toEqual(others);
  });

  test('has the gradients that are asked for, and other parameters', async () => {
    const Compiled = await compileMechanism(pendulum, { gradient: true });
    const made = new Compiled({ length: 0.5 });
    const { parameters } = made.gradient(10, 0.0025, (_, step) => (step === 10 ? [1, 0, 0, 0] : undefined));
    expect(Object.keys(parameters)).toEqual(['length', 'mass', 'g']);
    const states = made.state.slice();
    Compiled.steps(states, 1, 5, 0.0025, { length: 0.5 });
    const again = new Compiled({ length: 0.5 });
    for (let n = 0; n < 5; n++) again.step(0.0025);
    expect(states).toEqual(again.state);
    expect(() => Compiled.steps(states, 1, 5, 0.0025, { length: 5 })).toThrow(RangeError);
  });

  test('refuses what a module refuses, and other targets', async () => {
    await expect(compileMechanism(pendulum, { target: 'c' } as never)).rejects.toThrow("'js' or 'wasm'");
    await expect(compileMechanism(galleryScene('rope'))).rejects.toThrow(SpecError);
  });
});
