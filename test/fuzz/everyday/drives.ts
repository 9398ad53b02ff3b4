import { recipe, type Pen, type Recipe } from './pen.js';

/** The follower's quantity that a cam or a clock moves. */
const follower = (pen: Pen): string => (pen.chance(0.5) ? `${pen.point('p')}.y` : pen.scalar('y', undefined, 'm'));

const rise = (pen: Pen, u: string): string =>
  pen.pick([
    `(${u} - sin(2 * pi * ${u}) / (2 * pi))`,
    `(1 - cos(pi * ${u})) / 2`,
    `(10 * ${u}^3 - 15 * ${u}^4 + 6 * ${u}^5)`,
    `(35 * ${u}^4 - 84 * ${u}^5 + 70 * ${u}^6 - 20 * ${u}^7)`,
    `(3 * ${u}^2 - 2 * ${u}^3)`,
    `sin(pi / 2 * ${u})^2`,
  ]);

const spans = (s: string, points: readonly string[]): string[] => {
  const [a, b, c, d] = points as [string, string, string, string];
  const bernstein = [
    `(1 - ${s})^3 * ${a}`,
    `3 * (1 - ${s})^2 * ${s} * ${b}`,
    `3 * (1 - ${s}) * ${s}^2 * ${c}`,
    `${s}^3 * ${d}`,
  ];
  const hermite = [
    `(2 * ${s}^3 - 3 * ${s}^2 + 1) * ${a}`,
    `(${s}^3 - 2 * ${s}^2 + ${s}) * ${b}`,
    `(3 * ${s}^2 - 2 * ${s}^3) * ${c}`,
    `(${s}^3 - ${s}^2) * ${d}`,
  ];
  const catmull = `0.5 * (2 * ${b} + (${c} - ${a}) * ${s} + (2 * ${a} - 5 * ${b} + 4 * ${c} - ${d}) * ${s}^2 + (3 * ${b} - ${a} - 3 * ${c} + ${d}) * ${s}^3)`;
  const quadratic = `(1 - ${s})^2 * ${a} + 2 * (1 - ${s}) * ${s} * ${b} + ${s}^2 * ${c}`;
  return [bernstein.join(' + '), hermite.join(' + '), catmull, quadratic];
};

const bars = (pen: Pen): [string, string, string, string] => {
  const all = ['length1', 'length2', 'length3', 'length4'] as const;
  if (pen.hasUnits || pen.chance(0.4))
    return all.map((name) => pen.param(name, 0.1)) as [string, string, string, string];
  return all.map(() => pen.size()) as [string, string, string, string];
};

/** Cams, linkages, gears, curves with a parameter, rates and clocks. */
export const DRIVES: readonly Recipe[] = [
  recipe('cam', 2, (pen) => {
    const y = follower(pen);
    const beta = pen.pick(['pi', '2', '1.3', '2 * pi / 3', '120 * pi / 180']);
    const u = pen.part('u', `${pen.scalar('theta')} / (${beta})`);
    const lift = pen.positive('lift');
    const moved = `${lift} * ${rise(pen, u)}`;
    return pen.pick([
      () => pen.equals(y, moved),
      () => `${y} == (theta < 0 ? 0 : theta < ${beta} ? ${moved} : ${lift})`,
      () => `${y} >= ${pen.size()} + ${moved}`,
      () => `${y} == ${lift} * min(max(${u}, 0), 1)`,
    ])();
  }),
  recipe('eccentric', 2, (pen) => {
    const c = pen.part('c', `${pen.size()} * [cos(${pen.scalar('theta')}), sin(theta)]`);
    return pen.pick([
      () => `${pen.scalar('y')} == ${c}.y + sqrt(${pen.pick(['25', '16.5', '150'])} - ${c}.x^2)`,
      () => pen.relates(`norm(${pen.point('p')} - ${c})`, pen.size()),
    ])();
  }),
  recipe(
    'four-bar',
    2,
    (pen) => {
      const [a, b, c, d] = bars(pen);
      const [t1, t2, t3] = [pen.scalar('theta1'), pen.scalar('theta2'), pen.scalar('theta3')];
      if (pen.chance(0.4))
        return `${a} * [cos(${t1}), sin(${t1})] + ${b} * [cos(${t2}), sin(${t2})] - ${c} * [cos(${t3}), sin(${t3})] == [${d}, 0]`;
      return [
        `${a} * cos(${t1}) + ${b} * cos(${t2}) == ${d} + ${c} * cos(${t3})`,
        `${a} * sin(${t1}) + ${b} * sin(${t2}) == ${c} * sin(${t3})`,
      ];
    },
    'units',
  ),
  recipe('Freudenstein', 2, (pen) => {
    const [a, b, c, d] = bars(pen);
    const [phi, psi] = [pen.scalar('phi'), pen.scalar('psi')];
    return `${d} / ${a} * cos(${psi}) - ${d} / ${c} * cos(${phi}) + (${a}^2 - ${b}^2 + ${c}^2 + ${d}^2) / (2 * ${a} * ${c}) == cos(${phi} - ${psi})`;
  }),
  recipe('slider-crank', 2, (pen) => {
    const [x, theta] = [pen.scalar('x', undefined, 'm'), pen.scalar('theta')];
    const r = pen.pick(['1', '0.3', '0.0111', '0.5']);
    const l = pen.pick(['3.7', '1.5', '2', '12']);
    return pen.pick([
      `${x} == ${r} * cos(${theta}) + sqrt(${l}^2 - ${r}^2 * sin(${theta})^2)`,
      `(${x} - ${r} * cos(${theta}))^2 + (${r} * sin(${theta}))^2 == ${l}^2`,
      `norm([${x}, 0] - ${r} * [cos(${theta}), sin(${theta})]) == ${l}`,
    ]);
  }),
  recipe('yoke', 2, (pen) => `${pen.scalar('x')} == ${pen.size()} * cos(${pen.scalar('theta')})`),
  recipe('joint of Hooke', 2, (pen) => {
    const [a, b] = [pen.scalar('phi', [-1, 1]), pen.scalar('theta', [-1, 1])];
    return pen.pick([`tan(${a}) == cos(${pen.angle()}) * tan(${b})`, `atan(cos(${pen.angle()}) * tan(${b})) == ${a}`]);
  }),
  recipe('steering', 2, (pen) => {
    const [a, b] = [pen.scalar('delta1', [0.1, 1]), pen.scalar('delta2', [0.1, 1])];
    return pen.pick([
      `cot(${a}) - cot(${b}) == ${pen.size()}`,
      `1 / tan(${a}) - 1 / tan(${b}) == ${pen.size()} / ${pen.size()}`,
    ]);
  }),
  recipe('gears', 2, (pen) => {
    const [a, b] = [pen.scalar('theta'), pen.scalar('phi')];
    return pen.pick([
      `${pen.teeth()} * ${a} == ${pen.teeth()} * ${b}`,
      `${a} / ${pen.teeth()} + ${b} / ${pen.teeth()}`,
      `${a} == -${pen.teeth()} / ${pen.teeth()} * ${b}`,
      `${pen.positive('radius1')} * ddt(${a}) == -${pen.positive('radius2')} * ddt(${b})`,
      `${a} * ${pen.teeth()} + ${b} * ${pen.teeth()} == ${pen.scalar('psi')} * (${pen.teeth()} + ${pen.teeth()})`,
    ]);
  }),
  recipe(
    'rack and screw',
    2,
    (pen) => {
      const [x, theta] = [pen.scalar('x', undefined, 'm'), pen.scalar('theta')];
      return pen.pick([
        () => `${x} == ${pen.positive('radius')} * ${theta}`,
        () => `${x} == ${pen.positive('pitch')} * ${theta} / (2 * pi)`,
      ])();
    },
    'units',
  ),
  recipe('point of a curve', 'any', (pen) => {
    const [p, s] = [pen.point('p'), pen.scalar('s', [-0.5, 1.5])];
    const points = Array.from('abcd', (name) => pen.place(name));
    const [bezier, hermite, catmull, quadratic] = spans(s, points) as [string, string, string, string];
    const curve = pen.pick([bezier, hermite, catmull, quadratic]);
    return pen.chance(0.7) ? `${p} == ${curve}` : [`${p} == ${curve}`, `${s} >= 0`, `${s} <= 1`];
  }),
  recipe('helix', 3, (pen) => {
    const [p, s] = [pen.point('p'), pen.scalar('s')];
    const r = pen.positive('radius');
    return pen.pick([
      `${p} == [${r} * cos(${s}), ${r} * sin(${s}), ${pen.positive('pitch')} * ${s}]`,
      `atan2(${p}.y, ${p}.x) == ${p}.z / ${pen.size()}`,
    ]);
  }),
  recipe('quaternion', 3, (pen) => {
    const [w, x, y, z] = ['qw', 'qx', 'qy', 'qz'].map((name) => pen.scalar(name)) as [string, string, string, string];
    const square = `${w}^2 + ${x}^2 + ${y}^2 + ${z}^2`;
    if (pen.chance(0.3))
      return pen.pick([`${square} == 1`, `sqrt(${square}) == 1`, `norm([${x}, ${y}, ${z}])^2 + ${w}^2 == 1`]);
    const rows = [
      `[1 - 2 * (${y}^2 + ${z}^2), 2 * (${x} * ${y} - ${w} * ${z}), 2 * (${x} * ${z} + ${w} * ${y})]`,
      `[2 * (${x} * ${y} + ${w} * ${z}), 1 - 2 * (${x}^2 + ${z}^2), 2 * (${y} * ${z} - ${w} * ${x})]`,
      `[2 * (${x} * ${z} - ${w} * ${y}), 2 * (${y} * ${z} + ${w} * ${x}), 1 - 2 * (${x}^2 + ${y}^2)]`,
    ];
    const row = pen.part('row', pen.pick(rows));
    const turned = `[${rows.join(', ')}] * ${pen.vector()}`;
    return pen.pick([
      () => `dot(${row}, ${pen.direction('u')}) == ${pen.pick(['0', '0.5', 'cos(pi/6)'])}`,
      () => `${pen.point('p')} + ${turned} == ${pen.point('q')}`,
      () => `dot(${row}, ${pen.vector()}) / (${square}) == ${pen.offset()}`,
      () => `asin(2 * (${w} * ${y} - ${z} * ${x}) / (${square})) == ${pen.angle()}`,
      () => `atan2(2 * (${w} * ${z} + ${x} * ${y}), 1 - 2 * (${y}^2 + ${z}^2)) == ${pen.angle()}`,
    ])();
  }),
  recipe('clock', 'any', (pen) => {
    const q = pen.chance(0.5) ? `${pen.point('p')}.${pen.pick(['x', 'y'])}` : pen.scalar('theta');
    const omega = pen.chance(0.5) ? pen.param('omega', 0.1) : pen.pick(['2 * pi', '3', '0.5', '2 * pi * 0.7']);
    return pen.relates(
      q,
      pen.pick([
        `${pen.size()} * sin(${omega} * t)`,
        `${omega} * t`,
        `${pen.offset()} + ${pen.size()} * cos(${omega} * t + ${pen.angle()})`,
        `(t < 1 ? t^2 * (3 - 2 * t) : 1) * ${pen.size()}`,
        `${pen.size()} * tanh(${omega} * t)`,
        `${pen.size()} * (1 - exp(-t / ${pen.pick(['0.3', '2', '0.05'])}))`,
        `${pen.size()} * t^2 / 2 - ${pen.size()} * t`,
        `${pen.size()} * min(t, ${pen.pick(['1', '2', '0.5'])})`,
      ]),
    );
  }),
  recipe('carried point', 2, (pen) => {
    const omega = pen.chance(0.5) ? pen.param('omega', 0.1) : pen.size();
    const path = `${pen.size()} * [cos(${omega} * t), sin(${omega} * t)]`;
    return pen.pick([
      () => `${pen.point('p')} == ${path}`,
      () => pen.relates(`norm(${pen.point('p')} - ${path})`, `${pen.size()} + 0.1 * t`),
    ])();
  }),
  recipe('rolling', 2, (pen) => {
    const [p, theta] = [pen.point('p'), pen.scalar('theta')];
    const edge = pen.part('edge', `[cos(${theta}), sin(${theta})]`);
    const r = pen.positive('radius');
    return pen.pick([
      () => `ddt(${p}.x) == ${r} * ddt(${pen.scalar('phi')})`,
      () => `cross(${edge}, ddt(${p}))`,
      () => `-sin(${theta}) * ddt(${p}.x) + cos(${theta}) * ddt(${p}.y) == 0`,
      () => [
        `ddt(${p}.x) == ${r} * cos(${theta}) * ddt(${pen.scalar('phi')})`,
        `ddt(${p}.y) == ${r} * sin(${theta}) * ddt(phi)`,
      ],
      () => `dot(${edge}, ddt(${p})) == ${r} / 2 * (ddt(${pen.scalar('left')}) + ddt(${pen.scalar('right')}))`,
    ])();
  }),
  recipe('speeds', 'any', (pen) => {
    const [p, q] = [pen.point('p'), pen.point('q')];
    const speed = pen.positive('speed');
    const along =
      pen.space === 2 ? `cross(ddt(${p}), ${q} - ${p})` : `dot(cross(ddt(${p}), ${q} - ${p}), ${pen.normal('n')})`;
    return pen.pick([
      () => pen.relates(`norm(ddt(${p}))`, speed),
      () => pen.relates(`dot(ddt(${p}), ddt(${p}))`, `${speed}^2`),
      () => along,
      () => `ddt(norm(${p} - ${q})) == ${speed} * sin(${pen.size()} * t)`,
      () => pen.relates(`dot(${pen.normal('n')}, ddt(${p} - ${q}))`, pen.pick(['0', speed])),
      () => `ddt(${p}) == ${pen.size()} * ddt(${q})`,
    ])();
  }),
  recipe('motor', 2, (pen) => {
    const theta = pen.scalar('theta');
    const wanted = pen.pick([
      pen.param('omega'),
      '2 * pi * 0.5',
      `3 + 0.5 * sin(${pen.size()} * t)`,
      'min(5 * t, 10)',
      '-4 * tanh(t / 0.3)',
    ]);
    return pen.relates(
      `ddt(${theta})`,
      pen.pick([wanted, `${wanted} * cos(${theta})`, `ddt(${pen.scalar('phi')}) * ${pen.size()}`]),
    );
  }),
];
