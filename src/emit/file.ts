import type { SpaceDerivation } from '../derive/derive-space.js';
import { classStructures, importsOf } from './class-structure.js';
import { commentText } from './literal.js';
import { NOTICE } from './notice.js';
import type { Kinds } from './ts-morph-kinds.js';

/** Raised when the same spec would now give other code, so that every output is seen to be stale. */
export const FORMAT_VERSION = 1;

/** What a generated file is made of. */
export interface FilePlan {
  /** The spec file, relative to the output's folder, with forward slashes. */
  readonly source: string;
  /** Hash of the specs, and of the format version. */
  readonly hash: string;
  readonly derivations: readonly SpaceDerivation[];
}

/** Renders plans to formatted TypeScript. One renderer serves a whole run. */
export interface Renderer {
  readonly file: (plan: FilePlan) => Promise<string>;
}

/** Options are fixed here: the output must not depend on the project that it is written into. */
const FORMAT = {
  parser: 'babel-ts',
  printWidth: 120,
  singleQuote: true,
  trailingComma: 'all',
  endOfLine: 'lf',
} as const;

/** Loads ts-morph, and prettier unless `format` is false, and makes a renderer. */
export async function createRenderer(format = true): Promise<Renderer> {
  const { Project, StructureKind } = await import('ts-morph');
  const prettier = format ? await import('prettier') : undefined;
  const kinds: Kinds = {
    interface: StructureKind.Interface,
    typeAlias: StructureKind.TypeAlias,
    class: StructureKind.Class,
    function: StructureKind.Function,
  };
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const pretty = async (code: string): Promise<string> =>
    prettier === undefined ? code : prettier.format(code, FORMAT);
  let counter = 0;
  return {
    file: async (plan) => {
      const { derivations } = plan;
      const types = [...new Set(derivations.flatMap(importsOf))].sort();
      const file = project.createSourceFile(`file-${counter++}.ts`, {
        statements: [
          header(plan),
          `import { Constraint, ${types.map((type) => `type ${type}`).join(', ')} } from 'holonomic/runtime';`,
          ...derivations.flatMap((derivation) => classStructures(derivation, kinds)),
        ],
      });
      const code = file.getFullText();
      project.removeSourceFile(file);
      return pretty(code);
    },
  };
}

const header = ({ source, hash }: FilePlan): string =>
  [NOTICE, `// Source: ${commentText(source)}`, `// Hash: ${hash}`, '/* eslint-disable -- generated */'].join('\n');
