import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mechanism, MechanismWatch } from '../../src/mechanism/compile.js';
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

/** What a mechanism in C shows of itself: its state, energies and residuals. */
export const SHOW = `double energy[2], residual[2];
  Made_energy(&m, &energy[0], &energy[1]);
  Made_residual(&m, &residual[0], &residual[1]);
  show("state", m.state, Made_size);
  show("energy", energy, 2);
  show("residual", residual, 2);`;

/** All numbers of a mechanism, in lists by name. */
type Shown = Readonly<Record<string, readonly number[]>>;

/** Takes steps in C, and returns all numbers after the last one. */
export async function steppedInC(
  program: MechanismProgram,
  folder: string,
  steps: number,
  dt: number,
  flags?: readonly string[],
): Promise<Shown> {
  const statements = `Made_Watch watch;
  for (int n = 0; n < ${steps}; n++) {
    watch = Made_step(&m, ${dt});
    if (!watch.isFinite) return 1;
  }
  double list[5] = {watch.leastPivot, watch.C, watch.Cdot, watch.${program.watched[3]!}, m.time};
  show("watch", list, 5);
  ${program.model.plan.rows > 0 ? 'show("lambda", m.lambda, Made_rows);' : ''}
  ${SHOW}`;
  const shown = await runInC(program, folder, statements, flags);
  return Object.fromEntries([...shown].map(([name, [list]]) => [name, list!]));
}

/** The same numbers of a mechanism in JavaScript, after the step that returned this watch. */
export function shownBy(made: Mechanism, { leastPivot, C, Cdot, accuracy, length }: MechanismWatch): Shown {
  const { kinetic, potential } = made.energy();
  return {
    state: [...made.state],
    ...(made.lambda.length > 0 && { lambda: [...made.lambda] }),
    watch: [leastPivot, C, Cdot, (accuracy ?? length)!, made.time],
    energy: [kinetic, potential],
    residual: [made.residual.C, made.residual.Cdot],
  };
}

const numberOf = (text: string): number => {
  if (text.includes('nan')) return NaN;
  return text.includes('inf') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text);
};
