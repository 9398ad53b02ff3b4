import fc from 'fast-check';
import { productions, RATES, SIZES, type Names, type Production, type Sort } from './grammar.js';
import { descendants, Grammar, printTree, unit, type Tree } from './tree.js';

/** A formula, both sides of an equation, or two or more that are ordered. */
export interface Row {
  readonly operands: readonly Tree[];
  /** Between all operands; `==` if left out. */
  readonly relation?: '==' | '<=' | '>=';
}

/** A spec in the making: expressions, of which those under `where` may use the ones before them. */
export interface Draft {
  readonly kind: 'constraint' | 'body';
  readonly space: 2 | 3;
  /** Names of inputs (coordinates of a body) and parameters: few, so that they meet. */
  readonly names: readonly string[];
  /** Rows of a constraint; points, then angles, then the energy of a body. */
  readonly rows: readonly Row[];
  readonly where: readonly Tree[];
  readonly policy: 'regularize' | 'throw';
  /** Seed of the places at which the spec is evaluated. */
  readonly seed: number;
}

type Scalars = Readonly<Record<string, { readonly min?: number; readonly max?: number }>>;

/** Scalar parameters, with and without bounds. */
export const PARAMETERS: Scalars = { k: { min: 0.1 }, m: {}, h: { min: -3, max: -0.2 } };
export const INPUTS = { s: 'scalar', w: 'scalar', p: 'point', q: 'point', u: 'direction' } as const;
export const VECTOR_PARAMETER = 'c';
/** Functions through points: of these names, a number and a point. */
export const CURVES = { bump: 'curve', rail: 'path' } as const;
/** The scalar inputs of constraints are the coordinates of bodies. */
export const COORDINATES: readonly string[] = ['s', 'w'];
export const partName = (index: number): string => `part${index + 1}`;

/** The parts that expressions of a draft are made of. */
type Vocabulary = Pick<Draft, 'kind' | 'space' | 'names'>;

function namesOf({ kind, space, names: own }: Vocabulary, where: readonly Tree[]): Names {
  const vector: Sort = `vector${space}`;
  const inputs = Object.entries(INPUTS).filter(([name]) => kind === 'constraint' || COORDINATES.includes(name));
  const all = [
    ...inputs.map(([name, input]) => [name, { sort: input === 'scalar' ? input : vector, weight: 5 }] as const),
    ...Object.keys(PARAMETERS).map((name) => [name, { sort: 'scalar', weight: 1 }] as const),
    [VECTOR_PARAMETER, { sort: vector, weight: 2 }] as const,
  ];
  const given = all.filter(([name]) => own.includes(name));
  return Object.fromEntries<Names[string]>([
    ...given,
    ...given.flatMap(([name, { sort, weight }]) =>
      sort === 'scalar'
        ? []
        : ['x', 'y', 'z']
            .slice(0, space)
            .map((axis) => [`${name}.${axis}`, { sort: 'scalar', weight: weight / 2 }] as const),
    ),
    ...where.map(({ production: { sort } }, i) => [partName(i), { sort, weight: 8 }] as const),
  ]);
}

const throughPoints = (vector: Sort): readonly Production[] => [
  { sort: 'scalar', parts: ['scalar'], weight: 2, write: (x) => `bump(${x})` },
  { sort: vector, parts: ['scalar'], weight: 1, write: (x) => `rail(${x})` },
];

function grammarOf(vocabulary: Vocabulary, where: readonly Tree[], made?: Tree[]): Grammar {
  const rates = vocabulary.kind === 'constraint' ? RATES : [];
  const curves = throughPoints(`vector${vocabulary.space}`);
  return new Grammar([...productions(namesOf(vocabulary, where)), ...curves, ...rates], made);
}

/** Random specs that shrink to smaller ones. */
export class Drafts extends fc.Arbitrary<Draft> {
  generate(random: fc.Random): fc.Value<Draft> {
    return new fc.Value(randomDraft(random), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Draft {
    return typeof value === 'object' && value !== null && 'rows' in value;
  }

  shrink(draft: Draft): fc.Stream<fc.Value<Draft>> {
    return fc.stream(smallerDrafts(draft)).map((value) => new fc.Value(value, undefined));
  }
}

const MOVING = new RegExp(`\\b(${Object.keys(INPUTS).join('|')}|part\\d)\\b`);

function randomDraft(random: fc.Random): Draft {
  const chance = (probability: number): boolean => unit(random) < probability;
  const kind = chance(0.15) ? 'body' : 'constraint';
  const space = chance(0.5) ? 2 : 3;
  const vector: Sort = `vector${space}`;
  const movable = kind === 'body' ? COORDINATES : Object.keys(INPUTS);
  const fixed = [...Object.keys(PARAMETERS), VECTOR_PARAMETER].filter(() => chance(0.25));
  const names = [...some(random, movable, kind === 'body' ? 2 : 1 + Math.floor(3 * unit(random) ** 2)), ...fixed];
  const vocabulary = { kind, space, names } as const;
  const withRates = kind === 'constraint' && chance(0.15);
  // Mostly small: a fault is found in few operations as well as in many.
  const size = (): number => 2 + Math.floor(7 * unit(random) ** 2);
  const where: Tree[] = [];
  const made: Tree[] = [];
  const count = chance(0.3) ? random.nextInt(1, 3) : 0;
  for (let i = 0; i < count; i++) {
    const sort: Sort = chance(0.6) ? 'scalar' : chance(0.8) ? vector : `matrix${space}${space}`;
    where.push(grammarOf(vocabulary, where, made).generate(random, sort, size(), withRates && chance(0.3)));
  }
  const grammar = grammarOf(vocabulary, where, made);
  /** Draws an expression that names an input, or a part, if a few attempts find one. */
  const tree = (sort: Sort, attempts = 5): Tree => {
    const made = grammar.generate(random, sort, size(), withRates);
    return attempts === 0 || MOVING.test(printTree(made)) ? made : tree(sort, attempts - 1);
  };
  const rows = (): Row[] => {
    if (kind === 'body')
      return [
        { operands: [tree(vector)] },
        ...[vector, 'scalar' as const].filter(() => chance(0.4)).map((sort) => ({ operands: [tree(sort)] })),
      ];
    return Array.from({ length: chance(0.75) ? 1 : 2 }, (): Row => {
      const sort: Sort = chance(0.75) ? 'scalar' : chance(0.6) ? vector : `vector${SIZES[random.nextInt(0, 3)]!}`;
      if (!chance(0.4)) return { operands: [tree(sort)] };
      const relation = chance(0.5) && ({ relation: chance(0.5) ? '<=' : '>=' } as const);
      const count = relation === false || chance(0.7) ? 2 : random.nextInt(3, 4);
      const isZero = Array.from({ length: count }, () => sort !== 'scalar' && chance(0.3));
      // Zero is not compared with zero.
      const operands = isZero.map((zero, i) =>
        zero && isZero[i - 1] !== true ? grammar.generate(random, 'zero', chance(0.7) ? 1 : 2) : tree(sort),
      );
      return { operands, ...relation };
    });
  };
  return {
    kind,
    space,
    names,
    rows: rows(),
    where,
    policy: chance(0.2) ? 'throw' : 'regularize',
    seed: random.nextInt(0, 2 ** 30),
  };
}

/** Draws `count` entries of the list at random. */
function some<T>(random: fc.Random, list: readonly T[], count: number): T[] {
  const left = [...list];
  return Array.from(
    { length: Math.min(count, list.length) },
    () => left.splice(random.nextInt(0, left.length - 1), 1)[0]!,
  );
}

function* smallerDrafts(draft: Draft): Generator<Draft> {
  const { rows, where } = draft;
  if (draft.policy === 'throw') yield { ...draft, policy: 'regularize' };
  if (rows.length > 1) for (const i of rows.keys()) yield { ...draft, rows: rows.toSpliced(i, 1) };
  // The last part, in its place: what comes after it keeps its name.
  if (where.length > 0) yield inlined(draft);
  const grammar = grammarOf(draft, where);
  for (const [i, row] of rows.entries()) {
    const { operands } = row;
    const others = (operands: readonly Tree[]): Draft => ({ ...draft, rows: rows.with(i, { ...row, operands }) });
    if (operands.length > 1)
      for (const operand of operands) yield { ...draft, rows: rows.with(i, { operands: [operand] }) };
    for (let k = 0; k < operands.length && operands.length > 2; k++) yield others(operands.toSpliced(k, 1));
    if (row.relation && operands.length === 2) yield { ...draft, rows: rows.with(i, { operands }) };
    // A row of a constraint may be of another sort.
    if (draft.kind === 'constraint' && operands.length === 1)
      for (const operand of descendants(operands[0]!))
        if (operand.production.sort === 'scalar') yield others([operand]);
    for (const [k, operand] of operands.entries())
      for (const less of grammar.smaller(operand)) yield others(operands.with(k, less));
  }
  for (const [i, part] of where.entries())
    for (const less of grammarOf(draft, where.slice(0, i)).smaller(part))
      yield { ...draft, where: where.with(i, less) };
}

/** Returns the draft with its last part written out where its name stands. */
function inlined(draft: Draft): Draft {
  const part = draft.where.at(-1)!;
  const name = partName(draft.where.length - 1);
  const replaced = (tree: Tree): Tree =>
    tree.parts.length === 0 && printTree(tree) === name ? part : { ...tree, parts: tree.parts.map(replaced) };
  return {
    ...draft,
    rows: draft.rows.map((row) => ({ ...row, operands: row.operands.map(replaced) })),
    where: draft.where.slice(0, -1),
  };
}
