import type { Constraint, RigidBody2D, RigidBody3D, World } from '../../runtime/index.js';
import { checkOptions, FUNCTION, POSITIVE, type OptionRule } from '../diagnostics/arguments.js';
import { printWarnings, type Diagnostic } from '../diagnostics/index.js';
import { isPoint, shapesOfConstraint } from '../painter/joins.js';
import { isRigidBody } from '../painter/rigid.js';
import { connectorsOf } from '../painter/connectors.js';
import { checkIsScene, type BuiltScene, type Scene } from '../simulate/scene.js';
import { sharedReactions } from '../simulate/shared-reactions.js';
import { simulateScene, type SimulateOptions } from '../simulate/simulate.js';
import { nameOf } from '../solids/name.js';

/** Options of {@link sceneReactions}. */
export interface SceneReactionsOptions extends Pick<SimulateOptions, 'until' | 'dt' | 'onProgress'> {
  /** Time between two rows, s; a row per step if left out. */
  readonly every?: number;
  /** Called where reactions are not unique at the start; they are printed to the console if left out. */
  readonly onWarning?: (warnings: readonly Diagnostic[]) => void;
}

const OPTIONS: Readonly<Record<keyof SceneReactionsOptions, OptionRule>> = {
  until: POSITIVE,
  dt: POSITIVE,
  onProgress: FUNCTION,
  every: POSITIVE,
  onWarning: FUNCTION,
};

/** Columns of the table for a constraint on a body, or alone, and their values now. */
interface Column {
  readonly of: Constraint;
  readonly on?: object;
  readonly names: readonly string[];
  readonly read: () => readonly number[];
}

/** The reactions of constraints on each part, to be fed by `simulateScene`. */
export class ReactionTable {
  readonly #every: number;
  readonly #rows: (readonly (number | undefined)[])[] = [];
  /** Those of all constraints that have been there: some come during a run, others go. */
  readonly #columns: Column[] = [];
  #start: number | undefined;
  #seen: readonly unknown[] = [];

  constructor(every = 0) {
    this.#every = every;
  }

  /** Adds a row, if one is due. */
  note({ world }: BuiltScene): void {
    this.#start ??= world.time;
    if (world.time - this.#start < this.#rows.length * this.#every * (1 - 1e-9)) return;
    world.evaluate();
    this.#follow(world);
    const present = new Set<unknown>([...world.bodies, ...world.constraints]);
    const values = this.#columns.flatMap(({ of, on = of, names, read }): readonly (number | undefined)[] =>
      present.has(of) && present.has(on) ? read() : names.map(() => undefined),
    );
    this.#rows.push([world.time, ...values]);
  }

  /** True if no constraint was there whose reactions could be written. */
  get isEmpty(): boolean {
    return this.#columns.length === 0;
  }

  csv(): string {
    const names = ['time', ...this.#columns.flatMap((column) => column.names)];
    // Rows from before a column came are shorter.
    const rows = this.#rows.map((row) => names.map((_, k) => row[k]).join());
    return `${[names.map(cell).join(), ...rows].join('\n')}\n`;
  }

  /** Adds columns for what is new. */
  #follow(world: World): void {
    const now = [...world.bodies, ...world.constraints];
    if (now.length === this.#seen.length && now.every((one, k) => one === this.#seen[k])) return;
    this.#seen = now;
    for (const column of columnsOf(world))
      if (!this.#columns.some(({ of, on }) => of === column.of && on === column.on)) this.#columns.push(column);
  }
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** For each rigid body the constraints on it, then the rods between points that no rigid body carries. */
function columnsOf(world: World): Column[] {
  const columns: Column[] = [];
  for (const body of world.bodies) {
    if (!isRigidBody(body)) continue;
    for (const constraint of world.constraints)
      if (connectorsOf(constraint).some(({ owner }) => owner === body)) columns.push(reactionOn(body, constraint));
  }
  for (const constraint of world.constraints) {
    if (connectorsOf(constraint).some(({ owner }) => isRigidBody(owner))) continue;
    const tension = (): number | undefined => {
      const [rod] = shapesOfConstraint(constraint, true, false);
      return rod?.kind === 'rod' ? rod.tension : undefined;
    };
    if (tension() !== undefined)
      columns.push({ of: constraint, names: [`${nameOf(constraint)}.tension`], read: () => [tension() ?? 0] });
  }
  return columns;
}

function reactionOn(body: RigidBody2D | RigidBody3D, constraint: Constraint): Column {
  const held = connectorsOf(constraint).find((one) => one.owner === body && isPoint(one));
  const axes = body.position.length === 2 ? ['x', 'y'] : ['x', 'y', 'z'];
  const own = `${nameOf(body)}.${nameOf(constraint)}`;
  const moments = axes.length === 2 ? ['m'] : axes.map((axis) => `m${axis}`);
  return {
    of: constraint,
    on: body,
    names: [...axes.map((axis) => `f${axis}`), ...moments].map((name) => `${own}.${name}`),
    read: () => {
      const about = held !== undefined && isPoint(held) ? Array.from(held.position) : undefined;
      const { force, moment } = body.reactionOf(constraint, about);
      const turning: ArrayLike<number> = moment;
      return [
        ...Array.from(body.vectorToLocalFrame(force)),
        // In the plane a moment is about the axis that all share.
        ...Array.from(turning.length === 1 ? turning : body.vectorToLocalFrame(turning)),
      ];
    },
  };
}

/**
 * Runs a scene, and returns the reactions of its constraints as comma-separated values: of each rigid body and
 * each constraint on it the force, N, and the moment about the point where the constraint holds the body, N·m, both
 * in the axes of the body, `crank.pin.fx`; and the tension of rods between particles, N, `rod.tension`. A column
 * for each, a row for each step; without values where a constraint is not there yet, or no longer. Where more
 * constraints hold than the motion needs, reactions are not unique: W_REACTIONS names those constraints.
 *
 * Throws a SpecError for faulty options, and what building the scene or a step of it throws.
 */
export async function sceneReactions(scene: Scene, options: SceneReactionsOptions = {}): Promise<string> {
  checkIsScene('sceneReactions', scene);
  checkOptions('sceneReactions', options, OPTIONS);
  const { until, dt, every, onProgress, onWarning = printWarnings } = options;
  const warnings = await sharedReactions(scene);
  if (warnings.length > 0) onWarning(warnings);
  const table = new ReactionTable(every);
  await simulateScene(scene, {
    ...(until !== undefined && { until }),
    ...(dt !== undefined && { dt }),
    ...(onProgress && { onProgress }),
    onState: (built) => {
      table.note(built);
    },
  });
  return table.csv();
}
