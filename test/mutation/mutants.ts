import ts from 'typescript';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';

/** Infinity in emitted code, which replaces divisors that are zero. */
const INFINITE = '1 / 0';

/** One small fault in a function's code. */
export interface Mutant {
  /** The change, for a message: `d_x - b_x → d_x + b_x`. */
  readonly description: string;
  /** The whole function with the fault, as JavaScript. */
  readonly code: string;
  /**
   * True if the fault is in a guard. That matters only at singular points, and not even there if
   * the guarded value is multiplied by 0.
   */
  readonly inGuard: boolean;
}

/**
 * Lists all single faults of a kernel: each sign flipped, each term and factor dropped, each stored
 * value negated, the test of each guard dropped, and the replacement for an infinite value set to
 * 1. Indices of arrays and the loop are not changed: a fault there is no fault of the derivation.
 */
export function mutantsOf(kernel: string): Mutant[] {
  const file = ts.createSourceFile('kernel.ts', kernel, ts.ScriptTarget.ES2022, true);
  const edits: { start: number; end: number; text: string; description: string; inGuard: boolean }[] = [];
  const textOf = (node: ts.Node): string => node.getText(file);
  const replace = (node: ts.Node, text: string, inGuard = false): void => {
    const description = `${textOf(node)} → ${text}`;
    edits.push({ start: node.getStart(file), end: node.getEnd(), text, description, inGuard });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node) || isBookkeeping(node, file) || textOf(node) === INFINITE) return;
    if (ts.isBinaryExpression(node)) {
      const [left, right] = [textOf(node.left), textOf(node.right)];
      switch (node.operatorToken.kind) {
        case ts.SyntaxKind.PlusToken:
          replace(node, `(${left} - ${right})`);
          replace(node, left);
          replace(node, right);
          break;
        case ts.SyntaxKind.MinusToken:
          replace(node, `(${left} + ${right})`);
          replace(node, left);
          replace(node, `-${right}`);
          break;
        case ts.SyntaxKind.AsteriskToken:
        case ts.SyntaxKind.SlashToken:
          replace(node, `(${left})`);
          break;
        case ts.SyntaxKind.EqualsToken:
          replace(node.right, `-(${right})`);
          visit(node.right);
          return;
        default:
      }
    }
    if (ts.isConditionalExpression(node)) {
      const branches = [node.whenTrue, node.whenFalse];
      for (const branch of branches) {
        const text = textOf(branch);
        replace(node, `(${text})`, true);
        if (text === '0' || text === INFINITE) replace(branch, '1', true);
      }
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
      replace(node, textOf(node.operand));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return edits
    .filter(({ start, end, text }) => !isZeroNegated(kernel.slice(start, end), text))
    .map(({ start, end, text, description, inGuard }) => ({
      description,
      inGuard,
      // Compiled only where it is tried: the largest kernels have a thousand mutants.
      get code() {
        return toJavaScript(kernel.slice(0, start) + text + kernel.slice(end));
      },
    }));
}

/**
 * Lists all single faults among the entries of `J` that are written once: a sign flipped, an entry
 * left out.
 */
export function constantMutants(constantJ: ConstraintType['constantJ'] = {}): {
  readonly description: string;
  readonly constantJ: NonNullable<ConstraintType['constantJ']>;
}[] {
  return Object.entries(constantJ).flatMap(([input, entries]) =>
    entries.flatMap(([row, component, value], k) =>
      [[], [[row, component, -value] as const]].map((instead) => ({
        description: `J_${input}[${row}][${component}] = ${value} → ${instead[0]?.[2] ?? 'left out'}`,
        constantJ: { ...constantJ, [input]: entries.toSpliced(k, 1, ...instead) },
      })),
    ),
  );
}

export const toJavaScript = (code: string): string =>
  ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } })
    .outputText;

/** Recognises `J[block + 1] = 0` negated, which is no fault. */
const isZeroNegated = (before: string, after: string): boolean => before === '0' && after === '-(0)';

/** Recognises the loop statement, and the statements that find places in the arrays. */
function isBookkeeping(node: ts.Node, file: ts.SourceFile): boolean {
  if (ts.isForStatement(node.parent) && node !== node.parent.statement) return true;
  if (!ts.isVariableStatement(node) || ts.isSourceFile(node.parent)) return false;
  const text = node.getText(file);
  return text.includes('slots[') || /^const (row|block) = /.test(text);
}
