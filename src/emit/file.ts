import type { BodyDerivation } from '../derive/derive-body.js';
import type { OperationCount } from '../lower/count.js';
import { typescript } from './addresses.js';
import { bodyTypeDeclarations } from './body-declarations.js';
import type { Declaration } from './declarations.js';
import { bracketed, FORMAT } from './format.js';
import { commentText } from './literal.js';
import { moduleLiteral, NOTICE } from './notice.js';
import { SettledLines } from './settled-lines.js';

/** Raised when the same spec would now give other code, so that every output is seen to be stale. */
export const FORMAT_VERSION = 1;

/** What a generated file is made of. */
export interface FilePlan {
  /** The spec file, relative to the output's folder, with forward slashes. */
  readonly source: string;
  /** Hash of the specs, and of the format version. */
  readonly hash: string;
  readonly classes: readonly DeclaredClass[];
}

/** A class, ready to be printed. */
export interface DeclaredClass {
  /** Name of the runtime's class that it extends. */
  readonly base: string;
  /** The runtime's types that it refers to. */
  readonly types: readonly string[];
  readonly declarations: readonly Declaration[];
  /** What each of its functions costs. */
  readonly costs: readonly OperationCount[];
}

/** What the module of a kind of body in the runtime is made of. */
export interface BodyTypePlan extends Pick<FilePlan, 'source' | 'hash'> {
  readonly derivation: BodyDerivation;
  /** Name of the constant. */
  readonly name: string;
  /** Where the type of the constant is imported from. */
  readonly imports: string;
}

/** Renders plans to formatted TypeScript. */
export interface Renderer {
  readonly file: (plan: FilePlan) => Promise<string>;
  /** A module of the runtime: the type of one kind of body. */
  readonly bodyType: (plan: BodyTypePlan) => Promise<string>;
}

/** Makes a renderer. It loads prettier when it needs it first; without `format` it never does. */
export function createRenderer(format = true): Renderer {
  const print = async (head: string, declarations: readonly Declaration[]): Promise<string> => {
    const settled = new SettledLines();
    const code = `${[head, ...declarations.map((declaration) => settled.extract(declaration))].join('\n\n')}\n`;
    if (!format || settled.isComplete) return settled.restore(code);
    const prettier = await import('prettier');
    return settled.restore(await prettier.format(code, FORMAT));
  };
  return {
    file: (plan) => {
      const { classes } = plan;
      return print(
        [
          header(plan),
          ...bracketed('import {', importsOf(classes), "} from 'holonomic/runtime';", { space: ' ' }),
        ].join('\n'),
        classes.flatMap(({ declarations }) => declarations),
      );
    },
    bodyType: ({ derivation, name, imports, ...plan }) =>
      print(
        `${header(plan)}\nimport type { BodyType } from ${moduleLiteral(imports)};`,
        bodyTypeDeclarations(derivation, name, typescript),
      ),
  };
}

const header = ({ source, hash }: Pick<FilePlan, 'source' | 'hash'>): string =>
  [NOTICE, `// Source: ${commentText(source)}`, `// Hash: ${hash}`, '/* eslint-disable -- generated */'].join('\n');

const callsErf = ({ costs }: DeclaredClass): boolean => costs.some(({ byKind }) => byKind['erf'] !== undefined);

/** What a file imports: the bases of its classes, then types. */
function importsOf(classes: readonly DeclaredClass[]): string[] {
  const bases = classes.map(({ base }) => base);
  const types = classes.flatMap((one) => one.types);
  // What `Math` lacks.
  const functions = classes.some(callsErf) ? ['erf'] : [];
  return [...[...new Set(bases)].sort(), ...functions, ...[...new Set(types)].sort().map((type) => `type ${type}`)];
}
