import { without, type ConstraintEntry, type SceneDocument } from './document.js';
import { notColliding } from './drawing/collision.js';

export const removeConstraint = (document: SceneDocument, name: string): SceneDocument => ({
  ...document,
  constraints: without(document.constraints ?? {}, name),
  ...withoutPlotsOf(document, name),
  ...withoutLayerOf(document, name),
});

/** Removes a body, and what refers to it. */
export function removeBody(document: SceneDocument, name: string): SceneDocument {
  const refers = (entry: unknown): boolean =>
    typeof entry === 'string' && (entry === name || entry.startsWith(`${name}.`));
  const { constraints = {}, energies, forces, traces, view } = document;
  const joining = (part: Readonly<Record<string, Pick<ConstraintEntry, 'on' | 'hinge'>>>): readonly string[] =>
    Object.entries(part).flatMap(([key, { on = {}, hinge }]) =>
      Object.values(on).flat().some(refers) || refers(hinge?.a) || refers(hinge?.b) ? [key] : [],
    );
  const gone = joining(constraints);
  const spent = joining(energies ?? {});
  const left: SceneDocument = {
    ...notColliding(document, name),
    bodies: without(document.bodies ?? {}, name),
    constraints: without(constraints, ...gone),
    ...(energies && { energies: without(energies, ...spent) }),
    ...(forces && { forces: forces.filter((force) => !Object.values(force).some(refers)) }),
    ...(traces && {
      traces: Object.fromEntries(
        Object.entries(traces).filter(([, { point, about }]) => !refers(point) && !refers(about)),
      ),
    }),
    ...(view && { view: refers(view.follow) ? without(view, 'follow') : view }),
  };
  return [name, ...gone, ...spent].reduce<SceneDocument>(
    (scene, key) => ({ ...scene, ...withoutPlotsOf(scene, key), ...withoutLayerOf(scene, key) }),
    left,
  );
}

/** A view whose layers do not name a part. */
const withoutLayerOf = ({ view }: SceneDocument, name: string): Pick<SceneDocument, 'view'> =>
  view?.layers ? { view: { ...view, layers: view.layers.map((names) => names.filter((one) => one !== name)) } } : {};

/** Plots and expectations without those that read a part of the scene. */
function withoutPlotsOf({ plots, expect }: SceneDocument, name: string): Pick<SceneDocument, 'plots' | 'expect'> {
  const reads = (text: string): boolean =>
    new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, '\\$&')}(?![\\w])`).test(text);
  const readsAny = (one: {
    readonly of: string;
    readonly where?: Readonly<Record<string, string>> | undefined;
  }): boolean => reads(one.of) || Object.values(one.where ?? {}).some(reads);
  return {
    ...(plots && {
      plots: plots.filter((plot) => (plot.kind === 'time' ? !plot.of.some(reads) : !reads(plot.x) && !reads(plot.y))),
    }),
    ...(expect && {
      expect: {
        ...(without(expect, 'at', 'always') as typeof expect),
        ...(expect.at && { at: expect.at.filter((one) => !readsAny(one)) }),
        ...(expect.always && { always: expect.always.filter((one) => !readsAny(one)) }),
      },
    }),
  };
}
