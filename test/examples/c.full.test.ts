import { execFileSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile } from 'holonomic/toolkit';
import { loadScene } from '../../src/scene/index.js';
import { dense, gravity, rk4, World } from 'holonomic/runtime';
import { Rod as spec } from '../../examples/c/constraints-spec/rod.js';
import { cli, project } from '../cli/support.js';
import { compileC, missingCompiler } from '../support/c-compiler.js';

/** The same double pendulum in the runtime: rows of time and positions, as the program prints them. */
function motion(): number[][] {
  const { Rod } = compile('Rod', spec);
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81])],
    integrator: rk4(),
    solver: dense(),
    feedback: { ks: 400, kd: 40 },
  });
  const first = world.addParticle({ mass: 2, position: [1, 0] });
  const second = world.addParticle({ mass: 1, position: [1, 0.5] });
  world.add(new Rod!({ a: world.ground.point([0, 0]), b: first, length: 1 }));
  world.add(new Rod!({ a: first, b: second, length: 0.5 }));
  const rows: number[][] = [];
  for (let n = 0; n <= 2000; n++) {
    if (n % 250 === 0) rows.push([n / 1000, ...first.position, ...second.position]);
    world.step(1 / 1000);
  }
  return rows;
}

it.skipIf(missingCompiler !== undefined)(
  `the double pendulum in C moves like that of the runtime${missingCompiler ? ` (${missingCompiler})` : ''}`,
  async () => {
    const folder = await project({ 'package.json': '{}' });
    await cp('examples/c', folder, { recursive: true });
    const made = await cli(folder, 'generate', '--target', 'c');
    expect(made.stdout).toContain('generated-c: 1 class from 1 spec file.');
    const program = compileC(folder, ['main.c', 'generated-c/rod.c'], 'pendulum');
    const [head, ...lines] = execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
    expect(head).toBe('t,x1,y1,x2,y2');
    const expected = motion();
    expect(lines.length).toBe(expected.length);
    for (const [i, line] of lines.entries())
      for (const [j, text] of line.split(',').entries())
        expect(Math.abs(Number(text) - expected[i]![j]!), `line ${i}, column ${j}`).toBeLessThan(1e-10);
    // It swings, and the rods keep their lengths.
    const [, x1, y1, x2, y2] = expected.at(-1)!;
    expect(Math.abs(Math.hypot(x1!, y1!) - 1)).toBeLessThan(1e-6);
    expect(Math.abs(Math.hypot(x2! - x1!, y2! - y1!) - 0.5)).toBeLessThan(1e-6);
    expect(y1!).toBeLessThan(-0.8);
  },
);

it.skipIf(missingCompiler !== undefined)(
  `the double pendulum of a controller takes the steps of its scene${missingCompiler ? ` (${missingCompiler})` : ''}`,
  async () => {
    const folder = await project({ 'package.json': '{}' });
    await cp('examples/c-mechanism', folder, { recursive: true });
    const made = await cli(folder, 'mechanism', 'double-pendulum.json', '--target', 'c');
    expect(made.stdout).toMatch(/written +double-pendulum\.h\n +written +double-pendulum\.c\n/);
    const program = compileC(folder, ['main.c', 'double-pendulum.c'], 'pendulum');
    const [, ...lines] = execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
    const document: unknown = JSON.parse(await readFile(join(folder, 'double-pendulum.json'), 'utf8'));
    const { world, bodies, constraints } = (await loadScene(document)).build();
    const [elbow, tip] = ['elbow', 'tip'].map((name) => bodies.get(name)!.body as { position: Iterable<number> });
    for (let n = 0; n <= 2000; n++) {
      if (n % 250 === 0) {
        const { lambda } = constraints.get('arm')!;
        const places = [...elbow!.position, ...tip!.position].map((x) => x.toFixed(12));
        const line = [world.time.toFixed(2), ...places, lambda[0].toFixed(9)].join(',');
        // Zeros in C may have a sign.
        expect(lines[n / 250]!.replaceAll(/-(0\.0+)(?=,|$)/g, '$1')).toBe(line);
      }
      world.step(1 / 1000);
    }
    await writeFile(
      join(folder, 'size.c'),
      '#include "double-pendulum.h"\n#include <stdio.h>\nint main(void) { printf("%d", (int)sizeof(DoublePendulum)); return 0; }\n',
    );
    const size = execFileSync(compileC(folder, ['size.c'], 'size'), { encoding: 'utf8' });
    expect(size).toBe('208');
  },
);
