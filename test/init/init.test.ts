import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { cli, project, write } from '../cli/support.js';

const PACKAGE = '{\n    "name": "mine",\n    "scripts": {\n        "verify": "echo mine"\n    }\n}\n';

inFull('init makes a project that runs at once, and changes nothing that is there', async () => {
  const folder = await project({ 'package.json': PACKAGE, '.gitignore': '/node_modules/\n!dist', 'README.md': 'mine' });
  const first = await cli(folder, 'init', '--yes');
  expect(first.stderr).toBe('');
  expect(first.exitCode).toBe(0);
  expect(first.stdout).toContain('  write   holonomic.config.ts\n  write   constraints-spec/wave.ts\n');
  expect(first.stdout).toContain(
    '  write   tsconfig.json\n  change  .gitignore: out\n  change  .gitignore: *.tsbuildinfo\n',
  );
  expect(first.stdout).toContain('  change  package.json: type module\n');
  expect(first.stdout).toContain('  change  package.json: scripts generate, generate:check, simulate, test, dev\n');
  expect(first.stdout).toContain('  change  package.json: devDependencies typescript\n');
  expect(first.stdout).toContain('generated: 1 class from 1 spec file.');

  expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe(`{
    "name": "mine",
    "scripts": {
        "verify": "echo mine",
        "generate": "holonomic generate",
        "generate:check": "holonomic generate --check",
        "simulate": "holonomic generate --quiet && holonomic simulate scenes/bead.ts",
        "test": "holonomic generate --quiet && node --test",
        "dev": "holonomic generate --watch"
    },
    "type": "module",
    "devDependencies": {
        "typescript": ">=5.5"
    }
}
`);
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('/node_modules/\n!dist\nout\n*.tsbuildinfo\n');
  expect((await cli(folder, 'generate', '--check')).exitCode).toBe(0);
  expect((await cli(folder, 'verify', '--samples', '5')).stdout).toContain('1 class proven.');
  const simulated = await cli(folder, 'simulate', 'scenes/bead.ts', '--until', '0.5');
  expect(simulated.exitCode).toBe(0);
  expect(simulated.stdout).toMatch(/A bead on a wave: 0\.5 s[^]+largest \|C\| +\d\.\de-(?:[6-9]|1\d)/);

  expect((await cli(folder, 'init', '--yes')).stdout).toContain('nothing to do');
});

test('a package below a folder with a configuration becomes a project of its own', async () => {
  const folder = await project({
    'package.json': '{}',
    'holonomic.config.json': '{ "out": "src/made" }',
    'packages/arm/package.json': '{ "devDependencies": { "vitest": "*" } }',
  });
  const { stdout, stderr } = await cli(join(folder, 'packages/arm'), 'init', '--yes');
  expect(stderr).toBe('');
  expect(stdout).toContain('  write   holonomic.config.ts\n');
  expect(await readdir(folder)).toEqual(['holonomic.config.json', 'package.json', 'packages']);
  expect(await readdir(join(folder, 'packages/arm/generated'))).toContain('wave.ts');
});

test('existing files are kept, and the configuration is obeyed', async () => {
  const folder = await project({
    'package.json': '{ "devDependencies": { "vitest": "*" } }',
    'holonomic.config.json': '{ "specs": "formulas", "out": "src/made" }',
    'scenes/bead.ts': '// mine\n',
  });
  const { stdout } = await cli(folder, 'init', '--yes');
  expect(stdout).toContain('  keep    scenes/bead.ts\n');
  expect(stdout).not.toContain('holonomic.config.ts');
  expect(await readFile(join(folder, 'scenes/bead.ts'), 'utf8')).toBe('// mine\n');
  expect(await readdir(join(folder, 'src/made'))).toContain('wave.ts');
  expect(await readFile(join(folder, 'test/constraints.test.ts'), 'utf8')).toContain(`from '../src/made/index.js'`);
});

test('scripts and the type of modules are kept, except for what npm init writes', async () => {
  const description = { type: 'commonjs', scripts: { test: 'echo "Error: no test specified" && exit 1', dev: 'mine' } };
  const folder = await project({ 'package.json': JSON.stringify(description), 'src/old.js': 'module.exports = 1;\n' });
  const { stdout } = await cli(folder, 'init', '--yes');
  expect(stdout).toContain('  change  package.json: scripts generate, generate:check, verify, simulate, test\n');
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    type: 'commonjs',
    scripts: { test: 'holonomic generate --quiet && node --test', dev: 'mine' },
  });
  // TS1295 and TS1287: it forbids `import` and `export` where they become CommonJS.
  expect(await readFile(join(folder, 'tsconfig.json'), 'utf8')).not.toContain('verbatimModuleSyntax');
});

test('a page and tests of vitest are added on demand, with the tools that they need', async () => {
  const folder = await project({ 'package.json': '{ "devDependencies": { "typescript": "6.0.3" } }' });
  const { stdout } = await cli(folder, 'init', '--yes', '--vite', '--vitest');
  expect(stdout).toContain('  write   index.html\n  write   src/main.ts\n  write   vite.config.ts\n');
  expect(stdout).toContain('  change  package.json: devDependencies vite, vitest\n');
  expect(stdout).toContain('Next: "npm install", then "npm run dev" for the page; change the formula while it runs.');
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
    scripts: { test: 'holonomic generate --quiet && vitest run', dev: 'vite', build: 'vite build' },
    devDependencies: { typescript: '6.0.3', vite: '>=6', vitest: '>=3' },
  });
  expect(JSON.parse(await readFile(join(folder, 'tsconfig.json'), 'utf8'))).toMatchObject({
    include: ['constraints-spec', 'generated', 'scenes', 'src', 'test', '*.ts'],
  });
});

test('it asks on a terminal, and does nothing where nobody can answer', async () => {
  const folder = await project({ 'package.json': '{}' });
  const alone = await cli(folder, 'init');
  expect(alone.exitCode).toBe(1);
  expect(alone.stderr).toContain('  write   constraints-spec/wave.ts');
  expect(alone.stderr).toContain('holonomic init --yes');

  const asked: string[] = [];
  const answering = (...answers: string[]): Promise<number> => {
    const silent = { write: () => true };
    const ask = (question: string): Promise<string> => {
      asked.push(question);
      return Promise.resolve(answers.shift()!);
    };
    return run(['init'], { cwd: folder, env: {}, stdout: silent, stderr: silent, ask });
  };
  expect(await answering('n', 'n')).toBe(1);
  expect(await readdir(folder)).toEqual(['package.json']);
  expect(await answering('', '')).toBe(0);
  expect(asked[0]).toMatch(/^Emitted code imports holonomic\/runtime\. .*@holonomic\/runtime.*\? \[y\/N\] $/);
  expect(asked[1]).toMatch(/write {3}constraints-spec\/wave\.ts[^]+Go ahead\? \[Y\/n\] $/);
  expect(await readdir(folder)).toContain('generated');
  expect(await readFile(join(folder, 'holonomic.config.ts'), 'utf8')).not.toContain('runtime');
  expect(asked).toHaveLength(4);

  // What is there already is not asked for.
  await rm(join(folder, 'scenes'), { recursive: true });
  expect(await answering('')).toBe(0);
  expect(asked).toHaveLength(5);
  await rm(folder, { recursive: true });
  await write(folder, { 'package.json': '{}' });
  expect(await answering('y', '')).toBe(0);
  expect(await readFile(join(folder, 'generated/wave.ts'), 'utf8')).toContain(`from '@holonomic/runtime';`);
});

test('everything imports the runtime that is named', async () => {
  const folder = await project({ 'package.json': '{}' });
  const { stdout } = await cli(folder, 'init', '--yes', '--vite', '--runtime', '@holonomic/runtime');
  expect(stdout).toContain('  change  package.json: dependencies @holonomic/runtime\n');
  const text = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  expect(await text('holonomic.config.ts')).toContain(`  runtime: '@holonomic/runtime',\n`);
  for (const name of ['generated/wave.ts', 'scenes/bead.ts', 'src/main.ts']) {
    expect(await text(name), name).toContain(`from '@holonomic/runtime';`);
    expect(await text(name), name).not.toMatch(/'holonomic\/(?:runtime|library)'/);
  }
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(JSON.parse(await text('package.json'))).toMatchObject({ dependencies: { '@holonomic/runtime': version } });
  // The scene's world and the class that it uses are of one runtime.
  expect((await cli(folder, 'simulate', 'scenes/bead.ts', '--until', '0.1')).stdout).toContain('largest |C|');

  const again = await cli(folder, 'init', '--yes', '--runtime', 'other');
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain('by it emitted code imports @holonomic/runtime.');
  expect(again.stderr).toContain(`Write runtime: 'other' into holonomic.config.ts.`);
  const wrong = await cli(folder, 'init', '--yes', '--runtime', './here');
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toContain('It must be the name of a module, such as "@holonomic/runtime".');
});

test('without a package.json there is nothing to add to', async () => {
  const folder = await project({});
  await mkdir(join(folder, 'deep'));
  const { exitCode, stderr } = await cli(folder, 'init', '--yes');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('npm init -y');
});

test('a package.json that is not JSON is for the user to fix, and stays as it is', async () => {
  const folder = await project({ 'package.json': '{ "name": ' });
  const { exitCode, stderr } = await cli(folder, 'init', '--yes');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^error: package\.json is not JSON: .*\nhint: Mend it first\.\n$/);
  expect(await readdir(folder)).toEqual(['package.json']);
});

const VITE_CONFIG = `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
})
`;
import { inFull } from '../support/scope.js';

const viteProject = (config: string, dependencies: Readonly<Record<string, string>> = {}) =>
  project({
    'package.json': JSON.stringify({ dependencies, devDependencies: { vite: '^8', typescript: '*' } }),
    'index.html': '<div id="app"></div><script type="module" src="/src/main.tsx"></script>',
    'src/main.tsx': '// mine\n',
    'vite.config.ts': config,
  });

inFull('a project of Vite gets the plugin, and a mechanism for the page that it has', async () => {
  const folder = await viteProject(VITE_CONFIG, { react: '^19' });
  const { exitCode, stdout } = await cli(folder, 'init', '--yes', '--vite');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    "  change  vite.config.ts: import holonomic from 'holonomic/vite';\n  change  vite.config.ts: plugins: [holonomic()],\n",
  );
  expect(stdout).not.toContain('keep    vite.config.ts');
  expect(stdout).toContain('Add to a component:\n');
  expect(stdout).toContain("\n  import { beadOnWave } from './bead-on-wave';\n");
  expect(stdout).toContain(
    'Next: add the lines above, then "npm run dev", which generates again whenever a formula changes.',
  );
  expect(await readFile(join(folder, 'vite.config.ts'), 'utf8')).toContain('plugins: [holonomic(), react()],');
  expect(await readdir(join(folder, 'src'))).toEqual(['bead-on-wave.ts', 'main.tsx']);
  expect(await readFile(join(folder, 'src/main.tsx'), 'utf8')).toBe('// mine\n');
  expect((await cli(folder, 'init', '--yes', '--vite')).stdout).toContain('nothing to do');
});

test('a page in JavaScript gets a component in JavaScript', async () => {
  const folder = await viteProject(VITE_CONFIG, { react: '^19' });
  const html = join(folder, 'index.html');
  await writeFile(html, (await readFile(html, 'utf8')).replace('main.tsx', 'main.jsx'));
  const { stdout } = await cli(folder, 'init', '--yes', '--vite');
  expect(stdout).toContain('const canvas = useRef(null);');
});

test('files keep their ends of lines', async () => {
  const folder = await viteProject(VITE_CONFIG);
  const paths = ['package.json', 'vite.config.ts'].map((name) => join(folder, name));
  await writeFile(paths[0]!, PACKAGE.replaceAll('\n', '\r\n'));
  await writeFile(paths[1]!, VITE_CONFIG.replaceAll('\n', '\r\n'));
  expect((await cli(folder, 'init', '--yes')).exitCode).toBe(0);
  for (const path of paths) {
    const text = await readFile(path, 'utf8');
    expect(text).toContain('holonomic');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  }
});

inFull('the plugin is added without being asked, and what cannot be edited is said line by line', async () => {
  const edited = await viteProject(VITE_CONFIG);
  expect((await cli(edited, 'init', '--yes')).stdout).toContain('  change  vite.config.ts: plugins');
  expect(await readdir(join(edited, 'src'))).toEqual(['main.tsx']);

  const config = VITE_CONFIG.replace('({', '(() => ({').replace('})', '}))');
  const folder = await viteProject(config);
  const { stdout } = await cli(folder, 'init', '--yes');
  expect(stdout).toContain(
    "Add to vite.config.ts:\n  import holonomic from 'holonomic/vite';\n  plugins: [holonomic()],\n",
  );
  expect(stdout).toContain('Next: add the lines above, then');
  expect(await readFile(join(folder, 'vite.config.ts'), 'utf8')).toBe(config);
});
