import type { JSX } from 'preact';
import {
  apart,
  groundLines,
  linksOf,
  ofBody,
  outlineOf,
  toPicture,
  type Position,
  type Sketch,
  type Thing,
} from '../../model/drawing/sketch.js';
import { declutter } from '../../../../src/painter/names/declutter.js';
import { short } from '../../model/drawing/words.js';
import { workshop } from '../workshop.js';
import { begun, corners, options, pointer, spotOf, tool } from './hands.js';
import { selection, shift } from './selection.js';

/** What is drawn over the picture while a tool is taken. */
export function Marks({ sketch }: { readonly sketch: Sketch }): JSX.Element {
  return (
    <svg class="marks" aria-hidden="true">
      <Ground sketch={sketch} />
      <Motors sketch={sketch} />
      <Names sketch={sketch} />
      <g transform={shift.value && `translate(${shift.value[0] * sketch.scale} ${-shift.value[1] * sketch.scale})`}>
        {selection.value.map((thing) => (
          <Outline key={JSON.stringify(thing)} sketch={sketch} thing={thing} />
        ))}
      </g>
      <Preview sketch={sketch} />
    </svg>
  );
}

const line = ([x1, y1]: Position, [x2, y2]: Position) => ({ x1, y1, x2, y2 });

/** Distance of the hatches of the ground, and their length, CSS pixels. */
const HATCH = 12;

function Ground({ sketch }: { readonly sketch: Sketch }): JSX.Element {
  return (
    <g class="ground">
      {groundLines(workshop.document.value).map(([a, b], k) => {
        const [from, to] = [toPicture(sketch, a), toPicture(sketch, b)];
        const length = apart(from, to);
        const [u, v] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
        const at = (along: number, down: number): string =>
          `${(from[0] + along * u - down * v).toFixed(1)} ${(from[1] + along * v + down * u).toFixed(1)}`;
        const hatches = Array.from(
          { length: Math.floor(length / HATCH) },
          (_, i) => `M${at((i + 1) * HATCH, 0)}L${at((i + 0.3) * HATCH, HATCH * 0.7)}`,
        );
        return <path key={k} d={`M${at(0, 0)}L${at(length, 0)}${hatches.join('')}`} />;
      })}
    </g>
  );
}

/** An arrow around the pivot of each motor. */
function Motors({ sketch }: { readonly sketch: Sketch }): JSX.Element {
  const { constraints = {} } = workshop.document.value;
  const pivots = Object.entries(constraints).flatMap(([name, { driver, on = {} }]) => {
    if (driver === undefined) return [];
    const theta = on['theta'];
    const at =
      sketch.ends[name]?.['o'] ??
      (typeof theta === 'string' ? sketch.points[theta.replace(/\.angle$/, '')] : undefined);
    return at ? [[name, toPicture(sketch, at)] as const] : [];
  });
  return (
    <g class="motors">
      {pivots.map(([name, [x, y]]) => (
        <path key={name} d={`M${x + 15} ${y + 11}A19 19 0 1 0 ${x - 15} ${y + 11}m0 -8v8l-7.5 -2.6`} />
      ))}
    </g>
  );
}

/** Height of names, as the style sheet has it, CSS pixels. */
const NAME = 14;

function Names({ sketch }: { readonly sketch: Sketch }): JSX.Element {
  const isSelected = (name: string): boolean =>
    selection.value.some((thing) => thing.kind === 'body' && thing.name === name);
  // What is selected has the choice of places.
  const names = Object.entries(sketch.points)
    .filter(([reference]) => !reference.includes('.'))
    .map(([text, at]) => ({ text, at: toPicture(sketch, at) }))
    .sort((a, b) => Number(isSelected(b.text)) - Number(isSelected(a.text)));
  return (
    <g class="names">
      {declutter(names, NAME, 9).map(({ text, at: [x, y] }) => (
        <text key={text} x={x} y={y}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Marks a thing. */
function Outline({ sketch, thing }: { readonly sketch: Sketch; readonly thing: Thing }): JSX.Element | null {
  const document = workshop.document.value;
  if (thing.kind === 'body') {
    const { corners: local, radius } = outlineOf(document, thing.name);
    const at = sketch.points[thing.name];
    const points = local.map((corner) => toPicture(sketch, ofBody(sketch, thing.name, corner)));
    if (points.length > 1 && radius === undefined)
      return <polygon class="chosen" points={points.map((p) => p.join()).join(' ')} />;
    if (at === undefined) return null;
    const [cx, cy] = toPicture(sketch, at);
    return <circle class="chosen" cx={cx} cy={cy} r={radius === undefined ? 13 : radius * sketch.scale} />;
  }
  const link = linksOf(document, sketch).find((one) => JSON.stringify(one.thing) === JSON.stringify(thing));
  if (link) return <line class="chosen" {...line(toPicture(sketch, link.from), toPicture(sketch, link.to))} />;
  const ends = thing.kind === 'constraint' ? Object.values(sketch.ends[thing.name] ?? {}) : [];
  return (
    <g>
      {ends.map((at, k) => {
        const [cx, cy] = toPicture(sketch, at);
        return <circle key={k} class="chosen" cx={cx} cy={cy} r={13} />;
      })}
    </g>
  );
}

/** What the tool would do where the pointer is. */
function Preview({ sketch }: { readonly sketch: Sketch }): JSX.Element | null {
  const place = pointer.value;
  const start = begun.value;
  const list = corners.value.map((corner) => toPicture(sketch, corner));
  const spot = place && spotOf(place, options.value);
  const to = spot && toPicture(sketch, spot.at);
  const isMoving = tool.value === 'select';
  const from = start && toPicture(sketch, start.spot.at);
  return (
    <g class="preview">
      {list.length > 0 && <polyline points={[...list, ...(to ? [to] : [])].map((p) => p.join()).join(' ')} />}
      {list.map((p, k) => (
        <circle key={k} cx={p[0]} cy={p[1]} r={k === 0 && list.length > 2 ? 9 : 4} />
      ))}
      {from && to && (!isMoving || start.spot.on === 'fixed') && tool.value !== 'pen' && (
        <>
          {tool.value === 'wheel' && <circle class="rim" cx={from[0]} cy={from[1]} r={apart(from, to)} />}
          <line {...line(from, to)} />
          <circle cx={from[0]} cy={from[1]} r={5} />
          {apart(from, to) > 30 && (
            <text x={(from[0] + to[0]) / 2 + 8} y={(from[1] + to[1]) / 2 - 8}>
              {short(apart(start.spot.at, spot.at))} m
            </text>
          )}
        </>
      )}
      {isMoving && place && start?.spot.on === 'paper' && (
        <polygon
          class="box"
          points={[start.place, [place[0], start.place[1]], place, [start.place[0], place[1]]]
            .map((p) => p.join())
            .join(' ')}
        />
      )}
      {spot?.on === 'link' && (
        <line class="under" {...line(toPicture(sketch, spot.link.from), toPicture(sketch, spot.link.to))} />
      )}
      {spot && to && (
        <>
          <circle class={`spot spot-${spot.on}`} cx={to[0]} cy={to[1]} r={spot.on === 'paper' ? 4 : 9} />
          {spot.on === 'paper' && <path d={`M${to[0] - 11} ${to[1]}h22M${to[0]} ${to[1] - 11}v22`} />}
        </>
      )}
    </g>
  );
}
