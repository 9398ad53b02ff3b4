import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from 'holonomic/library';
import { Bend2D, HingeSpring } from 'holonomic/library';
import { gravity, hingeInputs, rk4, World } from '../../runtime/index.js';
import { exportTypeScript, loadScene, sceneJSONSchema } from '../../src/scene/index.js';
import { precompileScene } from '../../src/scene/precompile.js';

/** A beam of three bends over a rod, with springs and a magnet of its own class. */
const BEAM = {
  format: 'holonomic-scene/1',
  title: 'A beam',
  space: 2,
  params: { k: { value: 40, min: 0, max: 100 }, n: 3 },
  specs: {
    Magnet: {
      summary: 'Pulls a point to another, less from afar.',
      space: 2,
      inputs: { a: 'point', b: 'point' },
      params: { strength: { min: 0 }, friction: { min: 0, default: 0 } },
      V: '-strength / sqrt(1 + dot(a - b, a - b))',
      damping: 'friction / 2 * ddt(norm(a - b))^2',
    },
  },
  bodies: { p0: { kind: 'particle', mass: 1, position: [1, 0] } },
  constraints: { root: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'p0' }, params: { length: 1 } } },
  energies: {
    clamp: { type: 'Bend', on: { a: { ground: [0, 0] }, b: 'p0', c: 'p1' }, params: { stiffness: 'k' } },
    magnet: { type: 'Magnet', on: { a: 'p3', b: { ground: [2, -2] } }, params: { strength: 3, friction: 0.1 } },
  },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
  repeat: [
    {
      over: { i: [1, 'n'] },
      bodies: { 'p{i}': { kind: 'particle', mass: 1, position: ['1 + i', '0.1 * i'] } },
      energies: {
        'spring{i}': {
          type: 'Spring2D',
          on: { a: 'p{i-1}', b: 'p{i}' },
          params: { stiffness: 500, restLength: 1, damping: 1 },
        },
      },
    },
  ],
  settings: { integrator: 'rk4', dt: 0.002, until: 0.2 },
  plots: [{ kind: 'time', of: ['clamp.V', 'magnet.V'] }],
};

const run = ({ world }: { readonly world: World }): string => {
  for (let k = 0; k < 50; k++) world.step(0.002);
  return JSON.stringify(world.particles.map(({ position, velocity }) => [...position, ...velocity]));
};

describe('a scene with energies', () => {
  it('says what a spec lacks that is used as an energy, a body or a constraint', async () => {
    const scene = (specs: object, parts: object): Promise<unknown> =>
      loadScene({ format: 'holonomic-scene/1', title: 'Lack', space: 2, specs, bodies: { p: { kind: 'particle', mass: 1, position: [0, 0] } }, ...parts }); // prettier-ignore
    const Pull = { summary: 'Pulls.', space: 2, inputs: { a: 'point' }, params: { k: {} } };
    const use = { pull: { type: 'Pull', on: { a: 'p' }, params: { k: 1 } } };
    await expect(scene({ Pull }, { energies: use })).rejects.toThrow(/specs\.Pull\.V\n.*The spec has no "V"/);
    await expect(scene({ Pull: { ...Pull, space: [2, 3] } }, { energies: { pull: { ...use.pull, type: 'Pull2D' } } })).rejects.toThrow(/specs\.Pull\.V/); // prettier-ignore
    await expect(scene({ Pull }, { repeat: [{ over: { i: [0, 0] }, energies: use }] })).rejects.toThrow(
      /specs\.Pull\.V/,
    );
    await expect(scene({ Pull }, { constraints: use })).rejects.toThrow(/specs\.Pull\.C/);
    await expect(scene({ Pull: { ...Pull, C: 'k * a == 0' } }, { energies: use })).rejects.toThrow('name it under "constraints"'); // prettier-ignore
    const Bob = { summary: 'A bob.', space: 2, points: { end: { at: '[u, 0]', mass: '1' } } };
    await expect(scene({ Bob }, { bodies: { b: { kind: 'Bob', coordinates: { u: 1 } } } })).rejects.toThrow(
      /specs\.Bob\.coordinates\n.*The spec has no "coordinates"/,
    );
  });

  it('builds the world that code builds, to the bit', async () => {
    const { Magnet } = (await import('holonomic/toolkit')).compile('Magnet', BEAM.specs.Magnet as never) as never as Record<string, typeof Bend2D>; // prettier-ignore
    const world = new World({ space: 2, integrator: rk4() });
    const root = world.ground.point([0, 0]);
    const p = [0, 1, 2, 3].map((i) => world.addParticle({ mass: 1, position: [1 + i, 0.1 * i] }));
    world.add(new library.Distance2D({ a: root, b: p[0]!, length: 1 }));
    world.addForce(new Bend2D({ a: root, b: p[0]!, c: p[1]!, stiffness: 40 }));
    world.addForce(new Magnet!({ a: p[3], b: world.ground.point([2, -2]), strength: 3, friction: 0.1 } as never));
    for (let i = 1; i <= 3; i++)
      world.addForce(new library.Spring2D({ a: p[i - 1]!, b: p[i]!, stiffness: 500, restLength: 1, damping: 1 }));
    world.addForce(gravity([0, -9.81]));
    const scene = await loadScene(BEAM);
    expect(run(scene.build())).toBe(run({ world }));
  });

  it('reads its energies, and takes values of parameters', async () => {
    const { world, energies, reading } = (await loadScene(BEAM, { params: { k: 10 } })).build();
    expect([...energies.keys()]).toEqual(['clamp', 'magnet', 'spring1', 'spring2', 'spring3']);
    expect(energies.get('clamp')!.label).toBe("Bend2D 'clamp'");
    const sum = [...energies.keys()].reduce((total, name) => total + reading(`${name}.V`).read(), 0);
    const weight = world.particles.reduce((total, { mass, position }) => total + 9.81 * mass * position[1], 0);
    expect(world.energy().potential).toBeCloseTo(sum + weight, 12);
    expect(reading('clamp.V').read()).toBeCloseTo(10 * (1 - Math.cos(Math.atan(0.1))), 12);
    expect(() => reading('clamp.C')).toThrow('clamp.V can be read');
  });

  it('is exported as TypeScript and compiled for pages, the same to the bit', async () => {
    const scene = await loadScene(BEAM);
    const before = run(scene.build());
    const files = exportTypeScript(scene, 'beam');
    expect(files[0]!.text).toContain('export const Magnet = defineEnergy({');
    expect(files[1]!.text).toContain("world.addForce(new Bend2D({ a: world.ground.point([0, 0]), b: p0, c: p1, stiffness: 40 }, { name: \"clamp\" }));"); // prettier-ignore
    const { parts, functions, classes } = precompileScene(BEAM);
    expect(classes).toEqual(['Bend2D', 'Distance2D', 'Spring2D']);
    const folder = await mkdtemp(join(tmpdir(), 'beam-'));
    try {
      const root = new URL('../..', import.meta.url).pathname;
      const file = join(folder, 'beam.ts');
      await writeFile(
        file,
        `import { ${functions.join(', ')} } from '${root}runtime/index.js';\nimport { ${classes.join(', ')} } from '${root}generated/index.js';\nexport default { ${Object.entries(parts).map(([name, code]) => `${name}: ${code}`).join(',\n')} } as never;\n`, // prettier-ignore
      );
      const { default: compiled } = (await import(file)) as { default: never };
      const { loadPrecompiled } = await import('../../src/scene/load-precompiled.js');
      expect(run(loadPrecompiled(compiled).build())).toBe(before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('takes the directions of a hinge', async () => {
    const scene = await loadScene({
      format: 'holonomic-scene/1',
      title: 'A door',
      space: 3,
      bodies: { door: { kind: 'rigid', mass: 2, inertia: [1, 1, 1], position: [0.5, 0, 0] } },
      constraints: { pin: { type: 'Hinge', hinge: { a: 'door', b: 'ground', at: [0, 0, 0], axis: [0, 0, 1] } } },
      energies: {
        closer: {
          type: 'HingeSpring',
          hinge: { a: 'door', b: 'ground', at: [0, 0, 0], axis: [0, 0, 1] },
          params: { stiffness: 3, restAngle: 0.5 },
        },
      },
    });
    const { world } = scene.build();
    expect(world.energy().potential).toBeCloseTo((3 * 0.25) / 2, 12);
    world.evaluate();
    // The inertia about the hinge is 1 + 2 · 0.25; the torque 3 · 0.5.
    expect(world.accelerations[5]).toBeCloseTo(1, 9);
    const other = new World({ space: 3 });
    const door = other.addBody({ mass: 2, inertia: [1, 1, 1], position: [0.5, 0, 0] });
    const { turn } = hingeInputs({ a: door, b: other.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    other.addForce(new HingeSpring({ ...turn, stiffness: 3, restAngle: 0.5 }));
    expect(other.energy().potential).toBe(world.energy().potential);
  });

  it('is described to editors', () => {
    expect(JSON.stringify(sceneJSONSchema())).toContain('"energies"');
  });

  it.each([
    [{ type: 'Bent' }, 'There is no class of energies "Bent"', 'energies.clamp.type', 'did you mean "Bend"?'],
    [{ type: 'Distance' }, '"Distance" is no class of energies', 'energies.clamp.type', 'name it under "constraints"'],
    [{ type: 'Bend', on: { a: 'p0', b: 'p1' } }, 'Bend2D has no connector for its input "c".', 'energies.clamp.on', ''],
    [{ type: 'Bend', on: {}, params: { stifness: 1 } }, 'Bend2D has no parameter "stifness"', 'energies.clamp.params.stifness', 'did you mean "stiffness"?'], // prettier-ignore
    [{ type: 'Bend', compliance: 1 }, 'There is no field "compliance" here.', 'energies.clamp.compliance', ''],
    [{ type: 'Spring', on: { a: 'p0', b: 'p1' }, params: { stiffness: -1, restLength: 1 } }, 'is -1 N/m.', 'energies.clamp', ''], // prettier-ignore
  ])('says what is wrong in %j', async (clamp, message, field, hint) => {
    const scene = { ...BEAM, plots: [], energies: { ...BEAM.energies, clamp } };
    const error = (await loadScene(scene).catch((one: unknown) => one)) as {
      diagnostics: { message: string; field: string; hint?: string }[];
    };
    const found = error.diagnostics.find((one) => one.message.includes(message));
    expect(found?.field).toBe(field);
    expect(found?.hint ?? '').toContain(hint);
  });

  it('says that an energy is not added as a constraint', async () => {
    const constraints = { bend: { type: 'Bend', on: { a: 'p0', b: 'p1', c: 'p2' }, params: { stiffness: 1 } } };
    await expect(loadScene({ ...BEAM, constraints })).rejects.toMatchObject({
      diagnostics: [{ hint: 'it is one of energies: name it under "energies"' }],
    });
  });
});
