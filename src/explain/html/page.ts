import { escape, lines } from './element.js';
import { STYLE } from './style.js';

/** The part of a page about one class. */
export interface ClassPart {
  readonly className: string;
  /** Markup under the name. */
  readonly head: string;
  /** The sections; `level` is that of their headings. */
  readonly body: (level: number) => string;
}

/** One page that loads nothing: no network, no script. */
export function page(parts: readonly ClassPart[]): string {
  const title = parts.map(({ className }) => className).join(', ');
  const isSingle = parts.length === 1;
  const articles = parts.map(
    ({ className, head, body }) =>
      `<article id="${escape(className)}">\n${lines(isSingle ? '' : `<h2>${escape(className)}</h2>`, head, body(isSingle ? 2 : 3))}\n</article>`,
  );
  const links = parts.map(({ className }) => `<a href="#${escape(className)}">${escape(className)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${lines(`<h1>${escape(title)}</h1>`, isSingle ? '' : `<nav aria-label="Classes">${links.join(' ')}</nav>`, ...articles)}
</main>
<footer>Derived by holonomic.</footer>
</body>
</html>
`;
}
