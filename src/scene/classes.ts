import type {
  BodyType,
  Constraint,
  ConstraintSettings,
  ConstraintType,
  Energy,
  EnergySettings,
  EnergyType,
  ListType,
  ParametricBody,
  Space,
} from '../../runtime/index.js';
import { nearest, quote, SpecError } from '../diagnostics/index.js';
import type { SceneDocument } from './document.js';
import { sceneFault } from './faults.js';
import { SCENE_LIMITS } from './limits.js';
import type { Numbers } from './numbers.js';

/** A class of constraints. */
export interface ConstraintClass {
  readonly type: ConstraintType | ListType;
  new (options: object, settings?: ConstraintSettings): Constraint;
}

/** A class of bodies with coordinates of their own. */
export interface BodyClass {
  readonly type: BodyType;
  new (params: object, coordinates: object, rates?: object): ParametricBody;
}

/** A class of energies. */
export interface EnergyClass {
  readonly type: EnergyType;
  new (options: object, settings?: EnergySettings): Energy;
}

/** The classes of each kind of part. */
interface ClassOf {
  readonly constraint: ConstraintClass;
  readonly body: BodyClass;
  readonly energy: EnergyClass;
}
type SceneClass = ClassOf[keyof ClassOf];

/** The kind of a class, and what its parts are called. */
const KINDS: Readonly<Record<keyof ClassOf, { readonly mark: readonly string[]; readonly plural: string }>> = {
  constraint: { mark: ['kernel', 'sums'], plural: 'constraints' },
  body: { mark: ['dynamics'], plural: 'bodies' },
  energy: { mark: ['energyKernel'], plural: 'energies' },
};

/** Classes by name, for instance those of a generated file. */
export type SceneClasses = Readonly<Record<string, unknown>>;

/** The classes that a scene can name: its own, those that are handed in, and those of a library. */
export class Classes {
  readonly #space: Space;
  readonly #known: readonly ReadonlyMap<string, SceneClass>[];

  constructor(document: SceneDocument, given: SceneClasses, library: SceneClasses, numbers: Numbers) {
    const { space, specs = {} } = document;
    const { faults } = numbers;
    const groups = [document, ...(document.repeat ?? [])];
    const typesOf = (
      parts: Readonly<Record<string, { readonly type?: string; readonly kind?: string }>> = {},
    ): string[] => Object.values(parts).flatMap(({ type, kind }) => type ?? kind ?? []);
    const used = {
      body: groups.flatMap(({ bodies }) => typesOf(bodies)),
      energy: groups.flatMap(({ energies }) => typesOf(energies)),
    };
    const useOf = (name: string): keyof typeof used | undefined =>
      (['body', 'energy'] as const).find((kind) =>
        used[kind].some((type) => type === name || type === `${name}${space}D`),
      );
    const names = Object.keys(specs);
    if (names.length > SCENE_LIMITS.specs)
      faults.add(['specs'], `The scene has ${names.length} specs; the limit is ${SCENE_LIMITS.specs}.`);
    faults.check();
    const own = new Map<string, SceneClass>();
    const handed = classesIn(given);
    for (const name of names) {
      // A class that is handed in was made of this spec before.
      if ([name, `${name}${space}D`].some((one) => handed.has(one))) continue;
      try {
        const compiled = numbers.language.compile(name, specs[name], useOf(name));
        for (const [className, one] of classesIn(compiled)) own.set(className, one);
      } catch (error) {
        if (!(error instanceof SpecError)) throw error;
        faults.addAll(['specs', name], error.diagnostics, true);
      }
    }
    this.#space = space;
    this.#known = [own, handed, classesIn(library)];
  }

  /** The class of constraints with this name. Throws a SpecError. */
  readonly constraint = (name: string): ConstraintClass => this.#of('constraint', name);
  /** The class of bodies with this name. Throws a SpecError. */
  readonly body = (name: string): BodyClass => this.#of('body', name);
  /** The class of energies with this name. Throws a SpecError. */
  readonly energy = (name: string): EnergyClass => this.#of('energy', name);

  /** The class of any kind with this name. Throws a SpecError. */
  any(name: string): SceneClass {
    return this.#find(name, 'body') ?? this.#find(name, 'energy') ?? this.constraint(name);
  }

  #of<K extends keyof ClassOf>(kind: K, name: string): ClassOf[K] {
    const found = this.#find(name, kind);
    if (found !== undefined) return found;
    throw this.#unknown(name, kind);
  }

  /** Finds a class by its name, of which the suffix of the space may be left out. */
  #find<K extends keyof ClassOf>(name: string, kind: K): ClassOf[K] | undefined {
    for (const classes of this.#known)
      for (const one of [classes.get(name), classes.get(`${name}${this.#space}D`)])
        if (one !== undefined && fits(one, this.#space) && isOf(kind, one)) return one;
    return undefined;
  }

  #unknown(name: string, kind: keyof ClassOf): SpecError {
    const { plural } = KINDS[kind];
    const other = this.#known
      .flatMap((classes) => [classes.get(name), classes.get(`${name}${this.#space}D`)])
      .find(Boolean);
    if (other !== undefined) {
      const meant = (Object.keys(KINDS) as (keyof ClassOf)[]).find((one) => isOf(one, other));
      const hint =
        meant !== undefined && meant !== kind
          ? `it is one of ${KINDS[meant].plural}: ${PLACES[meant]}`
          : meantBy(this.#find(baseOf(name), kind) ? [baseOf(name)] : this.#mentioning(name, kind));
      const space = this.#space === 2 ? 'the plane' : 'space';
      return new SpecError([sceneFault([], `${quote(name)} is no class of ${plural} for ${space}.`, hint)]);
    }
    const names = this.#known.flatMap((classes) =>
      [...classes].flatMap(([key, one]) => (isOf(kind, one) && fits(one, this.#space) ? [baseOf(key)] : [])),
    );
    const near = nearest(name, names);
    const hint = FORCES.has(name)
      ? 'it is a force: list it under "forces"'
      : meantBy(near === undefined ? this.#mentioning(name, kind) : [near]);
    return new SpecError([
      sceneFault([], `There is no class of ${plural} ${quote(name)}, neither under "specs" nor in the library.`, hint),
    ]);
  }

  /** Up to three classes of a kind whose summaries have a name as a word: joints that other engines call so. */
  #mentioning(name: string, kind: keyof ClassOf): readonly string[] {
    const word = baseOf(name).replace(/(?<=.)(joint|constraint)$/i, '');
    if (!/^[a-z]{3,}$/i.test(word)) return [];
    const says = new RegExp(`\\b${word}\\b`, 'i');
    const all = this.#known.flatMap((classes) =>
      [...classes].flatMap(([key, one]) =>
        isOf(kind, one) && fits(one, this.#space) && says.test(one.type.summary) ? [baseOf(key)] : [],
      ),
    );
    return [...new Set(all)].slice(0, 3);
  }
}

/** The name of a class without the suffix of its space. */
const baseOf = (name: string): string => name.replace(/[23]D$/, '');

/** `did you mean "A" or "B"?`, or nothing. */
const meantBy = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `did you mean ${names.map((name) => `"${name}"`).join(' or ')}?`;

/** What is listed under "forces". */
const FORCES: ReadonlySet<string> = new Set(['gravity', 'spring', 'torsionSpring', 'drag', 'constant', 'torque']);

/** Where classes of each kind are named. */
const PLACES: Readonly<Record<keyof ClassOf, string>> = {
  constraint: 'name it under "constraints"',
  body: 'name it as the kind of a body',
  energy: 'name it under "energies"',
};

const isOf = <K extends keyof ClassOf>(kind: K, one: SceneClass): one is ClassOf[K] & SceneClass =>
  KINDS[kind].mark.some((part) => part in one.type);

const fits = ({ type }: SceneClass, space: Space): boolean => type.space === undefined || type.space === space;

function classesIn(exports: SceneClasses): ReadonlyMap<string, SceneClass> {
  return new Map(
    Object.entries(exports).flatMap(([name, value]): [string, SceneClass][] => (isClass(value) ? [[name, value]] : [])),
  );
}

function isClass(value: unknown): value is SceneClass {
  if (typeof value !== 'function' || !('type' in value)) return false;
  const { type } = value;
  return (
    typeof type === 'object' &&
    type !== null &&
    Object.values(KINDS).some(({ mark }) => mark.some((part) => part in type))
  );
}
