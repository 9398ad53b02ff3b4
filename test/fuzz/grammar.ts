import { SCALAR_FUNCTIONS } from '../../src/symbolic/functions.js';
import { SAMPLES } from '../support/function-samples.js';

/**
 * The sort of an expression: a number, a vector of so many components, a matrix of so many rows and
 * columns, or a truth value; or a number that is zero, which may stand beside a vector.
 */
export type Sort = 'scalar' | `vector${Size}` | `matrix${Size}${Size}` | 'truth' | 'zero';

/** Numbers of components that are drawn: those of the plane, of space, and one on either side. */
export const SIZES = [1, 2, 3, 4] as const;
export type Size = (typeof SIZES)[number];

/** Matrices that are drawn, by their rows and columns. */
export const SHAPES = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [2, 3],
  [3, 2],
] as const satisfies (readonly [Size, Size])[];

/** One way to make an expression of parts. */
export interface Production {
  readonly sort: Sort;
  readonly parts: readonly Sort[];
  readonly write: (...parts: string[]) => string;
  /** Relative frequency among productions of the sort. */
  readonly weight: number;
  /** True for `ddt`, which cannot be nested. */
  readonly isRate?: true;
}

/** Quantities that an expression may name, with their sorts and frequencies. */
export type Names = Readonly<Record<string, { readonly sort: Sort; readonly weight: number }>>;

const leaf = (sort: Sort, text: string, weight = 1): Production => ({ sort, parts: [], write: () => text, weight });
const of = (sort: Sort, parts: readonly Sort[], weight: number, write: Production['write']): Production => ({
  sort,
  parts,
  write,
  weight,
});

const NUMBERS = ['0', '1', '2', '3', '-1', '-2', '0.5', '-0.25', '1.5', '(1/3)', '(-2/3)', '0.1', '7', '1e3', '1e-3'];
const CONSTANTS = ['pi', 'tau', 'e'];
const AXES = ['x', 'y', 'z'];

/** Exponents that are written as numbers. */
const EXPONENTS = [
  '2',
  '3',
  '4',
  '5',
  '-1',
  '-2',
  '-3',
  '0.5',
  '1.5',
  '2.5',
  '-0.5',
  '-1.5',
  '(1/3)',
  '(-2/3)',
  '1.25',
  '0',
  '1',
  '40',
];

/** High powers of multiples that are about one, and how far their variable may reach. */
const MULTIPLES = [
  ['(0.1 * (x) + 1)^110', '0.1'],
  ['(0.1 * (x + 10))^320', '0.02'],
  ['(0.001 * (x + 1000))^-110', '9'],
  ['(1000 * (x + 0.001))^120.5', '1e-5'],
  ['cbrt(0.001 * (x + 1000))^-330', '3'],
] as const;

/** Zeros that may stand beside a vector. */
const ZEROS: readonly Production[] = [
  ...['0', '0.0', '-0', '(0)', '0 * t'].map((text) => leaf('zero', text)),
  of('zero', ['scalar'], 1, (x) => `0 * ${x}`),
];

/** Functions of positive and of negative arguments, for the two branches of a conditional. */
const OF_POSITIVES = ['sqrt(x)', '(x)^1.5', '(x)^-0.5', 'log(x)', 'nthRoot(x, 4)', '(x)^0.3'];
const OF_NEGATIVES = ['1 / (x)', '(x)^-2', 'log(-(x))', 'cbrt(x)', '(x)^2', 'exp(x)', 'sqrt(-(x))', '(-(x))^-1.5'];

const RELATIONS = ['<', '<=', '>', '>=', '==', '!='];

/** Lists every production of the formula language over the given names. */
export function productions(names: Names): readonly Production[] {
  return [
    ...Object.entries(names).map(([name, { sort, weight }]) => leaf(sort, name, weight)),
    ...NUMBERS.map((text) => leaf('scalar', text, 0.2)),
    ...CONSTANTS.map((text) => leaf('scalar', text, 0.1)),
    leaf('scalar', 't'),
    leaf('truth', 'true', 0.1),
    leaf('truth', 'false', 0.1),
    ...scalarOperators(),
    ...scalarCalls(),
    ...conditions(),
    ...ZEROS,
    ...SIZES.flatMap(vectorAlgebra),
    ...SHAPES.flatMap(([rows, columns]) => matrixAlgebra(rows, columns)),
    of('vector2', ['vector2'], 2, (v) => `perp(${v})`),
    of('vector2', ['scalar', 'vector2'], 2, (x, v) => `rotate(${x}, ${v})`),
    of('matrix22', ['scalar'], 3, (x) => `rotate(${x})`),
    of('scalar', ['vector2', 'vector2'], 3, (v, w) => `cross(${v}, ${w})`),
    of('vector3', ['vector3', 'vector3'], 3, (v, w) => `cross(${v}, ${w})`),
    ...(['vector2', 'vector3'] as const).map((v) => of('scalar', [v, v], 1, (a, b) => `angle(${a}, ${b})`)),
    of('vector3', ['scalar', 'vector3', 'vector3'], 2, (x, v, w) => `rotate(${x}, ${v}, ${w})`),
    of('vector3', ['scalar', 'vector3'], 1, (x, w) => `rotate(${x}, [0, 0, 1], ${w})`),
    of('scalar', ['scalar', 'scalar'], 1, (x, y) => `sum(i, 1:3, ${x} / i + i * ${y})`),
    of('scalar', ['scalar', 'scalar'], 0.5, (x, y) => `sum(j, -1:2, ${x} * (j + ${y})^2)`),
    of('scalar', ['vector3', 'vector3'], 0.5, (v, w) => `sum(i, 1:3, ${v}[i] * ${w}[4 - i])`),
    of('scalar', ['scalar', 'scalar', 'scalar'], 0.5, (x, y, s) => `lerp(${x}, ${y}, ${s})`),
    of('scalar', ['vector3', 'vector3', 'vector3', 'vector3'], 0.5, (a, b, c, d) => `dihedral(${a}, ${b}, ${c}, ${d})`),
  ];
}

function scalarOperators(): Production[] {
  const two: readonly Sort[] = ['scalar', 'scalar'];
  return [
    of('scalar', two, 8, (x, y) => `(${x} + ${y})`),
    of('scalar', two, 12, (x, y) => `(${x} - ${y})`),
    of('scalar', two, 8, (x, y) => `(${x} * ${y})`),
    of('scalar', two, 5, (x, y) => `(${x} / ${y})`),
    of('scalar', ['scalar'], 2, (x) => `(-${x})`),
    of('scalar', ['scalar'], 1, (x) => `(2 ${x})`),
    of('scalar', ['scalar'], 0.1, (x) => `(+${x})`),
    of('scalar', two, 1, (x, y) => `(${x})^(${y})`),
    of('scalar', two, 2, (x, y) => `(abs(${x}) + 0.3)^(${y})`),
    ...MULTIPLES.map(([multiple, reach]) =>
      of('scalar', ['scalar'], 0.15, (x) => multiple.replace('x', `${reach} * sin(${x})`)),
    ),
    ...EXPONENTS.map((exponent) => of('scalar', ['scalar'], exponent === '2' ? 4 : 0.7, (x) => `(${x})^${exponent}`)),
  ];
}

/**
 * Lists calls of every scalar function: of any argument, and of arguments in its domain as far as
 * the samples of its test show it.
 */
function scalarCalls(): Production[] {
  const raw = [...SCALAR_FUNCTIONS].flatMap(([name, { minArgs, maxArgs }]) =>
    Array.from({ length: Math.min(maxArgs, 4) - minArgs + 1 }, (_, more) => {
      const parts = Array.from({ length: minArgs + more }, (): Sort => 'scalar');
      return of('scalar', parts, 0.8 / (more + 1), (...args) => `${name}(${args.join(', ')})`);
    }),
  );
  const guarded = Object.entries(SAMPLES).flatMap(([template, { at }]) => {
    const samples = at.filter(
      ({ at: place, reach = 1 }) => reach > 1e-2 && place.every((x) => Math.abs(x) > 1e-2 && Math.abs(x) < 30),
    );
    return samples.map(({ at: place, reach = 1 }) => {
      const parts = place.map((): Sort => 'scalar');
      const write = (...args: string[]): string =>
        template.replace(/\b[xyz]\b/g, (hole) => {
          const k = AXES.indexOf(hole);
          return `(${place[k]!} + ${Number((0.9 * reach).toPrecision(3))} * sin(${args[k]!}))`;
        });
      return of('scalar', parts, 0.25 / samples.length, write);
    });
  });
  return [...raw, ...guarded];
}

function conditions(): Production[] {
  const two: readonly Sort[] = ['scalar', 'scalar'];
  return [
    ...RELATIONS.map((sign) => of('truth', two, 2, (x, y) => `${x} ${sign} ${y}`)),
    of('truth', ['scalar'], 12, (x) => `${x} > 0`),
    ...RELATIONS.map((sign) =>
      of('truth', ['scalar', 'scalar', 'scalar'], 0.2, (x, y, z) => `${x} ${sign} ${y} <= ${z}`),
    ),
    of('truth', ['truth', 'truth'], 1.5, (p, q) => `((${p}) and (${q}))`),
    of('truth', ['truth', 'truth'], 1.5, (p, q) => `((${p}) or (${q}))`),
    of('truth', ['truth'], 1.5, (p) => `(not (${p}))`),
    ...OF_POSITIVES.flatMap((f) =>
      OF_NEGATIVES.map((g) =>
        of('scalar', ['scalar'], 0.12, (x) => `(${x} > 0 ? ${f.replace('x', x)} : ${g.replace(/x(?!p)/, x)})`),
      ),
    ),
    of('scalar', ['truth', 'scalar', 'scalar'], 10, (p, x, y) => `(${p} ? ${x} : ${y})`),
  ];
}

const list = (...parts: string[]): string => `[${parts.join(', ')}]`;
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Lists productions that make vectors of `n` components, or numbers of them. */
function vectorAlgebra(n: Size): Production[] {
  const vector: Sort = `vector${n}`;
  const weighted = (weight: number): number => (n === 2 || n === 3 ? weight : weight / 10);
  return [
    of(vector, times<Sort>(n, 'scalar'), 3, list),
    ...linear(vector),
    of(vector, [vector], 3, (v) => `normalize(${v})`),
    of('scalar', [vector, vector], weighted(5), (v, w) => `dot(${v}, ${w})`),
    of('scalar', [vector], weighted(5), (v) => `norm(${v})`),
    ...AXES.slice(0, n).map((axis) => of('scalar', [vector], weighted(0.5), (v) => `${v}.${axis}`)),
    ...times(n, 0).map((_, k) => of('scalar', [vector], weighted(0.3), (v) => `${v}[${k + 1}]`)),
    of(vector, [vector, vector, 'scalar'], 1, (v, w, x) => `lerp(${v}, ${w}, ${x})`),
  ];
}

/** Lists productions that make matrices of a shape, or numbers and vectors of them. */
function matrixAlgebra(rows: Size, columns: Size): Production[] {
  const matrix: Sort = `matrix${rows}${columns}`;
  const isPlain = rows === columns && (rows === 2 || rows === 3);
  const weighted = (weight: number): number => (isPlain ? weight : weight / 10);
  return [
    of(matrix, times<Sort>(rows, `vector${columns}`), 2, list),
    ...linear(matrix).map((production) => ({ ...production, weight: production.weight / 6 })),
    of(`matrix${columns}${rows}`, [matrix], 0.5, (m) => `transpose(${m})`),
    ...(rows === columns ? [of('scalar', [matrix], weighted(0.3), (m) => `trace(${m})`)] : []),
    ...(rows === columns ? [of('scalar', [matrix], weighted(0.7), (m) => `det(${m})`)] : []),
    of(`vector${rows}`, [matrix, `vector${columns}`], weighted(2), (m, v) => `(${m} * ${v})`),
    ...SHAPES.filter(([first]) => first === columns).map(([, last]) =>
      of(
        `matrix${rows}${last}` as Sort,
        [matrix, `matrix${columns}${last}` as Sort],
        weighted(1),
        (m, k) => `(${m} * ${k})`,
      ),
    ),
    ...times(rows, 0).map((_, k) =>
      of('scalar', [matrix], weighted(0.3), (m) => `${m}[${k + 1}, ${Math.max(1, columns - k)}]`),
    ),
  ];
}

/** Lists what all sorts of quantities of more than one component have in common. */
const linear = (sort: Sort): Production[] => [
  of(sort, [sort, sort], 4, (v, w) => `(${v} + ${w})`),
  of(sort, [sort, sort], 6, (v, w) => `(${v} - ${w})`),
  of(sort, [sort], 1, (v) => `(-${v})`),
  of(sort, [sort], 0.1, (v) => `(+${v})`),
  of(sort, ['scalar', sort], 3, (x, v) => `(${x} * ${v})`),
  of(sort, [sort], 0.1, (v) => `(2 (${v}))`),
  of(sort, [sort, 'scalar'], 1, (v, x) => `(${v} * ${x})`),
  of(sort, [sort], 0.5, (v) => `sum(i, 1:2, i * ${v})`),
  of(sort, [sort, 'scalar'], 1, (v, x) => `(${v} / ${x})`),
  of(sort, ['truth', sort, sort], 1, (p, v, w) => `(${p} ? ${v} : ${w})`),
];

/** `ddt` of everything that has a rate, for constraints. */
export const RATES: readonly Production[] = [
  'scalar' as const,
  ...SIZES.map((n) => `vector${n}` as const),
  ...SHAPES.map(([rows, columns]) => `matrix${rows}${columns}` as const),
].map((sort) => ({ ...of(sort, [sort], 6, (x) => `ddt(${x})`), isRate: true }));
