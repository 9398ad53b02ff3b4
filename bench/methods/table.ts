import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Alteration } from '../../test/support/altered-toolkit.js';
import { keptFigures, report } from '../figures.js';
import { METHODS, tunedConstants, type Constant } from './alterations.js';
import type { Outcome } from './trials.js';

type Outcomes = Readonly<Record<string, Outcome>>;

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
/** Part of the paths of the files that are altered: all of them, unless the environment says less. */
const ROOM = process.env['ROOM'] ?? '';
/** True if constants that have figures at their value are left as they are. */
const IS_REST = process.env['REST'] !== undefined;
/** Time after which trials count as without an end, s. */
const PATIENCE = 240;
/** Growth of an error that counts as worse, and the least that matters. */
const WORSE = 2;
const MATTERS = 1e-6;
/** Change of the work that is worth a word. */
const GAIN = 0.005;
/** Trials that a cell names. */
const NAMED = 3;

/** Runs the trials with an altered runtime, in a process of their own; undefined where they do not end. */
async function outcomesOf(...alterations: readonly Alteration[]): Promise<Outcomes | undefined> {
  const options = { timeout: PATIENCE * 1000, killSignal: 'SIGKILL', maxBuffer: 1e8 } as const;
  try {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', CHILD, JSON.stringify(alterations)], options);
    return JSON.parse(stdout) as Outcomes;
  } catch (error) {
    if ((error as { killed?: boolean }).killed === true) return undefined;
    throw error;
  }
}

/** Compares the runtime with each of its alterations, as many at a time as there are processors. */
async function compareAll(alterations: readonly Alteration[]): Promise<(readonly [string, string, string])[]> {
  const base = (await outcomesOf())!;
  const cells: (readonly [string, string, string])[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < alterations.length) {
      const at = next++;
      const { file, replace } = alterations[at]!;
      cells[at] = comparison(base, await outcomesOf(alterations[at]!));
      process.stderr.write(`${at} ${file} ${replace}: ${cells[at].join(' | ')}\n`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return cells;
}

/** The work relative to that of the runtime as it is: the geometric mean over all trials that take some. */
function workRatio(base: Outcomes, other: Outcomes): number {
  const ratios = Object.keys(base).map((key) => (1 + other[key]!.work) / (1 + base[key]!.work));
  const counted = ratios.filter((_, k) => Object.values(base)[k]!.work > 0);
  return Math.exp(counted.reduce((sum, ratio) => sum + Math.log(ratio), 0) / counted.length);
}

const names = (list: readonly string[]): string =>
  `${list.length}: ${list.slice(0, NAMED).join(', ')}${list.length > NAMED ? ', …' : ''}`;

/** Says what becomes of the trials, against those of the runtime as it is: what fails or is worse, and the work. */
export function comparison(
  base: Outcomes,
  other: Outcomes | undefined,
): [failing: string, worse: string, work: string] {
  if (other === undefined) return ['no end', '', ''];
  const keys = Object.keys(base);
  const failing = keys.filter((key) => base[key]!.fault === undefined && other[key]!.fault !== undefined);
  const worse = keys.filter((key) => {
    const [before = 0, after = 0] = [base[key]!.error, other[key]!.error];
    return !failing.includes(key) && !(after <= MATTERS + WORSE * before);
  });
  const isSame = keys.every((key) => {
    const [one, two] = [base[key]!, other[key]!];
    return one.fault === two.fault && one.error === two.error && one.work === two.work;
  });
  const ratio = workRatio(base, other);
  const work = isSame ? 'unused' : Math.abs(ratio - 1) < GAIN ? '1.00' : ratio.toFixed(2);
  return [failing.length > 0 ? names(failing) : '', worse.length > 0 ? names(worse) : '', work];
}

/** Prints what each method and threshold of the runtime earns: what fails without it, and the work that it saves. */
export async function benchMethods(): Promise<void> {
  const methods = Object.entries(METHODS).filter(([, { file }]) => file.includes(ROOM));
  const cells = await compareAll(methods.map(([, alteration]) => alteration));
  report(
    'methods',
    'Without a method: trials that fail, trials whose error doubles, and the work, relative',
    [
      ['without', 'file', 'fails', 'worse', 'work'],
      ...methods.map(([name, { file }], i) => [name, stem(file), ...cells[i]!]),
    ],
    ROOM === '',
  );
}

/** Prints what half and double of each tuned constant do. Takes an hour for all. */
export async function benchConstants(): Promise<void> {
  const text = ([failing, worse, work]: readonly string[]): string =>
    [failing && `fails ${failing}`, worse && `worse ${worse}`, work].filter((part) => part).join('; ');
  const rows = new Map(keptFigures('constants').map((row) => [row[0], row]));
  const all = tunedConstants();
  const due = all.filter(
    (constant) =>
      constant.file.includes(ROOM) && !(IS_REST && rows.get(labelOf(constant))?.[1] === String(constant.value)),
  );
  const cells = await compareAll(due.flatMap(({ half, double }) => [half, double]));
  for (const [i, constant] of due.entries()) {
    const label = labelOf(constant);
    rows.set(label, [label, String(constant.value), text(cells[2 * i]!), text(cells[2 * i + 1]!)]);
  }
  report(
    'constants',
    'Trials with half and with double a constant: which fail, whose error doubles, and the work, relative',
    [
      ['constant', 'value', 'half', 'double'],
      ...all.map((constant) => rows.get(labelOf(constant))).filter((row) => row !== undefined),
    ],
  );
}

const labelOf = ({ file, name }: Constant): string => `${stem(file)} ${name}`;
const stem = (file: string): string => file.replace(/^runtime\//, '').replace(/\.ts$/, '');
