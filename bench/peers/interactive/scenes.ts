import { readFileSync } from 'node:fs';
import { ragdoll } from '../contact/scenes.js';
import { anchor, momentsOf } from '../contact/scene.js';
import { netLayout, ORIGIN } from '../scene.js';
import type { Body, End, Joint, Layout, Point } from './layout.js';

const onBody = (body: number, at: Point = [0, 0]): End => ({ body, at });

/** `count` bars of 1 m, pinned to each other, that fall from horizontal. */
function chain(count: number): Layout {
  const bodies: Body[] = [];
  const joints: Joint[] = [];
  for (let k = 0; k < count; k++) {
    bodies.push({ mass: 1, inertia: 1 / 12, position: [k + 0.5, 0] });
    joints.push({
      a: k === 0 ? { ground: [0, 0] } : onBody(k - 1, [0.5, 0]),
      b: onBody(k, [-0.5, 0]),
      length: 0,
    });
  }
  return { bodies, guides: [], joints };
}

/** `side × side` point masses on rods of 1 m, hung up at one corner. */
function net(side: number): Layout {
  const { count, positions, rods } = netLayout(side);
  return {
    bodies: Array.from({ length: count }, (_, i) => ({
      mass: 1,
      position: [positions[2 * i]!, positions[2 * i + 1]!],
    })),
    guides: [],
    joints: rods.map(([a, b]) => ({ a: a === ORIGIN ? { ground: [0, 0] } : onBody(a), b: onBody(b), length: 1 })),
  };
}

/** The part of the gallery's scene that this one is made of. */
interface Strandbeest {
  readonly params: Readonly<Record<string, { readonly value: number }>>;
  readonly bodies: Readonly<Record<string, { readonly mass: number; readonly position: Point }>>;
  readonly constraints: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly on: Readonly<Record<string, unknown>>;
        readonly params: Readonly<Record<string, string>>;
      }
    >
  >;
}

/** Six legs of Theo Jansen on three cranks, which turn once in two seconds. */
function strandbeest(): Layout {
  const path = new URL('../../../scenes/strandbeest.json', import.meta.url);
  const { params, bodies, constraints } = JSON.parse(readFileSync(path, 'utf8')) as Strandbeest;
  const cranks = Object.values(constraints).filter(({ type }) => type === 'Crank');
  const pins = cranks.map(({ on }) => on['p'] as string);
  const names = Object.keys(bodies).filter((name) => !pins.includes(name));
  const valueOf = (text: string | number): number =>
    typeof text === 'number' ? text : text.startsWith('-') ? -valueOf(text.slice(1)) : params[text]!.value;
  const end = (on: unknown): End => {
    if (typeof on !== 'string') return { ground: (on as { ground: string[] }).ground.map(valueOf) as unknown as Point };
    return pins.includes(on) ? { guide: pins.indexOf(on) } : onBody(names.indexOf(on));
  };
  const radius = params['lm']!.value;
  return {
    bodies: names.map((name) => bodies[name]!),
    guides: pins.map((_, i) => (t) => {
      const angle = (i * 2 * Math.PI) / 3 + Math.PI * t;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
    joints: Object.values(constraints).flatMap(({ type, on, params: { length } }) =>
      type === 'Crank' ? [] : [{ a: end(on['a']), b: end(on['b']), length: params[length!]!.value }],
    ),
  };
}

/** A ragdoll of ten boxes and nine hinges, held at its hat, and turning about it. */
function doll(spin: number, hold: (place: Point) => Pick<Layout, 'guides'> & { readonly held: End }): Layout {
  const { moving, joints } = ragdoll(2);
  const hat = moving.length - 1;
  const [x, y] = moving[hat]!.position;
  const { guides, held } = hold([x, y]);
  const endOf = (joint: (typeof joints)[number], i: number): End => {
    const [ax, ay] = anchor(joint, moving[i]!);
    return onBody(i, [ax, ay]);
  };
  return {
    bodies: moving.map((part): Body => {
      const [px, py] = part.position;
      const velocity = [-spin * (py - y), spin * (px - x)] as const;
      return { mass: part.mass, inertia: momentsOf(part)[2], position: [px, py], velocity, spin };
    }),
    guides,
    joints: [
      ...joints.map((joint) => ({ a: endOf(joint, joint.a), b: endOf(joint, joint.b), length: 0 })),
      { a: held, b: onBody(hat), length: 0 },
    ],
  };
}

/** The scenes, in the order of the table. */
export const SCENES: Readonly<Record<string, () => Layout>> = {
  'chain of 30 bars': () => chain(30),
  'net of 1,984 rods': () => net(32),
  "six of Jansen's legs": strandbeest,
  'ragdoll, swinging': () => doll(3, (place) => ({ guides: [], held: { ground: place } })),
  'ragdoll, dragged': () =>
    doll(0, ([x, y]) => ({
      guides: [(t) => [x + 0.5 - 0.5 * Math.cos(2 * Math.PI * t), y + 0.25 - 0.25 * Math.cos(4 * Math.PI * t)]],
      held: { guide: 0 },
    })),
};
