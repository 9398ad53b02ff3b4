import { recipe, type Pen, type Recipe } from './pen.js';

const axes = (pen: Pen): string[] => ['x', 'y', 'z'].slice(0, pen.space);
const box = (pen: Pen, p: string): string[] => axes(pen).map((axis) => `abs(${p}.${axis}) - ${pen.size()}`);
const circle = (pen: Pen, p: string): string => `norm(${p} - ${pen.vector()}) - ${pen.size()}`;

const onCurve = (name: string, write: (pen: Pen, p: string) => string): Recipe =>
  recipe(name, 2, (pen) => write(pen, pen.point('p')));
const onSurface = (name: string, write: (pen: Pen, p: string) => string): Recipe =>
  recipe(name, 3, (pen) => write(pen, pen.point('p')));

/** Curves and surfaces that points stay on, and solids that they stay out of. */
export const SHAPES: readonly Recipe[] = [
  recipe('box', 'any', (pen) => `max(${box(pen, pen.point('p')).join(', ')}) >= ${pen.pick(['0', '0.1', '1e-3'])}`),
  recipe('distance from a box', 'any', (pen) => {
    const p = pen.chance(0.5) ? pen.point('p') : pen.part('d', `${pen.point('p')} - ${pen.vector()}`);
    const sides = box(pen, p).map((side, k) => pen.part(`e${k + 1}`, side));
    const outside = `hypot(${sides.map((side) => `max(${side}, 0)`).join(', ')})`;
    return pen.relates(`${outside} + min(max(${sides.join(', ')}), 0)`, pen.size());
  }),
  recipe('turned box', 2, (pen) => {
    const d = pen.part('d', `rotate(-${pen.scalar('theta')}, ${pen.point('p')} - ${pen.vector()})`);
    return `max(abs(${d}.x) - ${pen.size()}, abs(${d}.y) - ${pen.size()}) >= 0`;
  }),
  recipe('two circles', 'any', (pen) => {
    const p = pen.point('p');
    const join = pen.pick(['min', 'max']);
    return `${join}(${circle(pen, p)}, ${circle(pen, p)}) >= ${pen.pick(['0', '0.05'])}`;
  }),
  recipe('smooth union', 'any', (pen) => {
    const p = pen.point('p');
    const [d, e, k] = [pen.part('d', circle(pen, p)), pen.part('d2', circle(pen, p)), pen.pick(['4', '8', '3.7'])];
    if (pen.chance(0.5)) return `-log(exp(-${k} * ${d}) + exp(-${k} * ${e})) / ${k} >= 0`;
    const h = pen.part('h', `max(0, min(1, 0.5 + 0.5 * (${e} - ${d}) / 0.3))`);
    return `${e} * (1 - ${h}) + ${d} * ${h} - 0.3 * ${h} * (1 - ${h}) >= 0`;
  }),
  recipe('ring', 'any', (pen) => pen.relates(`abs(${circle(pen, pen.point('p'))})`, pen.size())),
  recipe(
    'circle',
    'any',
    (pen) => {
      const d = pen.part('d', `${pen.point('p')} - ${pen.place('c')}`);
      return pen.relates(pen.pick([`dot(${d}, ${d})`, `norm(${d})^2`]), `${pen.positive('radius')}^2`);
    },
    'units',
  ),
  onCurve('ellipse', (pen, p) =>
    pen.relates(`(${p}.x / ${pen.positive('width')})^2 + (${p}.y / ${pen.positive('height')})^2`, '1'),
  ),
  onCurve('superellipse', (pen, p) => {
    const n = pen.pick(['2.5', '3', '4', '0.5', '1.5']);
    return pen.relates(
      `abs(${p}.x / ${pen.positive('width')})^${n} + abs(${p}.y / ${pen.positive('height')})^${n}`,
      '1',
    );
  }),
  onCurve(
    'hyperbola',
    (pen, p) => `(${p}.x / ${pen.positive('width')})^2 - (${p}.y / ${pen.positive('height')})^2 == 1`,
  ),
  onCurve('parabola', (pen, p) => pen.relates(`${p}.y`, `${pen.positive('k')} * ${p}.x^2 + ${pen.offset()}`)),
  onCurve('cardioid', (pen, p) => {
    const a = pen.positive('radius');
    return `(${p}.x^2 + ${p}.y^2 - ${a} * ${p}.x)^2 == ${a}^2 * (${p}.x^2 + ${p}.y^2)`;
  }),
  onCurve('lemniscate', (pen, p) => {
    const a = pen.positive('radius');
    return `(${p}.x^2 + ${p}.y^2)^2 == ${pen.pick(['', '2 * '])}${a}^2 * (${p}.x^2 - ${p}.y^2)`;
  }),
  onCurve(
    'Cassini oval',
    (pen, p) => `norm(${p} - ${pen.vector()}) * norm(${p} + ${pen.vector()}) == ${pen.positive('k')}^2`,
  ),
  onCurve('foci', (pen, p) => pen.relates(`norm(${p} - ${pen.vector()}) + norm(${p} - ${pen.vector()})`, pen.size())),
  onCurve('spiral', (pen, p) => {
    const phi = `atan2(${p}.y, ${p}.x)`;
    return pen.pick([
      `norm(${p}) == ${pen.size()} * exp(${pen.size()} * ${phi})`,
      `norm(${p}) == ${pen.size()} + ${pen.size()} * ${phi}`,
    ]);
  }),
  onCurve('rose', (pen, p) =>
    pen.relates(`norm(${p})`, `${pen.size()} + ${pen.size()} * cos(${pen.teeth()} * atan2(${p}.y, ${p}.x))`),
  ),
  onCurve('heart', (_, p) => `(${p}.x^2 + ${p}.y^2 - 1)^3 == ${p}.x^2 * ${p}.y^3`),
  onCurve('slope', (pen, p) => pen.relates(`${p}.y`, `${pen.offset()} * ${p}.x + ${pen.size()}`)),
  onCurve('hills', (pen, p) => {
    const hill = pen.pick([
      `${pen.size()} * sin(${pen.size()} * ${p}.x)`,
      `${pen.size()} * exp(-(${p}.x - ${pen.size()})^2 / ${pen.pick(['0.3', '2', '0.05', '1.7'])})`,
      `${pen.size()} / (1 + ${p}.x^2)`,
      `${pen.size()} * tanh(${pen.pick(['3', '0.7', '10'])} * ${p}.x)`,
      `0.2 * cos(3 * ${p}.x) + 0.05 * sin(17 * ${p}.x)`,
    ]);
    return pen.relates(`${p}.y`, hill);
  }),
  onCurve('slope in pieces', (pen, p) => {
    const [a, k] = [pen.offset(), pen.size()];
    return pen.relates(
      `${p}.y`,
      pen.pick([
        `(${p}.x < ${a} ? ${k} * (${p}.x - ${a === '0' ? '0.1' : a}) : 0)`,
        `max(0, ${k} * (${p}.x - ${pen.size()}))`,
        `(${p}.x < 0 ? 0 : ${p}.x < 1 ? ${p}.x^2 * (3 - 2 * ${p}.x) : 1)`,
        `${k} * abs(${p}.x)`,
        `min(max(${p}.x, 0), 1) * ${k}`,
      ]),
    );
  }),
  onCurve('half circle', (pen, p) => {
    pen.ranges[p] = [-0.9, 0.9];
    return `${p}.y == ${pen.pick(['', '-'])}sqrt(${pen.pick(['1', '1.44', '4', '2.25'])} - ${p}.x^2)`;
  }),
  onCurve('catenary', (pen, p) => {
    const a = pen.pick(['0.5', '1', '2.54', '0.3']);
    return pen.relates(`${p}.y`, `${a} * cosh(${p}.x / ${a})`);
  }),
  onSurface('sphere', (pen, p) => pen.relates(`${p}.x^2 + ${p}.y^2 + ${p}.z^2`, `${pen.positive('radius')}^2`)),
  onSurface('ellipsoid', (pen, p) =>
    pen.relates(['x', 'y', 'z'].map((axis) => `(${p}.${axis} / ${pen.size()})^2`).join(' + '), '1'),
  ),
  onSurface('cylinder', (pen, p) =>
    pen.relates(pen.pick([`norm([${p}.x, ${p}.y])`, `hypot(${p}.x, ${p}.y)`]), pen.positive('radius')),
  ),
  onSurface('cone', (pen, p) => pen.relates(`${p}.z`, `${pen.positive('k')} * sqrt(${p}.x^2 + ${p}.y^2)`)),
  onSurface('torus', (pen, p) =>
    pen.relates(
      `(sqrt(${p}.x^2 + ${p}.y^2) - ${pen.positive('radius1')})^2 + ${p}.z^2`,
      `${pen.positive('radius2')}^2`,
    ),
  ),
  onSurface('saddle', (pen, p) => pen.relates(`${p}.z`, `${pen.size()} * (${p}.x^2 - ${p}.y^2)`)),
  onSurface('ground', (pen, p) =>
    pen.relates(`${p}.z`, `${pen.size()} * sin(${pen.size()} * ${p}.x) * cos(${pen.size()} * ${p}.y)`),
  ),
];
