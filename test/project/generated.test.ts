import { test } from 'vitest';
import { runScript } from './run-script.js';

test('the emitted files are what the specs say', { timeout: 300_000 }, () => runScript('generate', '--', '--check'));
