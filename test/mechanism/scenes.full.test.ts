import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mechanism } from '../../src/mechanism/index.js';
import { galleryScene, pairOf, textOf } from '../support/mechanisms.js';
import { complaintsOf } from '../support/type-check.js';

const NAMES = readdirSync(join(import.meta.dirname, '../../scenes'))
  .map((file) => file.replace('.json', ''))
  .sort();

/** Scenes that no module is made of, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  'block-and-tackle': 'The constraint "rope" is an inequality.',
  geneva: 'The scene has shapes that collide',
  ladder: 'The constraint "wall" is an inequality.',
  net: 'The scene has 422 rows of constraints',
  rope: 'The constraint "rope" is an inequality.',
  tautochrone: 'The constraint "stop1" is an inequality.',
};

/** Scenes whose states are those of the world to the bit: particles alone, and no row near others. */
const EXACT = [
  'chebyshev',
  'engine',
  'four-bar',
  'governor',
  'heart',
  'peaucellier',
  'scissor-lift',
  'skate',
  'strandbeest',
  'watt',
];

/** Scenes whose own steps are too long for RK4, where the runtime takes shorter ones. */
const SHORTER: Readonly<Record<string, number>> = { 'heavy-top': 20, turntable: 20 };

/** Scenes that agree less well. The change points of cognates lie near its path, with pivots of 1e-6. */
const WIDER: Readonly<Record<string, number>> = { cognates: 2e-11 };

/** Operations of a function that V8 optimises in any case. */
const MOST = 2000;
const texts = new Map<string, string>();
const PAGE = join(import.meta.dirname, '../../docs/mechanisms.md');
/** Lines of the table in the documents, cell by cell. */
const lines = new Map<string, readonly string[]>();

test.each(NAMES.filter((name) => name in REFUSED))('%s needs the runtime', async (name) => {
  await expect(mechanism(galleryScene(name), { step: 'rk4' })).rejects.toThrow(REFUSED[name]);
  const constraint = /constraint "(\w+)"/.exec(REFUSED[name]!)?.[1];
  const limit = REFUSED[name]!.includes('collide') ? 'it has shapes that collide' : 'it has more than 150 rows';
  const why = constraint === undefined ? limit : `the constraint \`${constraint}\` is an inequality`;
  lines.set(name, [`\`${name}\``, '', '', `needs the runtime: ${why}`]);
});

describe('1,000 steps beside the world of the same document', () => {
  test.each(NAMES.filter((name) => !(name in REFUSED)))('%s', async (name) => {
    const { mechanism: made, program, size, built, plan, text, difference } = await pairOf(galleryScene(name));
    texts.set(name, text);
    if (name === 'snakeboard') texts.set(`${name} in WebAssembly`, await textOf(program, 'wasm'));
    const { rows, redundant, operations } = size;
    const agrees = EXACT.includes(name) ? 'to the bit' : 'up to rounding';
    const all = redundant > 0 ? `${rows}, ${redundant} redundant` : String(rows);
    lines.set(name, [`\`${name}\``, all, String(operations), agrees]);
    const dt = plan.dt / (SHORTER[name] ?? 1);
    let worst = 0;
    for (let n = 0; n < 1000; n++) {
      const { isFinite } = made.step(dt);
      built.world.step(dt);
      worst = Math.max(worst, difference());
      expect(isFinite).toBe(true);
    }
    expect(built.world.stats.shortened).toBe(0);
    if (EXACT.includes(name)) expect(worst).toBe(0);
    else expect(worst).toBeLessThan(WIDER[name] ?? 1e-12);
    const { kinetic, potential } = built.world.energy();
    const most = Math.max(1, Math.abs(kinetic), Math.abs(potential));
    expect(Math.abs(made.energy().kinetic - kinetic) / most).toBeLessThan(1e-11);
    expect(Math.abs(made.energy().potential - potential) / most).toBeLessThan(1e-11);
    expect(made.residual.C).toBeLessThan(1e-7);
  });
});

describe('the modules', () => {
  afterAll(() => {
    texts.clear();
  });

  test('are those of the table in the documents', () => {
    const [, table] = /<!-- mechanisms -->([^]*)<!-- \/mechanisms -->/.exec(readFileSync(PAGE, 'utf8')) ?? [];
    const written = table!
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(written).toEqual(NAMES.map((name) => lines.get(name)));
  });

  test('have no function of more operations than V8 optimises', () => {
    expect(texts.size).toBe(NAMES.length - Object.keys(REFUSED).length + 1);
    for (const [name, text] of texts)
      for (const body of text.split(/^const /m)) {
        const operations = body.match(/[-+*/<>?] |Math\.\w+\(/g) ?? [];
        // Signs and assignments count here as well.
        expect([name, operations.length < 1.5 * MOST]).toEqual([name, true]);
      }
  });

  test('pass the strictest settings', () => {
    expect(complaintsOf(Object.fromEntries([...texts].map(([name, text]) => [`${name}.ts`, text])))).toEqual([]);
  });
});
