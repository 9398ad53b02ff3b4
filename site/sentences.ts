/** Mistakes of a rule that a visitor typed, in words that need no knowledge of specs. */
const IN_WORDS: Readonly<Record<string, string>> = {
  E_ASSIGNMENT: 'Write “==” between two sides that shall be equal.',
  E_EQUATION: 'A rule has two sides, with “==” or “<=” between them.',
  E_FORMULA_EMPTY: 'Write a rule, such as norm(a - b) == length.',
  E_IMPLICIT_PRODUCT: 'Between two names belongs a sign, such as “-” or “*”.',
  E_ROW_CONSTANT: 'The rule has to say something about a and b, the ends of a rod.',
};

/** An error of the toolkit or of the runtime. */
interface Reported {
  readonly code?: string;
  readonly message: string;
  readonly problem?: string;
  readonly diagnostics?: readonly { readonly code: string; readonly message: string; readonly hint?: string }[];
}

/** Says in a sentence or two what is wrong with a rule. */
export function sentenceOf(error: unknown): string {
  const { code, message, problem = message, diagnostics = [] } = error as Reported;
  const [diagnostic] = diagnostics;
  if (diagnostic !== undefined) {
    const { hint } = diagnostic;
    return IN_WORDS[diagnostic.code] ?? (hint === undefined ? diagnostic.message : withHint(diagnostic.message, hint));
  }
  if (code === 'E_ASSEMBLY') return disagreement(problem);
  if (/dynamically imported module|module script/.test(message))
    return 'The part of this page that reads rules did not arrive. Check the connection, then type again.';
  return problem;
}

const withHint = (message: string, hint: string): string => `${message.replace(/\.$/, '')}: ${hint}.`;

/** The runtime lists the constraints that are off, the worst first: `Rod 'fR0' by 0.211, …, 10 more`. */
function disagreement(problem: string): string {
  const [, kind, name, miss] = /(\w+) '([^']*)' by ([^ ,]+)[,.]/.exec(problem) ?? [];
  const part = kind === 'Rod' ? `rod ${name!}` : name;
  const worst = part === undefined ? '' : `: ${part} misses by ${Math.abs(Number(miss)).toPrecision(2)}`;
  return `These rules cannot all hold${worst}. The machine goes on as it was.`;
}
