import { isUnmet, newestWarning } from '../../../src/canvas/warning.js';
import type { Point2 } from '../../../src/painter/plane.js';
import type { State } from './protocol.js';
import { inWordsOfPage } from './remedies.js';
import type { Theatre } from './theatre.js';

/** Most points whose places are told. */
const MOST_PLACES = 50;

/** What the page shows of a scene at this moment. */
export function stateOf(theatre: Theatre): Omit<State, 'kind' | 'isRunning' | 'samples' | 'isNew'> {
  const { world, marked, view, size } = theatre;
  const places: Record<string, Point2> = {};
  for (const { reference, point } of theatre.points.slice(0, MOST_PLACES))
    places[reference] = view.place(point.position);
  const { hasWork, change } = theatre.balance;
  const warning = newestWarning(world);
  return {
    time: world.time,
    residual: world.residual().position,
    energy: world.energy(),
    // Forces that press against what cannot be met have any size, and so has their work.
    change: hasWork && world.warnings.some(isUnmet) ? undefined : change,
    hasWork,
    isSlow: theatre.isSlow,
    warning: warning && inWordsOfPage(warning, theatre.built.constraints.keys()),
    marked: marked && { name: theatre.referenceOf(marked) ?? 'a point', position: Array.from(marked.position) },
    isChosen: theatre.isChosen,
    size: [size.width, size.height],
    places,
  };
}
