import type { BodyDerivation } from '../derive/derive-body.js';
import type { AnySpaceDerivation } from '../derive/derive.js';
import type { OperationCount } from '../lower/count.js';
import { typescript } from './addresses.js';
import { bodyTypeStructures } from './body-structure.js';
import { bodyClassStructures, bodyImports } from './body-class-structure.js';
import { classStructures, importsOf as constraintImports } from './class-structure.js';
import type { Declaration } from './function-structure.js';
import { commentText, stringLiteral } from './literal.js';
import { NOTICE } from './notice.js';
import { PRINT_WIDTH, SettledLines } from './settled-lines.js';
import type { Kinds } from './ts-morph-kinds.js';

/** Raised when the same spec would now give other code, so that every output is seen to be stale. */
export const FORMAT_VERSION = 1;

/** What a generated file is made of. */
export interface FilePlan {
  /** The spec file, relative to the output's folder, with forward slashes. */
  readonly source: string;
  /** Hash of the specs, and of the format version. */
  readonly hash: string;
  readonly derivations: readonly AnySpaceDerivation[];
}

/** What the module of a kind of body in the runtime is made of. */
export interface BodyTypePlan extends Pick<FilePlan, 'source' | 'hash'> {
  readonly derivation: BodyDerivation;
  /** Name of the constant. */
  readonly name: string;
  /** Where the type of the constant is imported from. */
  readonly imports: string;
}

/** Renders plans to formatted TypeScript. One renderer serves a whole run. */
export interface Renderer {
  readonly file: (plan: FilePlan) => Promise<string>;
  /** A module of the runtime: the type of one kind of body. */
  readonly bodyType: (plan: BodyTypePlan) => Promise<string>;
}

/** Options are fixed here: the output must not depend on the project that it is written into. */
export const FORMAT = {
  parser: 'babel-ts',
  printWidth: PRINT_WIDTH,
  singleQuote: true,
  trailingComma: 'all',
  endOfLine: 'lf',
} as const;

/** Loads ts-morph, and prettier unless `format` is false, and makes a renderer. */
export async function createRenderer(format = true): Promise<Renderer> {
  const { Project, StructureKind, VariableDeclarationKind } = await import('ts-morph');
  const prettier = format ? await import('prettier') : undefined;
  const kinds: Kinds = {
    interface: StructureKind.Interface,
    typeAlias: StructureKind.TypeAlias,
    class: StructureKind.Class,
    function: StructureKind.Function,
    variable: StructureKind.VariableStatement,
    constant: VariableDeclarationKind.Const,
  };
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const pretty = async (code: string): Promise<string> =>
    prettier === undefined ? code : prettier.format(code, FORMAT);
  let counter = 0;
  const print = async (declarations: readonly Declaration[]): Promise<string> => {
    const settled = new SettledLines();
    const file = project.createSourceFile(`file-${counter++}.ts`, { statements: settled.extract(declarations, kinds) });
    const code = file.getFullText();
    project.removeSourceFile(file);
    return settled.restore(await pretty(code));
  };
  return {
    file: (plan) => {
      const { derivations } = plan;
      return print([
        header(plan),
        `import { ${importsOf(derivations).join(', ')} } from 'holonomic/runtime';`,
        ...derivations.flatMap((derivation) =>
          derivation.kind === 'body' ? bodyClassStructures(derivation, kinds) : classStructures(derivation, kinds),
        ),
      ]);
    },
    bodyType: ({ derivation, name, imports, ...plan }) =>
      print([
        header(plan),
        `import type { BodyType } from ${stringLiteral(imports)};`,
        ...bodyTypeStructures(derivation, name, typescript, kinds),
      ]),
  };
}

const header = ({ source, hash }: Pick<FilePlan, 'source' | 'hash'>): string =>
  [NOTICE, `// Source: ${commentText(source)}`, `// Hash: ${hash}`, '/* eslint-disable -- generated */'].join('\n');

function callsErf({ operations }: AnySpaceDerivation): boolean {
  const counts = 'kernel' in operations ? [operations.kernel, operations.Jdot] : bodyCounts(operations);
  return counts.some(({ byKind }) => byKind['erf'] !== undefined);
}

const bodyCounts = ({ connectors, ...others }: BodyDerivation['operations']): OperationCount[] => [
  ...Object.values(connectors),
  ...Object.values(others),
];

/** What a file imports: the bases of its classes, then types. */
function importsOf(derivations: readonly AnySpaceDerivation[]): string[] {
  const bases = derivations.map(({ kind }) => (kind === 'body' ? 'ParametricBody' : 'Constraint'));
  const types = derivations.flatMap((derivation) =>
    derivation.kind === 'body' ? bodyImports(derivation) : constraintImports(derivation),
  );
  // What `Math` lacks.
  const functions = derivations.some(callsErf) ? ['erf'] : [];
  return [...[...new Set(bases)].sort(), ...functions, ...[...new Set(types)].sort().map((type) => `type ${type}`)];
}
