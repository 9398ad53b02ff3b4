import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const RUNTIME = join(import.meta.dirname, '../../runtime');
const files = readdirSync(RUNTIME, { recursive: true, encoding: 'utf8' });
const sources = files.filter((file) => file.endsWith('.ts'));
const text = sources.map((file) => readFileSync(join(RUNTIME, file), 'utf8')).join('\n');
const names = new Set(sources.map((file) => basename(file)));

test.each(files.filter((file) => file.endsWith('README.md')))('what runtime/%s names exists', (file) => {
  const code = [...readFileSync(join(RUNTIME, file), 'utf8').matchAll(/`([^`]+)`/g)].map(([, inline]) => inline!);
  const classes = code.flatMap((inline) => /^([A-Z]\w{2,}|\w+[A-Z]\w+)\b/.exec(inline)?.[1] ?? []);
  expect(classes.length).toBeGreaterThan(5);
  expect(classes.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  const modules = code.flatMap((inline) => /[\w-]+\.ts$/.exec(inline)?.[0] ?? []);
  expect(modules.filter((name) => !names.has(name))).toEqual([]);
});
