import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fencedBlocks, read, ROOT, type Block } from './pages.js';

/** True where pages and pictures are to be made anew. */
export const IS_UPDATE = process.env['UPDATE_DOCS'] !== undefined;
const UPDATE = 'UPDATE_DOCS=1 npx vitest run test/docs';

/**
 * Returns the part of a text that is the same wherever a page is checked. Wall-clock times are not,
 * and neither are the digits of rounding and truncation errors, since JavaScript engines differ in
 * the last place of `Math.sin`.
 */
export const comparable = (text: string): string =>
  text
    .replace(/(time per step +)\S+/g, '$1…')
    .replace(/ +\d+\.\d+(?= ulp)/g, ' …')
    .replace(/ \d[\d.e+-]*(?= of allowed)/g, ' …')
    .replace(/(\d| …) ulp( +)\S+(?= +proven)/g, '$1 ulp$2…')
    .replace(/ +\d\.\de[+-]\d+/g, ' …')
    .replace(/(largest \|C\|.* at t = )\S+/g, '$1…');

/**
 * Checks that a block printed what the page says, or corrects the page where the environment asks
 * for it.
 */
export function checkOutput(page: string, { output }: Block, printed: string): void {
  if (output !== undefined) checkText(page, output, printed);
}

/** Checks that a block is the text, or corrects the page where the environment asks for it. */
export function checkText(page: string, block: Block, text: string): void {
  if (IS_UPDATE) {
    correct(page, block, text);
    return;
  }
  expect(comparable(text), `${page}:${block.line} is not what is printed; if it should be, run ${UPDATE}`).toBe(
    comparable(block.code),
  );
}

/**
 * Puts the output between the fences of a block, whose lines may have moved since the page was
 * read.
 */
function correct(page: string, { number }: Block, printed: string): void {
  const { line, code } = fencedBlocks(page)[number]!;
  if (code === printed) return;
  const lines = read(page).split('\n');
  const length = code === '' && lines[line] === '```' ? 0 : code.split('\n').length;
  lines.splice(line, length, ...(printed === '' ? [] : printed.split('\n')));
  writeFileSync(`${ROOT}${page}`, lines.join('\n'));
}
