import { basename } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** What a strict compiler says of files in one folder, which it is given by their names. */
export function complaintsOf(files: Readonly<Record<string, string>>): string[] {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`/made/${name}`, text]));
  const host = ts.createCompilerHost(OPTIONS);
  const overlaid: ts.CompilerHost = {
    ...host,
    getSourceFile: (path, ...rest) => {
      const text = texts.get(path);
      return text === undefined
        ? host.getSourceFile(path, ...rest)
        : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
    },
    fileExists: (path) => texts.has(path) || host.fileExists(path),
    directoryExists: (path) => path === '/made' || (host.directoryExists?.(path) ?? true),
  };
  const messages = ts.getPreEmitDiagnostics(ts.createProgram([...texts.keys()], OPTIONS, overlaid));
  return messages.map(({ messageText, file }) => `${basename(file?.fileName ?? '')}: ${JSON.stringify(messageText)}`);
}
