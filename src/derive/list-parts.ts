import type { ParameterRead, Read } from '../../runtime/model/lists/list-type.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { listsOf, type Lists } from '../lists/list-spec.js';
import { piecesOf, readTokens, type Entry, type FoundReduction, type IndexVariable } from '../lists/formula-reader.js';
import { aboutOriginal, Rewriting, type Rewritten } from '../lists/rewritten.js';
import type { ConstraintSpec, InputSpec, ParameterSpec, Range, Space } from '../spec/constraint-spec.js';
import { coefficientParameters } from '../spec/coefficients.js';
import { formulaList } from '../spec/formula-list.js';
import { isIndexList } from '../spec/describe.js';
import { CONSTANT_NAMES } from '../spec/language.js';
import { fault } from '../syntax/fault.js';
import type { Token } from '../syntax/tokens.js';
import { constraintDeclarations } from '../units/constraint-units.js';
import type { Dimension } from '../units/dimension.js';
import { deriveSpace, type Role } from './derive-space.js';
import type { DerivedPart, DerivedReduction } from './derived-part.js';
import type { Leniency } from './leniency.js';
import { inOwnWords, overOf, placeOf, suffixOf } from './list-entries.js';
import { unusedFaults } from './unused-names.js';

/** Largest number of sums of a constraint, and of sums inside one another. */
const MOST_REDUCTIONS = 32;
const MOST_NESTED = 2;

/** A quantity that a part reads under a name of its own. */
interface Quantity {
  readonly spec: InputSpec;
  readonly read: Read;
  readonly sample: Range | undefined;
}

interface NamedParameter {
  readonly spec: ParameterSpec;
  readonly read: ParameterRead;
}

type Named<T> = Readonly<Record<string, T>>;

/**
 * Splits a constraint over lists into its reductions and its outer part, each derived as an ordinary
 * constraint: the term of a reduction is one on the entries that it reads, and the outer part one on
 * the reductions as scalars. Throws a SpecError with faults in terms of the spec.
 */
export class ListParts {
  readonly reductions: DerivedReduction[] = [];
  readonly outer: DerivedPart;
  /** A diagnostic for each quantity that no formula uses, where that is no mistake. */
  readonly unused: readonly Diagnostic[];
  readonly #className: string;
  readonly #spec: ConstraintSpec;
  readonly #space: Space;
  readonly #lists: Lists;
  readonly #declared: ReadonlySet<string>;
  /** Names that stand in some formula, or that parts have for something. */
  readonly #taken: Set<string>;
  readonly #hasUnits: boolean;
  readonly #quantities = new Map<string, Quantity>();
  readonly #parameters = new Map<string, NamedParameter>();
  readonly #where = new Map<string, Rewritten | undefined>();
  readonly #written: Rewritten[] = [];
  readonly #used = new Set<string>();
  /** Units of reductions and numbers of terms; null where they are not known. */
  readonly #units = new Map<string, Dimension | null>();
  readonly #known = new Map<string, string>();
  readonly #isLenient: boolean;
  #depth = 0;

  constructor(className: string, spec: ConstraintSpec, space: Space, { isLenient = false }: Leniency) {
    this.#isLenient = isLenient;
    this.#className = className;
    this.#spec = spec;
    this.#space = space;
    this.#lists = listsOf(spec);
    const { inputs, params = {}, where = {}, sample = {} } = spec;
    const ranges: Named<Range | undefined> = sample;
    const names = [...Object.keys(inputs), ...Object.keys(params), ...Object.keys(where)];
    this.#declared = new Set([...names, ...CONSTANT_NAMES]);
    const formulas = [...formulaList(spec), ...Object.values(where)];
    this.#taken = new Set([...names, ...formulas.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? [])]);
    this.#hasUnits = constraintDeclarations(spec).dimensions.size > 0;
    for (const [name, input] of Object.entries(inputs)) {
      if (this.#lists.inputs.has(name)) continue;
      const size = (typeof input === 'string' ? input : input.kind) === 'scalar' ? 1 : space;
      this.#quantities.set(name, { spec: input, read: { input: name, size }, sample: ranges[name] });
    }
    for (const [name, param] of Object.entries(params))
      if (!isIndexList(param)) this.#parameters.set(name, { spec: param, read: { param: name } });
    const { friction } = spec;
    const all = <T extends string | readonly string[]>(field: string, formulas: T): T =>
      (typeof formulas === 'string'
        ? this.#formula(field, formulas)
        : formulas.map((formula, i) => this.#formula(`${field}[${i}]`, formula))) as T;
    const C = all('C', spec.C);
    const slip = friction && all('friction.slip', friction.slip);
    const needed = this.#needed([C, slip ?? []].flat());
    this.unused = this.#unusedIn(needed);
    const kept = coefficientParameters(spec);
    this.outer = this.#derive(className, {
      ...this.#partial(needed, kept),
      ...(spec.restitution === undefined ? {} : { restitution: spec.restitution }),
      ...(spec.maxForce === undefined ? {} : { maxForce: spec.maxForce }),
      ...(friction && { friction: { ...friction, slip: slip! } }),
      C,
    });
  }

  readonly #isDeclared = (name: string): boolean => this.#declared.has(name);

  /** A formula of the spec with its reductions and fixed entries under their names. */
  #formula(field: string, text: string): string {
    const rewritten = this.#rewrite(field, text);
    this.#written.push(rewritten);
    return rewritten.text;
  }

  #rewrite(field: string, text: string): Rewritten {
    return this.#located(field, text, () => {
      const rewriting = new Rewriting(field, text);
      this.#write(rewriting, field, text, readTokens(text), undefined);
      return rewriting.finish();
    });
  }

  #located<T>(field: string, formula: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      throw new SpecError(
        error.diagnostics.map((one) => ({ field, ...one, spec: this.#className, ...(!one.formula && { formula }) })),
      );
    }
  }

  #write(
    rewriting: Rewriting,
    field: string,
    text: string,
    tokens: readonly Token[],
    index: IndexVariable | undefined,
  ): Entry[] {
    const entries: Entry[] = [];
    for (const piece of piecesOf(text, tokens, this.#lists, this.#isDeclared, index)) {
      if (piece.kind === 'text') rewriting.add(piece.token.text, piece.token);
      else if (piece.kind === 'entry') {
        entries.push(piece.entry);
        rewriting.add(this.#nameOf(piece.entry), piece.span);
      } else rewriting.add(this.#reduction(field, text, piece.reduction, index), piece.reduction);
    }
    return entries;
  }

  #free(name: string): string {
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    return name;
  }

  /** The name by which a part reads an entry of a list. */
  #nameOf(entry: Entry): string {
    const key = JSON.stringify(entry);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { list } = entry;
    const input = this.#lists.inputs.get(list)!;
    const spec = { kind: input.kind, ...(input.unit !== undefined && { unit: input.unit }) } as InputSpec;
    const size = input.kind === 'scalar' ? 1 : this.#space;
    const ranges: Named<Range | undefined> | undefined = this.#spec.sample;
    const sample = ranges?.[list];
    const name = this.#free(`${list}${suffixOf(entry)}`);
    this.#known.set(key, name);
    this.#quantities.set(name, { spec, read: { input: list, size, ...placeOf(entry) }, sample });
    return name;
  }

  /** A number that parts read as a parameter. */
  #number(name: string, read: ParameterRead): string {
    const key = JSON.stringify(read);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const own = this.#free(name);
    this.#known.set(key, own);
    this.#parameters.set(own, { spec: { min: 1 }, read });
    this.#units.set(own, null);
    return own;
  }

  /** Derives the term of a reduction. Returns what takes its place in the formula. */
  #reduction(
    field: string,
    text: string,
    { take, index, whole, body, start, end }: FoundReduction,
    outside: IndexVariable | undefined,
  ): string {
    const written = text.slice(start, end);
    if (take === 'count') {
      this.#used.add(whole!);
      return this.#number(`count_${whole!}`, { lengthOf: whole! });
    }
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    if (outside !== undefined && body.some((token) => token.kind === 'name' && token.text === outside.name))
      fault(
        text,
        { start, end },
        'E_INDEX',
        `"${take}" stands inside of another, and uses its index "${outside.name}": that has a term for each pair.`,
        'use one index',
      );
    if (this.reductions.length >= MOST_REDUCTIONS || this.#depth >= MOST_NESTED)
      fault(
        text,
        { start, end },
        'E_FORMULA_SIZE',
        `A constraint has at most ${MOST_REDUCTIONS} sums, and at most ${MOST_NESTED} inside one another.`,
        'name inner ones under "where"',
      );
    const rewriting = new Rewriting(field, text, '+(');
    this.#depth++;
    let entries: readonly Entry[];
    if (whole !== undefined) {
      entries = [{ list: whole, shift: 0 }];
      rewriting.add(this.#nameOf(entries[0]!), { start, end });
    } else entries = this.#write(rewriting, field, text, body, index);
    this.#depth--;
    const over = overOf(text, { start, end }, entries, index, this.#lists);
    const term = rewriting.finish(')');
    this.#written.push(term);
    const name = this.#free(`S${this.reductions.length + 1}`);
    const part = this.#derive(
      `${this.#className}${name}`,
      {
        ...this.#partial(this.#needed([term.text]), []),
        C: term.text,
      },
      take === 'sum' || take === 'mean' ? 'summand' : 'candidate',
    );
    for (const { list } of entries) this.#used.add(list);
    if ('indices' in over) this.#used.add(over.indices);
    const { derivation } = part;
    if (take !== 'sum' && take !== 'mean' && derivation.rows > 1)
      fault(text, { start, end }, 'E_ARGUMENT_SHAPE', `"${take}" compares numbers, and its term is a vector.`);
    const number =
      this.reductions.push({ ...part, take: take === 'mean' ? 'sum' : take, over, name, text: written }) - 1;
    const rows = derivation.levels.map((level, row) => {
      const own = derivation.rows === 1 ? name : this.#free(`${name}_${'xyz'.charAt(row) || row + 1}`);
      this.#quantities.set(own, { spec: 'scalar', read: { sum: number, row, size: 1 }, sample: undefined });
      this.#units.set(own, derivation.units.rows[row]?.value ?? null);
      // The term of a rate gives the rate of the reduction, which has no value.
      return level === 'velocity' ? `ddt(${own})` : own;
    });
    const value = rows.length === 1 ? rows[0]! : `[${rows.join(', ')}]`;
    const result = take === 'mean' ? `(${value} / ${this.#number(`terms_${name}`, { termsOf: number })})` : value;
    this.#known.set(written, result);
    return result;
  }

  /** The names that formulas use, with those that `where` defines by others. */
  #needed(formulas: readonly string[]): ReadonlySet<string> {
    const needed = new Set<string>();
    const visit = (text: string): void => {
      for (const [name] of text.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)) {
        if (needed.has(name)) continue;
        needed.add(name);
        const quantity = this.#quantity(name);
        if (quantity !== undefined) visit(quantity.text);
      }
    };
    formulas.forEach(visit);
    for (const name of needed) this.#used.add(name);
    return needed;
  }

  /** A quantity under `where`, rewritten when it is first used. */
  #quantity(name: string): Rewritten | undefined {
    const { where = {} } = this.#spec;
    if (!Object.hasOwn(where, name)) return undefined;
    if (!this.#where.has(name)) {
      // One that is defined by itself is reported when it is derived.
      this.#where.set(name, undefined);
      const rewritten = this.#rewrite(`where.${name}`, where[name]!);
      this.#written.push(rewritten);
      this.#where.set(name, rewritten);
    }
    return this.#where.get(name);
  }

  /** The part of the spec that formulas with these names need. */
  #partial(needed: ReadonlySet<string>, kept: readonly string[]): Omit<ConstraintSpec, 'C'> {
    const { summary, singular } = this.#spec;
    const of = <T>(all: ReadonlyMap<string, T>): [string, T][] =>
      [...all].filter(([name]) => needed.has(name) || kept.includes(name));
    const inputs = of(this.#quantities);
    const params = of(this.#parameters);
    const ranges: Named<Range | undefined> | undefined = this.#spec.sample;
    const sample = [
      ...inputs.map(([name, { sample: range }]) => [name, range] as const),
      ...[...params.map(([name]) => name), 't'].map((name) => [name, ranges?.[name]] as const),
    ].filter(([, range]) => range !== undefined);
    return {
      kind: 'constraint',
      summary,
      space: this.#space,
      inputs: Object.fromEntries(inputs.map(([name, { spec }]) => [name, spec])),
      params: Object.fromEntries(params.map(([name, { spec }]) => [name, spec])),
      where: Object.fromEntries(
        Object.entries(this.#spec.where ?? {}).flatMap(([name, text]) =>
          needed.has(name) ? [[name, this.#where.get(name)?.text ?? text]] : [],
        ),
      ),
      ...(singular !== undefined && { singular }),
      sample: Object.fromEntries(sample),
    };
  }

  #derive(className: string, spec: ConstraintSpec, role: Role = 'constraint'): DerivedPart {
    try {
      const units = this.#hasUnits ? this.#units : undefined;
      const options = { role, ...(units && { units }), isLenient: this.#isLenient };
      const derivation = deriveSpace(className, spec, this.#space, options);
      return {
        derivation: { ...derivation, warnings: this.#aboutSpec(derivation.warnings) },
        reads: derivation.inputs.map(({ name }) => this.#quantities.get(name)!.read),
        params: derivation.params.map(({ name }) => this.#parameters.get(name)!.read),
      };
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      throw new SpecError(this.#aboutSpec(error.diagnostics));
    }
  }

  /** Diagnostics of a part, as ones of the spec. */
  #aboutSpec(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    return diagnostics.map((one) => ({
      ...inOwnWords(aboutOriginal(one, this.#written), this.#known),
      spec: this.#className,
    }));
  }

  #unusedIn(needed: ReadonlySet<string>): readonly Diagnostic[] {
    const used = new Set([...needed, ...this.#used, ...coefficientParameters(this.#spec)]);
    // The entries that formulas read, which are no sums.
    for (const name of needed) {
      const read = this.#quantities.get(name)?.read;
      if (read && 'input' in read) used.add(read.input);
    }
    const faults = unusedFaults(this.#className, this.#spec, used);
    if (!this.#isLenient && faults.length > 0) throw new SpecError(faults);
    return faults;
  }
}
