import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { SceneDocument } from '../../src/scene/document.js';
import { cli, project } from '../cli/support.js';
import { missingCompiler } from '../support/c-compiler.js';
import { elementsOf, fmuOf, STANDARD, STATUS, type Fmu } from '../support/fmu.js';
import { galleryScene, pairOf, relativeDifference } from '../support/mechanisms.js';
import { named, pendulum, scene } from './scenes.js';

/** A library stays open as long as this process, and so does its folder. */
let root = '';
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'holonomic-fmu-'))));
afterAll(() => rm(root, { recursive: true, force: true }));
let count = 0;
const known = new Map<string, Promise<Fmu>>();
function made(document: SceneDocument): Promise<Fmu> {
  const key = JSON.stringify(document);
  const fmu = known.get(key) ?? fmuOf(document, root, `made${count++}`);
  known.set(key, fmu);
  return fmu;
}

/** Positions of a handle along a motion. */
const handAt = (n: number): number => 0.02 * Math.sin(n / 50) + 0.0001 * n;

describe.skipIf(missingCompiler !== undefined)('an FMU with a library', () => {
  test.each(['watt', 'four-bar'])('%s takes 2,000 steps of its module in JavaScript', async (name) => {
    const document = galleryScene(name);
    const { mechanism, plan } = await pairOf(document);
    const instance = (await made(document)).instantiate()!.start();
    const statuses = new Set<number>();
    const both = (steps: number): number[] => {
      for (let n = 0; n < steps; n++) {
        mechanism.step(plan.dt);
        statuses.add(instance.step(plan.dt));
      }
      const { kinetic, potential } = mechanism.energy();
      const expected = [...mechanism.state, ...mechanism.lambda, kinetic, potential];
      expect(instance.outputs()).toEqual(expected);
      return expected;
    };
    expect(relativeDifference(both(700), both(1300))).toBeGreaterThan(1e-6);
    expect([...statuses]).toEqual([STATUS.ok]);
    expect(instance.time).toBe(mechanism.time);
  });

  test('has the parameters and handles of its module', async () => {
    const document = named();
    const { Class, plan } = await pairOf(document);
    const fmu = await made(document);
    const one = fmu.instantiate()!;
    // Handles begin where they were set, or else where the scene's own parameters have them.
    one.start();
    const mechanism = new Class();
    expect(one.get('parameters.double')).toEqual([0.5]);
    expect(one.state()).toEqual([...mechanism.state]);
    for (let n = 1; n <= 2000; n++) {
      const hand = handAt(n);
      if (n === 1000) {
        mechanism.setParameters({ INFINITY: 8 });
        one.set({ 'parameters.INFINITY': 8 });
      }
      mechanism.handles['main']![0] = hand;
      mechanism.step(plan.dt);
      one.set({ 'handles.main[1]': hand });
      one.step(plan.dt);
    }
    expect(one.state()).toEqual([...mechanism.state]);
    expect(one.get("reactions.'a-b'")).toEqual([mechanism.reactions['a-b']![0]]);
    expect(one.get('residual.C', 'residual.Cdot')).toEqual(Object.values(mechanism.residual));
    // A longer communication step is filled by whole ones, along which handles move evenly.
    const start = handAt(2000);
    for (let k = 1; k <= 4; k++) {
      mechanism.handles['main']![0] = start + 0.01 * (k / 4);
      mechanism.step((3.5 * plan.dt) / 4);
    }
    one.set({ 'handles.main[1]': start + 0.01 });
    expect(one.step(3.5 * plan.dt)).toBe(STATUS.ok);
    expect(relativeDifference([...mechanism.state], one.state())).toBeLessThan(1e-12);
  });

  test('begins with handles where they were set, and ends steps at the time that was asked for', async () => {
    const hung = (x: number): SceneDocument =>
      scene({
        bodies: { hand: { kind: 'handle', position: [x, 0] }, bob: { kind: 'particle', mass: 1, position: [1, 0] } },
        forces: [{ type: 'spring', a: 'hand', b: 'bob', stiffness: 10, damping: 3, restLength: 0.5 }],
      });
    const [there, moved] = await Promise.all(
      [0.25, 0].map(async (x) => {
        const one = (await made(hung(x))).instantiate()!;
        one.set({ 'handles.hand[1]': 0.25 });
        return one.start(0.125);
      }),
    );
    let time = 0.125;
    for (let n = 0; n < 20; n++) {
      time += 0.0325;
      for (const one of [there!, moved!]) {
        one.step(0.0325);
        expect(one.get('time')).toEqual([time]);
      }
    }
    expect(moved!.outputs()).toEqual(there!.outputs());
  });

  test('begins on the constraints of its parameters and its start time, or says that they do not hold', async () => {
    const document = galleryScene('four-bar');
    const { Class } = await pairOf(document);
    const fmu = await made(document);
    const one = fmu.instantiate()!;
    one.set({ 'parameters.rate': 3, 'parameters.crank': 0.41 });
    one.start();
    expect(one.state()).toEqual([...new Class({ rate: 3, crank: 0.41 }).state]);
    const later = fmu.instantiate()!.start(0.5);
    expect(Math.max(...later.get('residual.C', 'residual.Cdot'))).toBeLessThan(1e-9);

    const rods = await made(
      scene({
        params: { length: 1 },
        bodies: { bob: { kind: 'particle', mass: 1, position: [0, -0.8] } },
        constraints: Object.fromEntries(
          [-0.6, 0.6].map((x, i) => [
            `rod${i}`,
            { type: 'Distance', on: { a: { ground: [x, 0] }, b: 'bob' }, params: { length: 'length' } },
          ]),
        ),
      }),
    );
    const short = rods.instantiate()!;
    short.set({ 'parameters.length': 0.2 });
    expect(() => short.start()).toThrow(/the constraints do not hold near where the scene puts the bodies/);
  });

  test('goes on from a state that was kept, to the bit, as does another instance from its bytes', async () => {
    const document = galleryScene('four-bar');
    const fmu = await made(document);
    const { dt } = (await pairOf(document)).plan;
    const [one, other] = [fmu.instantiate()!.start(), fmu.instantiate({ name: 'other' })!.start()];
    const run = (instance: typeof one, steps: number): void => {
      for (let n = 0; n < steps; n++) instance.step(dt);
    };
    run(one, 300);
    // The other instance is at its own place all the while.
    const begin = other.outputs();
    const [kept, copy] = [new BigUint64Array(1), new BigUint64Array(1)];
    expect(one.call('GetFMUState', kept)).toBe(STATUS.ok);
    const at = one.time;
    run(one, 500);
    const expected = one.outputs();
    expect(other.outputs()).toEqual(begin);
    expect(one.call('SetFMUState', kept[0])).toBe(STATUS.ok);
    one.time = at;
    expect(one.get('time')).toEqual([at]);
    run(one, 500);
    expect(one.outputs()).toEqual(expected);

    const size = new BigUint64Array(1);
    expect(one.call('SerializedFMUStateSize', kept[0], size)).toBe(STATUS.ok);
    const bytes = new Uint8Array(Number(size[0]));
    expect(one.call('SerializeFMUState', kept[0], bytes, bytes.length)).toBe(STATUS.ok);
    expect(one.call('FreeFMUState', kept)).toBe(STATUS.ok);
    expect(kept[0]).toBe(0n);
    expect(other.call('DeserializeFMUState', bytes, bytes.length, copy)).toBe(STATUS.ok);
    expect(other.call('SetFMUState', copy[0])).toBe(STATUS.ok);
    other.time = at;
    run(other, 500);
    expect(other.outputs()).toEqual(expected);
    expect(other.call('FreeFMUState', copy)).toBe(STATUS.ok);
    bytes[0]! ^= 1;
    expect(other.call('DeserializeFMUState', bytes, bytes.length, copy)).toBe(STATUS.error);
    for (const instance of [one, other]) instance.free();
  });

  test('two of them at once, of one library and of two, are as each is alone', async () => {
    const documents = [pendulum, named()];
    const fmus = await Promise.all(documents.map((document) => made(document)));
    const alone = fmus.map((fmu) => {
      const instance = fmu.instantiate()!.start();
      for (let n = 0; n < 200; n++) instance.step(0.002);
      return instance.outputs();
    });
    const all = fmus.flatMap((fmu) => [fmu.instantiate()!.start(), fmu.instantiate({ name: 'two' })!.start()]);
    for (let n = 0; n < 200; n++) for (const instance of all) instance.step(0.002);
    expect(all.map((instance) => instance.outputs())).toEqual([alone[0], alone[0], alone[1], alone[1]]);
  });
});

describe.skipIf(missingCompiler !== undefined)('an FMU says what is wrong', () => {
  let fmu: Fmu;
  beforeAll(async () => void (fmu = await made(named())));

  test.each([
    ['a name', { name: '' }, 'the instance has no name'],
    ['a name of blanks', { name: ' \t' }, 'the instance has no name'],
    ['a name that is none', { name: null }, 'the instance has no name'],
    ['a token', { token: 'other' }, 'the token is that of another description'],
    ['a mode that it does not have', { hasEvents: true }, 'there is no Event Mode'],
  ])('of %s', (_, given, message) => {
    expect(fmu.instantiate(given)).toBeUndefined();
    expect(fmu.lastMessages).toEqual([expect.stringContaining(message)]);
    expect(fmu.lastMessages[0]).toMatch(/^3 logStatusError fmi3InstantiateCoSimulation: /);
    expect(fmu.instantiate({ ...given, logs: false })).toBeUndefined();
    expect(fmu.lastMessages).toEqual([]);
  });

  test('of calls in the wrong order', () => {
    const { error } = STATUS;
    const init = ['EnterInitializationMode', false, 0, 0, false, 0] as const;
    const step = ['DoStep', 0, 0.1, true, ...[1, 2, 3].map(() => new Uint8Array(1)), new Float64Array(1)] as const;
    const wrong: [before: (readonly [string, ...unknown[]])[], call: readonly [string, ...unknown[]], mode: string][] =
      [
        [[], ['ExitInitializationMode'], 'Instantiated'],
        [[], step, 'Instantiated'],
        [[], ['Terminate'], 'Instantiated'],
        [[init], init, 'Initialization Mode'],
        [[init], step, 'Initialization Mode'],
        [[init, ['ExitInitializationMode']], init, 'Step Mode'],
        [[init, ['ExitInitializationMode']], ['ExitInitializationMode'], 'Step Mode'],
        [[init, ['ExitInitializationMode'], ['Terminate']], step, 'Terminated'],
        [[init, ['ExitInitializationMode'], ['Terminate']], ['Terminate'], 'Terminated'],
      ];
    for (const [before, [name, ...given], mode] of wrong) {
      const one = fmu.instantiate()!;
      for (const [own, ...others] of before) expect(one.call(own, ...others)).toBe(STATUS.ok);
      expect([name, one.call(name, ...given)]).toEqual([name, error]);
      expect(one.messages).toEqual([`3 logStatusError fmi3${name}: not in this mode, which is ${mode}.`]);
      // It is over with this instance, until it is reset.
      expect(one.call(...init)).toBe(error);
      expect(one.call('Reset')).toBe(STATUS.ok);
      expect(one.start().step(0.01)).toBe(STATUS.ok);
      one.free();
    }
  });

  test('of value references, and of what cannot be set', () => {
    const values = new Float64Array(2);
    const count = fmu.references.size;
    const wrong: [string, ...unknown[]][] = [
      ['GetFloat64', new Uint32Array([count]), 1, values, 1],
      ['SetFloat64', new Uint32Array([count]), 1, values, 1],
      ['GetFloat64', new Uint32Array([2 ** 32 - 1]), 1, values, 1],
      ['GetFloat64', new Uint32Array([0, 1]), 2, values, 1],
      ['GetFloat64', null, 1, values, 1],
      ['SetFloat64', new Uint32Array([1]), 1, null, 1],
      ...['time', 'parameters.double', 'bodies.int.position[1]', 'energy.kinetic', 'watch.C'].map(
        (name): [string, ...unknown[]] => ['SetFloat64', new Uint32Array([fmu.references.get(name)!]), 1, values, 1],
      ),
      ['GetInt32', new Uint32Array([0]), 1, values, 1],
      ['GetOutputDerivatives', null, 0, null, null, 0],
      ['GetFMUState', null],
      ['SetFMUState', null],
      ['DeserializeFMUState', new Uint8Array(8), 8, new BigUint64Array(1)],
    ];
    for (const [name, ...given] of wrong) {
      const one = fmu.instantiate()!.start();
      expect([name, given, one.call(name, ...given)]).toEqual([name, given, STATUS.error]);
      expect(one.messages).toEqual([expect.stringMatching(new RegExp(`^3 logStatusError fmi3${name}: `))]);
      one.free();
    }
    const time = fmu.instantiate()!.start();
    time.set({ time: 1 });
    expect(time.messages).toEqual(['3 logStatusError fmi3SetFloat64: #0# (time) cannot be set.']);
    const one = fmu.instantiate()!.start();
    expect(one.call('GetInt32', null, 0, null, 0)).toBe(STATUS.ok);
    expect(one.messages).toEqual([]);
  });

  test('of values outside of a range, and changes nothing', () => {
    const one = fmu.instantiate()!.start();
    one.step(0.01);
    const before = one.outputs();
    const wrong = { 'parameters.y0': 7, 'parameters.errno': NaN, 'handles.main[1]': Infinity, 'limits.C': -1 };
    for (const [name, value] of Object.entries(wrong)) {
      expect([name, one.set({ 'parameters.INFINITY': 5, [name]: value })]).toEqual([name, STATUS.discard]);
      expect(one.messages.at(-1)).toContain(`#${fmu.references.get(name)!}# (${name})`);
    }
    expect(one.get('parameters.y0', 'parameters.INFINITY', 'limits.C')).toEqual([1, 9.81, 1e-2]);
    expect(one.outputs()).toEqual(before);
    expect(one.step(0.01)).toBe(STATUS.ok);
  });

  test('of times and steps that are none', () => {
    const flags = [1, 2, 3].map(() => new Uint8Array(1));
    for (const [from, span, message] of [
      [0, 0, 'no step is 0 s long'],
      [0, -0.1, 'no step is -0.1 s long'],
      [0, NaN, 'no step is'],
      [0, Infinity, 'no step is inf s long'],
      [0.1, 0.1, 'the time is 0 s'],
      [0.9, 0.2, 'the time is 0 s'],
      [NaN, 0.2, 'the time is 0 s'],
      [0, 1.5, 'the simulation ends at 1 s'],
    ] as const) {
      const one = fmu.instantiate()!;
      one.call('EnterInitializationMode', false, 0, 0, true, 1);
      one.call('ExitInitializationMode');
      expect(one.call('DoStep', from, span, true, ...flags, new Float64Array(1))).toBe(STATUS.error);
      expect(one.messages).toEqual([expect.stringContaining(message)]);
      one.free();
    }
    const one = fmu.instantiate()!;
    expect(one.call('EnterInitializationMode', false, 0, NaN, false, 0)).toBe(STATUS.error);
  });

  test('only in the categories that are asked for', () => {
    const one = fmu.instantiate()!.start();
    expect(one.call('SetDebugLogging', false, 1, ['logStatusDiscard'])).toBe(STATUS.ok);
    expect(one.set({ 'parameters.y0': 7 })).toBe(STATUS.discard);
    expect(one.messages).toEqual([]);
    expect(one.call('SetDebugLogging', true, 0, null)).toBe(STATUS.ok);
    expect(one.set({ 'parameters.y0': 7 })).toBe(STATUS.discard);
    expect(one.messages).toHaveLength(1);
    expect(one.call('SetDebugLogging', true, 1, ['logEverything'])).toBe(STATUS.error);
    expect(one.messages).toHaveLength(2);
    const two = fmu.instantiate({ logs: false })!.start();
    expect(two.set({ 'parameters.y0': 7 })).toBe(STATUS.discard);
    expect(two.call('SetDebugLogging', true, 1, ['logStatusDiscard'])).toBe(STATUS.ok);
    expect(two.call('ExitInitializationMode')).toBe(STATUS.error);
    expect(two.messages).toEqual([]);
  });
});

describe.skipIf(missingCompiler !== undefined)('the watch', () => {
  test('discards a step that goes wrong, and leaves the instance where it was', async () => {
    // At the step of its document the top diverges; shorter ones go well.
    const document = galleryScene('heavy-top');
    const fmu = await made(document);
    const { dt } = (await pairOf(document)).plan;
    const one = fmu.instantiate()!.start();
    const before = one.outputs();
    expect(one.step(40 * dt)).toBe(STATUS.discard);
    expect(one.messages).toEqual([
      expect.stringMatching(/^2 logStatusDiscard fmi3DoStep: from 0 s \w+ becomes .*, beyond #\d+# \(limits\.\w+\)\.$/),
    ]);
    expect(one.outputs()).toEqual(before);
    for (let n = 0; n < 400; n++) one.step(dt / 20);
    expect(one.time).toBeCloseTo(20 * dt, 12);
    // Without limits, what is no number is discarded nevertheless.
    one.set({ 'limits.leastPivot': 0, 'limits.C': Infinity, 'limits.accuracy': Infinity });
    const there = one.outputs();
    let status: number = STATUS.ok;
    for (let n = 0; n < 1000 && status === STATUS.ok; n++) status = one.step(dt);
    expect(status).toBe(STATUS.discard);
    expect(one.messages.at(-1)).toContain('the state leaves the numbers');
    expect(one.outputs().every(Number.isFinite)).toBe(true);
    expect(there.every(Number.isFinite)).toBe(true);
  });

  test.each([
    ['leastPivot', { 'limits.leastPivot': 2 }],
    ['C', { 'limits.C': 1e-15 }],
    ['accuracy', { 'limits.accuracy': 1e-15 }],
  ])('has a limit of its own for %s', async (name, limits) => {
    const one = (await made(pendulum)).instantiate()!.start();
    for (let n = 0; n < 100; n++) expect(one.step(0.0025)).toBe(STATUS.ok);
    expect(one.set(limits)).toBe(STATUS.ok);
    expect(one.step(0.0025)).toBe(STATUS.discard);
    expect(one.messages.at(-1)).toContain(` ${name} becomes `);
  });

  test('holds the worst of a communication step', async () => {
    const one = (await made(pendulum)).instantiate()!.start();
    const two = (await made(pendulum)).instantiate()!.start();
    const worst = [1, 0, 0, 0];
    for (let n = 0; n < 8; n++) {
      one.step(0.0025);
      one.get('watch.leastPivot', 'watch.C', 'watch.Cdot', 'watch.accuracy').forEach((x, i) => {
        worst[i] = i === 0 ? Math.min(worst[i]!, x) : Math.max(worst[i]!, x);
      });
    }
    expect(two.step(8 * 0.0025)).toBe(STATUS.ok);
    const last = two.get('watch.leastPivot', 'watch.C', 'watch.Cdot', 'watch.accuracy');
    expect(relativeDifference(worst, last)).toBeLessThan(1e-14);
    expect(worst[3]).toBeGreaterThan(0);
  });
});

/** A rotor that a torque turns, with a load on its pin; and a linkage that hangs on a pin by a spring. */
const STIFFNESS = 40;
const REST = 0.3;
const motorParts = {
  bodies: {
    rotor: { kind: 'rigid', mass: 1, inertia: 0.2, position: [0, 0], points: { axle: [0, 0], pin: [0.25, 0] } },
    pin: { kind: 'particle', mass: 0.1, position: [0.25, 0] },
  },
  constraints: {
    axle: { type: 'Coincident', on: { a: { ground: [0, 0] }, b: 'rotor.axle' } },
    joint: { type: 'Coincident', on: { a: 'rotor.pin', b: 'pin' } },
  },
  forces: [{ type: 'torque', on: 'rotor', torque: 0.3 }],
} as const;
const linkageParts = {
  bodies: {
    A: { kind: 'particle', mass: 0.5, position: [0.5, 0.3] },
    B: { kind: 'particle', mass: 0.5, position: [1, 0.6] },
  },
  constraints: {
    coupler: { type: 'Distance', on: { a: 'A', b: 'B' }, params: { length: Math.hypot(0.5, 0.3) } },
    rocker: { type: 'Distance', on: { a: { ground: [1, 0] }, b: 'B' }, params: { length: 0.6 } },
  },
  spring: { type: 'spring', a: 'pin', b: 'A', stiffness: STIFFNESS, restLength: REST },
  gravity: { type: 'constant', on: 'A', force: [0, -2] },
} as const;

describe.skipIf(missingCompiler !== undefined)('FMUs that are coupled', () => {
  test('converge with order 1 to the mechanism that both of them are', async () => {
    const settings = { dt: 0.0005 };
    const { bodies, constraints, spring, gravity } = linkageParts;
    const motor = await made(
      scene({
        ...motorParts,
        settings,
        params: { fx: 0, fy: 0 },
        forces: [...motorParts.forces, { type: 'constant', on: 'pin', force: ['fx', 'fy'] }],
      }),
    );
    const linkage = await made(
      scene({
        settings,
        bodies: { pin: { kind: 'handle', position: [0.25, 0] }, ...bodies },
        constraints,
        forces: [spring, gravity],
      }),
    );
    const whole = scene({
      settings,
      bodies: { ...motorParts.bodies, ...bodies },
      constraints: { ...motorParts.constraints, ...constraints },
      forces: [...motorParts.forces, spring, gravity],
    });
    const UNTIL = 1;
    const { mechanism } = await pairOf(whole);
    for (let n = 0; n < UNTIL / settings.dt; n++) mechanism.step(settings.dt);
    const expected = ['pin', 'A', 'B'].flatMap((name) => [...mechanism.position(name)]);
    const errors = [0.02, 0.01, 0.005, 0.0025].map((span) => {
      const [turning, hanging] = [motor.instantiate()!.start(), linkage.instantiate()!.start()];
      for (let n = 0; n < Math.round(UNTIL / span); n++) {
        const [x, y] = turning.get('bodies.pin.position[1]', 'bodies.pin.position[2]') as [number, number];
        const [ax, ay] = hanging.get('bodies.A.position[1]', 'bodies.A.position[2]') as [number, number];
        const length = Math.hypot(ax - x, ay - y);
        const tension = (STIFFNESS * (length - REST)) / length;
        turning.set({ 'parameters.fx': tension * (ax - x), 'parameters.fy': tension * (ay - y) });
        hanging.set({ 'handles.pin[1]': x, 'handles.pin[2]': y });
        expect([turning.step(span), hanging.step(span)]).toEqual([STATUS.ok, STATUS.ok]);
      }
      const found = [
        ...turning.get('bodies.pin.position[1]', 'bodies.pin.position[2]'),
        ...hanging.get('bodies.A.position[1]', 'bodies.A.position[2]', 'bodies.B.position[1]', 'bodies.B.position[2]'),
      ];
      return Math.max(...found.map((x, i) => Math.abs(x - expected[i]!)));
    });
    expect(errors[0]).toBeLessThan(0.1);
    errors.slice(1).forEach((error, i) => {
      const order = Math.log2(errors[i]! / error);
      expect([i, order > 0.8 && order < 1.2, order]).toEqual([i, true, order]);
    });
  });
});

describe.skipIf(missingCompiler !== undefined)('a library', () => {
  test('exports each function of the standard, and those of the mechanism to nobody', async () => {
    const { library, description } = await made(pendulum);
    const header = readFileSync(join(STANDARD, 'fmi3Functions.h'), 'utf8');
    const names = [...header.matchAll(/^FMI3_Export \w+ +(fmi3\w+);/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(60);
    for (const name of names) expect(() => library.func(name, 'int', []) as unknown, name).not.toThrow();
    const { modelIdentifier } = elementsOf(description, 'CoSimulation')[0]!;
    for (const name of ['init', 'step', 'energy'])
      expect(() => library.func(`${modelIdentifier!}_${name}`, 'int', []) as unknown, name).toThrow();
  });

  test('is the same each time', async () => {
    const folder = await project({ 'pendulum.json': JSON.stringify(pendulum) });
    const run = (): ReturnType<typeof cli> => cli(folder, 'mechanism', 'pendulum.json', '--target', 'fmu');
    expect((await run()).stdout).toMatch(/written +pendulum\.fmu[^]*sources, and a library for \w+-linux/);
    expect((await run()).stdout).toMatch(/unchanged +pendulum\.fmu/);
  });
});
