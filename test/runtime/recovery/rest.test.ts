import { expect, it } from 'vitest';
import { gravity, rk4, spring, World } from '../../../runtime/index.js';
import { inFull } from '../../support/scope.js';

const G = 9.81;

/** What is said within twenty seconds of a body that hangs on a spring at `place`, pulled down by `amplitude`. */
function said(stiffness: number, place: number, dt: number, amplitude = 0): string[] {
  const options = { space: 2, integrator: rk4(), forces: [gravity([0, -G])], onWarning: () => undefined } as const;
  const world = new World<2>(options);
  const body = world.addParticle({ mass: 1, position: [place, place - 1 - G / stiffness - amplitude] });
  world.addForce(spring({ a: body, b: world.ground.point([place, place]), stiffness, restLength: 1 }));
  for (let n = 0; n < 20 / dt; n++) world.step(dt);
  return world.warnings.map(({ code, message }) => `${code}: ${message}`);
}

inFull('rounding of what rests on a spring is no motion that steps do not resolve', () => {
  for (const stiffness of [100, 1000, 1e4])
    for (const place of [0, 1, 1000])
      for (const dt of [1 / 60, 1 / 240]) expect([stiffness, place, dt, said(stiffness, place, dt)]).toEqual([stiffness, place, dt, []]); // prettier-ignore
});

it('a swing by a micrometre is one, and so is rest where steps would explode', () => {
  expect(said(1000, 1, 1 / 60, 1e-6).join()).toMatch(/^W_ACCURACY: .*have added up/);
  expect(said(3e5, 1, 1 / 60).join()).toMatch(/^W_ACCURACY/);
});
