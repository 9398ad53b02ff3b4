import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../../src/mechanism/index.js';
import type { MechanismProgram } from '../../src/mechanism/program.js';
import { compileC } from './c-compiler.js';
import { HEAD } from './mechanisms.js';

/** Ends the program where it leaves an array, or does what C does not define. */
export const WATCHED_FLAGS = ['-O0', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

/**
 * Compiles a mechanism in C in a folder, with statements of a main function around it, and runs it. In
 * the statements `m` is the mechanism, and `show(name, array, count)` hands numbers back. Returns them by
 * name, one list for each call. `functions` stand before the main function.
 */
export async function runInC(
  program: MechanismProgram,
  folder: string,
  statements: string,
  flags: readonly string[] = WATCHED_FLAGS,
  functions = '',
): Promise<Map<string, number[][]>> {
  for (const [name, text] of Object.entries(await filesOf(program, HEAD, 'c'))) writeFileSync(join(folder, name), text);
  writeFileSync(
    join(folder, 'main.c'),
    `#include "made.h"
#include "made.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

static void show(const char *name, const double *numbers, int count) {
  printf("%s", name);
  for (int i = 0; i < count; i++) printf(" %.17g", numbers[i]);
  printf("\\n");
}

${functions}

int main(void) {
  static Made m;
  Made_init(&m);
  ${statements}
  return 0;
}
`,
  );
  const output = execFileSync(compileC(folder, ['main.c', 'made.c'], 'made', flags), { encoding: 'utf8' });
  const shown = new Map<string, number[][]>();
  for (const line of output.trim().split('\n')) {
    const [name, ...numbers] = line.split(' ') as [string, ...string[]];
    shown.set(name, [...(shown.get(name) ?? []), numbers.map(numberOf)]);
  }
  return shown;
}

const numberOf = (text: string): number => {
  if (text.includes('nan')) return NaN;
  return text.includes('inf') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text);
};
