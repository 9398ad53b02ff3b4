import { spawnSync } from 'node:child_process';
import { curveOf } from '../../runtime/curves/curve-table.js';
import type { BatchFunction, ParameterType } from '../../src/emit/syntax.js';

/** A call of a function of C, with the contents of its arrays before it. */
export interface CCall {
  readonly name: string;
  readonly args: readonly Argument[];
}
export type Argument = number | Int32Array | Float64Array;

/** A function without its statements. */
export type CSignature = Pick<BatchFunction, 'name' | 'parameters'>;

/** How the program reads an argument, and what it is called with. */
const READ: Readonly<Record<ParameterType, (i: number) => readonly [string, string]>> = {
  integer: (i) => [`ptrdiff_t a${i} = (ptrdiff_t)*in++;`, ''],
  number: (i) => [`double a${i} = *in++;`, ''],
  integers: (i) => [`int32_t *a${i} = integers(&n);`, ''],
  numbers: (i) => [`double *a${i} = numbers(&n);`, ''],
  results: (i) => [
    `double *a${i} = numbers(&n); ptrdiff_t n${i} = n;`,
    `fwrite(a${i}, sizeof(double), (size_t)n${i}, stdout);`,
  ],
};

/**
 * The text of a program that reads calls from standard input, makes them, and writes the contents
 * of the arrays that they write. All numbers travel as doubles: curves first, each by its handle and
 * its table, then 0; then for each call the number of the function and its arguments. Arrays follow
 * their lengths.
 */
export function callerText(functions: readonly CSignature[], headers: readonly string[]): string {
  const cases = functions.map(({ name, parameters }, number) => {
    const arguments_ = parameters.map(({ type }, i) => READ[type](i));
    return `case ${number}: {
      ${arguments_.map(([read]) => read).join('\n      ')}
      ${name}(${parameters.map((_, i) => `a${i}`).join(', ')});
      ${arguments_.map(([, write]) => write).join('\n      ')}
      break;
    }`;
  });
  return `${headers.map((header) => `#include ${header}`).join('\n')}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *in;
/* Curves, by the numbers that stand for them in JavaScript. */
static ptrdiff_t curves;
static double handles[1000];
static const double *tables[1000];
/* Memory of its own for each array, so that a wrong place is not that of another array. */
static double *numbers(ptrdiff_t *n) {
  *n = (ptrdiff_t)*in++;
  double *copy = malloc((size_t)(*n + 1) * sizeof(double));
  memcpy(copy, in, (size_t)*n * sizeof(double));
  in += *n;
  for (ptrdiff_t i = 0; i < *n; i++)
    for (ptrdiff_t c = 0; c < curves; c++)
      if (copy[i] == handles[c]) copy[i] = holonomic_curve(tables[c]);
  return copy;
}
static int32_t *integers(ptrdiff_t *n) {
  *n = (ptrdiff_t)*in++;
  int32_t *copy = malloc((size_t)(*n + 1) * sizeof(int32_t));
  for (ptrdiff_t i = 0; i < *n; i++) copy[i] = (int32_t)*in++;
  return copy;
}

int main(void) {
  size_t size = 0, room = 1 << 20;
  char *bytes = malloc(room);
  for (size_t got; (got = fread(bytes + size, 1, room - size, stdin)) > 0;) {
    size += got;
    if (size == room) bytes = realloc(bytes, room *= 2);
  }
  in = (double *)bytes;
  const double *end = in + size / sizeof(double);
  ptrdiff_t n = 0;
  (void)integers; (void)n;
  for (curves = 0; *in != 0; curves++) {
    handles[curves] = *in++;
    const ptrdiff_t length = (ptrdiff_t)*in++;
    tables[curves] = in;
    in += length;
  }
  in++;
  while (in < end) {
    switch ((int)*in++) {
    ${cases.join('\n    ')}
    default: return 1;
    }
  }
  return 0;
}
`;
}

/** Makes calls by a program of {@link callerText}; returns the arrays that each of them wrote. */
export function callC(program: string, functions: readonly CSignature[], calls: readonly CCall[]): Float64Array[][] {
  const numbers = new Map(functions.map(({ name }, number) => [name, number]));
  const handles = new Set(
    calls.flatMap(({ args }) => args.flatMap((arg) => (typeof arg === 'number' ? [] : [...arg]))),
  );
  const curves = [...handles].flatMap((handle) => {
    const table = curveOf(handle)?.table();
    return table === undefined ? [] : [handle, table.length, ...table];
  });
  const stream = [...curves, 0];
  for (const { name, args } of calls) {
    stream.push(numbers.get(name)!);
    for (const arg of args) {
      if (typeof arg === 'number') stream.push(arg);
      else {
        stream.push(arg.length);
        for (const entry of arg) stream.push(entry);
      }
    }
  }
  const { status, signal, error, stdout } = spawnSync(program, {
    input: Float64Array.from(stream),
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`the program ended with ${status ?? signal}`, { cause: error });
  const written = new Float64Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
  let next = 0;
  return calls.map(({ name, args }) =>
    functions[numbers.get(name)!]!.parameters.flatMap(({ type }, i) => {
      if (type !== 'results') return [];
      const { length } = args[i] as Float64Array;
      return [written.slice(next, (next += length))];
    }),
  );
}
