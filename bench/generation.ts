import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadLibrary } from './library.js';
import { report } from './figures.js';

const ROOT = join(import.meta.dirname, '..');

/** Writes `count` spec files, each with one spec: those of the library in turn, under new names. */
async function writeSpecs(folder: string, count: number): Promise<void> {
  const library = await loadLibrary();
  for (let k = 0; k < count; k++) {
    const { name, spec } = library[k % library.length]!;
    const { kind, ...fields } = spec as { kind?: string };
    const define = kind === 'body' ? 'defineBody' : 'defineConstraint';
    const text = `import { ${define} } from 'holonomic';\n\nexport const ${name}N${k} = ${define}(${JSON.stringify(fields, null, 2)});\n`;
    await writeFile(join(folder, `spec-${k}.ts`), text);
  }
}

/**
 * Runs the built command line, as users do. Returns wall-clock time and CPU time of all its
 * threads, s.
 */
function time(folder: string, ...args: readonly string[]): { wall: number; cpu: number } {
  const program = join(ROOT, 'dist/src/cli/main.js');
  const command = [
    'TIMEFORMAT="%R %U %S"; time "$@"',
    'bash',
    process.execPath,
    program,
    'generate',
    '--quiet',
    ...args,
  ];
  const { status, stderr } = spawnSync('bash', ['-c', ...command], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [wall, user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return { wall: wall!, cpu: user! + system! };
}

/**
 * Prints the time that the built package takes to generate classes from many spec files, and to
 * find that they are up to date.
 */
export async function benchGeneration(count = 1000): Promise<void> {
  execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'ignore' });
  await mkdir(join(ROOT, 'out'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'out/generation-'));
  try {
    await mkdir(join(folder, 'specs'));
    await writeSpecs(join(folder, 'specs'), count);
    await writeFile(join(folder, 'holonomic.config.json'), JSON.stringify({ specs: 'specs', out: 'generated' }));
    const row = (what: string, goal: string, ...args: readonly string[]): string[] => {
      const { wall, cpu } = time(folder, ...args);
      return [what, `${wall.toFixed(2)} s`, `${cpu.toFixed(2)} s`, goal];
    };
    const rows = [row('generate', '< 60 s'), row('generate again', '< 2 s'), row('check', '< 2 s', '--check')];
    report('generation', `${count} spec files`, [['what', 'time', 'CPU time', 'goal'], ...rows]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
