import type { Force } from '../../../runtime/index.js';
import type { Mechanism, MechanismWatch } from '../../mechanism/compile.js';
import { pushName } from '../../mechanism/options.js';
import { assembleModule } from './assemble-module.js';
import { ModuleParticle, ModuleRigid, ModuleSite, PlanarRigid, type ModuleState } from './module-bodies.js';
import type { ModuleBody, ModuleConnector, ModuleConstraint, ModuleScene } from './module-scene.js';
import { SpatialRigid } from './spatial-rigid.js';

/** Most parts into which a step is cut that is too long, and longest parts while a hand pulls, s. */
const MOST_PARTS = 256;
const PULLED = 1 / 300;
/** Largest error of a step, as a part of the largest velocity; and velocities that are small, m/s. */
const LARGEST_ERROR = 2e-3;
const SMALL = 1e-6;
/** Largest error of a constraint, as a part of the largest coordinate, or of one metre. */
const LARGEST_C = 1e-3;

/** A constraint as pictures read it. */
interface ShownConstraint {
  readonly name: string;
  readonly type: ModuleConstraint['type'];
  readonly inputs: Readonly<Record<string, ModuleSite | ModuleParticle>>;
  readonly params: Readonly<Record<string, ArrayLike<number>>>;
}

/** What pulls: only a part of a force. */
type Pull = Pick<Force, 'apply'>;

/**
 * A world whose steps are those of a module of its own: it has of `World` what the canvas and pictures use. A
 * step is cut into shorter ones where the module's watch trips.
 */
export class ModuleWorld implements ModuleState {
  readonly space: 2 | 3;
  readonly state: Float64Array;
  readonly numbers: Float64Array;
  readonly particles: readonly ModuleParticle[];
  readonly bodies: readonly ModuleRigid[];
  readonly constraints: readonly ShownConstraint[];
  readonly shapes: readonly never[] = [];
  readonly warnings: readonly never[] = [];
  readonly shapeCount = 0;
  readonly named: ReadonlyMap<string, ModuleParticle | ModuleRigid>;
  readonly connectors: readonly (ModuleSite | ModuleParticle)[];
  readonly #scene: ModuleScene;
  readonly #module: Mechanism;
  readonly #p: Float64Array;
  /** The inputs, and their rates, which are zero where places are asked for. */
  readonly #u: Float64Array;
  readonly #w: Float64Array;
  readonly #inputs: readonly Float64Array[];
  readonly #pushes: readonly Float64Array[];
  readonly #places: Float64Array;
  readonly #one = new Float64Array(1);
  readonly #before: Float64Array;
  #placed = false;
  /** True where the multipliers are those of the present state. */
  #isEvaluated = false;
  #forces: readonly Pull[];

  /** Throws an Error where the constraints cannot be satisfied with these parameters, and a RangeError for parameters. */
  constructor(scene: ModuleScene, params: Readonly<Record<string, number>>) {
    const module = new scene.Mechanism(params);
    this.#scene = scene;
    this.#module = module;
    this.space = scene.space;
    this.state = module.state;
    this.#before = module.state.slice();
    this.#p = Float64Array.from(Object.values(module.parameters));
    this.#inputs = Object.values(module.handles);
    this.#pushes = scene.bodies.map(({ name }) => this.pushOn(name));
    this.#u = new Float64Array(this.#inputs.reduce((sum, { length }) => sum + length, 0));
    this.#w = new Float64Array(this.#u.length);
    this.numbers = new Float64Array(scene.numberOf.numbers);
    this.#places = new Float64Array(scene.numberOf.places);
    this.#call(scene.numbers, this.numbers);
    const [dt, until] = this.numbers as unknown as [number, number];
    for (const [name, value] of [
      ['dt', dt],
      ['until', until],
    ] as const)
      if (!(value > 0)) throw new Error(`${name} must be positive, not ${value}.`);
    if (scene.assembly !== false) assembleModule(module, scene.assembly === 'velocities');
    const all = scene.bodies.map((body) => bodyOf(this, body));
    this.named = new Map(scene.bodies.map(({ name }, i) => [name, all[i]!]));
    this.particles = all.filter((one) => one instanceof ModuleParticle);
    this.bodies = all.filter((one) => one instanceof ModuleRigid);
    this.connectors = scene.connectors.map((one) => this.#connector(one, all));
    this.constraints = scene.constraints.map((one) => this.#constraint(one));
    this.#forces = [
      ...scene.springs.map(([a, b]) => this.#spring(a, b)),
      // All that does work without a potential counts as one force.
      ...(scene.hasWork ? [{ apply: () => undefined }] : []),
    ];
  }

  get time(): number {
    return this.#module.time;
  }

  get forces(): readonly Pull[] {
    return this.#forces;
  }

  get places(): Float64Array {
    if (!this.#placed) this.#call(this.#scene.places, this.#places);
    this.#placed = true;
    return this.#places;
  }

  pushOn(name: string): Float64Array {
    return this.#module.handles[pushName(name)]!;
  }

  addForce<T extends Pull>(force: T): T {
    this.#forces = [...this.#forces, force];
    return force;
  }

  remove(force: Pull): void {
    this.#forces = this.#forces.filter((one) => one !== force);
  }

  /** Takes a step, s, in parts if it must. Throws an Error, and stays where it is, if no part is short enough. */
  step(dt: number): void {
    const module = this.#module;
    const { time } = module;
    this.#before.set(this.state);
    this.#isEvaluated = true;
    const isPulled = this.#forces.some((force) => 'target' in force);
    for (let parts = isPulled ? Math.ceil(dt / PULLED) : 1; parts <= MOST_PARTS; parts *= 2) {
      if (this.#goes(dt / parts, parts)) {
        // Not the sum of its parts, which rounding would tell from a step.
        module.time = time + dt;
        return;
      }
      this.state.set(this.#before);
      this.#placed = false;
      module.time = time;
    }
    throw new Error(
      `At t = ${time.toFixed(3)} s the machine cannot go on: it moves too fast, or locks. Reset begins again, and other values may lead further.`,
    );
  }

  /** The largest error of the constraints. */
  residual(): { readonly position: number; readonly velocity: number } {
    const { C, Cdot } = this.#module.residual;
    return { position: C, velocity: Cdot };
  }

  energy(): { readonly kinetic: number; readonly potential: number; readonly total: number } {
    const { kinetic, potential } = this.#module.energy();
    return { kinetic, potential, total: kinetic + potential };
  }

  /** Power of a force: of what pulls it, or of all others that have no potential, W. */
  power(force: Pull): number {
    if ('target' in force) return this.#powerOfHand(force);
    if (!this.#isEvaluated) this.#evaluate();
    this.#call(this.#scene.power, this.#one);
    return this.#one[0]!;
  }

  #powerOfHand(force: Pull): number {
    for (const push of this.#pushes) push.fill(0);
    force.apply(this as never);
    return this.#scene.bodies.reduce(
      (sum, { v }, i) => this.#pushes[i]!.reduce((all, f, j) => all + f * this.state[v + j]!, sum),
      0,
    );
  }

  /** Takes some steps, each with what pulls at its beginning. False where the watch trips. */
  #goes(dt: number, parts: number): boolean {
    for (let k = 0; k < parts; k++) {
      for (const push of this.#pushes) push.fill(0);
      for (const force of this.#forces) force.apply(this as never);
      const isGood = this.#isGood(this.#module.step(dt));
      this.#placed = false;
      if (!isGood) return false;
    }
    return true;
  }

  /** Steps of RK4, which pages take, have an `accuracy`. */
  #isGood({ isFinite, accuracy = Infinity, C }: Readonly<MechanismWatch>): boolean {
    if (!isFinite) return false;
    const { nq } = this.#scene;
    let [size, velocity] = [1, 0];
    for (let i = 0; i < nq; i++) size = Math.max(size, Math.abs(this.state[i]!));
    for (let i = nq; i < this.state.length; i++) velocity = Math.max(velocity, Math.abs(this.state[i]!));
    return accuracy <= LARGEST_ERROR * velocity + SMALL && C <= LARGEST_C * size;
  }

  /** Multipliers at the present state, from those at the ends of two steps on trial. */
  #evaluate(): void {
    const module = this.#module;
    const { time } = module;
    this.#before.set(this.state);
    const [half, whole] = [TRIAL / 2, TRIAL].map((part) => {
      module.step(part * this.numbers[0]!);
      this.state.set(this.#before);
      module.time = time;
      return module.lambda.slice();
    });
    module.lambda.forEach((_, i) => (module.lambda[i] = 2 * half![i]! - whole![i]!));
    this.#isEvaluated = true;
  }

  #call(compute: ModuleScene['places'], out: Float64Array): void {
    const { lambda, time } = this.#module;
    let at = 0;
    for (const input of this.#inputs) {
      this.#u.set(input, at);
      at += input.length;
    }
    compute(out, this.#p, this.state, this.#u, this.#w, time, lambda);
  }

  #connector(given: ModuleConnector, all: readonly (ModuleParticle | ModuleRigid)[]): ModuleSite | ModuleParticle {
    const { on, kind, at, size } = given;
    const body = typeof on === 'number' ? all[on]! : undefined;
    if (body instanceof ModuleParticle && kind === 'point') return body;
    const owner = body ?? (on === 'ground' ? null : undefined);
    return new ModuleSite(this, given, owner, () => this.places.subarray(at, at + size));
  }

  #constraint({ name, type, connectors, params = [] }: ModuleConstraint): ShownConstraint {
    const kernels = this.#scene.types[type.name];
    return {
      name,
      type: kernels ?? type,
      inputs: Object.fromEntries(type.inputs.map((input, i) => [input.name, this.connectors[connectors[i]!]!])),
      params: Object.fromEntries(params.map((one) => [one.name, this.numbers.subarray(one.at, one.at + one.size)])),
    };
  }

  /** A spring as it is drawn: the module computes its force. */
  #spring(a: number, b: number): Pull {
    const connectors = [this.connectors[a], this.connectors[b]];
    return Object.assign(
      { apply: () => undefined, energy: () => 0 },
      { stiffRows: [{ connectors, slopes: [], stiffness: 0, damping: 0 }] },
    );
  }
}

/** Part of a step that is taken on trial. */
const TRIAL = 1 / 8;

/** The body of a scene. */
function bodyOf(world: ModuleState, body: ModuleBody): ModuleParticle | ModuleRigid {
  if (body.kind === 'particle') return new ModuleParticle(world, body);
  return body.kind === 'planar' ? new PlanarRigid(world, body) : new SpatialRigid(world, body);
}
