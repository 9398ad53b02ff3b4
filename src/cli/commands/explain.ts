import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { ExplainFormat } from '../../kinds/explain.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { displayPath, type SettingFlags } from '../settings.js';
import type { NamedSpec } from '../specs.js';
import { checkProducts, writeProduct } from '../write-product.js';

interface ExplainFlags {
  readonly specs?: SettingFlags['specs'];
  readonly format?: ExplainFormat;
  readonly out?: string;
}

/**
 * The formats, with the extensions of their files: a literal list, since the formats themselves are imported with
 * mathjs. The compiler says when one is missing.
 */
const FORMATS: Readonly<Record<ExplainFormat, readonly string[]>> = {
  text: ['.txt', '.md'],
  tex: ['.tex'],
  html: ['.html', '.htm'],
  json: ['.json'],
};

/** `holonomic explain`: a constraint's derivation, for reading. */
export function addExplain(program: Command, execute: Execute): void {
  program
    .command('explain')
    .argument('<name>', 'name of a constraint, or of one of its classes, in the project or in the library')
    .description('write out what was derived from a formula')
    .option('--specs <path...>', 'spec files, or folders of them (default: constraints-spec)')
    .addOption(new Option('--format <format>', 'how to write it (default: text)').choices(Object.keys(FORMATS)))
    .option('--out <file>', 'write to a file')
    .action((name: string, flags: ExplainFlags) =>
      execute('explain', (context) => explainCommand(name, flags, context)),
    );
}

async function explainCommand(name: string, flags: ExplainFlags, context: CommandContext): Promise<Outcome> {
  const settings = await context.settings(flags.specs ? { specs: flags.specs } : {});
  const [{ explain }, { inFileOf, librarySpecs, readSpecs, unknownName }, { SpecError }] = await Promise.all([
    import('../../kinds/explain.js'),
    import('../specs.js'),
    import('../../diagnostics/index.js'),
  ]);
  const { specs, errors } = await readSpecs(settings);
  const isMeant = (one: NamedSpec): boolean =>
    one.name === name || one.classes.some(({ className }) => className === name);
  let spec = specs.find(isMeant);
  if (!spec) {
    const library = await librarySpecs(settings);
    spec = library.find(isMeant);
    if (!spec) {
      // The name may well be in a file that could not be read.
      if (errors.length > 0) throw new SpecError(errors);
      throw unknownName(name, specs, settings, library);
    }
  }
  const found = spec;
  // The name of one of two classes stands for the constraint in that space only.
  const one = spec.name === name ? undefined : spec.classes.find(({ className }) => className === name);
  const subject = one ? { ...(spec.spec as object), space: one.spaces[0] } : spec.spec;
  const write = (format: ExplainFormat): string => inFileOf(found, () => explain(name, subject, format));

  const format = flags.format ?? 'text';
  const read = [...specs.map(({ file }) => file), ...(settings.configFile === undefined ? [] : [settings.configFile])];
  checkProducts([{ file: flags.out, extensions: FORMATS[format] }], read, settings.cwd);
  const content = write(format);
  const data = { name, classes: JSON.parse(write('json')) as unknown };
  if (flags.out !== undefined) {
    const path = resolve(settings.cwd, flags.out);
    const file = displayPath(path, settings.cwd);
    writeProduct(path, content);
    return { ok: true, data: { ...data, file }, summary: `Wrote ${file}.` };
  }
  return { ok: true, data: flags.format ? { ...data, format, content } : data, product: content };
}
