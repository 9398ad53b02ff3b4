import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => ({
  resolve: {
    // The package's own names, as users import them, mean the sources here.
    alias: [
      { find: /^holonomic$/, replacement: source('./src/index.ts') },
      { find: /^holonomic\/runtime$/, replacement: source('./runtime/index.ts') },
      { find: /^@holonomic\/runtime$/, replacement: source('./runtime/index.ts') },
      { find: /^@holonomic\/runtime\/library$/, replacement: source('./generated/index.ts') },
      { find: /^holonomic\/toolkit$/, replacement: source('./src/toolkit.ts') },
      { find: /^holonomic\/scene$/, replacement: source('./src/scene/index.ts') },
      { find: /^holonomic\/analysis$/, replacement: source('./src/analysis/index.ts') },
      { find: /^holonomic\/canvas$/, replacement: source('./src/canvas/index.ts') },
      { find: /^holonomic\/three$/, replacement: source('./src/three/index.ts') },
      { find: /^holonomic\/library$/, replacement: source('./generated/index.ts') },
      { find: /^holonomic\/ensemble$/, replacement: source('./src/ensemble/index.ts') },
      { find: /^holonomic\/ensemble\/bullmq$/, replacement: source('./src/ensemble/bullmq/index.ts') },
      { find: /^holonomic\/vite$/, replacement: source('./src/vite/index.ts') },
      { find: /^holonomic\/unplugin$/, replacement: source('./src/plugin/index.ts') },
      { find: /^holonomic\/vitest$/, replacement: source('./src/vitest/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // What takes long for what it is likely to find: browsers, bundlers, packed packages, many processes.
    exclude: mode === 'full' ? configDefaults.exclude : [...configDefaults.exclude, 'test/**/*.full.test.ts'],
    // Modules are loaded once per worker, not once per file: no test changes what another one sees.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Limits end what hangs. A machine that others use, too, may be five times as slow as at other times.
    testTimeout: mode === 'full' ? 240_000 : 120_000,
    // Some build a site, or install packages.
    hookTimeout: 600_000,
    // Beside three other workers on two processors a page may take longer than its test allows for. The
    // reporter names each test that passed only when it was run again.
    retry: mode === 'full' && process.env['CI'] !== undefined ? 1 : 0,
    env: { TEST_SCOPE: mode, HOLONOMIC_LOAD_SECONDS: '60' },
    // Some tests wait for browsers, compilers and packed packages: one worker more for two processors.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Derivations make many small objects. With room for them, less time goes into collecting them.
    execArgv: ['--max-semi-space-size=64'],
    coverage: { include: ['src/**', 'runtime/**'] },
  },
}));
