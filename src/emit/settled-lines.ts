import type { StatementStructures } from 'ts-morph';
import { functionStructure, type Declaration, type PrintedFunction } from './function-structure.js';
import { LOOP_END, LOOP_HEAD } from './loop-printer.js';
import type { Kinds } from './ts-morph-kinds.js';

/** Columns of a line of code. */
export const PRINT_WIDTH = 120;
/** A function's statements stand in a loop. */
const INDENT = '    ';
const MARK = '// lines ';

/**
 * Takes lines that need no formatting out of functions, and puts them back afterwards. The printer of expressions writes a statement that
 * fits on a line as the formatter does, and most statements of a kernel are such: to parse and to lay them out again would be most of the time
 * that a file takes. A run of them is a comment to the formatter, and so is a whole function that consists of nothing else.
 */
export class SettledLines {
  readonly #runs: string[] = [];

  /** The declarations with comments for what is settled. */
  extract(declarations: readonly Declaration[], kinds: Kinds): (string | StatementStructures)[] {
    return declarations.map((declaration) =>
      typeof declaration === 'string' || !('source' in declaration) ? declaration : this.#function(declaration, kinds),
    );
  }

  /** The formatted text with the lines in their places. */
  restore(text: string): string {
    return text.replace(/^ *\/\/ lines (\d+)$/gm, (_, run: string) => this.#runs[Number(run)]!);
  }

  #function(declaration: PrintedFunction, kinds: Kinds): string | StatementStructures {
    const { body } = declaration.source;
    // A function without a loop has nothing to do.
    if (!body.startsWith(LOOP_HEAD)) return functionStructure(declaration, kinds);
    const lines = body.slice(LOOP_HEAD.length, -LOOP_END.length).split('\n');
    if (!lines.every(isSettled))
      return functionStructure(declaration, kinds, LOOP_HEAD + this.#extract(lines) + LOOP_END);
    const text = `${headOf(declaration)}\n  ${LOOP_HEAD}${lines.map(indented).join('\n')}\n  }\n}`;
    return `\n${this.#mark(text)}`;
  }

  #extract(lines: readonly string[]): string {
    const kept: string[] = [];
    let run: string[] = [];
    const close = (): void => {
      if (run.length > 0) kept.push(this.#mark(run.map(indented).join('\n')));
      run = [];
    };
    for (const line of lines) {
      if (isSettled(line)) run.push(line);
      else {
        close();
        kept.push(line);
      }
    }
    close();
    return kept.join('\n');
  }

  #mark(text: string): string {
    return `${MARK}${this.#runs.push(text) - 1}`;
  }
}

const indented = (line: string): string => (line === '' ? line : INDENT + line);

/** A function's documentation and its head, as the formatter breaks it. */
function headOf({ source: { name, parameters }, doc, isExported }: PrintedFunction): string {
  const start = `${isExported ? 'export ' : ''}function ${name}(`;
  const end = '): void {';
  const list = parameters.map((parameter) => `${parameter.name}: ${parameter.type}`);
  const line = start + list.join(', ') + end;
  const head = line.length <= PRINT_WIDTH ? line : `${start}\n${list.map((one) => `  ${one},\n`).join('')}${end}`;
  return `/** ${doc} */\n${head}`;
}

/** Whether a line of a loop stays as it is. Selections in one another are laid out as chains, and connectives in one another bracketed. */
const isSettled = (line: string): boolean =>
  INDENT.length + line.length <= PRINT_WIDTH && !/[{}]$/.test(line) && (line.match(/\?|&&|\|\|/g)?.length ?? 0) < 2;
