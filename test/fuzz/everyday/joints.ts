import { recipe, type Pen, type Recipe } from './pen.js';

const segment = (pen: Pen, p: string, a: string, d: string): string => {
  const s = pen.pick([
    `min(max(dot(${p} - ${a}, ${d}) / dot(${d}, ${d}), 0), 1)`,
    `max(0, min(1, dot(${p} - ${a}, ${d}) / dot(${d}, ${d})))`,
    `max(min(dot(${p} - ${a}, ${d}) / norm(${d})^2, 1), 0)`,
  ]);
  return pen.part('r', `${p} - ${a} - ${pen.part('s', s)} * ${d}`);
};

const polygon = (pen: Pen, count: number): string[] => Array.from({ length: count }, (_, k) => pen.point('abcdfg'[k]!));

const ring = (corners: readonly string[], join: (a: string, b: string) => string): string =>
  corners.map((corner, k) => join(corner, corners[(k + 1) % corners.length]!)).join(' + ');

/** Distances, ropes, angles, areas: what joins points. */
export const JOINTS: readonly Recipe[] = [
  recipe(
    'distance',
    'any',
    (pen) => {
      const d = pen.part('d', `${pen.point('a')} - ${pen.place('b')}`);
      const length = pen.positive('length');
      return pen.pick([
        () => pen.relates(`norm(${d})`, length),
        () => pen.relates(`dot(${d}, ${d})`, `${length}^2`),
        () => pen.relates(`sqrt(dot(${d}, ${d}))`, length),
      ])();
    },
    'units',
  ),
  recipe(
    'range of distances',
    'any',
    (pen) =>
      `${pen.param('length1', 0.1)} <= norm(${pen.point('a')} - ${pen.place('b')}) <= ${pen.param('length2', 0.1)}`,
    'units',
  ),
  recipe(
    'rope over pulleys',
    'any',
    (pen) => {
      const stops = ['a', ...Array.from({ length: pen.whole(1, 4) }, (_, k) => pen.place(`b${k + 1}`)), 'c'];
      pen.point('a');
      pen.point('c');
      const length = stops.slice(1).map((stop, k) => `norm(${stops[k]!} - ${stop})`);
      if (pen.chance(0.4)) length[0] = `${pen.pick(['2', '3', '0.5'])} * ${length[0]!}`;
      return pen.relates(length.join(' + '), pen.param('length', 0.1));
    },
    'units',
  ),
  recipe('distance from a segment', 'any', (pen) => {
    const [p, a] = [pen.point('p'), pen.place('a')];
    const d = pen.chance(0.6) ? pen.part('d', pen.vector()) : pen.part('d', `${pen.point('b')} - ${a}`);
    return pen.relates(`norm(${segment(pen, p, a, d)})`, pen.positive('radius'));
  }),
  recipe('distance from a segment at the origin', 'any', (pen) => {
    const [p, d] = [pen.point('p'), pen.part('d', pen.vector())];
    return `norm(${p} - min(max(dot(${p}, ${d}) / dot(${d}, ${d}), 0), 1) * ${d}) >= ${pen.positive('radius')}`;
  }),
  recipe('polyline', 'any', (pen) => {
    const [p, a, b] = [pen.point('p'), pen.vector(), pen.vector()];
    const [d, e] = [pen.part('d', pen.vector()), pen.part('d2', pen.vector())];
    return `min(norm(${segment(pen, p, a, d)}), norm(${p} - ${b} - max(0, min(1, dot(${p} - ${b}, ${e}) / dot(${e}, ${e}))) * ${e})) >= ${pen.positive('radius')}`;
  }),
  recipe(
    'line',
    'any',
    (pen) => {
      const [p, q, u] = [pen.point('p'), pen.place('q'), pen.normal('u')];
      const d = pen.part('d', `${p} - ${q}`);
      if (pen.space === 2) return pen.equals(`cross(${u}, ${d})`, pen.pick(['0', pen.positive('offset')]));
      return pen.relates(
        pen.pick([`norm(cross(${d}, ${u}))`, `norm(${d} - dot(${d}, ${u}) * ${u})`]),
        pen.positive('radius'),
      );
    },
    'units',
  ),
  recipe(
    'plane',
    'any',
    (pen) => {
      const d = `${pen.point('p')} - ${pen.place('q')}`;
      return pen.relates(`dot(${pen.normal('n')}, ${d})`, pen.pick(['0', pen.positive('height')]));
    },
    'units',
  ),
  recipe('angle of three points', 'any', (pen) => {
    const [a, b, c] = [pen.point('a'), pen.place('b'), pen.point('c')];
    const [u, w] = [pen.part('u', `${a} - ${b}`), pen.part('w', `${c} - ${b}`)];
    const angle = pen.chance(0.5) ? pen.angle() : pen.param('alpha');
    const written = [`angle(${u}, ${w})`, `acos(dot(${u}, ${w}) / (norm(${u}) * norm(${w})))`];
    if (pen.space === 2) written.push(`atan2(cross(${u}, ${w}), dot(${u}, ${w}))`);
    else written.push(`atan2(norm(cross(${u}, ${w})), dot(${u}, ${w}))`);
    if (pen.chance(0.3)) return pen.equals(`dot(normalize(${u}), normalize(${w}))`, `cos(${angle})`);
    return pen.relates(pen.pick(written), angle);
  }),
  recipe('torsion', 3, (pen) => {
    const [a, b, c, d] = [pen.point('a'), pen.place('b'), pen.point('c'), pen.point('d')];
    return pen.relates(`dihedral(${a}, ${b}, ${c}, ${d})`, pen.chance(0.5) ? pen.angle() : pen.param('alpha'));
  }),
  recipe('direction of a bar', 2, (pen) => {
    const d = pen.part('d', `${pen.point('b')} - ${pen.place('a')}`);
    const theta = pen.chance(0.5) ? pen.scalar('theta') : pen.angle();
    return pen.pick([
      `cross([cos(${theta}), sin(${theta})], ${d})`,
      `atan2(${d}.y, ${d}.x) == ${theta}`,
      `${d}.y * cos(${theta}) == ${d}.x * sin(${theta})`,
      `sin(atan2(${d}.y, ${d}.x) - ${theta})`,
    ]);
  }),
  recipe('area', 2, (pen) => {
    const corners = polygon(pen, pen.whole(3, 6));
    const [first] = corners as [string];
    const area = pen.pick([
      ring(corners, (a, b) => `cross(${a}, ${b})`),
      ring(corners, (a, b) => `${a}.x * ${b}.y - ${a}.y * ${b}.x`),
      corners
        .slice(2)
        .map((c, k) => `cross(${corners[k + 1]!} - ${first}, ${c} - ${first})`)
        .join(' + '),
    ]);
    return pen.relates(pen.pick([`(${area}) / 2`, `0.5 * (${area})`]), pen.size());
  }),
  recipe('perimeter', 'any', (pen) =>
    pen.relates(
      ring(polygon(pen, pen.whole(3, 5)), (a, b) => `norm(${b} - ${a})`),
      pen.positive('length'),
    ),
  ),
  recipe('area of a triangle', 3, (pen) => {
    const [a, b, c] = polygon(pen, 3) as [string, string, string];
    return pen.relates(`norm(cross(${b} - ${a}, ${c} - ${a})) / 2`, pen.positive('area'));
  }),
  recipe('volume', 3, (pen) => {
    const [a, b, c, d] = polygon(pen, 4) as [string, string, string, string];
    return pen.relates(`dot(${b} - ${a}, cross(${c} - ${a}, ${d} - ${a})) / 6`, pen.positive('volume'));
  }),
  recipe('centre of points', 'any', (pen) => {
    const corners = polygon(pen, pen.whole(2, 4));
    const centre = `(${corners.join(' + ')}) / ${corners.length}`;
    return pen.pick([
      `${centre} == ${pen.point('q')}`,
      pen.relates(`norm(${centre} - ${pen.place('g')})`, pen.positive('length')),
    ]);
  }),
  recipe(
    'bars compared',
    'any',
    (pen) => {
      const [a, b, c, d] = polygon(pen, 4) as [string, string, string, string];
      const [u, w] = [pen.part('u', `${b} - ${a}`), pen.part('w', `${d} - ${c}`)];
      const ratio = pen.hasUnits ? pen.param('ratio') : pen.size();
      const across = pen.space === 2 ? `cross(${u}, ${w})` : `cross(${u}, ${w}).z`;
      return pen.pick([`dot(${u}, ${w})`, across, `norm(${u}) == norm(${w})`, `norm(${u}) == ${ratio} * norm(${w})`]);
    },
    'units',
  ),
  recipe('skew lines', 3, (pen) => {
    const n = pen.part('n', `cross(${pen.direction('u')}, ${pen.normal('v')})`);
    return pen.relates(`dot(${pen.point('a')} - ${pen.place('b')}, normalize(${n}))`, pen.positive('length'));
  }),
  recipe('mirror', 'any', (pen) => {
    const [p, q, n] = [pen.point('p'), pen.point('q'), pen.normal('n')];
    return `${q} == ${p} - 2 * dot(${p} - ${pen.vector()}, ${n}) * ${n}`;
  }),
  recipe('pin in a turned frame', 2, (pen) => {
    const at = `${pen.point('p')} + rotate(${pen.scalar('theta')}, ${pen.vector()})`;
    return pen.chance(0.5) ? `${at} == ${pen.point('q')}` : pen.relates(`norm(${at} - ${pen.point('q')})`, pen.size());
  }),
  recipe('hinge', 3, (pen) => {
    const [axis, u, w] = [pen.direction('axis'), pen.direction('u'), pen.direction('w')];
    return [`${pen.point('a')} == ${pen.point('b')}`, `dot(${axis}, ${u})`, `dot(${axis}, ${w})`];
  }),
];
