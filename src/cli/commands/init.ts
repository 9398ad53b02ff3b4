import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { InitPlan } from '../../init/init.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UserError } from '../errors.js';

interface InitFlags {
  readonly yes?: boolean;
}

/** `holonomic init`: makes an existing project use holonomic. */
export function addInit(program: Command, execute: Execute): void {
  program
    .command('init')
    .description('add a first constraint, a scene, a test and scripts to an existing project')
    .option('-y, --yes', 'do it without asking')
    .action((flags: InitFlags) => execute('init', (context) => initCommand(flags, context)));
}

async function initCommand({ yes = false }: InitFlags, context: CommandContext): Promise<Outcome> {
  const project = await context.settings();
  if (!existsSync(join(project.root, 'package.json')))
    throw new UserError('There is no package.json here or in a folder above.', 'Run "npm init -y" first.');
  const { applyInit, planInit } = await import('../../init/init.js');
  const plan = inPackage(() => planInit(project));
  const data = {
    root: plan.root,
    written: [...plan.files.keys()],
    kept: plan.kept,
    scripts: plan.scripts,
  };
  if (plan.files.size + Object.keys(plan.scripts).length === 0)
    return { ok: true, data, summary: 'There is nothing to do: everything is there already.' };
  if (!yes && !(await agrees(plan, context)))
    return { ok: false, data: { ...data, written: [] }, problem: 'Nothing was done.' };
  applyInit(plan);

  const [settings, { generateProject }, { describeGeneration }] = await Promise.all([
    context.settings(),
    import('../../generate/generate-project.js'),
    import('../generation-report.js'),
  ]);
  const generated = await describeGeneration(
    await generateProject(settings),
    { check: false, cwd: context.cwd },
    context,
  );
  const next = 'Next: "npm run simulate", or change the formula and run "npx holonomic generate --watch".';
  return {
    ...generated,
    data: { ...data, generated: generated.data },
    summary: [...describePlan(plan), '', generated.summary ?? '', '', next].join('\n'),
  };
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

function describePlan({ files, kept, scripts }: InitPlan): string[] {
  const names = Object.keys(scripts);
  return [
    ...[...files.keys()].map((path) => `  write   ${path}`),
    ...kept.map((path) => `  keep    ${path}`),
    ...(names.length > 0 ? [`  change  package.json: scripts ${names.join(', ')}`] : []),
  ];
}

/** Shows what would be done, and asks. Where nobody can answer, nothing is done. */
async function agrees(plan: InitPlan, { io }: CommandContext): Promise<boolean> {
  const text = [`In ${plan.root}:`, ...describePlan(plan), '  run     holonomic generate'].join('\n');
  if (io.ask === undefined)
    throw new UserError(`Nobody is there to ask. To be done:\n${text}`, 'Run "holonomic init --yes" to do it.');
  const answer = (await io.ask(`${text}\nGo ahead? [Y/n] `)).trim().toLowerCase();
  return answer === '' || answer === 'y' || answer === 'yes';
}
