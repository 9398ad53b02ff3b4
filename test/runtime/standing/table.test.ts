import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rk4 } from '../../../runtime/index.js';
import { IS_FULL } from '../../support/scope.js';
import { Standing } from './judge.js';
import { allProblems } from './problems.js';
import { formatPage } from '../../support/format-page.js';

/*
 * The table of docs/runtime.md: problems, their errors with default settings, and what the world
 * says. UPDATE_DOCS=1 writes it anew.
 */

const PAGE = new URL('../../../docs/runtime.md', import.meta.url);
const [BEGIN, END] = ['<!-- standing test -->', '<!-- end -->'];
const UPDATES = process.env['UPDATE_DOCS'] !== undefined;
const RATES = [240, 60];

/** Part of a decade by which an error may differ from machine to machine. */
const LEEWAY = 1.5;

interface Cell {
  readonly error: number;
  readonly said: string;
}

function cells(standing: Standing): Cell[] {
  return RATES.map((rate) => {
    const { error, said } = standing.judge(rk4(), 1 / rate);
    return { error, said: said.map((code) => `\`${code}\``).join(', ') || '–' };
  });
}

/**
 * True if a world says what is written. A motion that is lost is told by each warning that is
 * written; whether the wreck earns further ones is decided by rounding.
 */
function isSaid(said: string, written: string, isLost: boolean): boolean {
  return isLost ? written.split(', ').every((code) => said.includes(code)) : said === written;
}

/** Writes an error as the power of ten above it; `lost` for one as large as the motion. */
const decade = (error: number): string => (error < 1 ? `1e${Math.ceil(Math.log10(error))}` : 'lost');

/** True if an error is of the written size. */
function isOfSize(error: number, written: string): boolean {
  if (written === 'lost') return !(error < 1 / LEEWAY);
  return error <= LEEWAY * Number(written) && error >= Number(written) / (10 * LEEWAY);
}

const standings = allProblems()
  .filter((problem) => !problem.advance)
  .map((problem) => new Standing(problem));

function written(): string[][] {
  const text = readFileSync(PAGE, 'utf8');
  const table = text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END));
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

async function update(): Promise<void> {
  const head = ['problem', ...RATES.flatMap((rate) => [`error, 1/${rate} s`, 'it says'])];
  const rows = standings.map((standing) => [
    standing.problem.name,
    ...cells(standing).flatMap(({ error, said }) => [decade(error), said]),
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const text = readFileSync(PAGE, 'utf8');
  const page = `${text.slice(0, text.indexOf(BEGIN) + BEGIN.length)}\n\n${table}\n\n${text.slice(text.indexOf(END))}`;
  writeFileSync(PAGE, await formatPage(page));
}

describe('the table of motions in docs/runtime.md', () => {
  it.runIf(UPDATES)('is written anew', update, 300_000);

  it('names all of them', () => {
    expect(written().map(([name]) => name)).toEqual(standings.map(({ problem }) => problem.name));
  });

  it.each(
    standings
      .filter(({ problem }) => IS_FULL || !problem.slow)
      .map((standing) => [standing.problem.name, standing] as const),
  )(
    'is right about %s; if it should not be, run UPDATE_DOCS=1 npx vitest run test/runtime/standing',
    (name, standing) => {
      const [, ...row] = written().find(([first]) => first === name)!;
      cells(standing).forEach(({ error, said }, i) => {
        const [size, words] = [row[2 * i]!, row[2 * i + 1]!];
        expect(isSaid(said, words, size === 'lost'), `${said} is not ${words}`).toBe(true);
        expect(isOfSize(error, size), `${error} is not ${size}`).toBe(true);
      });
    },
  );
});
