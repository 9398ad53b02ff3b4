import type { KernelFunction } from '../../emit/syntax.js';
import { declareKernel } from '../../emit/targets/typescript.js';
import { escape } from './element.js';

// Comments, strings, numbers, words, and the text between them.
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

/** A kernel as a listing. */
export const listing = (kernel: KernelFunction): string =>
  `<pre tabindex="0" aria-label="${escape(`Code of ${kernel.name}`)}"><code>${highlight(declareKernel(kernel))}</code></pre>`;
