import { docComment, type Declaration, type PrintedFunction } from './declarations.js';
import { bracketed, PRINT_WIDTH } from './format.js';
import { LOOP_END, LOOP_HEAD } from './loop-printer.js';

/** A function's statements stand in a loop. */
const INDENT = '    ';
const MARK = '// lines ';

/**
 * Takes what needs no formatting out of a file, and puts it back afterwards: to parse it and to lay it out again would be most of the time that a file takes.
 * The printer of expressions writes a statement that fits on a line as the formatter does, and most statements of a kernel are such. What is taken out is a comment to
 * the formatter.
 */
export class SettledLines {
  readonly #runs: string[] = [];
  #isComplete = true;

  /** Whether nothing is left to format. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** A declaration with comments for what is settled. */
  extract(declaration: Declaration): string {
    if ('source' in declaration) return this.#function(declaration);
    return declaration.isSettled ? this.#mark(declaration.text) : this.#leave(declaration.text);
  }

  /** The formatted text with the lines in their places. */
  restore(text: string): string {
    return text.replace(/^ *\/\/ lines (\d+)$/gm, (_, run: string) => this.#runs[Number(run)]!);
  }

  #function(declaration: PrintedFunction): string {
    const { body } = declaration.source;
    const head = headOf(declaration);
    // A function without a loop has nothing to do.
    if (!body.startsWith(LOOP_HEAD)) return this.#mark(`${head}\n  ${body}\n}`);
    const lines = body.slice(LOOP_HEAD.length, -LOOP_END.length).split('\n');
    return lines.every(isSettled)
      ? this.#mark(`${head}\n  ${LOOP_HEAD}${lines.map(indented).join('\n')}\n  }\n}`)
      : this.#leave(`${head}\n${LOOP_HEAD}${this.#extract(lines)}${LOOP_END}\n}`);
  }

  #leave(text: string): string {
    this.#isComplete = false;
    return text;
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
  const list = parameters.map((parameter) => `${parameter.name}: ${parameter.type}`);
  return [...docComment(doc), ...bracketed(start, list, '): void {')].join('\n');
}

/** Whether a line of a loop stays as it is: one that is long would be broken, and what stands in braces indented. */
const isSettled = (line: string): boolean => INDENT.length + line.length <= PRINT_WIDTH && !/[{}]$/.test(line);
