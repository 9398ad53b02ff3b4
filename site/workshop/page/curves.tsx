import { useSignal } from '@preact/signals';
import type { JSX, TargetedPointerEvent } from 'preact';
import { shortNumber } from '../../../src/painter/numbers.js';
import { curvesIn, movePoint, nameOfCurve, pointsOf, type CurveFacts, type CurvePlace } from '../model/curves.js';
import { rangeOf } from '../model/samples.js';
import { workshop } from './workshop.js';

/** The curves of the scene, with points to be dragged. */
export function Curves(): JSX.Element | null {
  const places = curvesIn(workshop.document.value);
  const all = (workshop.facts.value?.curves ?? []).flatMap((facts) => {
    const place = places.find(({ address }) => address.join('\n') === facts.address.join('\n'));
    // The engine answers for a document somewhat later than it is shown.
    return place === undefined ? [] : [{ facts, place }];
  });
  if (all.length === 0) return null;
  return (
    <section class="panel" aria-label="Curves">
      <h2>Curves</h2>
      {all.map((one) => (
        <Profile key={one.facts.address.join('\n')} {...one} />
      ))}
    </section>
  );
}

/** Size of a plot, in units of its own, and the room around its curve. */
const WIDTH = 320;
const HEIGHT = 150;
const ROOM = 16;
/** Distance from a point at which it is meant; a coordinate that is dragged less than `STROKE` stays. */
const REACH = 18;
const STROKE = 5;
/** Part of the height by which an arrow moves a point; with shift a tenth of it. */
const STEP = 0.02;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

type Place = readonly [x: number, y: number];

/** What a plot shows of the plane. */
interface Frame {
  readonly low: Place;
  /** Units of the plot for one of the plane, across and upwards. */
  readonly scale: Place;
  readonly height: number;
}

function frameOf({ line, points, isPath }: CurveFacts): Frame {
  const [x, y] = [0, 1].map((k) => rangeOf([...line, ...points].map((point) => point[k]!))) as [Place, Place];
  const [width, rise] = [x[1] - x[0], y[1] - y[0]];
  const across = (WIDTH - 2 * ROOM) / width;
  if (!isPath) return { low: [x[0], y[0]], scale: [across, (HEIGHT - 2 * ROOM) / rise], height: HEIGHT };
  const scale = Math.min(across, (WIDTH - 2 * ROOM) / rise);
  return { low: [x[0], y[0]], scale: [scale, scale], height: rise * scale + 2 * ROOM };
}

const toPlot = ({ low, scale, height }: Frame, [x = 0, y = 0]: readonly number[]): Place => [
  ROOM + (x - low[0]) * scale[0],
  height - ROOM - (y - low[1]) * scale[1],
];

const fromPlot = ({ low, scale, height }: Frame, [u, v]: Place): Place => [
  low[0] + (u - ROOM) / scale[0],
  low[1] + (height - ROOM - v) / scale[1],
];

/** Counts drags: each is one step of undo. */
let drags = 0;

/** A curve and its points. Its frame stays while a point is dragged. */
function Profile({ facts, place }: { readonly facts: CurveFacts; readonly place: CurvePlace }): JSX.Element {
  const name = nameOfCurve(facts.address);
  const chosen = useSignal<number | undefined>(undefined);
  const drag = useSignal<{ readonly from: Place; readonly frame: Frame; readonly group: string } | undefined>(
    undefined,
  );
  const frame = drag.value?.frame ?? frameOf(facts);
  const given = pointsOf(place.entry);
  // A number of the document is there before the engine has answered for it.
  const points = facts.points.map((point, k) =>
    point.map((value, i) => (typeof given[k]?.[i] === 'number' ? given[k][i] : value)),
  );
  const move = (index: number, to: readonly (number | undefined)[], group: string, isOne: boolean): void => {
    workshop.change(movePoint(workshop.document.peek(), { ...facts, points }, index, to), group, isOne);
  };
  const placeOf = ({ clientX, clientY, currentTarget }: TargetedPointerEvent<SVGSVGElement>): Place => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    return [((clientX - left) * WIDTH) / width, ((clientY - top) * WIDTH) / width];
  };
  const [low, high] = rangeOf(points.map((point) => point[1]!));
  const at = points[chosen.value ?? -1];
  const label = `Points of ${name}. Page up and page down choose one, arrows move it.`;
  return (
    <div>
      <svg
        class="profile"
        viewBox={`0 0 ${WIDTH} ${frame.height}`}
        tabindex={0}
        role="application"
        aria-label={label}
        onPointerDown={(event) => {
          const from = placeOf(event);
          const far = points.map((point) => {
            const [u, v] = toPlot(frame, point);
            return Math.hypot(u - from[0], v - from[1]);
          });
          const nearest = far.indexOf(Math.min(...far));
          if (event.button !== 0 || far[nearest]! > REACH) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          chosen.value = nearest;
          drag.value = { from, frame, group: `curve ${++drags}` };
        }}
        onPointerMove={(event) => {
          const { from, group } = drag.value ?? {};
          if (from === undefined || group === undefined || chosen.value === undefined) return;
          const to = placeOf(event);
          const target = fromPlot(frame, to);
          const isMoved = ([0, 1] as const).map((k) => given.length === 0 || Math.abs(to[k] - from[k]) >= STROKE);
          move(
            chosen.value,
            target.map((value, k) => (isMoved[k] ? value : undefined)),
            group,
            true,
          );
        }}
        onLostPointerCapture={() => {
          drag.value = undefined;
        }}
        onKeyDown={(event) => {
          const { key, shiftKey } = event;
          const arrow = ARROWS[key];
          const by = { PageUp: -1, PageDown: 1 }[key];
          if (by !== undefined) chosen.value = ((chosen.value ?? -by) + by + points.length) % points.length;
          else if (arrow !== undefined && at !== undefined && chosen.value !== undefined) {
            const step = STEP * (shiftKey ? 0.1 : 1) * (frame.height - 2 * ROOM);
            const to = arrow.map((sign, k) => (sign === 0 ? undefined : at[k]! + (sign * step) / frame.scale[k]!));
            move(chosen.value, to, `curve ${name} ${chosen.value}`, false);
          } else return;
          event.preventDefault();
        }}
      >
        <polyline
          points={facts.line
            .map((one) =>
              toPlot(frame, one)
                .map((x) => x.toFixed(1))
                .join(),
            )
            .join(' ')}
        />
        {points.map((point, k) => {
          const [cx, cy] = toPlot(frame, point);
          return <circle key={k} class={k === chosen.value ? 'chosen' : ''} cx={cx} cy={cy} r={4} />;
        })}
      </svg>
      <p class="quiet" role="status">
        <code>{name}</code>{' '}
        {at === undefined
          ? `${points.length} points, ${shortNumber(low)} to ${shortNumber(high)}`
          : at.map((x) => shortNumber(x)).join(', ')}
      </p>
    </div>
  );
}
