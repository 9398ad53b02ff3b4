import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpaceDerivation } from '../../src/derive/derive-space.js';
import { supportText } from '../../src/emit/c/files.js';
import { compileClass } from '../../src/emit/compile.js';
import { constraintKernel } from '../../src/emit/kernel.js';
import { c } from '../../src/emit/targets/c.js';
import { printFunction } from '../../src/emit/targets/target.js';
import { compileC } from '../../test/support/c-compiler.js';
import { median } from '../measure.js';
import { COUNT, drawBatch } from './race.js';

const ROUNDS = 31;
/** Evaluations of the batch in one round. */
const REPEAT = 200;

/**
 * Measures the CPU time of a kernel in C beside that of another one of the same constraint: the
 * median ratio over the rounds.
 */
export function raceInC(first: SpaceDerivation, second: SpaceDerivation): number {
  const { type } = compileClass(first);
  const { slots, x, v, p, results } = drawBatch(type);
  const kernels = [first, second].map((one, i) =>
    printFunction(c(), { ...constraintKernel(one), name: `kernel${i}` }).replace(/^/, 'static '),
  );
  const array = (name: string, values: Float64Array): string =>
    `static double ${name}[] = {${values.length === 0 ? 0 : [...values].map((value) => value.toPrecision(17)).join()}};`;
  const call = (i: number): string =>
    `for (int i = 0; i < ${REPEAT}; i++) kernel${i}(${COUNT}, slots, x, v, p, 0, C, Cdot, J, gamma);`;
  const text = `#define _POSIX_C_SOURCE 199309L
#include "holonomic.h"
#include <stdio.h>
#include <time.h>
${kernels.join('\n')}
static const int32_t slots[] = {${slots.join()}};
${Object.entries({ x, v, p })
  .map(([name, values]) => array(name, values))
  .join('\n')}
${Object.entries(results)
  .map(([name, { length }]) => `static double ${name}[${length}];`)
  .join('\n')}
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}
int main(void) {
  for (int round = 0; round < ${ROUNDS}; round++) {
    double start = now();
    ${call(0)}
    double middle = now();
    ${call(1)}
    printf("%g\\n", (now() - middle) / (middle - start));
  }
  return 0;
}
`;
  const folder = mkdtempSync(join(tmpdir(), 'holonomic-race-'));
  try {
    writeFileSync(join(folder, 'holonomic.h'), supportText());
    writeFileSync(join(folder, 'race.c'), text);
    const output = execFileSync(compileC(folder, ['race.c'], 'race'), { encoding: 'utf8' });
    return median(output.trim().split('\n').map(Number));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
