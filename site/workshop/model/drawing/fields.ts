import { setBodyField, setConstraintParameter, setParameter, type SceneDocument } from '../document.js';
import { nameFor } from './parts.js';
import type { Thing } from './sketch.js';
import { frictionOf, setFriction, collides } from './collision.js';

type Quantity = number | string;

/** A number of a thing that can be typed. */
export interface Field {
  readonly label: string;
  readonly unit: string;
  readonly value: Quantity;
  readonly set: (document: SceneDocument, value: Quantity) => SceneDocument;
}

const isQuantity = (value: unknown): value is Quantity => typeof value === 'number' || typeof value === 'string';

/** Units of the parameters of the library's classes that a hand draws. */
const UNITS: Readonly<Record<string, string>> = {
  length: 'm',
  offset: 'm',
  radius: 'm',
  rate: 'rad/s',
  speed: 'rad/s',
  angle: 'rad',
};

/** The numbers of a thing. */
export function fieldsOf(document: SceneDocument, thing: Thing): readonly Field[] {
  switch (thing.kind) {
    case 'body':
      return bodyFields(document, thing.name);
    case 'constraint':
      return constraintFields(document, thing.name);
    case 'trace': {
      const trace = document.traces?.[thing.name];
      if (trace === undefined) return [];
      const set: Field['set'] = (now, fade) => ({
        ...now,
        traces: { ...now.traces, [thing.name]: { ...trace, fade } },
      });
      return [{ label: 'fades after', unit: 's', value: trace.fade ?? 0, set }];
    }
    case 'force': {
      const force = document.forces?.[thing.index];
      if (force?.type !== 'spring') return [];
      const field = (label: string, unit: string, key: 'stiffness' | 'damping' | 'restLength'): Field => ({
        label,
        unit,
        value: force[key] ?? 0,
        set: (now, value) => ({
          ...now,
          forces: (now.forces ?? []).map((one, index) => (index === thing.index ? { ...one, [key]: value } : one)),
        }),
      });
      return [
        field('stiffness', 'N/m', 'stiffness'),
        field('damping', 'N·s/m', 'damping'),
        field('rest length', 'm', 'restLength'),
      ];
    }
  }
}

function bodyFields(document: SceneDocument, name: string): readonly Field[] {
  const body = document.bodies?.[name] as Readonly<Record<string, unknown>> | undefined;
  if (body === undefined || (body['kind'] !== 'particle' && body['kind'] !== 'rigid')) return [];
  const isMoving = body['mass'] !== 'infinite';
  const scalar = (label: string, unit: string, key: string, otherwise: Quantity | undefined): Field[] => {
    const value = body[key] ?? otherwise;
    return isQuantity(value) ? [{ label, unit, value, set: (now, next) => setBodyField(now, name, key, next) }] : [];
  };
  const component = (label: string, unit: string, key: string, k: number): Field[] => {
    const given = body[key];
    const list: readonly unknown[] = Array.isArray(given) ? given : Array.from({ length: document.space }, () => 0);
    const value = list[k];
    const set: Field['set'] = (now, next) =>
      setBodyField(now, name, key, list.map((old, i) => (i === k ? next : old))); // prettier-ignore
    return isQuantity(value) ? [{ label, unit, value, set }] : [];
  };
  const isRigid = body['kind'] === 'rigid' && document.space === 2;
  const axes = ['x', 'y', 'z'].slice(0, document.space);
  return [
    ...(isMoving ? scalar('mass', 'kg', 'mass', undefined) : []),
    ...(isMoving && isRigid ? scalar('inertia', 'kg m²', 'inertia', undefined) : []),
    ...radiusField(body, name),
    ...axes.flatMap((axis, k) => component(axis, 'm', 'position', k)),
    ...(isRigid ? scalar('angle', 'rad', 'angle', 0) : []),
    ...axes.flatMap((axis, k) => component(`v${axis}`, 'm/s', 'velocity', k)),
    ...(isRigid ? scalar('turns at', 'rad/s', 'angularVelocity', 0) : []),
    ...(collides(document, name) ? [frictionField(document, name)] : []),
  ];
}

const frictionField = (document: SceneDocument, name: string): Field => ({
  label: 'friction',
  unit: '',
  value: frictionOf(document, name),
  set: (now, next) => setFriction(now, name, next),
});

/** The radius of a round body, which what rolls on floors by it has, too. */
function radiusField({ draw }: Readonly<Record<string, unknown>>, name: string): readonly Field[] {
  const { shape, radius } = (draw ?? {}) as { readonly shape?: string; readonly radius?: unknown };
  if ((shape !== 'wheel' && shape !== 'disc') || !isQuantity(radius)) return [];
  const set: Field['set'] = (now, next) => {
    const sized = setBodyField(now, name, 'draw', { shape, radius: next });
    const rolling = Object.entries(sized.constraints ?? {}).filter(
      ([, { on = {}, params = {} }]) => on['p'] === name && params['radius'] === radius,
    );
    return rolling.reduce((sum, [one]) => setConstraintParameter(sum, one, 'radius', next), sized);
  };
  return [{ label: 'radius', unit: 'm', value: radius, set }];
}

function constraintFields(document: SceneDocument, name: string): readonly Field[] {
  const { params = {}, on = {}, hertz, dampingRatio } = document.constraints?.[name] ?? {};
  const numbers = Object.entries(params).flatMap(([param, value]): Field[] =>
    isQuantity(value)
      ? [
          {
            label: param,
            unit: UNITS[param] ?? '',
            value,
            set: (now, next) => setConstraintParameter(now, name, param, next),
          },
        ]
      : [],
  );
  const places = Object.entries(on).flatMap(([input, entry]): Field[] => {
    if (typeof entry !== 'object' || Array.isArray(entry) || !('ground' in entry)) return [];
    const { ground } = entry as { readonly ground: readonly Quantity[] };
    return ground.map((value, k) => ({
      label: `${input}.${'xyz'[k] ?? ''}`,
      unit: 'm',
      value,
      set: (now, next) =>
        withEntry(now, name, { on: { ...on, [input]: { ground: ground.map((old, i) => (i === k ? next : old)) } } }),
    }));
  });
  const soft: Field[] = [
    ...(hertz === undefined
      ? []
      : [
          {
            label: 'softness',
            unit: 'Hz',
            value: hertz,
            set: (now: SceneDocument, next: Quantity) => withEntry(now, name, { hertz: next }),
          },
        ]),
    ...(dampingRatio === undefined
      ? []
      : [
          {
            label: 'damping ratio',
            unit: '',
            value: dampingRatio,
            set: (now: SceneDocument, next: Quantity) => withEntry(now, name, { dampingRatio: next }),
          },
        ]),
  ];
  return [...numbers, ...places, ...soft];
}

function withEntry(document: SceneDocument, name: string, fields: object): SceneDocument {
  const old = document.constraints?.[name];
  return old === undefined
    ? document
    : { ...document, constraints: { ...document.constraints, [name]: { ...old, ...fields } } };
}

/** Sets a field. A number for one that a parameter gives is the parameter's new value. */
export function setField(document: SceneDocument, { value, set }: Field, next: Quantity): SceneDocument {
  const isParameter = typeof value === 'string' && Object.hasOwn(document.params ?? {}, value);
  return isParameter && typeof next === 'number' ? setParameter(document, value, next) : set(document, next);
}

/** Makes the number of a field a parameter with a slider, from nothing to twice its value. */
export function toParameter(document: SceneDocument, { label, unit, value, set }: Field): SceneDocument {
  if (typeof value !== 'number') return document;
  const name = nameFor(document, label.replace(/\W+/g, '_'));
  const [least, most] = value === 0 ? [-1, 1] : [Math.min(0, 2 * value), Math.max(0, 2 * value)];
  const known = /^(?:m|kg|rad|s|m\/s|rad\/s|N\/m|Hz)$/.test(unit);
  const parameter = { value, ...(known && { unit }), min: least, max: most };
  return set({ ...document, params: { ...document.params, [name]: parameter } }, name);
}
