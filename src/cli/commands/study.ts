import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Study, StudyOptions } from '../../analysis/study.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { LoadedScene } from '../../scene/index.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UsageError } from '../errors.js';
import { integerOption } from '../option-values.js';
import { displayPath } from '../settings.js';
import { formatTable } from '../table.js';
import { count } from '../words.js';
import { checkProducts, writeProduct } from '../write-product.js';

interface StudyFlags {
  readonly drive?: string;
  readonly over?: readonly string[];
  readonly steps?: number;
  readonly of?: readonly string[];
  readonly by?: readonly string[];
  readonly transmission?: readonly string[];
  readonly csv?: string;
}

/** `holonomic study`: takes a mechanism through its cycle. */
export function addStudy(program: Command, execute: Execute): void {
  program
    .command('study')
    .argument('<scene>', 'JSON file')
    .description('take a mechanism through its cycle: ways, rates, reactions, driving torque, dead points')
    .option('--drive <scalar>', 'what moves it, as crank.angle (default: the time, by the drivers of the scene)')
    .option('--over <ends...>', 'first and last value of the drive, as 0 2*pi (default: the scene’s time)')
    .option('--steps <number>', 'number of steps (default: 360)', integerOption(1))
    .option('--of <outputs...>', 'quantities, as piston.x (default: traced points)')
    .option('--by <parameters...>', 'parameters by which they are differentiated')
    .option(
      '--transmission <points...>',
      'a point, and two points between whose directions the transmission angle lies',
    )
    .option('--csv <file>', 'write the table')
    .action((scene: string, flags: StudyFlags) => execute('study', (context) => studyCommand(scene, flags, context)));
}

async function studyCommand(shown: string, flags: StudyFlags, context: CommandContext): Promise<Outcome> {
  const { cwd, paint } = context;
  const [{ loadDocument }, { study }] = await Promise.all([
    import('../load-document.js'),
    import('../../analysis/study.js'),
  ]);
  const path = resolve(cwd, shown);
  checkProducts([{ file: flags.csv, extensions: ['.csv'] }], [path], cwd);
  const scene = await loadDocument(path, shown);
  const warnings: Diagnostic[] = [];
  const result = await study(scene, {
    ...(await optionsOf(flags, scene)),
    onWarning: (found) => warnings.push(...found),
  });
  const { columns, rows, deadPoints, reach } = result;
  const table = flags.csv === undefined ? undefined : displayPath(resolve(cwd, flags.csv), cwd);
  if (flags.csv !== undefined) writeProduct(resolve(cwd, flags.csv), result.toCSV());
  const [drive = ''] = columns;
  const extremes = rangesOf(result);
  const lines = [
    `${scene.title}: ${count(rows.length, 'place')} of ${drive} from ${short(rows[0]![0]!)} to ${short(rows.at(-1)![0]!)}`,
    ...(reach === undefined ? [] : [`It gets to ${drive} = ${short(reach)} and no further.`]),
    formatTable(
      [
        { title: 'quantity' },
        { title: 'least', align: 'right' },
        { title: 'at', align: 'right' },
        { title: 'greatest', align: 'right' },
        { title: 'at', align: 'right' },
      ],
      extremes.map(({ name, least, greatest }) => [name, ...[...least, ...greatest].map(short)]),
      paint,
    ),
    ...deadPoints.map(
      ({ output, drive: at, value }) => `dead point of ${output}: ${short(value)} at ${drive} = ${short(at)}`,
    ),
    ...warnings.map(({ message }) => `warning: ${message}`),
    ...(table === undefined ? [] : [`table: ${table}`]),
  ];
  const data = {
    title: scene.title,
    columns,
    rows: rows.map((row) => Array.from(row)),
    deadPoints,
    warnings: warnings.map(({ message }) => message),
    ...(reach !== undefined && { reach }),
    ...(table !== undefined && { table }),
  };
  return { ok: true, data, summary: lines.join('\n') };
}

async function optionsOf(flags: StudyFlags, scene: LoadedScene): Promise<StudyOptions> {
  const { drive, over, steps, of, by, transmission } = flags;
  if (over !== undefined && over.length !== 2) throw new UsageError('--over takes two values, as 0 2*pi.');
  if (drive !== undefined && over === undefined)
    throw new UsageError('--drive needs its range: add --over, as in --over 0 2*pi.');
  if (transmission !== undefined && transmission.length !== 3)
    throw new UsageError('--transmission takes three points: where the angle is, and where its sides go.');
  const [at, from, to] = transmission ?? [];
  return {
    ...(drive !== undefined && { drive }),
    ...(over && { over: await numbersOf(over, scene) }),
    ...(steps !== undefined && { steps }),
    ...(of && { outputs: of }),
    ...(by && { sensitivities: by }),
    ...(at !== undefined && from !== undefined && to !== undefined && { transmission: { at, from, to } }),
  };
}

/** The values of two numbers or formulas of the scene's parameters. */
async function numbersOf([from = '', to = '']: readonly string[], scene: LoadedScene): Promise<[number, number]> {
  const { readWithLanguage } = await import('../../scene/load-scene.js');
  const params = Object.fromEntries(scene.params.map(({ name, value }) => [name, value]));
  const { number } = await readWithLanguage(scene.document, params);
  return [number(from), number(to)];
}

type Extreme = readonly [value: number, at: number];

/** The least and the greatest value of each column, and where. */
function rangesOf({ columns, rows }: Study): { name: string; least: Extreme; greatest: Extreme }[] {
  return columns.slice(1).map((name, i) => {
    let [least, greatest]: [Extreme, Extreme] = [
      [Infinity, NaN],
      [-Infinity, NaN],
    ];
    for (const row of rows) {
      const value = row[i + 1]!;
      if (value < least[0]) least = [value, row[0]!];
      if (value > greatest[0]) greatest = [value, row[0]!];
    }
    return { name, least, greatest };
  });
}

const short = (x: number): string => String(Number(x.toPrecision(6)));
