import { commentText } from '../literal.js';

/** A comment up to the end of the line. Neither a backslash nor a trigraph for one can go on in the next line. */
export const lineComment = (text: string): string => `// ${commentText(text).replace(/(?:\\|\?\?\/)+$/, '')}`;

/** A comment of several lines. The text of a spec in it cannot begin a second one. */
export const blockComment = (text: string): string =>
  `/*\n${text
    .replaceAll('/*', '/\u2060*')
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n')}\n */`;
