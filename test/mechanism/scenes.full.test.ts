import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Hash } from '../../runtime/base/hash.js';
import { internalsOf } from '../../runtime/world/internals.js';
import { mechanism } from '../../src/mechanism/index.js';
import type { MechanismWatch } from '../../src/mechanism/compile.js';
import type { MechanismStep } from '../../src/mechanism/options.js';
import { project } from '../cli/support.js';
import { missingCompiler } from '../support/c-compiler.js';
import { shownBy, steppedInC } from '../support/mechanism-in-c.js';
import { galleryScene, pairOf, relativeDifference, textOf, type Pair } from '../support/mechanisms.js';
import { goldenHashes, writeGoldenHashes } from '../support/scene-hashes.js';
import { complaintsOf } from '../support/type-check.js';

const NAMES = readdirSync(join(import.meta.dirname, '../../scenes'))
  .map((file) => file.replace('.json', ''))
  .sort();

/** Scenes that no module is made of, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  arch: 'The scene has shapes that collide',
  'block-and-tackle': 'The constraint "rope" is an inequality.',
  differential: 'One evaluation would take',
  geneva: 'The scene has shapes that collide',
  'hanging-cloth': 'One evaluation would take',
  ladder: 'The constraint "wall" is an inequality.',
  net: 'The scene has 422 rows of constraints',
  ragdoll: 'The scene has shapes that collide',
  rope: 'The constraint "rope" is an inequality.',
  schatz: 'One evaluation would take',
  swashplate: 'One evaluation would take',
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

/** The same of steps at velocity level, of worlds of particles alone that call no sines. */
const EXACT_AT_VELOCITY_LEVEL = [
  'catenary',
  'chebyshev',
  'engine',
  'four-bar',
  'governor',
  'heart',
  'pantograph',
  'peaucellier',
  'scissor-lift',
  'skate',
  'strandbeest',
  'watt',
];

/** Scenes whose own steps are too long, where the runtime takes shorter ones, or steps by an implicit method. */
const SHORTER: Readonly<Record<MechanismStep, Readonly<Record<string, number>>>> = {
  rk4: { 'euler-column': 4, 'heavy-top': 20, 'squeezed-rubber': 16, turntable: 20 },
  velocityStep: { 'euler-column': 4, 'heavy-top': 2.1, 'squeezed-rubber': 16 },
};

/**
 * Scenes that agree less well. The change points of cognates lie near its path, with pivots of 1e-6; at
 * velocity level bennett, with its redundant rows, is farther off its constraints.
 */
const WIDER: Readonly<Record<MechanismStep, Readonly<Record<string, number>>>> = {
  rk4: { cognates: 2e-11 },
  velocityStep: { bennett: 1e-11, 'delta-robot': 1e-11 },
};

/** Steps of each module, and hashes of its state after them, by scene and method. */
const STEPS = 1000;
const hashes: Record<string, Readonly<Record<MechanismStep, string>>> = {};
const updates = process.env['UPDATE_GOLDEN'] !== undefined;

/** Operations of a function that V8 optimises in any case. */
const MOST = 2000;
const texts = new Map<string, string>();
const PAGE = join(import.meta.dirname, '../../docs/mechanisms.md');
/** Lines of the table in the documents, cell by cell. */
const lines = new Map<string, readonly string[]>();

/** What the table says of scenes that are refused by what a message has. */
const LIMITS = [
  ['collide', 'it has shapes that collide'],
  ['evaluation', 'one evaluation takes more than 8000 operations'],
] as const;

test.each(NAMES.filter((name) => name in REFUSED))('%s needs the runtime', async (name) => {
  await expect(mechanism(galleryScene(name), { step: 'rk4' })).rejects.toThrow(REFUSED[name]);
  const constraint = /constraint "(\w+)"/.exec(REFUSED[name]!)?.[1];
  const limit = LIMITS.find(([words]) => REFUSED[name]!.includes(words))?.[1] ?? 'it has more than 150 rows';
  const why = constraint === undefined ? limit : `the constraint \`${constraint}\` is an inequality`;
  lines.set(name, [`\`${name}\``, '', '', `needs the runtime: ${why}`, '', '']);
});

describe(`1,000 steps beside the world of the same document, ${missingCompiler ?? 'and in C'}`, () => {
  test.each(NAMES.filter((name) => !(name in REFUSED)))('%s', async (name) => {
    const [byRK4, atVelocityLevel] = [await stepped(name, 'rk4'), await stepped(name, 'velocityStep')];
    const { rows, redundant } = byRK4.size;
    const all = redundant > 0 ? `${rows}, ${redundant} redundant` : String(rows);
    const cells = [byRK4, atVelocityLevel].flatMap(({ size, agrees }) => [String(size.operations), agrees]);
    lines.set(name, [`\`${name}\``, all, ...cells]);
    hashes[name] = { rk4: byRK4.hash, velocityStep: atVelocityLevel.hash };
    if (!updates) expect(hashes[name]).toEqual(goldenHashes('mechanisms')[name]);
  });

  test('and every module has its golden hashes', () => {
    if (updates) writeGoldenHashes(hashes, 'mechanisms');
    expect(Object.keys(goldenHashes('mechanisms'))).toEqual(NAMES.filter((name) => !(name in REFUSED)));
  });

  /** Compares 1,000 steps with those of the world, and with those in C, to the bit. */
  async function stepped(
    name: string,
    step: MechanismStep,
  ): Promise<{ readonly agrees: string; readonly size: Pair['size']; readonly hash: string }> {
    const pair = await pairOf(galleryScene(name), false, step);
    const { mechanism: made, program, size, built, plan, text, difference } = pair;
    texts.set(`${name} by ${step}`, text);
    if (name === 'snakeboard') texts.set(`${name} by ${step} in WebAssembly`, await textOf(program, 'wasm'));
    const isExact = (step === 'rk4' ? EXACT : EXACT_AT_VELOCITY_LEVEL).includes(name);
    const dt = plan.dt / (SHORTER[step][name] ?? 1);
    const { redundant } = size;
    const { report } = internalsOf(built.world).stepped;
    const multipliers = (): number[] => plan.constraints.flatMap((one) => [...built.constraints.get(one.name)!.lambda]);
    let [worst, worstMultiplier] = [0, 0];
    let watch: MechanismWatch;
    for (let n = 0; n < STEPS; n++) {
      watch = made.step(dt);
      const { isFinite, length = 0 } = watch;
      built.world.step(dt);
      worst = Math.max(worst, difference());
      worstMultiplier = Math.max(worstMultiplier, relativeDifference(multipliers(), made.lambda));
      // A world drops as many rows as the module, of equations that it has solved: at velocity level in a step before.
      if (redundant > 0 && (n > 0 || step === 'rk4')) expect([n, report.dependent]).toEqual([n, redundant]);
      expect(isFinite).toBe(true);
      expect(length).toBeLessThanOrEqual(1);
    }
    expect(built.world.stats.shortened).toBe(0);
    // Rows that are dropped leave the shortest of all solutions. Pivots of 1e-6 make errors of 1e-9 of rounding.
    if (redundant > 0) expect(worstMultiplier).toBeLessThan(1e-8);
    if (isExact) expect([step, worst]).toEqual([step, 0]);
    else expect(worst).toBeLessThan(WIDER[step][name] ?? 1e-12);
    const { kinetic, potential } = built.world.energy();
    const most = Math.max(1, Math.abs(kinetic), Math.abs(potential));
    expect(Math.abs(made.energy().kinetic - kinetic) / most).toBeLessThan(1e-11);
    expect(Math.abs(made.energy().potential - potential) / most).toBeLessThan(1e-11);
    // At velocity level steps are of first order, and so are errors.
    expect(made.residual.C).toBeLessThan(step === 'rk4' ? 1e-7 : 1e-3);
    // Optimisation more thorough than -O1 takes longer than all the rest.
    if (missingCompiler === undefined)
      expect(await steppedInC(program, await project({}), STEPS, dt, ['-O1'])).toEqual(shownBy(made, watch!));
    const hash = new Hash();
    hash.addAll(made.state);
    return { agrees: isExact ? 'to the bit' : 'up to rounding', size, hash: hash.digest() };
  }
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
    expect(texts.size).toBe(2 * (NAMES.length - Object.keys(REFUSED).length + 1));
    for (const [name, text] of texts)
      for (const body of text.split(/^const /m)) {
        const operations = body.match(/[-+*/<>?] |Math\.\w+\(/g) ?? [];
        // Signs and assignments count here as well.
        expect([name, operations.length < 1.5 * MOST]).toEqual([name, true]);
      }
  });

  test('pass the strictest settings', async () => {
    expect(await complaintsOf(Object.fromEntries([...texts].map(([name, text]) => [`${name}.ts`, text])))).toBe('');
  });
});
