import { NOTICE } from '../notice.js';
import { BATCHES } from '../units/batches.js';
import type { Unit } from '../units/unit.js';
import { lineComment } from './comments.js';
import { OWN_IN_C } from '../elementary/own-functions.js';
import { FAST_MATH_REFUSED, SUPPORT_FUNCTIONS } from './support.js';
import { declarationOf, definitionOf } from './unit.js';

/** Names of files that every output in C has; a spec file cannot have them. */
export const SUPPORT = 'holonomic';
const SUPPORT_FILE = `${SUPPORT}.h`;

/** The contents of the files of one spec file. */
interface CFilePlan {
  /** Name of the files, without extension. */
  readonly name: string;
  /** The spec file, relative to the output's folder, with forward slashes. */
  readonly source: string;
  /** Hash of the specs, and of the format version. */
  readonly hash: string;
  readonly units: readonly Unit[];
}

export const head = ({ source, hash }: Pick<CFilePlan, 'source' | 'hash'>): string =>
  [NOTICE, lineComment(`Source: ${source}`), `// Hash: ${hash}`].join('\n');

/**
 * The standard headers of C (C11, 7.1.2), and those of the GNU C Library that these include, without
 * extension. A header of such a name in a folder of the compiler's -I would be read in place of the
 * compiler's own.
 */
export const C_HEADERS: ReadonlySet<string> = new Set(
  (
    'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic ' +
    'stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype ' +
    'alloca endian features pthread sched'
  ).split(' '),
);

/** The header of a spec file's classes. */
export const headerText = (plan: CFilePlan): string =>
  `${head(plan)}\n${header([`#include "${SUPPORT_FILE}"`, ...inC(plan.units.map(declarationOf))])}`;

/** The functions of a spec file's classes. */
export const sourceText = (plan: CFilePlan): string =>
  `${[head(plan), `#include "${plan.name}.h"`, ...plan.units.map(definitionOf)].join('\n\n')}\n`;

/** The header that includes all others of an output. */
export const indexHeaderText = (names: readonly string[]): string =>
  `${NOTICE}\n${header([[SUPPORT, ...names].map((name) => `#include "${name}.h"`).join('\n')])}`;

/** A header, which is read once, however often it is included. */
export const header = (parts: readonly string[]): string => `${['#pragma once', ...parts].join('\n\n')}\n`;

/** Declarations for C that C++ may include, too. */
export const inC = (parts: readonly string[]): string[] => [
  '#ifdef __cplusplus\nextern "C" {\n#endif',
  ...parts,
  '#ifdef __cplusplus\n}\n#endif',
];

/**
 * The header that all others include: how kernels are called, and functions whose values differ
 * between C and JavaScript at zeros, infinities and NaN.
 */
export const supportText = (): string => `${NOTICE}
${header([
  `/*
 * The constants of the class X are called X_….
 *
${BATCHES}
 *
 * Arrays that are written overlap no others. Nothing is allocated, nothing is kept between calls,
 * and calls from several threads on different memory do not disturb each other.
 */`,
  FAST_MATH_REFUSED,
  `#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>`,
  ...[...SUPPORT_FUNCTIONS, ...OWN_IN_C].map(({ text }) => text),
])}`;
