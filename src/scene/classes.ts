import type {
  BodyType,
  Constraint,
  ConstraintSettings,
  ConstraintType,
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

/** Classes by name, for instance those of a generated file. */
export type SceneClasses = Readonly<Record<string, unknown>>;

/** The classes that a scene can name: its own, those that are handed in, and those of a library. */
export class Classes {
  readonly #space: Space;
  readonly #known: readonly ReadonlyMap<string, ConstraintClass | BodyClass>[];

  constructor({ space, specs = {} }: SceneDocument, given: SceneClasses, library: SceneClasses, numbers: Numbers) {
    const { faults } = numbers;
    const names = Object.keys(specs);
    if (names.length > SCENE_LIMITS.specs)
      faults.add(['specs'], `The scene has ${names.length} specs; the limit is ${SCENE_LIMITS.specs}.`);
    faults.check();
    const own = new Map<string, ConstraintClass | BodyClass>();
    const handed = classesIn(given);
    for (const name of names) {
      // A class that is handed in was made of this spec before.
      if ([name, `${name}${space}D`].some((one) => handed.has(one))) continue;
      try {
        const compiled = numbers.language.compile(name, specs[name]);
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
  constraint(name: string): ConstraintClass {
    const found = this.#find(name, 'constraint');
    if (found !== undefined && isConstraintClass(found) && fits(found, this.#space)) return found;
    throw this.#unknown(name, 'constraints', isConstraintClass, found !== undefined);
  }

  /** The class of bodies with this name. Throws a SpecError. */
  body(name: string): BodyClass {
    const found = this.#find(name, 'body');
    if (found !== undefined && !isConstraintClass(found) && fits(found, this.#space)) return found;
    throw this.#unknown(name, 'bodies', (one) => !isConstraintClass(one), found !== undefined);
  }

  /** The class of either with this name. Throws a SpecError. */
  any(name: string): ConstraintClass | BodyClass {
    return this.#find(name, 'body') ?? this.constraint(name);
  }

  /** Finds a class by its name, of which the suffix of the space may be left out. */
  #find(name: string, kind: 'constraint' | 'body'): ConstraintClass | BodyClass | undefined {
    for (const classes of this.#known)
      for (const one of [classes.get(name), classes.get(`${name}${this.#space}D`)])
        if (one !== undefined && fits(one, this.#space) && isConstraintClass(one) === (kind === 'constraint'))
          return one;
    return this.#known.map((classes) => classes.get(name)).find((one) => one !== undefined);
  }

  #unknown(
    name: string,
    what: string,
    isWanted: (one: ConstraintClass | BodyClass) => boolean,
    isOther: boolean,
  ): SpecError {
    const space = this.#space === 2 ? 'the plane' : 'space';
    if (isOther) return new SpecError([sceneFault([], `${quote(name)} is no class of ${what} for ${space}.`)]);
    const names = this.#known.flatMap((classes) =>
      [...classes].flatMap(([key, one]) =>
        isWanted(one) && fits(one, this.#space) ? [key.replace(/[23]D$/, '')] : [],
      ),
    );
    const near = nearest(name, names);
    return new SpecError([
      sceneFault(
        [],
        `There is no class of ${what} ${quote(name)}, neither under "specs" nor in the library.`,
        near === undefined ? undefined : `did you mean "${near}"?`,
      ),
    ]);
  }
}

const isConstraintClass = (one: ConstraintClass | BodyClass): one is ConstraintClass => !('dynamics' in one.type);

const fits = ({ type }: ConstraintClass | BodyClass, space: Space): boolean =>
  type.space === undefined || type.space === space;

function classesIn(exports: SceneClasses): ReadonlyMap<string, ConstraintClass | BodyClass> {
  return new Map(
    Object.entries(exports).flatMap(([name, value]): [string, ConstraintClass | BodyClass][] =>
      isClass(value) ? [[name, value]] : [],
    ),
  );
}

function isClass(value: unknown): value is ConstraintClass | BodyClass {
  if (typeof value !== 'function' || !('type' in value)) return false;
  const { type } = value;
  return typeof type === 'object' && type !== null && ['kernel', 'sums', 'dynamics'].some((part) => part in type);
}
