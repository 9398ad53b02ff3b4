import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isRecord } from '../../src/diagnostics/arguments.js';
import { SpecError } from '../../src/diagnostics/index.js';
import { loadModule } from '../../src/modules/load-module.js';
import { mechanism } from '../../src/mechanism/index.js';
import { stateOfWorld } from '../../src/mechanism/plan/plan.js';
import type { SceneDocument } from '../../src/scene/document.js';
import { cli, project } from '../cli/support.js';
import { WRONG } from '../runtime/abuse/wrong-values.js';
import { missingCompiler } from '../support/c-compiler.js';
import { runInC } from '../support/mechanism-in-c.js';
import { fastClassOf, pairOf, relativeDifference } from '../support/mechanisms.js';
import { pendulum, scene } from './scenes.js';
import { inFull } from '../support/scope.js';

const BOB = { kind: 'particle', mass: 1, position: [1, 0] } as const;
const free = scene({ bodies: { bob: BOB } });
const rod = (rest: object): SceneDocument =>
  scene({
    bodies: { bob: BOB },
    constraints: { rod: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'bob' }, params: { length: 1 }, ...rest } },
  });
const chain = (length: number, space: 2 | 3 = 2): SceneDocument => {
  const [, ...flat] = new Array<number>(space).fill(0);
  const links = Array.from({ length }, (_, i) => i);
  const before = (i: number): unknown => (i === 0 ? { ground: [0, ...flat] } : `b${i - 1}`);
  return scene({
    space,
    bodies: Object.fromEntries(links.map((i) => [`b${i}`, { ...BOB, position: [i + 1, ...flat] }])),
    constraints: Object.fromEntries(
      links.map((i) => [`r${i}`, { type: 'Distance', on: { a: before(i), b: `b${i}` }, params: { length: 1 } }]),
    ),
    forces: [{ type: 'gravity', g: [...flat, -9.81] }],
  });
};

/** A body in space whose principal axes are those of a parameter. */
const skew: SceneDocument = {
  format: 'holonomic-scene/1',
  title: 'A test',
  space: 3,
  settings: { integrator: 'velocityStep' },
  params: { c: 0.1 },
  bodies: {
    plate: {
      kind: 'rigid',
      mass: 1,
      position: [0, 0, 0],
      inertia: [
        [1, 'c', 0],
        ['c', 1.5, 0],
        [0, 0, 2],
      ],
    },
  },
};
/** Values whose fields can be read, wrong as they may be. */
const VALUES = Object.entries(WRONG).filter(([name]) => !/throws|revoked/.test(name));

/** The error that a call throws, with its codes and its text. */
async function errorOf(given: unknown, options?: unknown): Promise<{ codes: (string | undefined)[]; text: string }> {
  try {
    await mechanism(given, options as never);
  } catch (error) {
    expect(error).toBeInstanceOf(SpecError);
    const { diagnostics, message } = error as SpecError;
    return { codes: diagnostics.map(({ code }) => code), text: message };
  }
  return { codes: [], text: 'no error' };
}

describe('mechanism() says what is wrong', () => {
  /** Values that are right for an option after all. */
  const FINE: Readonly<Record<string, readonly string[]>> = { source: ['text'], gradient: ['boolean'] };

  test.each(['target', 'step', 'name', 'source', 'gradient'])(
    'of the option %s, whatever its value',
    async (option) => {
      for (const [name, value] of VALUES) {
        if (value === undefined || FINE[option]?.includes(name) === true) continue;
        const { codes, text } = await errorOf(free, { [option]: value });
        expect([name, codes]).toEqual([name, ['E_OPTION']]);
        expect(text).toContain(`The option "${option}" of mechanism is`);
      }
    },
  );

  test('of options that are none, and of names of options', async () => {
    for (const [name, value] of VALUES) {
      // An object without fields has no option that could be wrong.
      if (value === undefined || (isRecord(value) && Object.keys(value).length === 0)) continue;
      expect([name, new Set((await errorOf(free, value)).codes)]).toEqual([name, new Set(['E_OPTION'])]);
    }
    expect((await errorOf(free, { tarket: 'c' })).text).toContain('did you mean "target"?');
    for (const name of ['fourBar', 'Four Bar', 'Ä', 'Watch', 'WebAssembly', 'NULL', 'FILE', '9'])
      expect((await errorOf(free, { name })).codes).toEqual(['E_OPTION']);
  });

  test('of documents that are none', async () => {
    for (const [name, value] of VALUES) {
      const { codes } = await errorOf(value);
      expect([name, new Set(codes)]).toEqual([name, new Set(['E_SCENE'])]);
    }
  });

  const refused: Readonly<Record<string, readonly [document: object, reason: string]>> = {
    'no body': [scene({ bodies: {} }), 'The scene has no body that moves.'],
    'handles alone': [scene({ bodies: { hand: { kind: 'handle', position: [0, 0] } } }), 'no body that moves'],
    inequality: [rod({ type: 'Rope' }), 'The constraint "rod" is an inequality.'],
    softness: [rod({ compliance: 1e-3 }), 'The constraint "rod" is soft.'],
    'another integrator': [{ ...free, settings: { integrator: 'rattle' } }, "Or say step: 'rk4' (--step rk4)"],
    'projection at velocity level': [
      { ...free, settings: { integrator: 'velocityStep', projection: true } },
      'Or say step (--step) to take it with feedback in its place',
    ],
    'principal axes that depend on parameters': [skew, 'The principal axes of the body "plate" depend on parameters'],
    'too many operations of a step': [
      { ...chain(150), settings: { integrator: 'velocityStep' } },
      'operations; in straight line, at most 10000 pay.',
    ],
    'a force that turns': [
      {
        ...free,
        bodies: { ship: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0] } },
        forces: [{ type: 'constant', on: 'ship', force: [1, 0], frame: 'body' }],
      },
      'The scene has a force that turns with its body.',
    ],
    'too many rows': [chain(151), 'The scene has 151 rows of constraints; in straight line, at most 150 pay.'],
    'too many operations': [chain(150, 3), 'One evaluation would take 9733 operations; in straight line, at most 8000'],
  };
  test.each(Object.entries(refused))(
    'of a scene with %s, and names the runtime or the remedy',
    async (_, [document, reason]) => {
      const { codes, text } = await errorOf(document);
      expect(text).toContain(reason);
      expect(codes).toEqual(['E_MECHANISM']);
      expect(text).toMatch(/hint: holonomic\/runtime steps it/);
    },
  );
});

describe('names of the language do no harm', () => {
  /** Names of variables and members of modules, and words of both languages. */
  const NAMES = 'Math toString class default m p y dt par count rate evaluate rk4 derived';

  inFull('as names of parameters, bodies and constraints', async () => {
    const names = NAMES.split(' ');
    const document = scene({
      params: Object.fromEntries(names.map((name, i) => [name, 1 + i / 64])),
      bodies: Object.fromEntries(
        names.map((name, i) => [name, { kind: 'particle', mass: name, position: [`${i} + ${name}`, 0] }]),
      ),
      constraints: Object.fromEntries(
        names.map((name, i) => [
          `c_${name}`,
          {
            type: 'Distance',
            on: { a: { ground: [i, 0] }, b: name },
            params: { length: name },
          },
        ]),
      ),
      forces: [{ type: 'gravity', g: [0, '-9.81 * toString'] }],
    });
    const { Class, program, mechanism: made, built, plan, difference } = await pairOf(document);
    for (let n = 0; n < 20; n++) {
      made.step(plan.dt);
      built.world.step(plan.dt);
    }
    expect(difference()).toBeLessThan(1e-14);
    const Fast = await fastClassOf(program);
    const fast = new Fast({ toString: 2 });
    const other = new Class({ toString: 2 });
    for (let n = 0; n < 20; n++) expect(fast.step(plan.dt)).toEqual(other.step(plan.dt));
    expect(fast.state).toEqual(other.state);
    if (missingCompiler !== undefined) return;
    const shown = await runInC(
      program,
      await project({}),
      `if (!Made_set(&m, Made_p_toString, 2.0)) return 1;
  Made_begin(&m);
  for (int n = 0; n < 20; n++) Made_step(&m, ${plan.dt});
  show("state", m.state, Made_size);`,
    );
    expect(shown.get('state')).toEqual([[...other.state]]);
  });
});

describe('modules check what they are given', () => {
  test('parameters', async () => {
    const { Class } = await pairOf(pendulum);
    const made = new Class();
    const before = made.parameters;
    for (const [name, value] of VALUES) {
      if (['zero', 'negative'].includes(name)) continue;
      expect(() => {
        made.setParameters({ mass: value as number });
      }, name).toThrow(RangeError);
    }
    for (const name of ['masses', 'toString', '__proto__', ''])
      expect(() => new Class(Object.fromEntries([[name, 1]])), name).toThrow(RangeError);
    expect(made.parameters).toEqual(before);
  });

  test('names of bodies, with WebAssembly as well', async () => {
    const { Class, program } = await pairOf(pendulum);
    for (const made of [new Class(), new (await fastClassOf(program))()]) {
      expect(made.position('bob')).toEqual(made.bodies['bob']!['position']);
      for (const name of ['bib', 'toString', '__proto__', ''])
        expect(() => made.position(name)).toThrow(new RangeError(`There is no position "${name}"; there are: bob.`));
    }
  });

  test('steps and states', async () => {
    const { Class } = await pairOf(pendulum);
    const made = new Class();
    const before = [...made.state];
    for (const [name, value] of VALUES) {
      expect(() => made.step(value as number), `step ${name}`).toThrow(RangeError);
      expect(() => made.steps(made.state.slice(), 1, 1, value as number), `dt ${name}`).toThrow(RangeError);
      expect(() => made.steps(value as Float64Array, 2, 1, 0.1), `states ${name}`).toThrow(RangeError);
      if (name === 'zero') continue;
      expect(() => made.steps(made.state.slice(), value as number, 1, 0.1), `count ${name}`).toThrow(RangeError);
      expect(() => made.steps(made.state.slice(), 1, value as number, 0.1), `n ${name}`).toThrow(RangeError);
    }
    expect([...made.state]).toEqual(before);
    expect(made.time).toBe(0);
  });
});

test('a parameter that is 0 or 1 where the module is made counts as any other', async () => {
  const document = scene({
    settings: { dt: 0.0025, until: 1, assemble: false },
    params: { zero: 0, one: 1, other: 0 },
    bodies: {
      plate: {
        kind: 'rigid',
        mass: 'one',
        inertia: 'one',
        position: ['zero', 'other'],
        angle: 'zero',
        velocity: ['other', 'zero'],
        angularVelocity: 'zero',
        points: { corner: ['one', 'zero'] },
      },
    },
    constraints: {
      pin: { type: 'Coincident', on: { a: { ground: ['zero + one', 'other'] }, b: 'plate.corner' } },
    },
    forces: [
      { type: 'gravity', g: ['other', '-one'] },
      {
        type: 'spring',
        a: { ground: ['zero', 'one'] },
        b: 'plate',
        stiffness: 'zero',
        restLength: 'one',
        damping: 'zero',
      },
    ],
  });
  const { Class, plan } = await pairOf(document);
  const given = { zero: 0.25, one: 1.5, other: -0.125 };
  const built = plan.again(given, false).build();
  const made = new Class(given);
  expect([...made.state]).toEqual([...stateOfWorld(plan, built)]);
  for (let n = 0; n < 100; n++) {
    made.step(plan.dt);
    built.world.step(plan.dt);
  }
  expect(relativeDifference(stateOfWorld(plan, built), made.state)).toBeLessThan(1e-12);
});

describe('the documents', () => {
  const page = readFile(join(import.meta.dirname, '../../docs/mechanisms.md'), 'utf8');
  const fourBar = readFile(join(import.meta.dirname, '../../scenes/four-bar.json'), 'utf8');

  inFull('print what they say', async () => {
    const [, program, output] = /```text\n(import .*?)```.*?```text\n(.*?)```/s.exec(await page)!;
    const folder = await project({
      'package.json': '{ "type": "module" }',
      'four-bar.json': await fourBar,
      'main.ts': program!,
    });
    const made = await cli(folder, 'mechanism', 'four-bar.json', '--step', 'rk4', '--out', 'made');
    expect(made.stderr).toBe('');
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => {
      log.mockRestore();
    });
    await loadModule(join(folder, 'main.ts'));
    expect(log.mock.calls.map((args) => `${args.join(' ')}\n`).join('')).toBe(output);
  });

  test.skipIf(missingCompiler !== undefined)('have C that compiles', async () => {
    const [, program] = /```c\n(.*?)```/s.exec(await page)!;
    const { program: made } = await pairOf(JSON.parse(await fourBar) as SceneDocument);
    const statements = program!.replace('static FourBar m;', '').replaceAll('FourBar', 'Made');
    const shown = await runInC(
      made,
      await project({}),
      `${statements}\n  show("A", A, 2);\n  if (!watch.isFinite) return 1;`,
    );
    expect(Math.hypot(...shown.get('A')![0]!)).toBeCloseTo(0.4, 5);
  });
});
