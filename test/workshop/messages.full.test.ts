import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWorkshop, editor, settled, type } from './workshop-page.js';

/** Time between two keys of a person who types fast, ms. */
const KEY = 30;

/** Time for which words stay, ms; a frame may begin a little late. */
const STAY = 150 - 17;

/** Formulas for the spec of the heart, which has the input `p` and the parameter `size`. */
const FORMULAS = [
  'norm(p - [size, 0]) == size',
  'p.y == size * sin(2 * pi * p.x / size)',
  'atan2(p.y, p.x) == norm(p) / size',
  'x^2 == 1 + y\nwhere x = p.x / size\nwhere y = p.y / size',
];

/** What the page says of a formula, without the part of the text that it is about. */
const WORDS = `[...document.querySelectorAll('.mistakes li p')].map((one) => {
  const copy = one.cloneNode(true);
  copy.querySelector('.excerpt')?.remove();
  return copy.textContent.trim();
}).join(' | ')`;

/** Notes in each frame what the page says, where it is something else than before, and when. */
const WATCH = `(() => {
  const seen = (window.seen = [{ time: performance.now(), words: ${WORDS} }]);
  const look = () => {
    const words = ${WORDS};
    if (words !== seen.at(-1).words) seen.push({ time: performance.now(), words });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** The words for all beginnings of a text, in their order; the same words one after the other once. */
async function wordsFor(page: Page, formula: string): Promise<readonly string[]> {
  const all: string[] = [];
  await type(page, '');
  for (let end = 0; end <= formula.length; end++) {
    if (end > 0) await page.keyboard.insertText(formula[end - 1]!);
    await settled(page);
    await page.evaluate(DRAWN);
    const words = await page.evaluate<string>(WORDS);
    if (words !== all.at(-1)) all.push(words);
  }
  return all;
}

/** What is in a list and not, at its turn, in another. */
function strangersIn(list: readonly string[], other: readonly string[]): readonly string[] {
  let at = 0;
  return list.filter((one) => {
    const found = other.indexOf(one, at);
    if (found >= 0) at = found;
    return found < 0;
  });
}

describeWorkshop('the words below a formula', (host) => {
  test('change only where what is typed means something else, and do not blink', async () => {
    const { page, complaints } = await host.open('#g=heart', { reducedMotion: 'reduce' });
    for (const formula of FORMULAS) {
      const meant = await wordsFor(page, formula);
      await type(page, '');
      await settled(page);
      await page.evaluate(DRAWN);
      await page.evaluate(WATCH);
      for (const character of formula) await page.keyboard.type(character, { delay: KEY });
      await settled(page);
      await page.evaluate(DRAWN);
      const seen = await page.evaluate<{ time: number; words: string }[]>('window.seen');
      // Each is said of some beginning of the text, in the order of typing: nothing comes back, nothing is old.
      expect(
        strangersIn(
          seen.map(({ words }) => words),
          meant,
        ),
      ).toEqual([]);
      expect(seen.at(-1)!.words).toBe(meant.at(-1));
      const stays = seen.slice(2).map(({ time }, k) => time - seen[k + 1]!.time);
      expect(Math.min(...stays)).toBeGreaterThan(STAY);
    }
    expect(complaints).toEqual([]);
  });

  test('what mends a mistake is done to the text that has it, and to no later one', async () => {
    const { page } = await host.open('#g=heart', { reducedMotion: 'reduce' });
    await page.evaluate(`(() => {
      const { engine } = window.workshop;
      const { send } = engine;
      const held = [];
      engine.send = function (command, transfer) {
        if (window.holds && command.kind === 'load') held.push([command, transfer]);
        else send.call(this, command, transfer);
      };
      window.release = () => {
        window.holds = false;
        for (const one of held.splice(0)) send.apply(engine, one);
      };
    })()`);
    await type(page, 'p.y == szie');
    await settled(page);
    await page.evaluate('window.holds = true');
    await page.keyboard.press('Home');
    await page.keyboard.insertText('2 * p.x + ');
    const mend = page.getByRole('button', { name: 'write "size"' });
    await mend.click();
    // The engine has answered for the text before.
    const text = async (): Promise<string> => (await editor(page).innerText()).trim();
    expect(await text()).toBe('2 * p.x + p.y == szie');
    expect(await page.locator('.mistakes .excerpt').innerText()).toBe('szie');
    await page.evaluate('window.release()');
    await settled(page);
    await mend.click();
    expect(await text()).toBe('2 * p.x + p.y == size');
    await settled(page);
    expect(await page.locator('.mistakes li').count()).toBe(0);
  });
});
