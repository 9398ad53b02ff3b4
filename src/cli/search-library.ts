import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { EnergyType } from '../../runtime/model/energies/energy-type.js';

/** A formula of the library with all its classes, for instance `Distance2D` and `Distance3D`. */
export interface LibraryEntry {
  readonly classes: readonly string[];
  readonly kind: 'constraint' | 'body' | 'energy';
  readonly summary: string;
  readonly formulas: readonly string[];
  /** Constructs one, as in `new Distance2D({ a, b, length })`. */
  readonly usage: string;
}

/** The entries of the library, in the order of its exports, `Name2D` and `Name3D` together. */
export function libraryEntries(exports: object): LibraryEntry[] {
  const entries = new Map<string, LibraryEntry>();
  for (const value of Object.values(exports)) {
    const type = (value as { readonly type?: ConstraintType | BodyType | EnergyType }).type;
    if (type === undefined) continue;
    const entry =
      'coordinates' in type ? bodyEntry(type) : 'kernel' in type ? constraintEntry(type) : energyEntry(type);
    const key = `${baseName(type.name)}\n${type.summary}`;
    const other = entries.get(key);
    entries.set(key, other === undefined ? entry : { ...other, classes: [...other.classes, ...entry.classes] });
  }
  return [...entries.values()];
}

const baseName = (name: string): string => name.replace(/[23]D$/, '');

const constructed = ({ name, inputs, params }: Pick<ConstraintType, 'name' | 'inputs' | 'params'>): string =>
  `new ${name}({ ${[...inputs, ...params].map((one) => one.name).join(', ')} })`;

function constraintEntry(type: ConstraintType): LibraryEntry {
  const { name, summary, formula } = type;
  return {
    classes: [name],
    kind: 'constraint',
    summary,
    formulas: formula.C,
    usage: `world.add(${constructed(type)})`,
  };
}

function energyEntry(type: EnergyType): LibraryEntry {
  const { name, summary, formula } = type;
  const { V, damping } = formula;
  return {
    classes: [name],
    kind: 'energy',
    summary,
    formulas: [`V = ${V}`, ...(damping === undefined ? [] : [`damping: ${damping}`])],
    usage: `world.addForce(${constructed(type)})`,
  };
}

function bodyEntry({ name, summary, coordinates, params, formula }: BodyType): LibraryEntry {
  const list = (names: readonly { readonly name: string }[]): string => names.map((one) => one.name).join(', ');
  return {
    classes: [name],
    kind: 'body',
    summary,
    formulas: Object.entries(formula.connectors).flatMap(([key, text]) => (key === text ? [] : [`${key} = ${text}`])),
    usage: `world.addBody(new ${name}({ ${list(params)} }, { ${list(coordinates)} }))`,
  };
}

/**
 * The entries that fit a description in words, best first; all of them, in their order, where no
 * words are given.
 *
 * A word counts the more the fewer entries have it (inverse document frequency), so that `keep a
 * point on an ellipse` finds ellipses; in a name it counts twice. Kept are the entries with at
 * least a third of the best score.
 */
export function searchLibrary(entries: readonly LibraryEntry[], words: readonly string[]): readonly LibraryEntry[] {
  const wanted = words.flatMap(stemsOf);
  if (wanted.length === 0) return entries;
  const texts = entries.map(({ classes, summary }) => ({
    name: stemsOf(classes[0]!),
    all: stemsOf(`${classes[0]!} ${summary}`),
  }));
  const has = (text: readonly string[], word: string): boolean => text.some((one) => fits(one, word));
  const weights = wanted.map((word) =>
    Math.log((1 + entries.length) / Math.max(1, texts.filter(({ all }) => has(all, word)).length)),
  );
  const scored = entries.map((entry, i) => {
    const { name, all } = texts[i]!;
    const count = (word: string): number => (has(name, word) ? 2 : has(all, word) ? 1 : 0);
    return { entry, score: wanted.reduce((sum, word, w) => sum + count(word) * weights[w]!, 0) };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best / 3)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** A word fits one that it begins, from four letters on: `pendul` fits `pendulum`. */
const fits = (word: string, wanted: string): boolean =>
  word === wanted || (wanted.length >= 4 && word.startsWith(wanted));

/** The words of a text in lower case without plural endings, those of class names apart. */
const stemsOf = (text: string): string[] =>
  text
    .replace(/([a-z])(?=[A-Z0-9])/g, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 0)
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word));
