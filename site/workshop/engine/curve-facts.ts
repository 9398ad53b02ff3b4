import { curve, type Curve, type CurveSettings, type Path, type PathOptions } from '../../../runtime/index.js';
import { readColumns } from '../../../runtime/curves/read-csv.js';
import { curveCall } from '../../../src/scene/curves/read-curve.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import { curvesIn, type CurveFacts, type CurvePlace } from '../model/curves.js';

/** Places on a curve that are drawn. */
const PLACES = 240;

/** What a page shows of the curves of a scene, but for those whose points depend on a counter: they are many. */
export const curveFacts = (scene: LoadedScene): readonly CurveFacts[] =>
  curvesIn(scene.document).flatMap((place) => {
    try {
      return [factsOf(place, scene)];
    } catch {
      return []; // A formula of a counter has no value here, and the reader of the scene reports any other mistake.
    }
  });

function factsOf({ address, entry }: CurvePlace, scene: LoadedScene): CurveFacts {
  const { make, args } = curveCall(entry, new Map(), { evaluate: (quantity) => scene.number(quantity) });
  const [first, second] = args as [never, never];
  if (make === 'curve.path') {
    const made = curve.path(first);
    const { points } = first as PathOptions;
    return { address, points, periodic: false, isPath: true, line: placesOn(made, (s) => made.point(s)) };
  }
  const made = make === 'curve' ? curve(first) : curve.fromCSV(first, second);
  const { periodic = false } = (make === 'curve' ? first : second) as CurveSettings;
  const { points } = make === 'curve' ? first : { points: readColumns(first, second) };
  return { address, points, periodic, isPath: false, line: placesOn(made, (s) => [s, made.value(s)]) };
}

/** Places from the first argument to the last. */
const placesOn = ({ start, end }: Curve | Path, at: (s: number) => readonly number[]): [number, number][] =>
  Array.from({ length: PLACES + 1 }, (_, k) => {
    const [x = 0, y = 0] = at(k === PLACES ? end : start + (k / PLACES) * (end - start));
    return [x, y];
  });
