import type { KernelSource } from '../../emit/loop-printer.js';
import { escape } from './element.js';

// Comments, strings, numbers, words, and what is between them.
const TOKEN = /(\/\/[^\n]*)|('[^'\n]*'|"[^"\n]*")|(\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|([A-Za-z_$][\w$]*)|(\s+|.)/g;
const KEYWORDS = new Set('const for let if else return function void number true false'.split(' '));

/** Code as markup: comments, strings, numbers, keywords and `Math` in spans. */
export function highlight(source: string): string {
  return source.replace(TOKEN, (text: string, comment?: string, string?: string, number?: string, word?: string) => {
    const kind =
      comment !== undefined
        ? 'comment'
        : string !== undefined
          ? 'string'
          : number !== undefined
            ? 'literal'
            : word !== undefined && KEYWORDS.has(word)
              ? 'keyword'
              : word === 'Math'
                ? 'builtin'
                : undefined;
    return kind === undefined ? escape(text) : `<span class="${kind}">${escape(text)}</span>`;
  });
}

/** A printed function as a listing: its signature, and its body indented by its braces. */
export function listing({ name, parameters, body }: KernelSource): string {
  const signature = parameters.map((parameter) => `  ${parameter.name}: ${parameter.type},`);
  let depth = 1;
  const statements = body.split('\n').map((line) => {
    if (line.startsWith('}')) depth -= 1;
    const indented = line === '' ? '' : `${'  '.repeat(depth)}${line}`;
    if (line.endsWith('{')) depth += 1;
    return indented;
  });
  const text = [`function ${name}(`, ...signature, '): void {', ...statements, '}'].join('\n');
  return `<pre tabindex="0" aria-label="${escape(`Code of ${name}`)}"><code>${highlight(text)}</code></pre>`;
}
