import type { Mechanism } from '../../src/mechanism/compile.js';
import { describe, expect, test } from 'vitest';
import { fastClassOf, galleryScene, pairOf, textOf } from '../support/mechanisms.js';
import { IS_FULL } from '../support/scope.js';
import { named } from './scenes.js';

const STEPS = 200;
const SCENES = IS_FULL
  ? [
      'four-bar',
      'roller-coaster',
      'cam',
      'skate',
      'heavy-top',
      'cognates',
      'klann',
      'catenary',
      'strandbeest',
      'universal-joint',
      'coin',
    ]
  : ['roller-coaster', 'klann'];
/** Scenes that are stepped at velocity level: with a bank, bodies that hand on momenta, and bodies that fly. */
const AT_VELOCITY_LEVEL = IS_FULL ? ['four-bar', 'heavy-top', 'universal-joint', 'dzhanibekov'] : ['heavy-top'];
const STEPPED = [
  ...SCENES.map((name) => [name, 'rk4'] as const),
  ...AT_VELOCITY_LEVEL.map((name) => [name, 'velocityStep'] as const),
];
/** Worlds of a batch: more than a block, and an odd number. */
const WORLDS = 35;

/** All that a mechanism says of itself. */
const allOf = (one: Mechanism): object => ({
  state: [...one.state],
  lambda: [...one.lambda],
  time: one.time,
  energy: one.energy(),
  residual: one.residual,
  parameters: one.parameters,
});

describe('in WebAssembly, to the bit', () => {
  test.each(STEPPED)('%s by %s takes the steps of its module in JavaScript', async (name, step) => {
    const { Class, program, plan } = await pairOf(galleryScene(name), false, step);
    const Fast = await fastClassOf(program);
    const [slow, fast] = [new Class(), new Fast()];
    expect(allOf(fast)).toEqual(allOf(slow));
    for (let n = 0; n < STEPS; n++) expect(fast.step(plan.dt)).toEqual(slow.step(plan.dt));
    expect(allOf(fast)).toEqual(allOf(slow));
    expect([...slow.state]).not.toEqual([...plan.state]);
    // Worlds that differ, two in a lane pair, beside the same worlds in JavaScript.
    const ns = slow.state.length;
    const states = Float64Array.from({ length: WORLDS * ns }, (_, i) => slow.state[i % ns]! * (1 + 1e-7 * Math.sin(i)));
    const others = states.slice();
    expect(fast.steps(states, WORLDS, 20, plan.dt)).toEqual(slow.steps(others, WORLDS, 20, plan.dt));
    expect(states).toEqual(others);
    expect(allOf(fast)).toEqual(allOf(slow));
  });

  test('parameters, formulas of others, handles and names as in JavaScript', async () => {
    const { Class, program } = await pairOf(named());
    const Fast = await fastClassOf(program);
    const both = [new Class({ y0: 1.25 }), new Fast({ y0: 1.25 })] as const;
    for (let n = 1; n <= 50; n++)
      for (const one of both) {
        if (n === 25) one.setParameters({ INFINITY: 3 });
        one.handles['main']!.set([0.001 * n, -0.002 * n]);
        one.step(0.0025);
      }
    expect(allOf(both[1])).toEqual(allOf(both[0]));
    // Handles are the same for all worlds, where they are now.
    const [states, others] = both.map(({ state }) =>
      Float64Array.of(...state, ...state.map((x) => 1.01 * x), ...state),
    );
    expect(both[1].steps(others!, 3, 20, 0.0025)).toEqual(both[0].steps(states!, 3, 20, 0.0025));
    expect(others).toEqual(states);
    for (const one of both) {
      expect(() => one.steps(new Float64Array(100), 1.5, 1, 0.1)).toThrow(RangeError);
      expect(() => one.steps(new Float64Array(100), 1, 2 ** 31, 0.1)).toThrow(RangeError);
      expect(() => one.step(Infinity)).toThrow(RangeError);
      expect(() => {
        one.setParameters({ y0: 3 });
      }).toThrow('The parameter "y0" is 3; it must be a number from 0.5 to 2.');
      one.state[0] = NaN;
      expect(one.step(0.0025).isFinite).toBe(false);
    }
  });

  test('mechanisms keep apart, and none is changed by a batch', async () => {
    const { program, plan } = await pairOf(galleryScene('four-bar'));
    const Fast = await fastClassOf(program);
    const [one, other] = [new Fast(), new Fast({ rate: 3 })];
    const before = allOf(one);
    for (let n = 0; n < 10; n++) other.step(plan.dt);
    other.steps(one.state.slice(), 1, 10, plan.dt);
    expect(allOf(one)).toEqual(before);
    expect(await textOf(program, 'wasm')).not.toMatch(/\bimport\b/);
  });
});
