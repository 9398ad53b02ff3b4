import type { SceneDocument } from '../document.js';
import { isFixedEntry } from './parts.js';
import type { Thing } from './sketch.js';
import { short } from './words.js';

/** A quantity of a thing that can be plotted over time. */
export interface Plottable {
  readonly label: string;
  /** What a scene calls it. */
  readonly of: string;
  /** The plot that it belongs to. */
  readonly title: string;
}

/** The quantities of a thing that are plotted by a click. */
export function plottable(document: SceneDocument, thing: Thing): readonly Plottable[] {
  const { bodies = {}, constraints = {}, forces = [] } = document;
  if (thing.kind === 'body') {
    const { name } = thing;
    const body = bodies[name] as { readonly kind: string; readonly mass?: unknown } | undefined;
    if (body === undefined || body.mass === 'infinite' || !['particle', 'rigid'].includes(body.kind)) return [];
    const axes = ['x', 'y', 'z'].slice(0, document.space);
    return [
      ...axes.map((axis) => ({ label: axis, of: `${name}.${axis}`, title: `Place of ${name}` })),
      { label: 'speed', of: `${name}.speed`, title: `Speed of ${name}` },
      ...(body.kind === 'rigid' && document.space === 2
        ? [{ label: 'angle', of: `${name}.angle`, title: `Angle of ${name}` }]
        : []),
    ];
  }
  if (thing.kind === 'constraint' && constraints[thing.name] !== undefined)
    return [{ label: 'force', of: `${thing.name}.lambda`, title: `Force of ${thing.name}` }];
  const force = thing.kind === 'force' ? forces[thing.index] : undefined;
  if (force?.type !== 'spring') return [];
  const ends = [force.a, force.b].map((end) => {
    if (typeof end === 'string') return end.includes('.') ? undefined : end;
    return isFixedEntry(end) && 'ground' in end ? `[${end.ground.join(', ')}]` : undefined;
  });
  if (ends.includes(undefined)) return [];
  const text = (value: number | string): string => (typeof value === 'number' ? short(value) : `(${value})`);
  const of = `${text(force.stiffness)} * (norm(${ends.join(' - ')}) - ${text(force.restLength)})`;
  return [{ label: 'force', of, title: 'Force of a spring' }];
}

/** Tests whether a quantity is plotted over time. */
export const isPlotted = ({ plots = [] }: SceneDocument, of: string): boolean =>
  plots.some((plot) => plot.kind === 'time' && plot.of.includes(of));

/** Plots a quantity over time, or not any more. */
export function togglePlot(document: SceneDocument, { of, title }: Plottable): SceneDocument {
  const { plots = [] } = document;
  if (isPlotted(document, of)) {
    const left = plots
      .map((plot) => (plot.kind === 'time' ? { ...plot, of: plot.of.filter((one) => one !== of) } : plot))
      .filter((plot) => plot.kind !== 'time' || plot.of.length > 0);
    return { ...document, plots: left };
  }
  const isOf = (plot: (typeof plots)[number]): boolean => plot.kind === 'time' && plot.title === title;
  if (!plots.some(isOf)) return { ...document, plots: [...plots, { kind: 'time', of: [of], title }] };
  return {
    ...document,
    plots: plots.map((plot) => (plot.kind === 'time' && isOf(plot) ? { ...plot, of: [...plot.of, of] } : plot)),
  };
}
