import {
  Energy,
  ParametricBody,
  type BodyType,
  type Constraint,
  type ConstraintSettings,
  type ConstraintType,
  type EnergySettings,
  type EnergyType,
  type ListType,
} from '../../runtime/index.js';
import type { Room } from '../painter/room.js';
import type { SceneClasses } from './classes.js';
import type { SceneDocument } from './document.js';
import { sceneFault, Faults } from './faults.js';
import { formulaKey, type Motion, type SceneFormula, type SceneLanguage } from './formulas.js';
import type { SceneMethods } from './methods.js';
import { Numbers } from './numbers.js';
import { quote, SpecError } from '../diagnostics/index.js';
import { readScene, type LoadedScene } from './read-scene.js';

/** A scene whose specs and formulas were made to functions before. */
export interface PrecompiledScene {
  readonly document: SceneDocument;
  /** The box of a whole run, m, unless the document says what is shown. */
  readonly reach: Room | undefined;
  /** The classes of the library that it names. */
  readonly library: SceneClasses;
  /** The integrator and the solver that it names. */
  readonly methods: SceneMethods;
  /** The types of its own classes, by their names. */
  readonly types: Readonly<Record<string, ConstraintType | ListType | BodyType | EnergyType>>;
  /** The class that constraints among them extend: what bounds need is loaded only with bounds. */
  readonly base: typeof Constraint;
  /** Its formulas, and those of the motions of handles with two derivatives. */
  readonly formulas: Readonly<Record<string, SceneFormula>>;
  readonly motions: Readonly<Record<string, Motion>>;
}

/**
 * Loads a precompiled scene, with values of parameters in place of the document's. It needs neither
 * the toolkit nor the format's schema: whoever compiled it has checked it.
 *
 * Throws a SpecError for a mistake that only these values make.
 */
export function loadPrecompiled(scene: PrecompiledScene, params: Readonly<Record<string, number>> = {}): LoadedScene {
  const { library, methods } = scene;
  const handed = Object.fromEntries(
    Object.entries(scene.types).map(([name, type]) => [name, classOf(scene.base, type)]),
  );
  const numbers = new Numbers(new Faults(), new PrecompiledLanguage(scene));
  return withReach(readScene(scene.document, params, { handed, library, methods }, numbers), scene.reach);
}

/** The scene with pictures that show the box of a whole run from the beginning. */
export const withReach = (scene: LoadedScene, reach: Room | undefined): LoadedScene => ({
  ...scene,
  build: (options) => {
    const built = scene.build(options);
    return reach ? { ...built, picture: { ...built.picture, reach } } : built;
  },
});

/** Finds functions in place of making them. */
class PrecompiledLanguage implements SceneLanguage {
  readonly #scene: PrecompiledScene;

  constructor(scene: PrecompiledScene) {
    this.#scene = scene;
  }

  formula(...[text, names]: Parameters<SceneLanguage['formula']>): SceneFormula {
    return found(this.#scene.formulas, formulaKey(text, names), text);
  }

  motion(...[text, names]: Parameters<SceneLanguage['motion']>): Motion {
    return found(this.#scene.motions, formulaKey(text, names), text);
  }

  checkUnit(): void {
    // Whoever compiled the scene has checked it.
  }

  compile(name: string): never {
    throw missing(name);
  }
}

function found<T>(all: Readonly<Record<string, T>>, key: string, text: string): T {
  if (!Object.hasOwn(all, key)) throw missing(text);
  return all[key]!;
}

const missing = (text: string): SpecError =>
  new SpecError([sceneFault([], `${quote(text)} was not compiled with this scene.`)]);

const classOf = (base: typeof Constraint, type: PrecompiledScene['types'][string]): unknown =>
  'dynamics' in type ? bodyClass(type) : 'energyKernel' in type ? energyClass(type) : constraintClass(base, type);

const constraintClass = (base: typeof Constraint, type: ConstraintType | ListType): unknown =>
  class extends base {
    static readonly type = type;
    constructor(options: object, settings?: ConstraintSettings) {
      super(type, options, settings);
    }
  };

const energyClass = (type: EnergyType): unknown =>
  class extends Energy {
    static readonly type = type;
    constructor(options: object, settings?: EnergySettings) {
      super(type, options, settings);
    }
  };

type Coordinates = Readonly<Record<string, number>>;

const bodyClass = (type: BodyType): unknown =>
  class extends ParametricBody {
    static readonly type = type;
    constructor(params: object, coordinates: Coordinates, rates?: Coordinates) {
      super(type, params, coordinates, rates);
    }
  };
