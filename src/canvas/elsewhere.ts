import type { PointConnector, RigidBody2D, RigidBody3D, Snapshot, World } from '../../runtime/index.js';
import { isParametricBody } from '../painter/parametric.js';
import { isRigidBody } from '../painter/rigid.js';
import { EnergyBalance } from '../simulate/energy-balance.js';
import type { LoadedScene } from '../scene/read-scene.js';
import { Hand } from './hand.js';
import { Stepper } from './stepper.js';
import { newestWarning, type ToldWarning } from './warning.js';

/** A point that is pulled at, by what another world of the same scene has in the same place. */
type PulledPoint =
  | { readonly particle: number }
  | { readonly body: number; readonly local: readonly number[] }
  | { readonly body: number; readonly name: string };

interface Pull {
  readonly point: PulledPoint;
  readonly target: Float64Array;
}

/** A request to whoever steps a twin of a world. */
export interface TwinRequest {
  /** Time that passes, s, and how fast the world's goes by in it. */
  readonly elapsed: number;
  readonly speed: number;
  readonly pull?: Pull;
  /** The state to go on from, if not from the last one. */
  readonly from?: Snapshot;
  /** True to count energy anew. */
  readonly restart: boolean;
}

/** The state after a request. */
export interface TwinState {
  readonly snapshot: Snapshot;
  /** Change of energy without the work that is done on it, J, since counting began. */
  readonly change: number;
  /** True if work is done on the world. */
  readonly hasWork: boolean;
  /** The newest warning of the run. */
  readonly warning: ToldWarning | undefined;
}

/** What the controls show of a balance of energy. */
export type Balance = Pick<EnergyBalance, 'change' | 'hasWork'>;

/** Sends a request, and gets the state after it. */
export type TwinLine = (request: TwinRequest) => Promise<TwinState>;

/**
 * Moves a world by a twin of it that is stepped elsewhere, such as in a worker. The world gets the twin's states as
 * they come: one request is under way at a time, so that a slow twin makes slow motion, never a page that waits.
 */
export class Elsewhere {
  readonly #world: World;
  readonly #send: TwinLine;
  readonly #onError: (error: unknown) => void;
  #elapsed = 0;
  /** Counts what makes answers under way stale. */
  #serial = 0;
  #isBusy = false;
  #isHere = true;
  #isCountedAnew = true;
  #state: TwinState | undefined;
  /** Change of energy before the twin counted, and while it does. */
  #before: number;
  #since = 0;
  #hasWork: boolean;
  #warning: ToldWarning | undefined;
  #pulled: { readonly by: PointConnector; readonly as: PulledPoint } | undefined;

  /** `balance` is the balance of energy until now. */
  constructor(world: World, send: TwinLine, { change, hasWork }: Balance, onError: (error: unknown) => void) {
    this.#world = world;
    this.#send = send;
    this.#before = change;
    this.#hasWork = hasWork;
    this.#onError = onError;
  }

  /** Change of energy without the work that is done on it, J. */
  get change(): number {
    return this.#before + this.#since;
  }

  /** True if work is done on the world. */
  get hasWork(): boolean {
    return this.#hasWork;
  }

  /** The newest warning of the twin. */
  get warning(): ToldWarning | undefined {
    return this.#warning;
  }

  /** Counts energy from now on. */
  restart(): void {
    [this.#before, this.#since, this.#isCountedAnew] = [0, 0, true];
    this.#state = undefined;
    this.#serial++;
  }

  /** Says that the world was changed here: the twin goes on from its state. */
  changed(): void {
    this.#before = this.change;
    [this.#since, this.#isCountedAnew, this.#isHere] = [0, true, true];
    this.#state = undefined;
    this.#serial++;
  }

  /** Lets a time pass, s, in which the world's goes by `speed` times as fast, and takes the state that has come. */
  advance(elapsed: number, hand: Hand, speed = 1): void {
    this.#elapsed += elapsed;
    if (this.#state !== undefined) {
      this.#world.restore(this.#state.snapshot);
      this.#since = this.#state.change;
      this.#hasWork = this.#state.hasWork;
      this.#warning = this.#state.warning ?? this.#warning;
      this.#state = undefined;
    }
    if (!this.#isBusy) void this.#ask(hand, speed);
  }

  async #ask(hand: Hand, speed: number): Promise<void> {
    const serial = this.#serial;
    const pull = this.#pullOf(hand);
    const request: TwinRequest = {
      elapsed: this.#elapsed,
      speed,
      restart: this.#isCountedAnew,
      ...(pull && { pull }),
      ...(this.#isHere && { from: this.#world.snapshot() }),
    };
    this.#elapsed = 0;
    this.#isCountedAnew = this.#isHere = false;
    this.#isBusy = true;
    try {
      const state = await this.#send(request);
      if (serial === this.#serial) this.#state = state;
    } catch (error) {
      if (serial === this.#serial) this.#onError(error);
    }
    this.#isBusy = false;
  }

  #pullOf({ point, target }: Hand): Pull | undefined {
    if (point === undefined || target === undefined) return undefined;
    if (this.#pulled?.by !== point) this.#pulled = { by: point, as: describedPoint(this.#world, point) };
    return { point: this.#pulled.as, target };
  }
}

function describedPoint({ particles, bodies }: World, point: PointConnector): PulledPoint {
  const particle = particles.findIndex((one) => one === point);
  if (particle >= 0) return { particle };
  const body = bodies.findIndex((one) => one === point.owner);
  const owner = bodies[body];
  if (isRigidBody(owner)) return { body, local: Array.from(owner.pointToLocalFrame(point.position)) };
  const [name = ''] = Object.entries(pointsOf(owner)).find(([, one]) => one === point) ?? [];
  return { body, name };
}

function pointIn({ particles, bodies }: World, point: PulledPoint): PointConnector {
  if ('particle' in point) return particles[point.particle]!;
  const body = bodies[point.body];
  if ('name' in point) return pointsOf(body)[point.name]!;
  return (body as RigidBody2D | RigidBody3D).point(point.local);
}

const pointsOf = (body: unknown): Readonly<Record<string, PointConnector>> =>
  isParametricBody(body) ? (body.points as Readonly<Record<string, PointConnector>>) : {};

/** What a twin is made of. */
function twinOf(scene: LoadedScene): { world: World; balance: EnergyBalance; hand: Hand; stepper: Stepper } {
  const { world, drivers } = scene.build();
  const balance = new EnergyBalance(world, drivers);
  const onStep = (): void => {
    balance.note();
  };
  return { world, balance, hand: new Hand(world), stepper: new Stepper(world, { dt: scene.dt, onStep }) };
}

/** The twin of a scene's world, where it is stepped. Returns what answers requests. */
export function makeTwin(scene: LoadedScene): (request: TwinRequest) => TwinState {
  let twin = twinOf(scene);
  let held = '';
  return ({ elapsed, speed, pull, from, restart }) => {
    // A world warns of each thing once; another run is to be warned of it again.
    if (from && twin.world.warnings.length > 0) [twin, held] = [twinOf(scene), ''];
    const { world, balance, hand, stepper } = twin;
    if (from) world.restore(from);
    if (restart) balance.restart();
    const point = pull === undefined ? '' : JSON.stringify(pull.point);
    if (pull === undefined) hand.release();
    else if (point !== held) hand.grab(pointIn(world, pull.point), pull.target);
    else hand.moveTo(pull.target);
    held = point;
    stepper.speed = speed;
    stepper.advance(elapsed);
    const { change, hasWork } = balance;
    return { snapshot: world.snapshot(), change, hasWork, warning: newestWarning(world) };
  };
}
