import { recorder, type Recorder, type World } from '../../runtime/index.js';
import { checkOptions, FLAG, FUNCTION, POSITIVE, type OptionRule } from '../diagnostics/arguments.js';
import { SpecError } from '../diagnostics/index.js';
import { driverPower, ImpulseWork } from './driver-power.js';
import { noted, pathNow } from '../painter/traces.js';
import { runningIntegral } from './integral.js';
import { buildScene } from './build-scene.js';
import { checkIsScene, type BuiltScene, type Scene } from './scene.js';
import type { EnergyAccount, SimulationSummary } from './summary.js';

export interface SimulateOptions {
  /** Time of the world to run to, s. The scene's if left out. */
  readonly until?: number;
  /**
   * Time step, s. The scene's if left out. It is adjusted a little so that a whole number of steps
   * ends at `until`.
   */
  readonly dt?: number;
  /**
   * True to record traces, bodies, constraints and energies at each step; a number for a row each
   * so many seconds.
   */
  readonly record?: boolean | number;
  /** A promise that it returns is waited for, in which others can work. */
  readonly onProgress?: (time: number, until: number) => void | Promise<void>;
  /**
   * Called with the built scene at the start and after each step. It must not change the world. A promise that it
   * returns is waited for.
   */
  readonly onState?: (built: BuiltScene) => void | Promise<void>;
}

/** The path of a traced point. */
export interface Trace {
  readonly label: string;
  /** Positions, m, at the start and at the end of each step; those seen from a body, as it lies at the end. */
  readonly path: readonly (readonly number[])[];
  /** Time, s, after which it is no longer drawn. */
  readonly fade?: number;
}

/** A scene that has been run: the built scene at its end, the recorded paths, and the summary. */
export interface SimulatedScene {
  readonly built: BuiltScene;
  readonly traces: readonly Trace[];
  readonly summary: SimulationSummary;
  /** The record, if one was asked for. */
  readonly record?: Recorder;
}

const DEFAULT_UNTIL = 10;
const DEFAULT_STEP = 1 / 240;
/** Number of times that a run reports its progress. */
const REPORTS = 100;

const OPTIONS: Readonly<Record<keyof SimulateOptions, OptionRule>> = {
  until: POSITIVE,
  dt: POSITIVE,
  record: { is: (value) => FLAG.is(value) || POSITIVE.is(value), expected: 'true, false or a time in seconds' },
  onProgress: FUNCTION,
  onState: FUNCTION,
};

/** Runs a scene with fixed steps. Throws what building the scene or a step of it throws. */
export async function simulateScene(scene: Scene, options: SimulateOptions = {}): Promise<SimulatedScene> {
  checkIsScene('simulateScene', scene);
  checkOptions('simulateScene', options, OPTIONS);
  const until = options.until ?? scene.until ?? DEFAULT_UNTIL;
  const built = await buildScene(scene);
  const { world, drivers = [], traces = [] } = built;
  const span = until - world.time;
  if (!(span > 0))
    throw new SpecError([
      {
        code: 'E_OPTION',
        message: `The run ends at ${until} s, and the world begins at ${world.time} s.`,
        hint: 'give a later until: it is a time, and no duration',
        field: 'until',
      },
    ]);
  const steps = Math.max(1, Math.round(span / (options.dt ?? scene.dt ?? DEFAULT_STEP)));
  const dt = span / steps;

  const degreesOfFreedom = world.degreesOfFreedom();
  const record = recorderOf(built, options.record);
  const paths = traces.map((trace) => ({ ...trace, path: [] as number[][] }));
  const kinetic: number[] = [];
  const total: number[] = [];
  const impulses = new ImpulseWork(world, drivers);
  const power: number[] = [];
  const workOfImpulses: number[] = [];
  let largestC = { value: 0, time: 0 };
  let largestCdot = 0;
  const measure = (): void | Promise<void> => {
    const energy = world.energy();
    kinetic.push(energy.kinetic);
    total.push(energy.total);
    workOfImpulses.push((workOfImpulses.at(-1) ?? 0) + impulses.ofStep());
    if (impulses.others.length > 0) world.evaluate(); // multipliers at this moment
    power.push(driverPower(impulses.others));
    const residual = world.residual();
    if (residual.position > largestC.value) largestC = { value: residual.position, time: world.time };
    largestCdot = Math.max(largestCdot, residual.velocity);
    for (const { point, path, about } of paths) path.push(noted(point.position, about));
    return options.onState?.(built);
  };

  const cost = new StepCost(world);
  await measure();
  for (let step = 0; step < steps; step++) {
    cost.step(dt);
    const pause = measure();
    if (pause !== undefined) await pause;
    if (step % Math.ceil(steps / REPORTS) === 0) await options.onProgress?.(world.time, until);
  }
  return {
    built,
    traces: paths.map(({ label, path, fade, about }) => ({
      label,
      path: pathNow(path, about).map((position) => Array.from(position)),
      ...(fade !== undefined && { fade }),
    })),
    ...(record && { record }),
    summary: {
      title: scene.title,
      time: world.time,
      steps,
      dt,
      largestC,
      largestCdot,
      energy: account(
        kinetic,
        total,
        drivers.length > 0 ? runningIntegral(power, dt).map((work, n) => work + workOfImpulses[n]!) : null,
      ),
      solver: {
        iterationsPerStep: cost.iterations / steps,
        factorizationsPerStep: cost.factorizations / steps,
        evaluationsPerStep: cost.evaluations / steps,
      },
      millisecondsPerStep: cost.milliseconds / steps,
      degreesOfFreedom,
      warnings: world.warnings.map(({ message }) => message),
    },
  };
}

/** A recorder of all that is in the world of a scene, and of its traces under their labels. */
function recorderOf({ world, traces = [] }: BuiltScene, record: boolean | number = false): Recorder | undefined {
  if (record === false) return undefined;
  const traced = new Set<object>(traces.map(({ point }) => point));
  return recorder(world, {
    ...(typeof record === 'number' && { every: record }),
    of: [
      ...traces.map(({ label, point }) => ({ [label]: point })),
      ...world.particles.filter((particle) => !traced.has(particle)),
      ...world.bodies,
      ...world.constraints,
      'energy',
    ],
  });
}

/** Measures the time of steps, without the time between them. */
class StepCost {
  milliseconds = 0;
  iterations = 0;
  factorizations = 0;
  evaluations = 0;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  step(dt: number): void {
    const before = this.#world.stats;
    const start = performance.now();
    this.#world.step(dt);
    this.milliseconds += performance.now() - start;
    const after = this.#world.stats;
    this.iterations += after.iterations - before.iterations;
    this.factorizations += after.factorizations - before.factorizations;
    this.evaluations += after.evaluations - before.evaluations;
  }
}

function account(kinetic: readonly number[], total: readonly number[], work: Float64Array | null): EnergyAccount {
  const initial = total[0]!;
  const drift = total.reduce((largest, E, n) => Math.max(largest, Math.abs(E - initial - (work?.[n] ?? 0))), 0);
  return {
    initial,
    final: total.at(-1)!,
    work: work === null ? null : work.at(-1)!,
    drift,
    scale: kinetic.reduce((a, b) => Math.max(a, b), 0),
  };
}
