import * as library from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { evaluateEnergy, rk4, spring, torsionSpring, World, type EnergyEvaluated } from '../../runtime/index.js';

type Vector = readonly number[];
type Given = Readonly<Record<string, number | Vector>>;

/** Evaluates an energy of the library; its inputs are told from its parameters by their names. */
function at(Class: { readonly type: library.Spring2D['type'] }, given: Given): EnergyEvaluated {
  const names = new Set(Class.type.inputs.map(({ name }) => name));
  const all = Object.entries(given);
  return evaluateEnergy(Class, {
    inputs: Object.fromEntries(all.flatMap(([name, value]) => (names.has(name) ? [[name, { value }]] : []))),
    params: Object.fromEntries(all.filter(([name]) => !names.has(name))),
  });
}

const O = [0, 0, 0];
const X = [1, 0, 0];
/** The force on an input, component by component. */
const force = (found: EnergyEvaluated, input: string): number[] => found.gradient[input]!.map((x) => -x);
const close = (x: number, y: number, relative = 1e-13): void => {
  expect(Math.abs(x - y)).toBeLessThanOrEqual(relative * Math.max(Math.abs(y), 1e-300));
};
/** The second derivative along a motion of some inputs. */
const along = ({ hessian }: EnergyEvaluated, motion: Readonly<Record<string, Vector>>): number =>
  Object.entries(motion).reduce(
    (sum, [i, u]) =>
      sum +
      Object.entries(motion).reduce(
        (part, [j, w]) =>
          part + u.reduce((s, ui, r) => s + ui * w.reduce((t, wj, c) => t + hessian[i]![j]![r]![c]! * wj, 0), 0),
        0,
      ),
    0,
  );

describe('springs', () => {
  it('are the springs of the runtime', () => {
    const run = (isClass: boolean): number[] => {
      const world = new World({ space: 3 });
      const a = world.addParticle({ mass: 1, position: [0.1, 0.2, 0.3], velocity: [1, 2, 3] });
      const b = world.addParticle({ mass: 2, position: [1.3, -0.2, 0.5], velocity: [-0.5, 0.3, 0.7] });
      const given = { a, b, stiffness: 7, restLength: 0.9, damping: 0.4 };
      world.addForce(isClass ? new library.Spring3D(given) : spring(given));
      world.evaluate();
      return [...world.accelerations, world.energy().potential];
    };
    run(true).forEach((x, i) => {
      close(x, run(false)[i]!, 2 ** -51);
    });
    const turn = (isClass: boolean): number[] => {
      const world = new World({ space: 2 });
      const [a, b] = [0.2, 9].map((angle) =>
        world.addBody({ mass: 1, inertia: 0.4, position: [0, 0], angle, angularVelocity: angle }),
      );
      const given = { a: a!.angle, b: b!.angle, stiffness: 7, damping: 0.4, restAngle: 2 };
      world.addForce(isClass ? new library.TorsionSpring(given) : torsionSpring(given));
      world.evaluate();
      return [...world.accelerations, world.energy().potential];
    };
    turn(true).forEach((x, i) => {
      close(x, turn(false)[i]!, 2 ** -51);
    });
  });

  it('follow their laws', () => {
    const ends = { a: [0, 0], b: [1.2, 1.6] };
    // At the stretch s = 1.5: k s + h s³.
    const duffing = at(library.DuffingSpring2D, { ...ends, stiffness: 3, hardening: 2, restLength: 0.5 });
    close(force(duffing, 'a')[0]!, 0.6 * (3 * 1.5 + 2 * 1.5 ** 3));
    const steady = at(library.ConstantForceSpring2D, { ...ends, force: 5 });
    expect(force(steady, 'b').map((x) => Number(x.toFixed(12)))).toEqual([-3, -4]);
    // Marko and Siggia's force at half of the length is kT / P (1 / (4 · 0.25) − 1 / 4 + 1 / 2).
    const thread = at(library.WormlikeChain2D, { ...ends, thermalEnergy: 0.2, persistence: 0.1, length: 4 });
    close(Math.hypot(...force(thread, 'a')), 2.5);
  });

  it('turn a hinge back, whatever its rest angle, without a jump of energy', () => {
    const turned = (angle: number): Given => ({
      side: [Math.cos(angle), Math.sin(angle), 0],
      u: X,
      w: [0, 1, 0],
      stiffness: 2,
      restAngle: 3,
    });
    for (const angle of [2.5, 3.5, -3, 0.1]) {
      const off = Math.atan2(Math.sin(angle - 3), Math.cos(angle - 3));
      const found = at(library.HingeSpring, turned(angle));
      close(found.V, off ** 2, 1e-12);
      const [x, y] = found.gradient['side']!;
      close(-Math.sin(angle) * x! + Math.cos(angle) * y!, 2 * off, 1e-12);
    }
    const [before, after] = [3 + Math.PI - 1e-9, 3 - Math.PI + 1e-9].map((angle) => at(library.HingeSpring, turned(angle)).V); // prettier-ignore
    close(before!, after!, 1e-8);
  });
});

describe('bends', () => {
  const bent = (angle: number): Given => ({ a: [-1, 0, 0], b: O, c: [Math.cos(angle), Math.sin(angle), 0] });

  it('cost what the angle says', () => {
    for (const angle of [0.01, 1, 2.5]) {
      const [sine, tangent] = [Math.sin(angle / 2), Math.tan(angle / 2)];
      close(at(library.Bend3D, { ...bent(angle), stiffness: 3 }).V, 6 * sine ** 2, 1e-11);
      close(at(library.RodBend3D, { ...bent(angle), stiffness: 3, length: 0.5 }).V, 12 * tangent ** 2, 1e-11);
    }
    // Straight, the rate of the angle is y at the free end of a segment of length 1.
    close(along(at(library.Bend3D, { ...bent(0), stiffness: 3 }), { c: [0, 1, 0] }), 3);
    close(along(at(library.RodBend3D, { ...bent(0), stiffness: 3, length: 0.5 }), { c: [0, 0, 1] }), 6);
  });

  it('bend a rod to the elastic energy of a circle', () => {
    // Half a circle of radius 2 and bending stiffness 3: EI π R / (2 R²), to the square of the segments.
    const errors = [50, 100].map((count) => {
      const step = Math.PI / count;
      const place = (i: number): Vector => [2 * Math.cos(i * step), 2 * Math.sin(i * step)];
      const length = 4 * Math.sin(step / 2);
      let V = 0;
      for (let i = 1; i <= count; i++)
        V += at(library.RodBend2D, { a: place(i - 1), b: place(i), c: place(i + 1), stiffness: 3, length }).V;
      return V / ((3 * Math.PI) / 4) - 1;
    });
    expect(Math.abs(errors[1]!)).toBeLessThan(1e-3);
    expect(errors[0]! / errors[1]!).toBeCloseTo(4, 1);
  });

  it('twist by the angle that a rod is turned, and not by its bend', () => {
    const twisted = (angle: number, bend: number): Given => ({
      ...bent(bend),
      across: [0, 0.6, 0.8],
      // The direction across, turned by the bend about z, then about the second segment.
      other: [[-Math.sin(bend), Math.cos(bend), 0], [0, 0, 1]].reduce<number[]>(
        (sum, axis, i) => sum.map((x, c) => x + axis[c]! * (i === 0 ? 0.6 * Math.cos(angle) - 0.8 * Math.sin(angle) : 0.8 * Math.cos(angle) + 0.6 * Math.sin(angle))),
        [0, 0, 0],
      ), // prettier-ignore
      stiffness: 3,
      length: 0.5,
    });
    for (const bend of [0, 0.8]) {
      expect(Math.abs(at(library.RodTwist, twisted(0, bend)).V)).toBeLessThan(1e-14);
      close(at(library.RodTwist, twisted(0.7, bend)).V, 6 * (1 - Math.cos(0.7)), 1e-12);
    }
    close(at(library.RodStretch3D, { a: O, b: [0, 1.1, 0], stiffness: 30, length: 1 }).V, 0.15, 1e-12);
  });

  it('fold two triangles to their rest angle', () => {
    // a lies in the plane y > 0 below the edge along z; d turns about it.
    const folded = (angle: number): Given => ({
      a: [0, 1, 0],
      b: O,
      c: [0, 0, 1],
      d: [-Math.sin(angle), Math.cos(angle), 1],
      stiffness: 2,
    });
    for (const restAngle of [Math.PI, 1]) {
      const V = (angle: number): number => at(library.DihedralBend, { ...folded(angle), restAngle }).V;
      const cosine = (angle: number): number => 2 * (1 - Math.cos(Math.abs(angle) - restAngle));
      for (const angle of [3.1, 2, 0.4]) close(V(angle), cosine(angle), 1e-9);
      expect(V(Math.PI - 1e-7)).toBeCloseTo(V(-Math.PI + 1e-7), 6);
    }
    expect(at(library.DihedralBend, folded(Math.PI)).V).toBeLessThan(1e-15);
  });
});

describe('areas, volumes and elastic materials', () => {
  const corners = { a: O, b: [2, 0, 0], c: [0, 3, 0], d: [0, 0, 1] };
  const flat = { a: [0, 0], b: [2, 0], c: [0, 3] };

  it('hold areas and volumes', () => {
    close(at(library.AreaSpring, { ...flat, stiffness: 2, area: 1 }).V, 4);
    close(at(library.VolumeSpring, { ...corners, stiffness: 2, volume: 0.5 }).V, 0.25);
    // Tension times half of the width, towards the other side.
    const { a, b, c } = corners;
    expect(force(at(library.SoapFilm, { a, b, c, tension: 0.7 }), 'c')[1]).toBeCloseTo(-0.7, 14);
  });

  it('stretch a membrane as its material says', () => {
    const [h, poisson] = [50, 0.25];
    const [lam, mu] = [(h * poisson) / (1 - poisson ** 2), h / (2 * (1 + poisson))];
    for (const [sx, sy] of [
      [1.2, 1],
      [0.9, 1.3],
    ] as const) {
      // prettier-ignore
      const [ex, ey] = [(sx ** 2 - 1) / 2, (sy ** 2 - 1) / 2];
      const { V } = at(library.Membrane2D, {
        a: [1, 1],
        b: [1 + 2 * sx, 1],
        c: [1 + 0.5 * sx, 1 + 3 * sy],
        ab: [2, 0],
        ac: [0.5, 3],
        stiffness: h,
        poisson,
      });
      close(V, 3 * ((lam / 2) * (ex + ey) ** 2 + mu * (ex ** 2 + ey ** 2)), 1e-12);
    }
    const turned = at(library.Membrane3D, { a: O, b: [0, 0, 2], c: [0, 3, 0], ab: [2, 0, 0], ac: [0, 3, 0], stiffness: h, poisson }); // prettier-ignore
    expect(Math.abs(turned.V)).toBeLessThan(1e-13);
    expect(Math.max(...Object.values(turned.gradient).flat().map(Math.abs))).toBeLessThan(1e-12);
  });

  it('give a solid the modulus and the ratio of its material, and follow its law far beyond', () => {
    const rest = { ab: corners.b, ac: corners.c, ad: corners.d };
    const [young, poisson] = [1000, 0.3];
    const stretched = (s: Vector): EnergyEvaluated =>
      at(library.ElasticSolid, { a: O, b: [2 * s[0]!, 0, 0], c: [0, 3 * s[1]!, 0], d: [0, 0, s[2]!], ...rest, young, poisson }); // prettier-ignore
    const still = stretched([1, 1, 1]);
    expect(Math.abs(still.V)).toBeLessThan(1e-12);
    expect(Math.max(...Object.values(still.gradient).flat().map(Math.abs))).toBeLessThan(1e-10);
    // Strain 1 along x and −ν across: twice the energy is E times the volume, and no force acts across.
    const strain = { b: [2, 0, 0], c: [0, -3 * poisson, 0], d: [0, 0, -poisson] };
    const across = { c: [0, 3, 0] };
    const both = { ...strain, c: [0, 3 - 3 * poisson, 0] };
    close(along(still, strain), young, 1e-12);
    expect(Math.abs(along(still, both) - along(still, strain) - along(still, across))).toBeLessThan(1e-12 * young);
    const mu = young / 2.6;
    const lam = mu / (1 - 2 * poisson);
    for (const s of [
      [1.5, 0.8, 1],
      [-0.5, 1, 1],
    ] as const) {
      // prettier-ignore
      const J = s[0] * s[1] * s[2];
      const I = s.reduce((sum, x) => sum + x * x, 0);
      close(stretched(s).V, (mu / 2) * (I - 3) - mu * (J - 1) + (lam / 2) * (J - 1) ** 2, 1e-12);
    }
  });
});

describe('fields', () => {
  it('let a planet go round in the time of Kepler', () => {
    const world = new World({ space: 2, integrator: rk4() });
    const sun = world.ground.point([0, 0]);
    const planet = world.addParticle({ mass: 2, position: [1, 0], velocity: [0, 1.2] });
    world.addForce(new library.Attraction2D({ a: sun, b: planet, massA: 3, massB: 2, G: 0.5 }));
    // 1 / a = 2 / r − v² / μ with μ = 1.5.
    const period = 2 * Math.PI * Math.sqrt((1 / (2 - 1.44 / 1.5)) ** 3 / 1.5);
    for (let k = 0; k < 2000; k++) world.step(period / 2000);
    expect(planet.position[0]).toBeCloseTo(1, 9);
    expect(planet.position[1]).toBeCloseTo(0, 8);
  });

  it('have the forces of Coulomb, of dipoles in a row, and of Lennard and Jones', () => {
    const far = { a: O, b: [2, 0, 0] };
    const charges = at(library.Coulomb3D, { ...far, chargeA: 1e-6, chargeB: -3e-6 });
    close(force(charges, 'a')[0]!, (8.9875517862e9 * 3e-12) / 4);
    const magnets = at(library.MagneticDipoles3D, { ...far, m: X, n: X, momentA: 2, momentB: 5 });
    // 3 μ0 m n / (2 π r⁴)
    close(force(magnets, 'a')[0]!, (6e-7 * 10) / 16);
    const side = at(library.MagneticDipoles3D, { ...far, m: [0, 1, 0], n: [0, 1, 0], momentA: 2, momentB: 5 });
    close(force(side, 'a')[0]!, (-3e-7 * 10) / 16);
    const [depth, distance] = [0.3, 0.5];
    const r = 2 ** (1 / 6) * distance;
    const atoms = at(library.LennardJones3D, { a: O, b: [r, 0, 0], depth, distance });
    close(atoms.V, -depth);
    expect(Math.abs(atoms.gradient['b']![0]!)).toBeLessThan(1e-13);
    close(atoms.hessian['b']!['b']![0]![0]!, (72 * depth) / (2 ** (1 / 3) * distance ** 2), 1e-12);
  });

  it('lift a ball by the water that it displaces', () => {
    const [radius, density, gravity] = [0.2, 1000, 9.81];
    const lift = (height: number): number =>
      force(
        at(library.Float3D, { p: [1, height, 2], surface: [0, 0.5, 0], up: [0, 1, 0], radius, density, gravity }),
        'p',
      )[1]!;
    const sphere = (4 / 3) * Math.PI * radius ** 3;
    expect(Math.abs(lift(0.8))).toBe(0);
    close(lift(0.5), (density * gravity * sphere) / 2, 1e-12);
    close(lift(0.1), density * gravity * sphere, 1e-12);
    close(lift(-7), density * gravity * sphere, 1e-12);
    // A cap of height h has π h² (3 R − h) / 3.
    close(lift(0.6), (density * gravity * Math.PI * 0.1 ** 2 * (3 * radius - 0.1)) / 3, 1e-12);
  });
});
