import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from '../cli/support.js';
import { compileC, missingCompiler } from '../support/c-compiler.js';
import { elementsOf, STANDARD, textsOfFmu } from '../support/fmu.js';
import { WATCHED_FLAGS } from '../support/mechanism-in-c.js';
import { named, scene } from './scenes.js';

/**
 * A program that an importer of sources would be: with the standard's headers, and functions with the
 * prefix of the FMU. With COUNTED it follows what is allocated.
 */
const driver = (token: string, variables: readonly Record<string, string>[], dt: number): string => `
#define FMI3_FUNCTION_PREFIX Made_
#include "fmi3Functions.h"
#include <stdio.h>
#include <string.h>

#ifdef COUNTED
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static int allocations;
void *malloc(size_t size) { allocations++; return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { allocations++; return __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { allocations++; return __libc_realloc(old, size); }
#endif

enum { COUNT = ${variables.length}, LIMIT = ${variables.findIndex(({ name }) => name === 'limits.C')} };
static int messages;
static void note(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
  if (environment != &messages || strlen(category) == 0 || strlen(message) == 0 || status == fmi3OK) exit(90);
  messages++;
}
#define CHECK(condition) if (!(condition)) { fprintf(stderr, "line %d\\n", __LINE__); return 1; }
static fmi3Float64 now;
static fmi3Status step(fmi3Instance one, fmi3Float64 span) {
  fmi3Boolean events, ends, early;
  fmi3Float64 reached;
  const fmi3Status status = fmi3DoStep(one, now, span, fmi3True, &events, &ends, &early, &reached);
  if (status == fmi3OK) now = reached;
  return status;
}
static fmi3Instance start(const char *name) {
  fmi3Instance one = fmi3InstantiateCoSimulation(name, "${token}", NULL, fmi3False, fmi3True, fmi3False, fmi3False, NULL, 0,
                                                 &messages, note, NULL);
  now = 0.0;
  return one;
}
static fmi3Status begin(fmi3Instance one) {
  return fmi3EnterInitializationMode(one, fmi3False, 0.0, 0.0, fmi3False, 0.0) | fmi3ExitInitializationMode(one);
}

int main(void) {
  fmi3ValueReference all[COUNT];
  fmi3Float64 a[COUNT], b[COUNT];
  for (fmi3ValueReference r = 0; r < COUNT; r++) all[r] = r;
  CHECK(strcmp(fmi3GetVersion(), "3.0") == 0);
  fmi3Instance one = start("one"), two = start("two");
  CHECK(one != NULL && two != NULL && begin(one) == fmi3OK && begin(two) == fmi3OK);
  const fmi3Float64 dt = ${dt};
  for (int n = 0; n < 50; n++) CHECK(step(one, dt) == fmi3OK);
  fmi3FMUState kept = NULL, copy = NULL;
  const fmi3Float64 at = now;
  CHECK(fmi3GetFMUState(one, &kept) == fmi3OK && fmi3GetFMUState(one, &kept) == fmi3OK);
  for (int n = 0; n < 50; n++) CHECK(step(one, 2.5 * dt) == fmi3OK);
  CHECK(fmi3GetFloat64(one, all, COUNT, a, COUNT) == fmi3OK);
  size_t size;
  CHECK(fmi3SerializedFMUStateSize(one, kept, &size) == fmi3OK);
  fmi3Byte *bytes = malloc(size);
  CHECK(fmi3SerializeFMUState(one, kept, bytes, size) == fmi3OK);
  CHECK(fmi3DeserializeFMUState(two, bytes, size, &copy) == fmi3OK && fmi3SetFMUState(two, copy) == fmi3OK);
  CHECK(fmi3FreeFMUState(two, &copy) == fmi3OK && copy == NULL && fmi3FreeFMUState(two, &copy) == fmi3OK);
  now = at;
  for (int n = 0; n < 50; n++) CHECK(step(two, 2.5 * dt) == fmi3OK);
  CHECK(fmi3GetFloat64(two, all, COUNT, b, COUNT) == fmi3OK && memcmp(a, b, sizeof a) == 0);
  CHECK(messages == 0);

  // Nothing is allocated from here on, whatever is called.
#ifdef COUNTED
  const int before = allocations;
#endif
  now = at;
  CHECK(fmi3SetFMUState(one, kept) == fmi3OK && fmi3GetFMUState(one, &kept) == fmi3OK);
  for (int n = 0; n < 50; n++) {
    // Inputs and parameters keep their values; all others cannot be set.
    for (fmi3ValueReference r = 0; r < COUNT; r++) {
      const int known = messages;
      CHECK(fmi3GetFloat64(one, &r, 1, a, 1) == fmi3OK);
      const fmi3Status status = fmi3SetFloat64(one, &r, 1, a, 1);
      CHECK(status == fmi3OK ? messages == known : status == fmi3Error && messages == known + 1);
      if (status == fmi3Error) CHECK(fmi3SetFMUState(one, kept) == fmi3OK);
    }
    CHECK(step(one, dt) == fmi3OK && fmi3GetFMUState(one, &kept) == fmi3OK);
  }
  fmi3ValueReference r = LIMIT;
  a[0] = -1.0;
  CHECK(fmi3SetFloat64(one, &r, 1, a, 1) == fmi3Discard);
  r = COUNT;
  CHECK(fmi3GetFloat64(one, &r, 1, a, 1) == fmi3Error && step(one, dt) == fmi3Error);
  CHECK(fmi3Reset(one) == fmi3OK && begin(one) == fmi3OK && fmi3Terminate(one) == fmi3OK);
#ifdef COUNTED
  CHECK(allocations == before && allocations >= 5);
#endif

  // What was written over is refused, and so is each function that the FMU has no use for.
  bytes[0] ^= 1;
  CHECK(fmi3DeserializeFMUState(two, bytes, size, &copy) == fmi3Error && copy == NULL);
  CHECK(fmi3Reset(two) == fmi3OK && fmi3GetInt8(two, NULL, 0, NULL, 0) == fmi3OK);
  const int known = messages;
  CHECK(fmi3GetInt8(two, all, 1, NULL, 1) == fmi3Error && fmi3SetString(two, all, 1, NULL, 1) == fmi3Error);
  CHECK(fmi3SetTime(two, 1.0) == fmi3Error && fmi3EnterEventMode(two) == fmi3Error);
  CHECK(fmi3GetNumberOfContinuousStates(two, &size) == fmi3Error && messages == known + 5);
  CHECK(fmi3InstantiateModelExchange("x", "", NULL, fmi3False, fmi3True, &messages, note) == NULL);
  CHECK(fmi3InstantiateScheduledExecution("x", "", NULL, fmi3False, fmi3True, &messages, note, NULL, NULL, NULL) == NULL);
  CHECK(messages == known + 7);
  CHECK(step(NULL, dt) == fmi3Error && fmi3Reset(NULL) == fmi3Error && fmi3GetInt8(NULL, NULL, 0, NULL, 0) == fmi3Error);
  CHECK(messages == known + 7);
  free(bytes);
  CHECK(fmi3FreeFMUState(one, &kept) == fmi3OK);
  fmi3FreeInstance(one);
  fmi3FreeInstance(two);
  fmi3FreeInstance(NULL);
  return 0;
}
`;

describe.skipIf(missingCompiler !== undefined)('the sources of an FMU', () => {
  const documents = {
    'with everything': named(),
    'without parameters, handles or rows': scene({ bodies: { bob: { kind: 'particle', mass: 1, position: [1, 0] } } }),
  };
  test.each(Object.entries(documents))(
    "do what C defines with the standard's headers, and allocate nothing while they step: %s",
    async (_, document) => {
      const texts = await textsOfFmu(document);
      const folder = await project({});
      for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder, basename(path)), text);
      const description = texts['modelDescription.xml']!;
      const token = elementsOf(description, 'fmiModelDescription')[0]!['instantiationToken']!;
      const step = Number(elementsOf(description, 'CoSimulation')[0]!['fixedInternalStepSize']);
      writeFileSync(join(folder, 'driver.c'), driver(token, elementsOf(description, 'Float64'), step));
      const sources = elementsOf(texts['sources/buildDescription.xml']!, 'SourceFile').map(({ name }) => name!);
      for (const flags of [WATCHED_FLAGS, ['-O2', '-DCOUNTED']]) {
        const program = compileC(folder, ['driver.c', ...sources], 'driver', ['-isystem', STANDARD, ...flags]);
        expect(execFileSync(program, { encoding: 'utf8' })).toBe('');
      }
    },
  );
});
