import { checkNesting } from '../syntax/brackets.js';
import { fault } from '../syntax/fault.js';
import { tokenize, type Token } from '../syntax/tokens.js';
import type { Span } from '../diagnostics/index.js';
import type { Lists } from './list-spec.js';

/** Names of reductions over lists. `count(p)` is the length of a list. */
const REDUCTIONS = ['sum', 'mean', 'min', 'max', 'count'] as const;
type ReductionName = (typeof REDUCTIONS)[number];

/** What the index of a reduction runs over: the lists that it indexes, or an index list. */
export interface IndexVariable {
  readonly name: string;
  /** The index list, in `sum(f in faces, …)`. */
  readonly indices?: string;
}

/** The entry of a list that a formula reads: a fixed one, or one relative to the index. */
export type Entry =
  | { readonly list: string; readonly at: number }
  | { readonly list: string; readonly shift: number }
  | { readonly list: string; readonly corner: number };

/** A reduction in a formula: `sum(i, body)`, `sum(f in faces, body)`, or `sum(p)` for a whole list. */
export interface FoundReduction extends Span {
  readonly take: ReductionName;
  readonly index: IndexVariable | undefined;
  /** The list, where the whole of it is meant. */
  readonly whole: string | undefined;
  /** Tokens of the body. */
  readonly body: readonly Token[];
}

/** The part of a formula that is neither a reduction nor an entry: its own text. */
export type Piece =
  | { readonly kind: 'text'; readonly token: Token }
  | { readonly kind: 'entry'; readonly entry: Entry; readonly span: Span }
  | { readonly kind: 'reduction'; readonly reduction: FoundReduction };

/** The tokens of a formula over lists, in which `in` is a word. Throws a SpecError. */
export function readTokens(text: string): readonly Token[] {
  const tokens = tokenize(text, ['in']);
  checkNesting(text, tokens);
  return tokens;
}

/**
 * Splits tokens of a formula into entries of lists, reductions, and all that is between them.
 * `index` is the index of the reduction that they are the body of. Throws a SpecError for a use of
 * a list that is neither.
 */
export function piecesOf(
  text: string,
  tokens: readonly Token[],
  lists: Lists,
  isDeclared: (name: string) => boolean,
  index?: IndexVariable,
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let k = 0; k < tokens.length; k++) {
    const token = tokens[k]!;
    const after = tokens[k + 1]?.text;
    // The x of a.x is no name.
    const isName = token.kind === 'name' && tokens[k - 1]?.text !== '.';
    const end = after === '(' || after === '[' ? closing(tokens, k + 1) : k;
    if (isName && after === '(' && (REDUCTIONS as readonly string[]).includes(token.text)) {
      const reduction = reductionOf(text, tokens.slice(k, end + 1), lists, isDeclared);
      if (reduction !== undefined) {
        pieces.push({ kind: 'reduction', reduction });
        k = end;
        continue;
      }
    }
    if (isName && lists.inputs.has(token.text)) {
      if (after !== '[') listAsValue(text, token);
      const span = { start: token.start, end: tokens[end]!.end };
      pieces.push({ kind: 'entry', entry: entryOf(text, token, tokens.slice(k + 2, end), index, lists, span), span });
      k = end;
      continue;
    }
    if (isName && (token.text === index?.name || lists.indices.has(token.text))) indexAsValue(text, token, index);
    pieces.push({ kind: 'text', token });
  }
  return pieces;
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let k = open; k < tokens.length; k++) {
    const { text } = tokens[k]!;
    if (text === '(' || text === '[') depth++;
    else if ((text === ')' || text === ']') && --depth === 0) return k;
  }
  return tokens.length - 1;
}

/** Splits at commas outside of brackets. */
function argumentsOf(tokens: readonly Token[]): Token[][] {
  const args: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '(' || token.text === '[') depth++;
    else if (token.text === ')' || token.text === ']') depth--;
    if (token.text === ',' && depth === 0) args.push([]);
    else args.at(-1)!.push(token);
  }
  return args;
}

/** A call of a reduction over a list; undefined for `min(a, b)` of numbers and `sum(k, 1:4, f)`. */
function reductionOf(
  text: string,
  tokens: readonly Token[],
  lists: Lists,
  isDeclared: (name: string) => boolean,
): FoundReduction | undefined {
  const [name, , ...rest] = tokens as readonly [Token, Token, ...Token[]];
  const take = name.text as ReductionName;
  const args = argumentsOf(rest.slice(0, -1));
  const [first = [], body = []] = args;
  const [head, word, list] = first;
  const span = { start: name.start, end: tokens.at(-1)!.end };
  const found = { take, ...span };
  if (args.length === 1 && first.length === 1 && lists.inputs.has(head!.text))
    return { ...found, index: undefined, whole: head!.text, body: [] };
  if (take !== 'count' && args.length === 2 && head?.kind === 'name' && body.length > 0) {
    if (first.length === 1 && !isDeclared(head.text))
      return { ...found, index: { name: head.text }, whole: undefined, body };
    if (first.length === 3 && word!.text === 'in') {
      if (isDeclared(head.text))
        fault(
          text,
          head,
          'E_NAME_CLASH',
          `The name "${head.text}" is declared already.`,
          'choose another name for the index',
        );
      if (!lists.indices.has(list!.text))
        fault(
          text,
          list!,
          'E_UNKNOWN_NAME',
          `There is no list of indices "${list!.text}".`,
          lists.inputs.has(list!.text)
            ? `write ${take}(i, …) with ${list!.text}[i]`
            : `name it under "params": { kind: 'indices', of: 'p', arity: 3 }`,
        );
      return { ...found, index: { name: head.text, indices: list!.text }, whole: undefined, body };
    }
  }
  if (take === 'min' || take === 'max' || (take === 'sum' && args.length === 3)) return undefined;
  const p = [...lists.inputs.keys()][0]!;
  return fault(
    text,
    span,
    'E_ARGUMENT_COUNT',
    `"${take}" takes a list${take === 'count' ? '' : ', or an index and a term'}.`,
    take === 'count' ? `write count(${p})` : `write ${take}(${p}), or ${take}(i, …) with ${p}[i] in the term`,
  );
}

function listAsValue(text: string, token: Token): never {
  const p = token.text;
  const hint = `write ${p}[0] for its first entry, mean(${p}), or sum(i, …) with ${p}[i] in the term`;
  fault(text, token, 'E_SHAPE', `"${p}" is a list.`, hint);
}

function indexAsValue(text: string, token: Token, index: IndexVariable | undefined): never {
  if (token.text !== index?.name)
    fault(text, token, 'E_SHAPE', `"${token.text}" is a list of indices.`, `write sum(f in ${token.text}, …)`);
  fault(
    text,
    token,
    'E_INDEX',
    `The index "${token.text}" is no number of the formula.`,
    index.indices === undefined
      ? `it stands in brackets: p[${token.text}]`
      : `it stands in brackets: p[${token.text}[0]]`,
  );
}

/** The entry `p[…]`, of which `inside` are the tokens between the brackets. */
function entryOf(
  text: string,
  { text: list }: Token,
  inside: readonly Token[],
  index: IndexVariable | undefined,
  lists: Lists,
  span: Span,
): Entry {
  const [a, b, c, d] = inside;
  const whole = (token: Token | undefined): number =>
    token?.kind === 'number' && /^\d{1,6}$/.test(token.text) ? Number(token.text) : NaN;
  if (inside.length === 1 && !Number.isNaN(whole(a))) return { list, at: whole(a) };
  if (inside.length === 2 && a!.text === '-' && whole(b) > 0) return { list, at: -whole(b) };
  if (index !== undefined && a?.text === index.name) {
    const ofIndices = index.indices === undefined ? undefined : lists.indices.get(index.indices);
    if (ofIndices === undefined) {
      if (inside.length === 1) return { list, shift: 0 };
      const step = whole(c);
      if (inside.length === 3 && (b!.text === '+' || b!.text === '-') && step <= 8)
        return { list, shift: b!.text === '+' ? step : -step };
    } else {
      if (ofIndices.of !== list)
        fault(text, span, 'E_INDEX', `"${index.indices}" holds indices into "${ofIndices.of}", not into "${list}".`);
      const corner = whole(c);
      if (inside.length === 4 && b!.text === '[' && d!.text === ']' && corner < ofIndices.arity)
        return { list, corner };
    }
  }
  const written = text.slice(span.start, span.end);
  const one = index?.name ?? 'i';
  const arity = index?.indices === undefined ? undefined : lists.indices.get(index.indices)!.arity;
  fault(
    text,
    span,
    'E_INDEX',
    `"${written}" is no entry of the list "${list}".`,
    arity !== undefined
      ? `its entries here are ${list}[${one}[0]] to ${list}[${one}[${arity - 1}]]`
      : index === undefined
        ? `entries are ${list}[0], ${list}[1], … and ${list}[-1], the last; a sum is written sum(i, …) with ${list}[i]`
        : `entries are ${list}[${one}], ${list}[${one}+1], ${list}[${one}-1] up to 8 steps away, or ${list}[0], the first`,
  );
}
