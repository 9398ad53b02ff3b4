import { escapeXml } from '../painter/elements.js';
import type { PrecompiledText } from './precompile.js';

const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#ffffff, #14191e); }
  body { margin: 0 auto; max-width: 1100px; }
`;

/**
 * Writes a scene as one HTML file, which needs no other: the document as JSON, its specs and
 * formulas as JavaScript, and `script`, which defines `holonomic` with the element. `picture`, an
 * SVG image, stands there where scripts are not allowed.
 */
export async function scenePage(
  { scene, functions, classes, parts }: PrecompiledText,
  script: string,
  picture = '',
): Promise<string> {
  const names = (list: readonly string[], of: string): string =>
    list.length === 0 ? '' : `const { ${list.join(', ')} } = holonomic.${of};\n`;
  const { document, ...code } = parts;
  const members = Object.entries(code).map(([name, text]) => `${name}: ${text},\n`);
  const shown = `${names(functions, 'runtime')}${names(classes, 'library')}holonomic.show({
${members.join('')}});`;
  return pageAround({ title: scene.title, document }, `${script}\n${shown}`, picture);
}

/**
 * Writes a page with one scene, its document as JSON, and all of its script. A policy in the page
 * forbids requests, and all scripts but this one.
 */
export async function pageAround(
  scene: { readonly title: string; readonly document: string },
  script: string,
  picture = '',
): Promise<string> {
  if (/<\/script|<!--/i.test(script)) throw new Error('The script of pages would end too early in HTML.');
  const text = `\n${script}\n`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const title = escapeXml(scene.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<holonomic-scene>
<noscript>${picture}${title}. The scene moves where JavaScript is allowed.</noscript>
<script type="application/json">${scene.document}</script>
</holonomic-scene>
</main>
<script type="module">${text}</script>
</body>
</html>
`;
}
