import { describe, expect, test } from 'vitest';
import type { SceneDocument } from '../../src/scene/document.js';
import { MECHANISM_STEPS } from '../../src/mechanism/options.js';
import { programOf } from '../../src/mechanism/program.js';
import { modelOf } from '../../src/mechanism/model.js';
import { planScene } from '../../src/mechanism/plan/plan.js';
import { proveProgram } from '../../src/mechanism/proof/prove.js';
import { project } from '../cli/support.js';
import { missingCompiler } from '../support/c-compiler.js';
import { runInC } from '../support/mechanism-in-c.js';
import { fastClassOf, pairOf } from '../support/mechanisms.js';
import { scene } from './scenes.js';
import { inFull } from '../support/scope.js';

const rod = (a: string | object, b: string): object => ({ type: 'Distance', on: { a, b }, params: { length: 0.2 } });

/** A chain that bends, in gusts of an energy of its own, which the time moves. */
const whisker = scene({
  title: 'A whisker',
  params: { stiffness: { value: 3, min: 1, max: 10 }, mass: 0.1, force: 0.2 },
  specs: {
    Wind: {
      kind: 'energy',
      summary: 'Pushes a point to the right, in gusts.',
      space: 2,
      inputs: { p: 'point' },
      params: { force: { unit: 'N' }, rate: { unit: 'rad/s' } },
      V: '-force * cos(rate * t) * p.x',
    },
  },
  bodies: {
    p: { kind: 'particle', mass: 'mass', position: [0, 0.2], velocity: [0.3, 0] },
    q: { kind: 'particle', mass: 'mass', position: [0, 0.4], velocity: [0.7, 0] },
  },
  energies: {
    root: {
      type: 'Bend',
      on: { a: { ground: [0, -0.2] }, b: { ground: [0, 0] }, c: 'p' },
      params: { stiffness: 'stiffness' },
    },
    joint: { type: 'Bend', on: { a: { ground: [0, 0] }, b: 'p', c: 'q' }, params: { stiffness: 'stiffness / 2' } },
    brake: { type: 'Dashpot', on: { a: { ground: [1, 0] }, b: 'q' }, params: { friction: 0.1 } },
    wind: { type: 'Wind', on: { p: 'q' }, params: { force: 'force', rate: 2 } },
  },
  constraints: { lower: rod({ ground: [0, 0] }, 'p'), upper: rod('p', 'q') },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
});

/** A door in space that a spring with a damper closes. */
const door = {
  ...scene({
    title: 'A door',
    params: { closing: 20, friction: 2 },
    bodies: {
      door: {
        kind: 'rigid',
        mass: 20,
        inertia: [7, 1.4, 8],
        position: [0.5, 0, 0],
        angularVelocity: [0, 0, 1],
        directions: { across: [1, 0, 0] },
      },
    },
    constraints: { hinge: { type: 'Hinge', hinge: { a: 'door', b: 'ground', at: [0, 0, 0], axis: [0, 0, 1] } } },
    energies: {
      closer: {
        type: 'HingeSpring',
        hinge: { a: 'door', b: 'ground', at: [0, 0, 0], axis: [0, 0, 1] },
        params: { stiffness: 'closing', damping: 'friction', restAngle: 0.2 },
      },
    },
  }),
  space: 3,
} as SceneDocument;

/** Two stars and a planet, held by their attraction alone. */
const stars = scene({
  title: 'Stars',
  params: { G: 1 },
  bodies: Object.fromEntries(
    [[1, -0.5, 0, -0.4], [1, 0.5, 0, 0.4], [0.01, 2, 0, 0.9]].map(([mass, x, y, speed], i) => [
      `star${i}`,
      { kind: 'particle', mass, position: [x, y], velocity: [0, speed] },
    ]),
  ), // prettier-ignore
  energies: Object.fromEntries(
    ([[0, 1, 1], [0, 2, 0.01], [1, 2, 0.01]] as const).map(([a, b, massB]) => [
      `pull${a}${b}`,
      { type: 'Attraction', on: { a: `star${a}`, b: `star${b}` }, params: { massA: 1, massB, G: 'G' } },
    ]),
  ), // prettier-ignore
});

/** A winch whose torque has no potential, beside a constant force on an angle, which has one. */
const winch = scene({
  title: 'A winch',
  params: { torque: 2 },
  bodies: {
    drum: { kind: 'rigid', mass: 1, inertia: 0.1, position: [0, 0], angle: 0.5 },
    brake: { kind: 'rigid', mass: 1, inertia: 0.1, position: [0, 1], angle: 0.5 },
    load: { kind: 'particle', mass: 1, position: [2, 0] },
  },
  forces: [
    { type: 'torque', on: 'drum.angle', torque: 'torque' },
    { type: 'constant', on: 'brake.angle', force: -1 },
    { type: 'torque', on: 'load.y', torque: 3 },
  ],
});

const scenes: readonly (readonly [string, SceneDocument])[] = [whisker, door, stars, winch].map((one) => [
  one.title,
  one,
]);
const cases = scenes.flatMap(([name, document]) => MECHANISM_STEPS.map((step) => [name, step, document] as const));

describe('a module with energies', () => {
  test.each(cases)('%s by %s goes where its world goes, to rounding', async (_, step, document) => {
    const { mechanism: made, built, plan, difference } = await pairOf(document, false, step);
    let worst = 0;
    for (let n = 0; n < 500; n++) {
      expect(made.step(plan.dt).isFinite).toBe(true);
      built.world.step(plan.dt);
      worst = Math.max(worst, difference());
    }
    expect(worst).toBeLessThan(1e-11);
    const { kinetic, potential } = built.world.energy();
    expect(made.energy().kinetic).toBeCloseTo(kinetic, 9);
    expect(made.energy().potential).toBeCloseTo(potential, 9);
  });

  inFull('goes the same way in WebAssembly, and in C, to the bit', async () => {
    const { program, mechanism: slow } = await pairOf(whisker);
    const Fast = await fastClassOf(program);
    const fast = new Fast();
    for (let n = 0; n < 100; n++) expect(fast.step(0.0025)).toEqual(slow.step(0.0025));
    expect(fast.state).toEqual(slow.state);
    if (missingCompiler !== undefined) return;
    const steps = `for (int n = 0; n < 100; n++) Made_step(&m, 0.0025);\n  show("state", m.state, Made_size);`;
    const [state] = (await runInC(program, await project({}), steps)).get('state')!;
    expect(state).toEqual([...slow.state]);
  });

  test('has gradients by the parameters of its energies', async () => {
    const { Class } = await pairOf(whisker, true);
    const loss = (stiffness: number): number => {
      const made = new Class({ stiffness });
      for (let n = 0; n < 100; n++) made.step(0.0025);
      return made.position('q')[0]!;
    };
    const made = new Class({ stiffness: 3 });
    const at = made.position('q').byteOffset / 8 - made.state.byteOffset / 8;
    // The loss is where the tip is at the end.
    const slopes = (y: Float64Array, step: number): number[] =>
      Array.from(y, (_, i) => (step === 100 && i === at ? 1 : 0));
    const { parameters } = made.gradient(100, 0.0025, slopes);
    const h = 1e-4;
    expect(parameters['stiffness']).toBeCloseTo((loss(3 + h) - loss(3 - h)) / (2 * h), 8);
  });

  test('is proven against its energies', () => {
    const model = modelOf(planScene(whisker));
    const { plan } = model;
    for (const [k, force] of plan.forces.entries()) {
      if (force.type !== 'energy') continue;
      const { derivation } = force;
      const { energy } = derivation.programs;
      const outputs = energy.outputs.map((value, i) => (i === 0 ? value : plan.ops.negate(value)));
      const programs = { ...derivation.programs, energy: { ...energy, outputs } };
      const forces = plan.forces.with(k, { ...force, derivation: { ...derivation, programs } });
      // A dashpot has no energy.
      if (outputs.every(({ kind }, i) => i === 0 || kind === 'literal')) continue;
      expect(() => {
        proveProgram(programOf({ ...model, plan: { ...plan, forces } }));
      }).toThrow(/does not compute/);
    }
  });

  test('calls what Math does not have', async () => {
    const specs = {
      Haze: { kind: 'energy', summary: 'A soft wall.', space: 2, inputs: { p: 'point' }, V: 'erf(p.x)' },
    };
    const bodies = { p: { kind: 'particle', mass: 1, position: [0, 0] } };
    const document = scene({ specs, bodies, energies: { haze: { type: 'Haze', on: { p: 'p' } } } });
    const { mechanism: made, built, plan, difference } = await pairOf(document);
    for (let n = 0; n < 100; n++) {
      made.step(plan.dt);
      built.world.step(plan.dt);
    }
    expect(difference()).toBeLessThan(1e-12);
    expect(made.position('p')[0]).toBeLessThan(-0.01);
  });
});
