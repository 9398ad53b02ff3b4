/** A text as part of a page: it cannot act as markup, nor end an attribute. */
export const escape = (text: string): string => text.replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`);

export const code = (text: string): string => `<code>${escape(text)}</code>`;

/** Joins the `parts` that are not empty. */
export const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

export interface Column {
  readonly title: string;
  /** Numbers are aligned right. */
  readonly isNumber?: true;
}

/**
 * A table whose cells are markup. The first cell of each row is its heading, and the last row may
 * be a sum. Empty if there are no rows.
 */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  sum?: readonly string[],
): string {
  if (rows.length === 0) return '';
  const kind = (i: number): string => (columns[i]?.isNumber ? ' class="number"' : '');
  const row = (cells: readonly string[]): string =>
    `<tr>${cells
      .map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td${kind(i)}>${cell}</td>`))
      .join('')}</tr>`;
  return `<div class="wide"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ title }, i) => `<th scope="col"${kind(i)}>${title}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(row).join('\n')}
</tbody>${sum === undefined ? '' : `\n<tfoot>${row(sum)}</tfoot>`}
</table></div>`;
}

/** Headings of a class's part of the page: one level lower where the page has several classes. */
export class Outline {
  readonly #level: number;

  constructor(level: number) {
    this.#level = level;
  }

  /** A section under its heading; empty if it has no parts. */
  section(title: string, ...parts: readonly string[]): string {
    const body = lines(...parts);
    return body === '' ? '' : `<section>\n${this.#heading(0, title)}\n${body}\n</section>`;
  }

  part(title: string, body: string): string {
    return body === '' ? '' : `${this.#heading(1, title)}\n${body}`;
  }

  #heading(depth: number, title: string): string {
    const tag = `h${this.#level + depth}`;
    return `<${tag}>${escape(title)}</${tag}>`;
  }
}
