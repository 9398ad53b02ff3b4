import { describe, expect, it } from 'vitest';
import { curve, type CurveOptions } from '../../../runtime/index.js';

const TURN = 2 * Math.PI;
const pointsOf = (f: (s: number) => number, from: number, to: number, count: number): [number, number][] =>
  Array.from({ length: count + 1 }, (_, i) => {
    const s = from + ((to - from) * i) / count;
    return [s, f(s)];
  });

/** Lift of a harmonic cam with two harmonics. */
const cam = (s: number): number => Math.sin(s) + 0.3 * Math.cos(2 * s + 1);

function largestError(options: Omit<CurveOptions, 'points'>, count: number): number {
  const profile = curve({ points: pointsOf(cam, 0, TURN, count), ...options });
  let worst = 0;
  for (let s = 0; s < TURN; s += 0.00137) worst = Math.max(worst, Math.abs(profile.value(s) - cam(s)));
  return worst;
}

describe('a curve through points', () => {
  it.each([
    [3, true, 16, 2],
    [5, true, 64, 8],
    [3, false, 16, 2],
    [5, false, 64, 8],
  ] as const)(
    'of degree %i, periodic %s, has errors that fall by %i per doubling',
    (degree, periodic, ratio, within) => {
      const [coarse, fine] = periodic ? [64, 128] : [128, 256];
      const measured = largestError({ degree, periodic }, coarse) / largestError({ degree, periodic }, fine);
      expect(Math.abs(measured - ratio)).toBeLessThan(within);
    },
  );

  it.each([3, 5] as const)('of degree %i gives back a polynomial of its degree, on uneven knots', (degree) => {
    const coefficients = [0.3, -1, 0.7, 0.25, -0.4, 0.11].slice(0, degree + 1);
    const f = (s: number, order = 0): number =>
      coefficients.reduce((sum, c, k) => {
        let factor = c;
        for (let i = 0; i < order; i++) factor *= k - i;
        return k < order ? sum : sum + factor * s ** (k - order);
      }, 0);
    for (const count of [2, 4, 5, 6, 7, 8, 40]) {
      const arguments_ = Array.from(
        { length: Math.max(count, degree + 1) },
        (_, i) => -1 + 0.07 * i + 0.02 * Math.sin(5 * i),
      );
      const profile = curve({ points: arguments_.map((s) => [s, f(s)]), degree });
      for (let s = profile.start; s < profile.end; s += 0.013) {
        expect(Math.abs(profile.value(s) - f(s))).toBeLessThan(1e-14);
        expect(Math.abs(profile.derivative(s) - f(s, 1))).toBeLessThan(1e-11);
        expect(Math.abs(profile.derivative(s, 2) - f(s, 2))).toBeLessThan(1e-8);
      }
    }
  });

  it('goes through its points, and has the slopes asked for at its ends', () => {
    const points: [number, number][] = [
      [0, 1],
      [0.5, -1],
      [2, 0.3],
      [2.25, 4],
      [5, 2],
      [6, 2],
      [6.5, 1],
      [9, 0],
    ];
    for (const options of [
      {},
      { degree: 3 },
      { ends: 'natural' },
      { degree: 3, ends: 'natural' },
      { monotone: true },
      { degree: 1 },
    ] as const) {
      const profile = curve({ points, ...options });
      for (const [s, value] of points) expect(profile.value(s)).toBeCloseTo(value, 12);
    }
    const clamped = curve({ points, ends: { slopes: [2, -1], seconds: [0.5, 3] } });
    expect(clamped.derivative(0)).toBeCloseTo(2, 11);
    expect(clamped.derivative(9)).toBeCloseTo(-1, 11);
    expect(clamped.derivative(0, 2)).toBeCloseTo(0.5, 10);
    expect(clamped.derivative(9, 2)).toBeCloseTo(3, 10);
    const natural = curve({ points, ends: 'natural' });
    expect(natural.derivative(9, 3)).toBeCloseTo(0, 9);
    expect(curve({ points, degree: 3, ends: 'natural' }).derivative(0, 2)).toBeCloseTo(0, 11);
  });

  it.each([
    [5, 3],
    [3, 2],
  ] as const)(
    'of degree %i has the same derivatives up to the %ith at both sides of knots and seam',
    (degree, order) => {
      const points = pointsOf(cam, 0.4, 0.4 + TURN, 12).map(([s, value], i): [number, number] => [
        s + (i % 12 === 0 ? 0 : 0.1 * Math.sin(3 * i)),
        value,
      ]);
      points[12] = [0.4 + TURN, points[0]![1]];
      const profile = curve({ points, periodic: true, degree });
      expect(profile.period).toBeCloseTo(TURN, 15);
      for (const [s] of points) {
        for (const k of [1, 2, 3].slice(0, order) as (1 | 2 | 3)[]) {
          const step = 1e-11;
          expect(Math.abs(profile.derivative(s + step, k) - profile.derivative(s - step, k))).toBeLessThan(1e-8);
        }
      }
      for (const turns of [-7, 1, 100]) expect(profile.value(1 + turns * TURN)).toBeCloseTo(profile.value(1), 12);
    },
  );

  it('rises and falls only where monotone points do', () => {
    const points: [number, number][] = [
      [0, 0],
      [1, 0],
      [1.2, 1],
      [2, 1],
      [3, 5],
      [3.1, 5.01],
      [4, 0],
    ];
    const [steady, free] = [curve({ points, monotone: true }), curve({ points })];
    const extremes = (profile: typeof free): [number, number] => {
      const values = Array.from({ length: 4001 }, (_, i) => profile.value(Math.min(i / 1000, 4)));
      return [Math.min(...values), Math.max(...values)];
    };
    const [lowest, highest] = extremes(steady);
    expect(lowest).toBeCloseTo(0, 14);
    expect(highest).toBeCloseTo(5.01, 13);
    expect(extremes(free)[0]).toBeLessThan(-0.1);
    for (let s = 2.0005; s < 3.1; s += 0.001) expect(steady.derivative(s)).toBeGreaterThanOrEqual(0);
  });

  it('does beyond its points as told', () => {
    const points: [number, number][] = [
      [0, 0],
      [1, 2],
      [2, 3],
    ];
    const f = curve({ points });
    expect(f.value(2.001)).toBeNaN();
    expect(f.derivative(-0.001)).toBeNaN();
    const hold = curve({ points, outside: 'hold' });
    expect([hold.value(-5), hold.value(7), hold.derivative(7), hold.smoothness]).toEqual([0, 3, 0, 0]);
    const linear = curve({ points, outside: 'linear' });
    expect(linear.value(4)).toBeCloseTo(3 + 2 * f.derivative(2), 13);
    expect([linear.derivative(-3), linear.smoothness]).toEqual([f.derivative(0), 1]);
    expect(
      curve({
        points: [
          [0, 0],
          [1, 2],
          [2, 3],
        ],
        ends: { slopes: [0, 0] },
        outside: 'hold',
      }).smoothness,
    ).toBe(2);
  });

  it('finds its pieces wherever it was asked last', () => {
    const points = pointsOf(cam, 0, 40, 1000);
    const profile = curve({ points });
    for (let i = 0; i < 5000; i++) {
      const s = (i * 17.31) % 40;
      expect(Math.abs(profile.value(s) - cam(s))).toBeLessThan(1e-8);
    }
  });

  it('is printed with its range', () => {
    expect(
      JSON.stringify(
        curve({
          points: [
            [0, 0],
            [1, 2],
            [2, 0],
          ],
          periodic: 3,
        }),
      ),
    ).toBe('{"start":0,"end":3,"period":3,"smoothness":4}');
  });
});

describe('a curve from a CSV text', () => {
  const rows = [
    [0, 0],
    [90, 12],
    [180, 20],
    [270, 12],
  ];
  const expected = curve({ points: rows.map(([s, y]) => [s! * (Math.PI / 180), y! * 1e-3]), periodic: TURN });
  const options = { xScale: Math.PI / 180, yScale: 1e-3, periodic: TURN } as const;

  it.each([
    ['names', 'angle,lift\n0,0\n90,12\n180,20\n270,12\n', { x: 'angle', y: 'lift' }],
    ['numbers', '0,0\r\n90,12\r\n180,20\r\n270,12', { x: 1, y: 2 }],
    [
      'semicolons and decimal commas',
      '\uFEFF# a cam\n"lift";"angle"\n0,0;0,0\n\n12,0;90\n20;180\n12;270\n',
      { x: 'angle', y: 'lift' },
    ],
    ['tabs', 'angle\tother\tlift\n0\tx\t0\n90\tx\t12\n180\tx\t20\n270\tx\t12\n', { x: 1, y: 'lift' }],
  ])('with %s', (_, text, columns) => {
    const profile = curve.fromCSV(text, { ...columns, ...options });
    for (const s of [0, 1, 2, 3, 4, 5, 6]) expect(profile.value(s)).toBe(expected.value(s));
  });

  it.each([
    ['angle,lift\n0,0\n1,zero\n', { x: 'angle', y: 'lift' }, "Line 3 of the CSV text has 'zero' in 'lift'."],
    ['angle,lift\n0,0\n1\n', { x: 'angle', y: 'lift' }, "Line 3 of the CSV text has '' in 'lift'."],
    [
      'angle,lift\n0,0\n1,1\n',
      { x: 'phi', y: 'lift' },
      "The CSV text has no column x = 'phi'. There are 'angle', 'lift'.",
    ],
    ['a,b\n0,5,1\n1,5,2\n', { x: 'a', y: 'b' }, 'Line 2 of the CSV text has 3 cells, the first line 2.'],
    ['a,a\n0,5\n1,2\n', { x: 'a', y: 'a' }, "Two columns of the CSV text are called 'a'."],
    ['0,0\n1,1\n', { x: 1, y: 3 }, 'The CSV text has no column y = 3. There are 2.'],
    ['', { x: 'angle', y: 'lift' }, 'The CSV text has no column'],
  ])('is refused with the line: %j', (text, columns, message) => {
    expect(() => curve.fromCSV(text, columns)).toThrow(message);
  });
});

describe('points that make no curve are refused', () => {
  const points: [number, number][] = [
    [0, 0],
    [1, 1],
    [2, 0],
  ];
  it.each<[object, string]>([
    [{ points: [] }, 'A curve through 0 points is not determined. Give at least 2.'],
    [{ points: [[0, 1]] }, 'A curve through 1 point is not determined.'],
    [
      {
        points: [
          [0, 1],
          [1, 1],
        ],
        periodic: true,
      },
      'A periodic curve through 2 points is not determined. Give at least 3, and',
    ],
    [
      {
        points: [
          [0, 1],
          [2, 1],
          [1, 1],
        ],
      },
      'The arguments of a curve do not ascend: points[2] is at 1, after 2. Sort',
    ],
    [
      {
        points: [
          [0, 1],
          [1, 1],
          [1, 2],
        ],
      },
      'Two points of a curve have the argument 1: points[1] and points[2].',
    ],
    [
      {
        points: [
          [0, 1],
          [1, Number.NaN],
        ],
      },
      'E_NOT_FINITE',
    ],
    [{ points: [[0, 1], [1]] }, 'points[1] of a curve has 1 component, but needs 2.'],
    [{ points: [0, 1, 2] }, 'Give a pair [argument, value].'],
    [{ points: 'lift.csv' }, "points of a curve is 'lift.csv'. Give an array of pairs [argument, value]."],
    [
      {
        points: [
          [0, 1],
          [1, 2],
          [2, 3],
          [3, 4],
        ],
        periodic: true,
      },
      'A periodic curve begins at 1 and ends at 4.',
    ],
    [{ points, periodic: 1.5 }, 'extend over 2, more than its period, 1.5.'],
    [{ points, periodic: -1 }, 'E_NOT_POSITIVE'],
    [{ points, degree: 2 }, 'The degree of a curve is 2. Give 1, 3 or 5.'],
    [{ points, degree: 5, monotone: true }, 'A monotone curve of degree 5'],
    [{ points, monotone: 'yes' }, 'E_BOOLEAN'],
    [{ points, outside: 'extrapolate' }, "Give 'error', 'hold' or 'linear'."],
    [{ points, periodic: true, outside: 'hold' }, 'A periodic curve has no ends. Leave out outside.'],
    [{ points, ends: 'clamped' }, "Give 'not-a-knot', 'natural' or { slopes: [0, 0] }."],
    [{ points, ends: { slopes: [0] } }, 'slopes at the ends of a curve has 1 component'],
    [{ points, degree: 1, ends: 'natural' }, 'Curves of degree 1 take no ends.'],
    [{ points, kind: 'cubic' }, "E_OPTION_UNKNOWN: A curve has no option 'kind'."],
    [{}, 'points of a curve is undefined.'],
  ])('%j', (options, message) => {
    let told = '';
    try {
      curve(options as CurveOptions);
    } catch (error) {
      const { code, message: text } = error as { code: string; message: string };
      told = `${code}: ${text}`;
    }
    expect(told).toContain(message);
  });
});
