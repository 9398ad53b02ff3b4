import * as analysis from 'holonomic/analysis';
import { Pendulum } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { gravity, HolonomicRuntimeError, World, type ScalarConnector } from '../../../runtime/index.js';
import { ABSENT, EMPTY, WRONG } from './wrong-values.js';

interface Scene {
  readonly world: World<2>;
  readonly theta: ScalarConnector;
  readonly pendulum: object;
}

function makeScene(): Scene {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
  const pendulum = world.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0 }));
  return { world, theta: pendulum.scalars.theta, pendulum };
}

type Call = (scene: Scene, value: never) => unknown;

const { equilibrium, inverseDynamics, linearize, modes, stiffness } = analysis;
const inverse = (scene: Scene, part: object): unknown =>
  inverseDynamics(scene.world, { motion: [{ of: scene.theta, acceleration: 0 }], actuators: [scene.theta], ...part });

const WORLD = ['another world'];
const OPTIONS = [...ABSENT, ...EMPTY, 'impostor of a particle'];

/** Each argument, and the names of the wrong values that it accepts. */
const CALLS: readonly (readonly [name: string, call: Call, accepts: readonly string[]])[] = [
  ['equilibrium, its world', (_, value) => equilibrium(value), WORLD],
  ['equilibrium, its options', ({ world }, value) => equilibrium(world, value), OPTIONS],
  ['equilibrium, tolerance', ({ world }, value) => equilibrium(world, { tolerance: value }), ABSENT],
  ['equilibrium, maxIterations', ({ world }, value) => equilibrium(world, { maxIterations: value }), ABSENT],
  ['stiffness, its world', (_, value) => stiffness(value), WORLD],
  ['modes, its world', (_, value) => modes(value), WORLD],
  ['modes, its options', ({ world }, value) => modes(world, value), OPTIONS],
  ['modes, count', ({ world }, value) => modes(world, { count: value }), ABSENT],
  ['the shape of a mode', ({ world }, value) => modes(world)[0]!.shape(value), []],
  ['linearize, its world', (_, value) => linearize(value, { inputs: [], outputs: [] }), WORLD],
  ['linearize, its options', ({ world }, value) => linearize(world, value), []],
  ['linearize, inputs', ({ world }, value) => linearize(world, { inputs: value, outputs: [] }), ['empty array']],
  ['linearize, an input', ({ world }, value) => linearize(world, { inputs: [value], outputs: [] }), []],
  ['linearize, outputs', ({ world }, value) => linearize(world, { inputs: [], outputs: value }), ['empty array']],
  ['linearize, an output', ({ world }, value) => linearize(world, { inputs: [], outputs: [value] }), []],
  ['linearize, a rate', ({ world }, value) => linearize(world, { inputs: [], outputs: [{ rate: value }] }), []],
  ['inverseDynamics, its world', (_, value) => inverseDynamics(value, { motion: [], actuators: [] }), WORLD],
  ['inverseDynamics, its options', ({ world }, value) => inverseDynamics(world, value), []],
  ['inverseDynamics, motion', (scene, value) => inverse(scene, { motion: value }), ['empty array']],
  ['inverseDynamics, a motion', (scene, value) => inverse(scene, { motion: [value] }), []],
  ['inverseDynamics, of', (scene, value) => inverse(scene, { motion: [{ of: value, acceleration: 0 }] }), []],
  [
    'inverseDynamics, acceleration',
    (scene, value) => inverse(scene, { motion: [{ of: scene.theta, acceleration: value }] }),
    ['zero', 'negative'],
  ],
  ['inverseDynamics, actuators', (scene, value) => inverse(scene, { actuators: value }), ['empty array']],
  ['inverseDynamics, an actuator', (scene, value) => inverse(scene, { actuators: [value] }), []],
];

describe('every argument of an analysis refuses every wrong value with an error of its own, and changes nothing', () => {
  it.each(CALLS)('%s', (_, call, accepts) => {
    const wrong: string[] = [];
    for (const [name, value] of Object.entries(WRONG)) {
      const scene = makeScene();
      const before = JSON.stringify(scene.world.snapshot());
      let found = 'accepted';
      try {
        call(scene, value as never);
      } catch (error) {
        found = error instanceof HolonomicRuntimeError ? 'refused' : `throws ${String(error)}`;
      }
      if (found !== (accepts.includes(name) ? 'accepted' : 'refused')) wrong.push(`${name}: ${found}`);
      if (found === 'refused' && JSON.stringify(scene.world.snapshot()) !== before)
        wrong.push(`${name}: changes the world`);
    }
    expect(wrong).toEqual([]);
  });

  it('names every function', () => {
    const functions = Object.keys(analysis).filter((name) => name !== 'study');
    expect(functions.filter((name) => !CALLS.some(([call]) => call.startsWith(name)))).toEqual([]);
  });

  it('refuses to analyse in a force, and leaves the step as it is', () => {
    const { world, theta } = makeScene();
    const codes: unknown[] = [];
    world.addForce({
      apply: () => {
        for (const act of [
          () => equilibrium(world),
          () => stiffness(world),
          () => modes(world),
          () => linearize(world, { inputs: [], outputs: [] }),
          () => inverseDynamics(world, { motion: [{ of: theta, acceleration: 0 }], actuators: [theta] }),
        ]) {
          try {
            act();
          } catch (error) {
            codes.push((error as HolonomicRuntimeError).code);
          }
        }
      },
      energy: () => 0,
    });
    world.evaluate();
    expect(codes.slice(0, 5)).toEqual(new Array(5).fill('E_STEPPING'));
    codes.length = 0;
    stiffness(world);
    expect(new Set(codes)).toEqual(new Set(['E_STEPPING']));
  });
});
