/** A module in TypeScript as JavaScript, and the types of what it exports. ts-morph is loaded on first use. */
export async function javascriptOf(text: string): Promise<{ readonly code: string; readonly types: string }> {
  const { Project, ts } = await import('ts-morph');
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, declaration: true },
  });
  project.createSourceFile('module.ts', text);
  const files = project.emitToMemory().getFiles();
  const [code, types] = ['/module.js', '/module.d.ts'].map((path) => files.find(({ filePath }) => filePath === path));
  if (code === undefined || types === undefined) throw new Error('The compiler emitted nothing.');
  // Compilers before TypeScript 5.7 know no arrays by their buffers.
  return { code: code.text, types: types.text.replaceAll('Float64Array<ArrayBuffer>', 'Float64Array') };
}

/** A module in TypeScript as one in CommonJS, which a function can run, without comments. */
export async function commonJSOf(text: string): Promise<string> {
  const { ts } = await import('ts-morph');
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, removeComments: true };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
