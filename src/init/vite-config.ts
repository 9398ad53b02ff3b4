import {
  Node,
  Project,
  SyntaxKind,
  type ArrayLiteralExpression,
  type ObjectLiteralExpression,
  type SourceFile,
} from 'ts-morph';

/** The names that the configuration of Vite may have, in Vite's order. */
export const VITE_CONFIGS = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((extension) => `vite.config.${extension}`);

const MODULE = 'holonomic/vite';

/** The lines that a person adds to a configuration of Vite. */
export const VITE_LINES = [`import holonomic from '${MODULE}';`, 'plugins: [holonomic()],'] as const;

/**
 * Returns the text of a configuration of Vite with the plugin in it: the same text if it is there
 * already. Nothing where the text does not show the list of plugins, as where a function makes the
 * configuration: then a person has to add {@link VITE_LINES}.
 */
export function withPlugin(text: string): string | undefined {
  const file = parsed(text);
  if (file === undefined) return undefined;
  if (importsPlugin(file)) return text;
  const config = configIn(file);
  if (config === undefined || file.getImportDeclarations().length === 0 || declares(file, 'holonomic'))
    return undefined;
  const insertion = pluginInsertion(config, text);
  if (insertion === undefined) return undefined;
  const first = file.getImportDeclarations()[0]!;
  const [quote] = first.getModuleSpecifier().getText();
  const end = first.getText().endsWith(';') ? ';' : '';
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const imported = `import holonomic from ${quote!}${MODULE}${quote!}${end}${newline}`;
  const changed = splice(splice(text, insertion.at, insertion.text), first.getStart(), imported);
  return hasPlugin(parsed(changed)) ? changed : undefined;
}

const splice = (text: string, at: number, inserted: string): string => text.slice(0, at) + inserted + text.slice(at);

/** Reads a program; nothing where it is none. */
function parsed(text: string): SourceFile | undefined {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: true } });
  const file = project.createSourceFile('config.ts', text);
  return project.getProgram().getSyntacticDiagnostics(file).length === 0 ? file : undefined;
}

const importsPlugin = (file: SourceFile): boolean =>
  file.getImportDeclarations().some((one) => one.getModuleSpecifierValue() === MODULE) ||
  file.getText().includes(`require('${MODULE}')`);

const declares = (file: SourceFile, name: string): boolean =>
  file.getVariableDeclaration(name) !== undefined ||
  file.getFunction(name) !== undefined ||
  file.getImportDeclarations().some((one) => one.getDefaultImport()?.getText() === name);

/** The object that is exported by default, bare, in `defineConfig(…)`, or under a name. */
function configIn(file: SourceFile): ObjectLiteralExpression | undefined {
  let value: Node | undefined = file.getExportAssignment((one) => !one.isExportEquals())?.getExpression();
  for (let depth = 0; depth < 4 && value !== undefined; depth++) {
    if (Node.isObjectLiteralExpression(value)) return value;
    if (Node.isCallExpression(value)) value = value.getArguments()[0];
    else if (Node.isSatisfiesExpression(value) || Node.isAsExpression(value)) value = value.getExpression();
    else if (Node.isIdentifier(value)) value = file.getVariableDeclaration(value.getText())?.getInitializer();
    else return undefined;
  }
  return undefined;
}

/** The list of plugins in a configuration; nothing if there is none, or if it is no literal. */
function pluginsIn(config: ObjectLiteralExpression): ArrayLiteralExpression | 'none' | undefined {
  const property = config.getProperty('plugins');
  if (property !== undefined)
    return property.asKind(SyntaxKind.PropertyAssignment)?.getInitializerIfKind(SyntaxKind.ArrayLiteralExpression);
  const isSpread = config.getProperties().some((one) => one.getKind() === SyntaxKind.SpreadAssignment);
  return isSpread ? undefined : 'none';
}

/** The text that adds the plugin, and its place. The plugin comes first: it makes what others read. */
function pluginInsertion(config: ObjectLiteralExpression, text: string): { at: number; text: string } | undefined {
  const plugins = pluginsIn(config);
  if (plugins === undefined) return undefined;
  if (plugins === 'none') {
    const at = config.getStart() + 1;
    const isEmpty = config.getProperties().length === 0;
    const gap = /^\s*/.exec(text.slice(at))![0];
    return { at, text: `${isEmpty ? ' ' : gap}plugins: [holonomic()]${isEmpty ? ' ' : ','}` };
  }
  const [first] = plugins.getElements();
  if (first === undefined) return { at: plugins.getStart() + 1, text: 'holonomic()' };
  const at = first.getStart();
  const gap = text.slice(plugins.getStart() + 1, at);
  return { at, text: `holonomic(),${/^\s*\n\s*$/.test(gap) ? gap : ' '}` };
}

/** Tests whether a text has come out right: it can be read, and the plugin is imported and used. */
function hasPlugin(file: SourceFile | undefined): boolean {
  if (file === undefined) return false;
  const config = configIn(file);
  const plugins = config && pluginsIn(config);
  return (
    importsPlugin(file) &&
    typeof plugins === 'object' &&
    plugins.getElements().some((one) => one.getText() === 'holonomic()')
  );
}
