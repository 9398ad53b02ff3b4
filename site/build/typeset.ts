import temml from 'temml';

/** Typesets TeX: one element of MathML. Throws for TeX that cannot be set. */
const typeset = (tex: string): string => temml.renderToString(tex, { displayMode: true, throwOnError: true });

/** Equations in TeX, each on a line of its own. */
export const equations = (lines: readonly string[]): string =>
  lines.map((tex) => `<div>${typeset(tex)}</div>`).join('');

/** Equations in a box of a page, which scrolls where they are wider. Vue takes it as it is. */
export const displayed = (lines: readonly string[]): string =>
  `<div class="typeset" tabindex="0" role="group" aria-label="Formula" v-pre>${equations(lines)}</div>`;
