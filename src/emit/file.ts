import { Project, StructureKind, type ImportDeclarationStructure, type StatementStructures } from 'ts-morph';
import type { BodyDerivation } from '../derive/derive-body.js';
import { RUNTIME_FUNCTIONS } from '../primitives/index.js';
import type { RuntimeImport } from '../spec/emitted-names.js';
import { RUNTIME_MODULE } from '../spec/runtime-module.js';
import { bodyTypeDeclarations } from './body-class-declarations.js';
import { bodyFunctions, listOf } from './body-functions.js';
import { calledIn } from './elementary/called-functions.js';
import type { DeclaredClass } from './class-structure.js';
import { commentText } from './literal.js';
import { NOTICE } from './notice.js';

/** The contents of a generated file. */
export interface FilePlan {
  /** The spec file, relative to the output's folder, with forward slashes. */
  readonly source: string;
  /** Hash of the specs, and of the format version. */
  readonly hash: string;
  readonly classes: readonly DeclaredClass[];
  /** Module that exports what the classes import of the runtime; `holonomic/runtime` if left out. */
  readonly imports?: string;
}

/** The contents of a runtime module that holds one kind of body. */
export interface BodyTypePlan extends Pick<FilePlan, 'source' | 'hash'> {
  readonly derivation: BodyDerivation;
  /** Name of the constant. */
  readonly name: string;
  /** Module that exports the types of the constant and its functions. */
  readonly imports: string;
  /** Module that exports the functions that kernels call. */
  readonly functions: string;
}

/** The text of a generated file, before formatting. */
export function fileText({ classes, imports: moduleSpecifier = RUNTIME_MODULE, ...plan }: FilePlan): string {
  const bases = classes.map(({ base }): RuntimeImport => base);
  // Functions that `Math` lacks.
  const functions = [...RUNTIME_FUNCTIONS.keys()].filter((name) => classes.some((one) => calls(one, name)));
  const types = classes.flatMap((one) => one.types);
  const imports: ImportDeclarationStructure = {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier,
    namedImports: [
      ...sorted(bases).map((name) => ({ name })),
      ...functions.map((name) => ({ name })),
      ...sorted(types).map((name) => ({ name, isTypeOnly: true })),
    ],
  };
  return print(plan, [imports, ...classes.flatMap(({ statements }) => statements)]);
}

/** The text of a module of the runtime: the type of one kind of body. */
export function bodyTypeText({ derivation, name, imports, functions, ...plan }: BodyTypePlan): string {
  const declared = bodyTypeDeclarations(derivation, name);
  const called = calledIn(JSON.stringify(declared));
  const types = ['BodyType', ...listOf(bodyFunctions(derivation)).map(({ type }) => type)];
  return print(plan, [
    {
      kind: StructureKind.ImportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: imports,
      namedImports: sorted(types),
    },
    ...(called.length === 0
      ? []
      : [
          {
            kind: StructureKind.ImportDeclaration as const,
            moduleSpecifier: functions,
            namedImports: called,
          },
        ]),
    ...declared,
  ]);
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

const calls = ({ costs }: DeclaredClass, name: string): boolean =>
  costs.some(({ byKind }) => byKind[name] !== undefined);

const project = new Project({ useInMemoryFileSystem: true });

function print(
  { source, hash }: Pick<FilePlan, 'source' | 'hash'>,
  statements: readonly (string | StatementStructures)[],
): string {
  const head = [NOTICE, `// Source: ${commentText(source)}`, `// Hash: ${hash}`, '/* eslint-disable -- generated */'];
  const file = project.createSourceFile(
    'generated.ts',
    { statements: [head.join('\n'), ...statements] },
    { overwrite: true },
  );
  return file.getFullText();
}
