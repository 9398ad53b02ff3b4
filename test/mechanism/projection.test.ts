import { describe, expect, test } from 'vitest';
import type { SceneDocument } from '../../src/scene/document.js';
import { evaluate } from '../../src/mechanism/compile.js';
import { mechanism, provenProgram } from '../../src/mechanism/index.js';
import { modelOf } from '../../src/mechanism/model.js';
import { planScene, stateOfWorld } from '../../src/mechanism/plan/plan.js';
import { programOf } from '../../src/mechanism/program.js';
import { proveProgram } from '../../src/mechanism/proof/prove.js';
import { missingCompiler } from '../support/c-compiler.js';
import { runInC } from '../support/mechanism-in-c.js';
import { project } from '../cli/support.js';
import { fastClassOf, galleryScene, relativeDifference, textOf } from '../support/mechanisms.js';
import { inFull, someOf } from '../support/scope.js';

const STEPS = 1000;
/** Scenes of the gallery that step with projection: particles, rods by the dozen, orientations, redundant rows. */
const SCENES = ['heart', 'governor', 'snakeboard', 'catenary', 'bennett'];

describe.each(someOf(SCENES, 1))('%s, whose scene steps with projection', (name) => {
  const document = galleryScene(name);

  inFull('goes where its world goes, and holds its constraints to rounding', async () => {
    const program = provenProgram(document);
    const { Class } = await evaluate(await textOf(program, 'ts'));
    const [made, plan] = [new Class(), planScene(document)];
    const built = plan.scene.build();
    const size = made.state.length;
    const states = made.state.slice();
    let [difference, error] = [0, 0];
    for (let n = 0; n < STEPS; n++) {
      expect(made.step(plan.dt).isFinite).toBe(true);
      built.world.step(plan.dt);
      difference = Math.max(difference, relativeDifference(stateOfWorld(plan, built), made.state));
      error = Math.max(error, made.residual.C);
    }
    // The world is content with errors of 1e-10, and with rates of 1e-9.
    expect(difference).toBeLessThan(1e-8);
    expect(error).toBeLessThan(1e-14);
    expect(made.residual.Cdot).toBeLessThan(1e-12);
    Class.steps(states, 1, STEPS, plan.dt);
    expect(states).toEqual(made.state.subarray(0, size));
  });

  inFull('goes the same way in WebAssembly, to the bit', async () => {
    const program = provenProgram(document);
    const { Class } = await evaluate(await textOf(program, 'ts'));
    const Fast = await fastClassOf(program);
    const [slow, fast] = [new Class(), new Fast()];
    for (let n = 0; n < 100; n++) expect(fast.step(0.002)).toEqual(slow.step(0.002));
    expect(fast.state).toEqual(slow.state);
  });
});

test.skipIf(missingCompiler !== undefined)('a module in C goes the same way, to the bit', async () => {
  const program = provenProgram(galleryScene('heart'));
  const { Class } = await evaluate(await textOf(program, 'ts'));
  const made = new Class();
  const steps = `for (int n = 0; n < 100; n++) Made_step(&m, 0.002);\n  show("state", m.state, Made_size);`;
  const shown = await runInC(program, await project({}), steps);
  for (let n = 0; n < 100; n++) made.step(0.002);
  expect(shown.get('state')).toEqual([[...made.state]]);
});

test('a step that is asked for has feedback in the place of projection', async () => {
  const document = galleryScene('heart');
  const [own, asked] = [provenProgram(document), provenProgram(document, 'rk4')];
  expect(own.step.calls.map(({ plan }) => plan.name)).toContain('projectVelocities');
  expect(asked.step.calls.map(({ plan }) => plan.name)).not.toContain('projectVelocities');
  const [text, other] = await Promise.all(
    [{}, { step: 'rk4' as const }].map(async (options) => Object.values((await mechanism(document, options)).files)[0]),
  );
  expect(text).toBeTypeOf('string');
  expect(text).not.toBe(other);
});

test('without rows there is nothing to project', () => {
  const bodies = { bob: { kind: 'particle', mass: 1, position: [1, 0], velocity: [0, 2] } };
  const settings = { dt: 0.5, until: 1, projection: true };
  const document = { format: 'holonomic-scene/1', title: 'Free', space: 2, bodies, settings };
  expect(() => provenProgram(document as unknown as SceneDocument)).not.toThrow();
});

test('faults in projections are found', () => {
  const model = modelOf(planScene(galleryScene('governor')), 'rk4', true);
  const { ops } = model.plan;
  const right = programOf(model);
  let injected = 0;
  for (const [k, call] of right.step.calls.entries()) {
    if (!call.plan.name.startsWith('project')) continue;
    for (const [i, store] of call.plan.stores.entries()) {
      if (store.value.kind !== 'binary' || store.value.operator !== '+') continue;
      const value = ops.subtract(store.value.left, store.value.right);
      const plan = { ...call.plan, stores: call.plan.stores.with(i, { ...store, value }) };
      injected++;
      expect(() => {
        proveProgram({ ...right, step: { ...right.step, calls: right.step.calls.with(k, { ...call, plan }) } });
        // A fault by which projections end nowhere leaves nothing to compare.
      }).toThrow(/does not compute|could not be compared/);
    }
  }
  expect(injected).toBeGreaterThan(5);
});
