import type { Constraint, PointConnector } from '../runtime/index.js';
import { simulateScene, type LoadedScene, type SceneWorld } from '../src/scene/index.js';

/** Width of the picture, px, and the room around what moves. */
const WIDTH = 720;
const MARGIN = 24;
/** Colours of the parts of a mechanism that do not touch each other: front, middle, back. */
const COLORS = ['#22303c', '#0072b2', '#b8c4ce'] as const;

type Point = readonly [x: number, y: number];

/** What the picture shows at one moment. */
interface Frame {
  /** The ends of the rods of each part, as trails. */
  readonly parts: readonly (readonly Trail[])[];
  /** The traced points. */
  readonly feet: readonly Point[];
}

/** Points that rods join one to the next. */
type Trail = readonly Point[];

/**
 * Simulates a scene, and draws its rods as an SVG that moves by itself (SMIL), over and over. The
 * run should end as it began.
 */
export async function animationOf(scene: LoadedScene, frames: number): Promise<string> {
  const states: Frame[] = [];
  const steps = Math.round(scene.until / scene.dt);
  let step = 0;
  let plan: Plan | undefined;
  await simulateScene(scene, {
    onState: (built) => {
      plan ??= planOf(built as SceneWorld);
      if (step === Math.round((states.length * steps) / frames)) states.push(plan.frame());
      step++;
    },
  });
  return draw(scene, states, plan!.fixed);
}

/** How a mechanism is drawn: found once, since what joins what does not change. */
interface Plan {
  readonly fixed: readonly Point[];
  readonly frame: () => Frame;
}

function planOf({ world, traces = [] }: SceneWorld): Plan {
  const rods = world.constraints.flatMap((one) => endsOf(one) ?? []);
  const parts = partsOf(rods).map(trailsOf);
  return {
    fixed: rods.flat().flatMap((end) => (end.owner === null ? [placeOf(end)] : [])),
    frame: () => ({
      parts: parts.map((trails) => trails.map((trail) => trail.map(placeOf))),
      feet: traces.map(({ point }) => placeOf(point)),
    }),
  };
}

type Rod = readonly [PointConnector, PointConnector];

/** The two points that a constraint joins, if there are two and no other inputs. */
function endsOf({ inputs }: Constraint): [Rod] | undefined {
  const [a, b, ...others] = Object.values(inputs as Readonly<Record<string, PointConnector>>);
  return a?.kind === 'point' && b?.kind === 'point' && others.length === 0 ? [[a, b]] : undefined;
}

const placeOf = ({ position }: PointConnector): Point => [position[0], position[1]];

/** The point's name among all: fixed points are new objects at each use. */
const keyOf = (point: PointConnector): unknown => (point.owner === null ? point.position.join() : point);

/** Parts of a mechanism that share no moving point. */
function partsOf(rods: readonly Rod[]): readonly (readonly Rod[])[] {
  const parts: Rod[][] = [];
  for (const rod of rods) {
    const moving = new Set<unknown>(rod.filter(({ owner }) => owner !== null));
    const touching = parts.filter((part) => part.some((other) => other.some((end) => moving.has(end))));
    for (const part of touching) parts.splice(parts.indexOf(part), 1);
    parts.push([...touching.flat(), rod]);
  }
  return parts;
}

/** Joins rods that share an end to as few trails as come by themselves. */
function trailsOf(rods: readonly Rod[]): readonly (readonly PointConnector[])[] {
  const left = new Set(rods);
  const trails: PointConnector[][] = [];
  for (const rod of rods) {
    if (!left.delete(rod)) continue;
    const trail = [...rod];
    for (;;) {
      const at = keyOf(trail.at(-1)!);
      const next = [...left].find((other) => other.some((end) => keyOf(end) === at));
      if (next === undefined) break;
      left.delete(next);
      trail.push(keyOf(next[0]) === at ? next[1] : next[0]);
    }
    trails.push(trail);
  }
  return trails;
}

function draw({ title, until }: LoadedScene, frames: readonly Frame[], fixed: readonly Point[]): string {
  const all = [...frames.flatMap(({ parts, feet }) => [...parts.flat(2), ...feet]), ...fixed];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.max(...ys)];
  const scale = (WIDTH - 2 * MARGIN) / (Math.max(...xs) - left);
  const height = Math.ceil((top - Math.min(...ys)) * scale + 2 * MARGIN);
  const place = ([x, y]: Point): string =>
    `${tenths(MARGIN + (x - left) * scale)} ${tenths(MARGIN + (top - y) * scale)}`;
  const pathOf = (trails: readonly Trail[]): string => trails.map((trail) => `M${trail.map(place).join('L')}`).join('');
  const moving = (attribute: string, values: readonly string[]): string =>
    `<animate attributeName="${attribute}" dur="${until.toFixed(3)}s" repeatCount="indefinite" values="${values.join(';')}"/>`;
  const part = (k: number): string => {
    const values = frames.map(({ parts }) => pathOf(parts[k]!));
    return `<path d="${values[0]!}" stroke="${COLORS[k % COLORS.length]!}">${moving('d', values)}</path>`;
  };
  const first = frames[0]!;
  const ways = first.feet.map((_, k) => pathOf([frames.map(({ feet }) => feet[k]!)]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    `<title>${title.replace(/[&<>]/g, '')}</title>`,
    `<rect width="${WIDTH}" height="${height}" rx="12" fill="#fff"/>`,
    `<path d="${ways.join('')}" fill="none" stroke="#d55e00" stroke-opacity=".35" stroke-width="1.5"/>`,
    '<g fill="none" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">',
    ...first.parts.map((_, k) => part(k)).reverse(),
    '</g>',
    ...[...new Set(fixed.map(place))].map((at) => {
      const [cx, cy] = at.split(' ');
      return `<circle cx="${cx!}" cy="${cy!}" r="5" fill="#fff" stroke="#22303c" stroke-width="2.5"/>`;
    }),
    '</svg>\n',
  ].join('\n');
}

const tenths = (x: number): string => String(Math.round(10 * x) / 10);
