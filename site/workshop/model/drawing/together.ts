import type { BodyEntry, ConnectorEntry, SceneDocument } from '../document.js';
import { bodiesIn, plus } from './copy.js';
import { attachInstead } from './pose.js';
import { linksOf, type Position, type Sketch, type Thing } from './sketch.js';

type Quantities = readonly (number | string)[];

const shifted = (list: Quantities, by: Position): (number | string)[] => list.map((x, k) => plus(x, by[k] ?? 0));

/**
 * Moves things together: bodies by their positions, and places of the ground with what is fixed to
 * them. These are the ground ends of what is selected, and pins, sliders and motors of bodies that
 * all are; a rod or a spring that is not selected is not torn off.
 */
export function movedTogether(
  document: SceneDocument,
  sketch: Sketch,
  things: readonly Thing[],
  by: Position,
): SceneDocument {
  const { bodies = {}, constraints = {}, forces = [] } = document;
  const isChosen = (thing: Thing): boolean => things.some((one) => JSON.stringify(one) === JSON.stringify(thing));
  const moving = new Set(things.flatMap((thing) => (thing.kind === 'body' ? [thing.name] : [])));
  const links = new Set(linksOf(document, sketch).map(({ thing }) => JSON.stringify(thing)));
  const grounds = new Map<string, ConnectorEntry>();
  const note = (entry: unknown): void => {
    if (typeof entry === 'object' && entry !== null && 'ground' in entry)
      grounds.set(JSON.stringify(entry), entry as ConnectorEntry);
  };
  for (const [name, { on = {} }] of Object.entries(constraints)) {
    const thing = { kind: 'constraint', name } as const;
    const joined = bodiesIn(on, bodies);
    const isCarried = joined.length > 0 && joined.every((one) => moving.has(one));
    if (isChosen(thing) || (isCarried && !links.has(JSON.stringify(thing)))) Object.values(on).flat().forEach(note);
  }
  forces.forEach((force, index) => {
    if (force.type === 'spring' && isChosen({ kind: 'force', index })) [force.a, force.b].forEach(note);
  });
  const moved = Object.fromEntries(
    Object.entries(bodies).map(([name, body]): [string, BodyEntry] => {
      const { position } = body as { readonly position?: Quantities };
      return [name, moving.has(name) && position ? ({ ...body, position: shifted(position, by) } as BodyEntry) : body];
    }),
  );
  return [...grounds.values()].reduce<SceneDocument>(
    (sum, entry) => {
      const { ground } = entry as { readonly ground: Quantities };
      return attachInstead(sum, entry, { ground: shifted(ground, by) });
    },
    { ...document, bodies: moved },
  );
}
