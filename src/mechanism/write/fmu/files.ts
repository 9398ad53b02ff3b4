import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { head } from '../../../emit/c/files.js';
import type { MechanismProgram } from '../../program.js';
import { textsInC } from '../c-text.js';
import type { ModuleHead } from '../module-text.js';
import { ABSENT } from './absent-text.js';
import { buildDescription, GENERATOR, modelDescription } from './description.js';
import { functionsText } from './functions-text.js';
import { instanceText } from './instance-text.js';
import { fmuModelOf, type FmuModel } from './model.js';

/** The files of an archive, by path. */
export type FmuFiles = Readonly<Record<string, Uint8Array>>;

const DESCRIPTION = 'modelDescription.xml';
const SOURCES = 'sources/';
const BINARIES = 'binaries/';
/** The names of the sources of the mechanism, and of the functions of FMI beside them. */
const NAME = 'mechanism';
const INTERFACE = 'fmi3.c';

/** An FMU of a program: its description, and its sources in C. */
export function fmuOf(program: MechanismProgram, module: ModuleHead): Uint8Array {
  const model = fmuModelOf(program);
  const { header, source } = textsInC(program, module, NAME);
  const sources = { [`${NAME}.c`]: source, [INTERFACE]: interfaceText(model, module, NAME) };
  const texts = {
    [DESCRIPTION]: modelDescription(model, module),
    [`${SOURCES}buildDescription.xml`]: buildDescription(module, Object.keys(sources)),
    [`${SOURCES}${NAME}.h`]: header,
    ...Object.fromEntries(Object.entries(sources).map(([file, text]) => [`${SOURCES}${file}`, text])),
  };
  return packed(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)])));
}

/** Files as an archive: the same bytes for the same files, whenever it is made. */
const packed = (files: FmuFiles): Uint8Array => zipSync(files, { mtime: new Date(1980, 0, 1), level: 9 });

/** The files of an archive. Throws if it is none. */
export const unpacked = (archive: Uint8Array): FmuFiles => unzipSync(archive);

/** The same files with a library for a platform. */
export const withLibrary = (files: FmuFiles, platform: string, library: string, bytes: Uint8Array): Uint8Array =>
  packed({ ...files, [`${BINARIES}${platform}/${library}`]: bytes });

/** What a library is made of: its name, and sources by name. */
export function librarySourcesOf(files: FmuFiles): { readonly name: string; readonly sources: FmuFiles } {
  const inSources = Object.entries(files).filter(([path]) => path.startsWith(SOURCES));
  return {
    name: /modelIdentifier="(\w+)"/.exec(strFromU8(files[DESCRIPTION]!))![1]!,
    sources: Object.fromEntries(inSources.map(([path, bytes]) => [path.slice(SOURCES.length), bytes])),
  };
}

/** The files of an FMU besides its binaries, as an archive; undefined of bytes that are no FMU of ours. */
export function withoutBinaries(archive: Uint8Array): Uint8Array | undefined {
  try {
    const files = unpacked(archive);
    const description = files[DESCRIPTION];
    if (description === undefined || !strFromU8(description).includes(`generationTool="${GENERATOR}"`))
      return undefined;
    return packed(Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith(BINARIES))));
  } catch {
    return undefined;
  }
}

const interfaceText = (model: FmuModel, module: ModuleHead, name: string): string =>
  `${[
    head(module),
    `// The functions of FMI 3.0 around a mechanism. The importer has the standard's headers.
#ifndef FMI3_FUNCTION_PREFIX
#define FMI3_FUNCTION_PREFIX ${module.className}_
#endif
#include "fmi3Functions.h"

#include "${name}.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>`,
    instanceText(model, module),
    functionsText(model, module.className),
    ABSENT,
  ].join('\n\n')}\n`;

/**
 * What a library needs of the header `fmi3Functions.h`, to be compiled where the standard's headers
 * are not at hand: its types (FMI 3.0, section 2.2).
 */
export const TYPES = `#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FMI3_Export __attribute__((visibility("default")))
#define fmi3Version "3.0"
#define fmi3False false

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8, fmi3Byte;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef const char *fmi3String;
typedef const fmi3Byte *fmi3Binary;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean *, fmi3Float64 *);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);
`;
