import type { StatementStructures } from 'ts-morph';
import type { Kinds } from './ts-morph-kinds.js';

/** Columns of a line of code. */
export const PRINT_WIDTH = 120;
/** A function's statements stand in a loop. */
const INDENT = '    ';
const MARK = '// lines ';

/**
 * Takes lines that need no formatting out of functions, and puts them back afterwards. The printer of expressions writes a statement that
 * fits on a line as the formatter does, and most statements of a kernel are such: to parse and to lay them out again would be most of the time
 * that a file takes. A run of them is a comment to the formatter.
 */
export class SettledLines {
  readonly #runs: string[] = [];

  /** The declarations with comments for the lines that are settled. */
  extract(statements: readonly (string | StatementStructures)[], kinds: Kinds): (string | StatementStructures)[] {
    return statements.map((statement) =>
      typeof statement !== 'string' &&
      statement.kind === kinds.function &&
      typeof statement.statements === 'string' &&
      // A function without a loop has nothing to do.
      statement.statements.startsWith('for ')
        ? { ...statement, statements: this.#extract(statement.statements) }
        : statement,
    );
  }

  /** The formatted text with the lines in their places. */
  restore(text: string): string {
    return text.replace(/^ *\/\/ lines (\d+)$/gm, (_, run: string) => this.#runs[Number(run)]!);
  }

  #extract(body: string): string {
    const lines: string[] = [];
    let run: string[] = [];
    const close = (): void => {
      if (run.length > 0) lines.push(`${MARK}${this.#runs.push(run.join('\n')) - 1}`);
      run = [];
    };
    for (const line of body.split('\n')) {
      if (isSettled(line)) run.push(line === '' ? line : INDENT + line);
      else {
        close();
        lines.push(line);
      }
    }
    close();
    return lines.join('\n');
  }
}

/**
 * Whether a line stays as it is. The head and the end of a loop set the depth of what is between them; selections in one another are laid out as
 * chains, and connectives in one another bracketed.
 */
const isSettled = (line: string): boolean =>
  INDENT.length + line.length <= PRINT_WIDTH && !/[{}]$/.test(line) && (line.match(/\?|&&|\|\|/g)?.length ?? 0) < 2;
