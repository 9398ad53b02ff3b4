import { test } from 'vitest';
import { runScript } from './run-script.js';

test('types', { timeout: 300_000 }, () => runScript('typecheck'));
