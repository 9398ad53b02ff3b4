import { basename, join, relative, resolve, sep } from 'node:path';
import { Option, type Command } from 'commander';
import { NOTICE } from '../../emit/notice.js';
import { readBytesIfAny } from '../../files/files.js';
import {
  isClassName,
  MECHANISM_STEPS,
  MECHANISM_TARGETS,
  pascalCase,
  type MechanismStep,
  type MechanismTarget,
} from '../../mechanism/options.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UserError } from '../errors.js';
import { displayPath } from '../settings.js';
import { count } from '../words.js';
import { writeProduct } from '../write-product.js';

interface MechanismFlags {
  readonly target: MechanismTarget;
  readonly step?: MechanismStep;
  readonly gradient?: boolean;
  readonly out?: string;
  readonly check?: boolean;
}

/** `holonomic mechanism`: a scene as a module of its own. */
export function addMechanism(program: Command, execute: Execute): void {
  program
    .command('mechanism')
    .argument('<scene>', 'JSON file')
    .description('write a scene as a module of its own, which depends on nothing, or as an FMU')
    .addOption(
      new Option('--target <language>', 'language to write, or fmu for FMI 3.0')
        .choices(MECHANISM_TARGETS)
        .default('ts'),
    )
    .addOption(new Option('--step <method>', 'how it steps (default: what the scene says)').choices(MECHANISM_STEPS))
    .option('--gradient', 'with derivatives of a loss by state and parameters; not in an FMU')
    .option('--out <folder>', 'folder for the module (default: this one)')
    .option('--check', 'write nothing; fail if the module is not what the scene says')
    .action((file: string, flags: MechanismFlags) =>
      execute('mechanism', (context) => mechanismCommand(file, flags, context)),
    );
}

async function mechanismCommand(file: string, flags: MechanismFlags, context: CommandContext): Promise<Outcome> {
  const { cwd, io } = context;
  const { target, step, gradient = false, out = '.', check = false } = flags;
  const [{ loadDocument }, { mechanism }, { withoutBinaries }, { withOwnLibrary }] = await Promise.all([
    import('../load-document.js'),
    import('../../mechanism/index.js'),
    import('../../mechanism/write/fmu/files.js'),
    import('../fmu-library.js'),
  ]);
  const path = resolve(cwd, file);
  const { document } = await loadDocument(path, file);
  const folder = resolve(cwd, out);
  const name = classNameOf(basename(file));
  const made = await mechanism(document, {
    target,
    gradient,
    source: relative(folder, path).split(sep).join('/'),
    ...(step !== undefined && { step }),
    ...(name !== undefined && { name }),
  });
  const notes: string[] = [];
  const files = Object.entries(made.files).map(([own, content]) => {
    const to = { path: join(folder, own), before: readBytesIfAny(join(folder, own)) };
    if (typeof content === 'string') {
      const text = to.before && Buffer.from(to.before).toString('utf8').replaceAll('\r\n', '\n');
      return { ...to, content, isForeign: text?.startsWith(NOTICE) === false, isChanged: text !== content };
    }
    // Libraries of another compiler are no reason to complain.
    const known = to.before && withoutBinaries(to.before);
    const isForeign = to.before !== undefined && known === undefined;
    if (check) return { ...to, content, isForeign, isChanged: known === undefined || !isSame(known, content) };
    const { fmu, line } = withOwnLibrary(content, io.env['CC']);
    notes.push(line);
    return { ...to, content: fmu, isForeign, isChanged: to.before === undefined || !isSame(to.before, fmu) };
  });
  const changed = files.filter(({ isChanged }) => isChanged);
  const shown = changed.map((one) => displayPath(one.path, cwd));
  const { operations, rows, redundant } = made;
  const data = { changed: shown, rows, redundant, operations };
  if (check && changed.length > 0)
    return {
      ok: false,
      data,
      problem: `Not what the scene says: ${shown.join(', ')}. Run "${commandOf(file, flags)}".`,
    };
  if (!check) {
    const foreign = files.find(({ isForeign }) => isForeign);
    if (foreign !== undefined)
      throw new UserError(
        `${displayPath(foreign.path, cwd)} is there already, and was not generated.`,
        'Name another folder with --out, or move the file.',
      );
    for (const { path: to, content } of changed) writeProduct(to, content);
  }
  const lines = files.map((one) => {
    const isChanged = changed.includes(one);
    return `  ${isChanged ? 'written  ' : 'unchanged'} ${displayPath(one.path, cwd)}`;
  });
  const dependent = redundant > 0 ? `, ${redundant} of them redundant` : '';
  const size = `${count(rows, 'row')} of constraints${dependent}, ${operations} operations per evaluation`;
  return { ok: true, data, summary: [...lines, ...[size, ...notes].map((line) => `  ${line}`)].join('\n') };
}

/** The command that writes what was checked. */
const commandOf = (file: string, { target, step, gradient = false, out = '.' }: MechanismFlags): string =>
  [
    `holonomic mechanism ${file}`,
    ...(target === 'ts' ? [] : [`--target ${target}`]),
    ...(step === undefined ? [] : [`--step ${step}`]),
    ...(gradient ? ['--gradient'] : []),
    ...(out === '.' ? [] : [`--out ${out}`]),
  ].join(' ');

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** `four-bar.json` → `FourBar`; undefined where the file's name gives none. */
function classNameOf(file: string): string | undefined {
  const name = pascalCase(file.replace(/(?:\.scene)?\.[^.]*$/, ''));
  return isClassName(name) ? name : undefined;
}
