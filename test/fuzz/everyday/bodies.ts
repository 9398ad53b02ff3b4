import type { Pen, Recipe, Spec } from './pen.js';

const body = (name: string, space: 2 | 3, write: (pen: Pen) => Spec): Recipe => ({ name, space, write });
const mass = (pen: Pen, name = 'm'): string =>
  pen.chance(0.5) ? pen.param(name, 0.1) : pen.pick(['1', '0.5', '2.5', '0.2']);

/** The potential of a spring of some stretch. */
const potential = (pen: Pen, stretch: string): string => {
  const k = pen.positive('k');
  return pen.pick([
    `${k} / 2 * (${stretch})^2`,
    `0.5 * ${k} * (${stretch})^2`,
    `${k} * (${stretch})^2 / 2 + ${pen.size()} * (${stretch})^4`,
    `${k} * (1 - exp(-(${stretch})))^2`,
    `${k} / 2 * max(${stretch}, 0)^2`,
  ]);
};

/** Bodies of masses on formulas, with springs. */
export const BODIES: readonly Recipe[] = [
  body('pendulum', 2, (pen) => {
    const theta = pen.scalar('theta');
    const length = pen.positive('length');
    return pen.body({
      points: { bob: { at: `${length} * [sin(${theta}), -cos(${theta})]`, mass: mass(pen) } },
      ...(pen.chance(0.5) && { energy: potential(pen, `${theta} - ${pen.angle()}`) }),
    });
  }),
  body('double pendulum', 2, (pen) => {
    const [a, b] = [pen.scalar('a'), pen.scalar('b')];
    pen.parts['elbow'] = `${pen.positive('l1')} * [sin(${a}), -cos(${a})]`;
    return pen.body({
      points: {
        one: { at: 'elbow', mass: mass(pen) },
        two: { at: `elbow + ${pen.positive('l2')} * [sin(${b}), -cos(${b})]`, mass: mass(pen, 'm2') },
      },
      ...(pen.chance(0.5) && { energy: potential(pen, `${a} - ${b}`) }),
    });
  }),
  body('bead on a wire', 2, (pen) => {
    const s = pen.scalar('s');
    const wire = pen.pick([
      `[${s}, ${pen.size()} * ${s}^2]`,
      `[${s}, ${pen.size()} * cos(${pen.size()} * ${s})]`,
      `[${s} + sin(${s}), 1 - cos(${s})]`,
      `${pen.size()} * [cos(${s}), sin(2 * ${s}) / 2]`,
      `exp(0.1 * ${s}) * [cos(${s}), sin(${s})]`,
    ]);
    return pen.body({
      points: { bead: { at: wire, mass: mass(pen) } },
      ...(pen.chance(0.5) && { energy: potential(pen, `norm(${wire} - ${pen.vector()}) - ${pen.size()}`) }),
    });
  }),
  body('cart with a pole', 2, (pen) => {
    const [x, theta] = [pen.scalar('x'), pen.scalar('theta')];
    return pen.body({
      points: {
        cart: { at: `[${x}, 0]`, mass: mass(pen) },
        tip: {
          at: `[${x} + ${pen.positive('l')} * sin(${theta}), ${pen.size()} * cos(${theta})]`,
          mass: mass(pen, 'm2'),
        },
      },
      energy: potential(pen, x),
    });
  }),
  body('elastic pendulum', 2, (pen) => {
    const [r, theta] = [pen.scalar('r', [0.3, 2]), pen.scalar('theta')];
    return pen.body({
      points: { bob: { at: `${r} * [sin(${theta}), -cos(${theta})]`, mass: mass(pen) } },
      energy: potential(pen, `${r} - ${pen.size()}`),
      ...(pen.chance(0.5) && { dissipation: `${pen.size()} / 2 * ddt(${r})^2` }),
    });
  }),
  body('spherical pendulum', 3, (pen) => {
    const [theta, phi] = [pen.scalar('theta', [0.3, 2.5]), pen.scalar('phi')];
    return pen.body({
      points: {
        bob: {
          at: `${pen.positive('length')} * [sin(${theta}) * cos(${phi}), sin(${theta}) * sin(${phi}), -cos(${theta})]`,
          mass: mass(pen),
        },
      },
    });
  }),
];
