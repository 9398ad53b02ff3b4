import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Sizes and colours to look at a page in: a desk, the same at 200 %, and a small phone. */
export const LOOKS = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 640, height: 400 },
  { colorScheme: 'light', width: 320, height: 640 },
  { colorScheme: 'dark', width: 320, height: 640 },
] as const;

/**
 * Lists controls that, once scrolled to, are outside of the window or below something else. While a
 * dialog is open, those of the page are not to be reached.
 */
const COVERED = `[...(document.querySelector('dialog:modal') ?? document).querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.disabled)
  .flatMap((one) => {
    const isThere = () => {
      const [{ left, top, width, height } = one.getBoundingClientRect()] = one.getClientRects();
      // What is for programs that read the screen aloud, or for keys, has no place on it.
      const { clip, clipPath } = getComputedStyle(one);
      if (width <= 1 || height <= 1 || clip !== 'auto' || clipPath !== 'none') return true;
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found && (one.contains(found) || found.closest('label')?.contains(one));
    };
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    if (isThere()) return [];
    // "Return to top" is there when one is not at the top.
    scrollTo(0, innerHeight);
    return isThere() ? [] : [one.outerHTML.slice(0, 120)];
  })`;

/**
 * Lists what is in the way of the page's readers: what axe finds, sideways scrolling, and controls
 * that cannot be reached. The page's policy must allow a script of the test. Rules `without` are left out.
 */
export async function hindrances(page: Page, without: readonly string[] = []): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ content: axe.source });
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(document, { rules: ${JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])))} });
    const { scrollWidth, clientWidth } = document.documentElement;
    return [
      ...violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')),
      ...(scrollWidth > clientWidth ? ['scrolls sideways by ' + (scrollWidth - clientWidth) + ' px'] : []),
      ...${COVERED}.map((one) => 'covered: ' + one),
    ];
  })()`);
}
