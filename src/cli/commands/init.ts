import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { displayPath } from '../../config/paths.js';
import type { Project } from '../../config/project.js';
import type { InitPlan } from '../../init/init.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { RUNTIME_MODULE, RUNTIME_PACKAGE } from '../../spec/runtime-module.js';
import { UserError } from '../errors.js';
import { moduleName } from '../option-values.js';

interface InitFlags {
  readonly yes?: boolean;
  readonly vite?: boolean;
  readonly vitest?: boolean;
  readonly runtime?: string;
}

/** `holonomic init`: makes an existing project use holonomic. */
export function addInit(program: Command, execute: Execute): void {
  program
    .command('init')
    .description('add a first constraint, a scene, a test and scripts to an existing project')
    .option('--vite', 'add a page with a mechanism to pull at, built by Vite')
    .option('--vitest', 'add the proofs as tests of vitest')
    .option('--runtime <module>', 'let emitted code import the runtime from there', moduleName)
    .option('-y, --yes', 'do it without asking')
    .action((flags: InitFlags) => execute('init', (context) => initCommand(flags, context)));
}

async function initCommand({ yes = false, ...flags }: InitFlags, context: CommandContext): Promise<Outcome> {
  const project = await context.settings({ ofPackage: true });
  if (!existsSync(join(project.root, 'package.json')))
    throw new UserError('There is no package.json here or in a folder above.', 'Run "npm init -y" first.');
  const { applyInit, PAGE, planInit } = await import('../../init/init.js');
  checkRuntime(flags.runtime, project, context);
  const runtime = flags.runtime ?? (yes ? undefined : await chosenRuntime(project, context));
  const choices = { ...flags, ...(runtime !== undefined && { runtime }) };
  const plan = inPackage(() => planInit(project, choices));
  const data = {
    root: plan.root,
    written: [...plan.files.keys()],
    kept: plan.kept,
    ...plan.change,
    ...(plan.changed.length > 0 && { changed: plan.changed.map(({ path }) => path) }),
    byHand: plan.byHand,
  };
  if (plan.files.size === 0 && plan.packageText === undefined && plan.changed.length === 0) {
    const done = 'There is nothing to do: everything is there already.';
    return { ok: true, data, summary: [done, ...remainder(plan)].join('\n') };
  }
  if (!yes && !(await agrees(plan, context)))
    return { ok: false, data: { ...data, written: [] }, problem: 'Nothing was done.' };
  applyInit(plan);

  const [settings, { generateProject }, { describeGeneration }] = await Promise.all([
    context.settings({ ofPackage: true }),
    import('../../generate/generate-project.js'),
    import('../generation-report.js'),
  ]);
  const generated = await describeGeneration(
    await generateProject(settings),
    { check: false, cwd: context.cwd },
    context,
  );
  const { dependencies, devDependencies } = plan.change;
  const install = Object.keys({ ...dependencies, ...devDependencies }).length > 0 ? '"npm install", then ' : '';
  const first = `Next: ${plan.byHand.length > 0 ? 'add the lines above, then ' : ''}${install}`;
  const next = plan.files.has(PAGE)
    ? `${first}"npm run dev" for the page; change the formula while it runs.`
    : plan.isServed
      ? `${first}"npm run dev", which generates again whenever a formula changes.`
      : `${first}"npm run simulate", or change the formula while "npm run dev" runs.`;
  return {
    ...generated,
    data: { ...data, generated: generated.data },
    summary: [...describePlan(plan), '', generated.summary ?? '', ...remainder(plan), '', next].join('\n'),
  };
}

/** Refuses an option that an existing configuration contradicts. */
function checkRuntime(wanted: string | undefined, { configFile, entries }: Project, { cwd }: CommandContext): void {
  const { runtime = RUNTIME_MODULE } = entries[0]!;
  if (wanted === undefined || configFile === undefined || wanted === runtime) return;
  throw new UserError(
    `There is a configuration already, and by it emitted code imports ${runtime}.`,
    `Write runtime: '${wanted}' into ${displayPath(configFile, cwd)}.`,
  );
}

/** Asks which runtime a new configuration names, where somebody can answer. */
async function chosenRuntime({ configFile }: Project, { io }: CommandContext): Promise<string | undefined> {
  if (configFile !== undefined || io.ask === undefined) return undefined;
  const answer = await io.ask(
    `Emitted code imports ${RUNTIME_MODULE}. Shall it import ${RUNTIME_PACKAGE}, so that what you deploy needs only that package? [y/N] `,
  );
  return isYes(answer) ? RUNTIME_PACKAGE : undefined;
}

/** Runs `read`. A package.json that cannot be parsed is reported as the user's mistake. */
function inPackage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(`package.json is not JSON: ${error.message}`, 'Mend it first.', { cause: error });
  }
}

/** What is left for a person to add, line by line. */
const remainder = ({ byHand }: InitPlan): string[] =>
  byHand.flatMap(({ path, lines }) => ['', `Add to ${path}:`, ...lines.map((line) => `  ${line}`)]);

function describePlan({ files, kept, changed, change }: InitPlan): string[] {
  const { type, scripts, dependencies, devDependencies } = change;
  const list = (what: string, names: readonly string[]): string[] =>
    names.length > 0 ? [`  change  package.json: ${what} ${names.join(', ')}`] : [];
  return [
    ...[...files.keys()].map((path) => `  write   ${path}`),
    ...changed.flatMap(({ path, lines }) => lines.map((line) => `  change  ${path}: ${line}`)),
    ...kept.filter((path) => !changed.some((one) => one.path === path)).map((path) => `  keep    ${path}`),
    ...list('type', type === undefined ? [] : [type]),
    ...list('scripts', Object.keys(scripts)),
    ...list('dependencies', Object.keys(dependencies)),
    ...list('devDependencies', Object.keys(devDependencies)),
  ];
}

/** Shows what would be done, and asks. Where nobody can answer, nothing is done. */
async function agrees(plan: InitPlan, { io }: CommandContext): Promise<boolean> {
  const text = [`In ${plan.root}:`, ...describePlan(plan), '  run     holonomic generate'].join('\n');
  if (io.ask === undefined)
    throw new UserError(`Nobody is there to ask. To be done:\n${text}`, 'Run "holonomic init --yes" to do it.');
  const answer = await io.ask(`${text}\nGo ahead? [Y/n] `);
  return answer.trim() === '' || isYes(answer);
}

const isYes = (answer: string): boolean => ['y', 'yes'].includes(answer.trim().toLowerCase());
