import { ParametricBody } from '../../../runtime/index.js';
import type { BodyClass } from '../../../src/scene/classes.js';
import type { Reading } from '../../../src/scene/readings.js';
import type { LoadedScene, SceneWorld } from '../../../src/scene/index.js';
import { curveFacts } from './curve-facts.js';
import type { PlotFacts, SceneFacts } from './protocol.js';
import { equationsOf } from '../../../src/simulate/shared-reactions.js';
import type { Redundancy } from './redundancy.js';

/** Most connectors that are listed, for lists that a person reads. */
const MOST_CONNECTORS = 300;

/** Reads what a page shows of a scene that was built. */
export function factsOf(scene: LoadedScene, built: SceneWorld, isKept: boolean, redundancy: Redundancy): SceneFacts {
  const { world, bodies, constraints } = built;
  const connectors = [...bodies].flatMap(([name, body]) =>
    [...(body?.connectors ?? [])].map(([member, { kind }]) => {
      const unit = kind === 'scalar' ? unitOf(body?.body, member) : undefined;
      return { reference: member === '' ? name : `${name}.${member}`, kind, ...(unit !== undefined && { unit }) };
    }),
  );
  const list = [...constraints].map(
    ([
      name,
      {
        type: { name: type, rows, formula },
      },
    ]) => ({
      name,
      type,
      rows,
      formula: { C: formula.C, where: formula.where },
    }),
  );
  const degreesOfFreedom = world.degreesOfFreedom();
  const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0);
  const equations = sumOf([...constraints.values()].map(({ type }) => equationsOf(type)));
  return {
    params: scene.params,
    connectors: connectors.slice(0, MOST_CONNECTORS),
    constraints: list,
    degreesOfFreedom,
    rows: sumOf(list.map(({ rows }) => rows)),
    redundant: redundancy.of(scene, equations, degreesOfFreedom),
    plots: plotsOf(scene),
    curves: curveFacts(scene),
    isKept,
  };
}

/** The unit of a coordinate of a body, where it is known. */
function unitOf(body: unknown, member: string): string | undefined {
  if (body instanceof ParametricBody)
    return (body.constructor as unknown as BodyClass).type.coordinates.find(({ name }) => name === member)?.unit;
  return member === 'angle' ? 'rad' : 'm';
}

/** The plots of a scene; its energies, if it has none of its own. */
export const plotsOf = ({ document }: LoadedScene): readonly PlotFacts[] => {
  const energies = {
    kind: 'time',
    title: 'Energy',
    of: ['energy.kinetic', 'energy.potential', 'energy.total'],
  } as const;
  const own = (document.plots ?? []).map((plot): PlotFacts => {
    if (plot.kind === 'phase')
      return { kind: 'phase', title: plot.title ?? `${plot.y} over ${plot.x}`, of: [plot.x, plot.y] };
    const isEnergy = plot.of.every((of) => of.startsWith('energy.'));
    return { kind: 'time', title: plot.title ?? (isEnergy ? energies.title : plot.of.join(', ')), of: plot.of };
  });
  return own.some(({ of }) => of.some((path) => path.startsWith('energy.'))) ? own : [energies, ...own];
};

/** The quantities of all plots, one after the other. */
export const readingsOf = (scene: LoadedScene, { reading }: SceneWorld): readonly Reading[] =>
  plotsOf(scene).flatMap(({ of }) => of.map((path) => reading(path)));
