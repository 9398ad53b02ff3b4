import { test } from 'vitest';
import { runScript } from './run-script.js';

test.each(['typecheck', 'lint', 'format:check'])('%s', { timeout: 1_800_000 }, (script) => runScript(script));
