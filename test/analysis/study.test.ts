import { study, type StudyOptions } from 'holonomic/analysis';
import { loadScene } from 'holonomic/scene';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inFull } from '../support/scope.js';

const TURN = 2 * Math.PI;

/** A four-bar linkage of rigid bars; each angle is that of its bar. */
const FOUR_BAR = {
  format: 'holonomic-scene/1',
  title: 'Four bars',
  space: 2,
  params: { crank: { value: 1 }, coupler: { value: 3.5 }, rocker: { value: 3 }, frame: { value: 4 } },
  bodies: {
    crank: { kind: 'rigid', mass: 1, inertia: 0.1, position: [0, 0], angle: 1, points: { tip: ['crank', 0] } },
    coupler: {
      kind: 'rigid',
      mass: 1,
      inertia: 0.1,
      position: [0.5, 0.9],
      angle: 0.5,
      points: { tip: ['coupler', 0] },
    },
    rocker: {
      kind: 'rigid',
      mass: 1,
      inertia: 0.1,
      position: ['frame', 0],
      angle: 1.8,
      points: { tip: ['rocker', 0] },
    },
  },
  constraints: {
    o2: { type: 'Coincident', on: { a: 'crank', b: { ground: [0, 0] } } },
    a: { type: 'Coincident', on: { a: 'crank.tip', b: 'coupler' } },
    b: { type: 'Coincident', on: { a: 'coupler.tip', b: 'rocker.tip' } },
    o4: { type: 'Coincident', on: { a: 'rocker', b: { ground: ['frame', 0] } } },
  },
};

/** A crank of length r with a piston on the x axis. */
const SLIDER_CRANK = {
  format: 'holonomic-scene/1',
  title: 'Slider-crank',
  space: 2,
  params: { r: { value: 0.3 }, l: { value: 1 } },
  bodies: {
    crank: { kind: 'rigid', mass: 1, inertia: 0.05, position: [0, 0], angle: 0.2, points: { pin: ['r', 0] } },
    piston: { kind: 'particle', mass: 2, position: [1.25, 0] },
  },
  constraints: {
    bearing: { type: 'Coincident', on: { a: 'crank', b: { ground: [0, 0] } } },
    rod: { type: 'Distance', on: { a: 'crank.pin', b: 'piston' }, params: { length: 'l' } },
    guide: { type: 'PointOnLine', on: { p: 'piston', origin: { ground: [0, 0] }, normal: { direction: [0, 1] } } },
  },
  traces: { piston: { point: 'piston' } },
};

/** The same, drawn at a dead centre. */
const IN_LINE = {
  ...SLIDER_CRANK,
  bodies: {
    crank: { ...SLIDER_CRANK.bodies.crank, angle: 0 },
    piston: { ...SLIDER_CRANK.bodies.piston, position: [1.3, 0] },
  },
};

const studied = async (document: object, options: StudyOptions): ReturnType<typeof study> =>
  study(await loadScene(document), options);

describe('study', () => {
  it('has the angles of a four-bar linkage, their slopes, and how they depend on the coupler', async () => {
    const at = Math.PI / 3;
    const { rows, column } = await studied(FOUR_BAR, {
      drive: 'crank.angle',
      over: [at, at + 1],
      steps: 1,
      outputs: ['rocker.angle'],
      sensitivities: ['coupler'],
    });
    expect(rows).toHaveLength(2);
    expect(Math.abs(column('rocker.angle')[0]! - 1.79577497339621)).toBeLessThan(1e-14);
    expect(Math.abs(column("rocker.angle'")[0]! - 0.147301187742361)).toBeLessThan(1e-14);
    expect(Math.abs(column('d(rocker.angle)/d(coupler)')[0]! + 0.362476630777621)).toBeLessThan(1e-11);
  });

  inFull('has the closed forms of a slider-crank at 360 angles, to 1e-12', async () => {
    const { rows, columns, column, deadPoints, reach } = await studied(SLIDER_CRANK, {
      drive: 'crank.angle',
      over: [0, TURN],
      outputs: ['piston.x', 'norm(piston)'],
      sensitivities: ['r'],
    });
    expect(rows).toHaveLength(361);
    expect(reach).toBeUndefined();
    const [r, l, m] = [0.3, 1, 2];
    let worst = 0;
    let loose = 0;
    rows.forEach((_, k) => {
      const theta = (TURN * k) / 360;
      const [s, c] = [r * Math.sin(theta), r * Math.cos(theta)];
      const w = Math.sqrt(l * l - s * s);
      const [slope, bend] = [-s - (s * c) / w, -c - (c * c - s * s) / w - (s * s * c * c) / w ** 3];
      const exact: Record<string, number> = {
        'crank.angle': theta,
        'piston.x': c + w,
        "piston.x'": slope,
        "piston.x''": bend,
        'norm(piston)': c + w,
        'force on crank.angle': m * bend * slope,
        'guide.force.p.x': 0,
        // The rod's force on the pin, in the axes of the crank.
        'rod.force.a.x': -m * bend * (Math.cos(theta) - (s / w) * Math.sin(theta)),
        'rod.force.a.y': m * bend * (Math.sin(theta) + (s / w) * Math.cos(theta)),
      };
      for (const [name, value] of Object.entries(exact)) worst = Math.max(worst, Math.abs(column(name)[k]! - value));
      const rough: Record<string, number> = {
        "norm(piston)'": slope,
        "norm(piston)''": bend,
        'd(piston.x)/d(r)': Math.cos(theta) - (s * Math.sin(theta)) / w,
      };
      for (const [name, value] of Object.entries(rough)) loose = Math.max(loose, Math.abs(column(name)[k]! - value));
    });
    expect(columns).toContain('bearing.force.a.y');
    expect(worst).toBeLessThan(1e-12);
    expect(loose).toBeLessThan(1e-8);
    // Top and bottom, where the piston cannot turn the crank; the first and the last place have no neighbour.
    const [bottom] = deadPoints.filter(({ output }) => output === 'piston.x');
    expect(bottom!.drive).toBeCloseTo(Math.PI, 10);
    expect(bottom!.value).toBeCloseTo(0.7, 14);
  });

  it.each([
    ['a short way', 1, 1.04, 20],
    ['a turn', TURN, 0, 37],
    ['a hundred turns', 0, 100 * TURN, 330],
  ])('has rates and accelerations of formulas to 1e-9 over %s', async (_, from, to, steps) => {
    const options = { drive: 'crank.angle', over: [from, to], steps, outputs: ['norm(piston)'] } as const;
    const { column } = await studied(SLIDER_CRANK, options);
    column('crank.angle').forEach((theta, k) => {
      const [s, c] = [0.3 * Math.sin(theta), 0.3 * Math.cos(theta)];
      const w = Math.sqrt(1 - s * s);
      expect(Math.abs(column("norm(piston)'")[k]! - (-s - (s * c) / w) * Math.sign(to - from))).toBeLessThan(1e-10);
      const bend = -c - (c * c - s * s) / w - (s * s * c * c) / w ** 3;
      expect(Math.abs(column("norm(piston)''")[k]! - bend)).toBeLessThan(1e-9);
    });
  });

  it('stays on its branch where rows are turns apart', async () => {
    const options = { drive: 'crank.angle', over: [0, 100 * TURN], steps: 37, outputs: ['piston.x'] } as const;
    const { column } = await studied(SLIDER_CRANK, options);
    column('crank.angle').forEach((theta, k) => {
      const x = 0.3 * Math.cos(theta) + Math.sqrt(1 - (0.3 * Math.sin(theta)) ** 2);
      expect(column('piston.x')[k]).toBeCloseTo(x, 11);
    });
  });

  it('has them where parts rest at first, and where the drive turns back soon', async () => {
    const swing = {
      format: 'holonomic-scene/1',
      title: 'A swing',
      space: 2,
      bodies: { p: { kind: 'particle', mass: 1, position: [1, 0] } },
      constraints: { moved: { type: 'Moved', on: { p: 'p' } } },
      specs: { Moved: { summary: 'Moves.', space: 2, inputs: { p: 'point' }, C: ['p.x == cos(2*pi*t)', 'p.y == 0'] } },
    };
    const timed = await studied(swing, { over: [0, 80], steps: 53, outputs: ['2 * p.x'] });
    timed.column('time').forEach((t, k) => {
      expect(Math.abs(timed.column("2 * p.x'")[k]! / TURN + 2 * Math.sin(TURN * t))).toBeLessThan(1e-9);
      expect(Math.abs(timed.column("2 * p.x''")[k]! / TURN ** 2 + 2 * Math.cos(TURN * t))).toBeLessThan(1e-8);
    });
    // Rod and crank are in line at 1.3 and 0.7, where the crank has no rate.
    const traced = { ...SLIDER_CRANK, traces: { pin: { point: 'crank.pin' } } };
    const outputs = ['pin.y', 'pin.y * 1'];
    const { column, reach } = await studied(traced, { drive: 'piston.x', over: [1.25, 0.6], steps: 50, outputs });
    expect(reach).toBeCloseTo(0.7, 6);
    const [exact, found] = [column("pin.y'"), column("pin.y * 1'")];
    exact.forEach((rate, k) => {
      expect(Math.abs(found[k]! / rate - 1)).toBeLessThan(1e-9);
    });
  });

  it('finds dead points on a row as between rows, to 1e-10', async () => {
    for (const over of [
      [-Math.PI, Math.PI],
      [-2, 2.5],
      [2.5, -2],
    ] as const) {
      const { deadPoints } = await studied(IN_LINE, { drive: 'crank.angle', over, outputs: ['piston.x'] });
      expect(deadPoints).toHaveLength(1);
      expect(Math.abs(deadPoints[0]!.drive)).toBeLessThan(1e-10);
    }
    const { deadPoints } = await studied(SLIDER_CRANK, {
      drive: 'crank.angle',
      over: [-0.5 * Math.PI, 5.5 * Math.PI],
      steps: 12,
      outputs: ['piston.x'],
    });
    expect(deadPoints.map(({ drive }) => (drive / Math.PI).toFixed(9))).toEqual(
      [0, 1, 2, 3, 4, 5].map((turn) => turn.toFixed(9)),
    );
  });

  it.each([1, 1e-3])('stays on its branch on the way to the first value, in a size of %s m', async (size) => {
    const document = {
      ...IN_LINE,
      params: { r: { value: 0.3 * size }, l: { value: size } },
      bodies: { ...IN_LINE.bodies, piston: { ...IN_LINE.bodies.piston, position: [1.3 * size, 0] } },
    };
    for (const begin of [-Math.PI, Math.PI, 3]) {
      const over = [begin, 0] as const;
      const { column } = await studied(document, { drive: 'crank.angle', over, outputs: ['piston.x'], steps: 2 });
      expect(column('piston.x')[2]! / size).toBeCloseTo(1.3, 12);
    }
  });

  inFull('takes no rounding in the rate of what stays as it is for a dead point', async () => {
    const { deadPoints } = await studied(SLIDER_CRANK, {
      drive: 'crank.angle',
      over: [0.1, 0.1 + TURN],
      steps: 72,
      outputs: ['piston.y', 'dot(piston, [0, 1])', 'norm(piston - piston)', 'piston.x'],
    });
    expect(deadPoints.map(({ output }) => output)).toEqual(['piston.x', 'piston.x']);
    for (const name of ['peaucellier', 'delta-robot']) {
      const scene = await loadScene(JSON.parse(readFileSync(`scenes/${name}.json`, 'utf8')));
      const table = await study(scene, { steps: 72 });
      // As many as values change their direction, by more than rounding.
      const turns = table.columns
        .filter((column) => table.columns.includes(`${column}''`))
        .map((column) => {
          const x = table.column(column);
          let [count, way, from] = [0, 0, x[0]!];
          for (const value of x) {
            if (Math.abs(value - from) < 1e-9) continue;
            if (way * (value - from) < 0) count++;
            [way, from] = [Math.sign(value - from), value];
          }
          return count;
        });
      expect(table.deadPoints.length).toBeGreaterThan(0);
      expect(table.deadPoints).toHaveLength(turns.reduce((sum, count) => sum + count));
    }
  });

  it('goes with the time where the document drives, and tells the power of its drivers', async () => {
    const document: unknown = JSON.parse(readFileSync('scenes/four-bar.json', 'utf8'));
    const scene = await loadScene(document);
    const { column, rows } = await study(scene, {
      steps: 90,
      transmission: { at: 'B', from: 'A', to: '[frame, 0]' },
    });
    expect(rows[90]![0]).toBeCloseTo(Math.PI, 14);
    expect(column('curve.x')[90]).toBeCloseTo(column('curve.x')[0]!, 13);
    // Cosines of triangles on the line from A to the frame.
    rows.forEach((_, k) => {
      const phi = 0.6 + 2 * column('time')[k]!;
      const square = 0.4 ** 2 + 1.2 ** 2 - 2 * 0.4 * 1.2 * Math.cos(phi);
      const angle = Math.acos((1.1 ** 2 + 0.9 ** 2 - square) / (2 * 1.1 * 0.9));
      expect(column('transmission')[k]).toBeCloseTo(angle, 12);
    });
    // Over a turn the work is that of no force: none is lost.
    const work = column('power')
      .subarray(0, 90)
      .reduce((sum, power) => sum + power, 0);
    expect(Math.abs(work) / Math.max(...column('power'))).toBeLessThan(1e-9);
  });

  it('has the transmission angle and its slopes where it is 0 and π', async () => {
    const { column } = await studied(
      { ...SLIDER_CRANK, params: { r: { value: 0.9 }, l: { value: 1 } } },
      {
        drive: 'crank.angle',
        over: [0, TURN],
        steps: 8,
        outputs: ['piston.x'],
        transmission: { at: 'crank.pin', from: 'crank', to: 'piston' },
      },
    );
    column('crank.angle').forEach((theta, k) => {
      // The crank's angle, and that of the rod to its other side.
      const lean = Math.asin(0.9 * Math.sin(theta));
      const turned = Math.PI - theta - lean;
      expect(column('transmission')[k]).toBeCloseTo(Math.abs(turned), 14);
      const slope = 1 + (0.9 * Math.cos(theta)) / Math.cos(lean);
      expect(Math.abs(column("transmission'")[k]!)).toBeCloseTo(Math.abs(slope), 9);
      const bend = (Math.sin(lean) * (slope - 1) ** 2 - 0.9 * Math.sin(theta)) / Math.cos(lean);
      expect(Math.abs(column("transmission''")[k]!)).toBeCloseTo(Math.abs(bend), 7);
    });
  });

  it('has the transmission angle in space, and names the side that is no point', async () => {
    const lever = {
      format: 'holonomic-scene/1',
      title: 'A lever',
      space: 3,
      bodies: {
        p: { kind: 'particle', mass: 1, position: [1, 0, 0] },
        q: { kind: 'particle', mass: 1, position: [-1, 1e-9, 0] },
      },
      constraints: {
        atP: { type: 'Coincident', on: { a: 'p', b: { ground: [1, 0, 0] } } },
        atQ: { type: 'Coincident', on: { a: 'q', b: { ground: [-1, 1e-9, 0] } } },
      },
    };
    const at = '[0, 0, 0]';
    const { column } = await studied(lever, { over: [0, 1], steps: 1, outputs: ['p.x'], transmission: { at, from: 'p', to: 'q' } }); // prettier-ignore
    expect(column('transmission')[1]).toBeCloseTo(Math.PI - 1e-9, 15);
    const wrong = studied(lever, { over: [0, 1], outputs: ['p.x'], transmission: { at, from: 'p.tip', to: 'q' } });
    await expect(wrong).rejects.toThrow(/transmission\.from[^]*no component "\.tip"[^]*\(p\.tip\)/);
  });

  it.each([{ min: 0.3 }, { min: 0, max: 0.3001 }, { min: 0.29999, max: 0.30001 }])(
    'has the sensitivity of a parameter that is 0.3 of %o',
    async (ends) => {
      const document = { ...SLIDER_CRANK, params: { r: { value: 0.3, ...ends }, l: { value: 1 } } };
      const options = { drive: 'crank.angle', over: [0.5, 1.5], steps: 1, outputs: ['piston.x'], sensitivities: ['r'] } as const; // prettier-ignore
      const { column } = await studied(document, options);
      column('crank.angle').forEach((theta, k) => {
        const s = Math.sin(theta);
        const slope = Math.cos(theta) - (0.3 * s * s) / Math.sqrt(1 - (0.3 * s) ** 2);
        expect(column('d(piston.x)/d(r)')[k]).toBeCloseTo(slope, 8);
      });
      const fixed = { ...document, params: { ...document.params, r: { value: 0.3, min: 0.3, max: 0.3 } } };
      await expect(studied(fixed, options)).rejects.toThrow(/"r" has one value alone/);
    },
  );

  it('ends where the mechanism does, and names what is missing or wrong', async () => {
    const short = { ...FOUR_BAR, params: { ...FOUR_BAR.params, rocker: { value: 0.8 }, coupler: { value: 3.4 } } };
    const { reach, rows } = await studied(short, {
      drive: 'crank.angle',
      over: [1, 4],
      steps: 30,
      outputs: ['rocker.angle'],
    });
    // Coupler and rocker in line: |A − O4| = 4.2. There an error of 1e-10 m is an angle of its root.
    expect(reach).toBeCloseTo(Math.acos((1 + 16 - 4.2 ** 2) / 8), 4);
    expect(rows.at(-1)![0]).toBeLessThan(reach!);
    const bad = (options: object): Promise<unknown> => studied(SLIDER_CRANK, options);
    await expect(bad({ drive: 'crank.angel', over: [0, 1] })).rejects.toThrow(/crank\.angle/);
    await expect(bad({ drive: 'crank.angle' })).rejects.toThrow(/range of its drive/);
    await expect(bad({ drive: 'crank.angle', over: [0, 1], steps: 0 })).rejects.toThrow(/steps/);
    await expect(bad({ drive: 'crank.angle', over: [0, 1], sensitivities: ['R'] })).rejects.toThrow(/no parameter "R"/);
    const outputs = ['piston.x', "piston.x'"];
    await expect(bad({ drive: 'crank.angle', over: [0, 1], outputs })).rejects.toThrow(/column "piston\.x'" twice/);
    await expect(bad({})).rejects.toThrow(/1 freedom is left/);
    // Where rod and crank are in line, the piston cannot begin to move; elsewhere it drives.
    await expect(studied(IN_LINE, { drive: 'piston.x', over: [1.2, 0.8] })).rejects.toThrow(
      /moves nothing where it begins: .* dead centre[^]*Draw it elsewhere/,
    );
    await expect(bad({ drive: 'piston.x', over: [1.2, 0.8], steps: 2 })).resolves.toHaveProperty('rows.length', 3);
    await expect(study({} as never)).rejects.toThrow(/loadScene/);
  });

  it('writes a table', async () => {
    const { toCSV, columns, column } = await studied(SLIDER_CRANK, { drive: 'crank.angle', over: [0, 1], steps: 2 });
    const lines = toCSV().trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]!.split(',')).toEqual(columns);
    expect(Number(lines[3]!.split(',')[0])).toBe(1);
    expect(() => column('piston.z')).toThrow(/no column "piston.z"/);
  });
});
