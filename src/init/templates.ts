import { RUNTIME_MODULE } from '../spec/runtime-module.js';

/** Paths of the pieces of a project, as its files use them to refer to each other. */
export interface Places {
  readonly specs: string;
  readonly out: string;
}

/** The configuration. It names the runtime where emitted code does not import the usual one. */
export const configTemplate = ({
  specs,
  out,
  runtime,
}: Places & { readonly runtime: string }): string => `import { defineConfig } from 'holonomic';

export default defineConfig({
  specs: '${specs}',
  out: '${out}',${runtime === RUNTIME_MODULE ? '' : `\n  runtime: '${runtime}',`}
});
`;

export const SPEC_TEMPLATE = `import { defineConstraint } from 'holonomic';

export const PointOnWave = defineConstraint({
  summary: 'Keeps a point on a sine wave: a bead on a bent wire.',
  space: 2,
  inputs: { p: 'point' },
  params: { height: { unit: 'm' }, length: { unit: 'm', min: 0.1 } },
  C: 'p.y == height * sin(2 * pi * p.x / length)',
  sample: { length: [0.5, 2] },
});
`;

export const sceneTemplate = (generated: string): string => `import { gravity, World } from 'holonomic/runtime';
import type { Scene } from 'holonomic/toolkit';
import { PointOnWave } from '${generated}/wave.js';

const scene: Scene = {
  title: 'A bead on a wave',
  until: 5,
  dt: 1 / 500,
  build() {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const bead = world.addParticle({ mass: 1, position: [0.25, 0.2], velocity: [0.5, 0] });
    world.add(new PointOnWave({ p: bead, height: 0.2, length: 1 }));
    return { world, traces: [{ label: 'bead', point: bead }] };
  },
};

export default scene;
`;

export const vitestTemplate = (generated: string): string => `import { describeConstraints } from 'holonomic/vitest';
import * as generated from '${generated}/index.js';

// One test per class and quantity: the class computes what its formula says.
describeConstraints(generated);
`;

/** A test for a project without vitest: Node's own test runner starts the command line. */
export const NODE_TEST_TEMPLATE = `import { execSync } from 'node:child_process';
import test from 'node:test';

test('the generated classes are up to date', () => {
  execSync('npx holonomic generate --check', { stdio: 'inherit' });
});

test('the generated classes compute what their formulas say', () => {
  execSync('npx holonomic verify', { stdio: 'inherit' });
});
`;
