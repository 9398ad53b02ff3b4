import { describe, expect, it } from 'vitest';
import { World } from '../../../runtime/index.js';
import { PointOnCycloid } from '../../../generated/index.js';
import { thrown } from '../fixtures/thrown.js';

const plane = (): World => new World({ space: 2 });
const bob = (world: World): ReturnType<World['addParticle']> => world.addParticle({ mass: 1, position: [1, 0] });

describe('errors in stepping', () => {
  it('a state that stops being finite: names body, constraint and step, and goes back', () => {
    const here = plane();
    bob(here);
    const particle = here.addParticle({ mass: 1, position: [0, 2], velocity: [1, 1] });
    here.step(0.25);
    // No point of a cycloid is higher than twice the radius.
    here.add(new PointOnCycloid({ p: particle, radius: 1 }));
    expect(
      thrown(() => {
        here.step(0.25);
      }),
    ).toEqual({
      code: 'E_STATE_NOT_FINITE',
      message:
        'In step 2, from t = 0.25 s, the state of particle #2 became infinite or NaN. ' +
        'The first value or derivative that is not finite is that of PointOnCycloid #1. ' +
        'Look for a configuration where its formula has no value, such as the root of a negative number.',
    });
    expect(here.time).toBe(0.25);
    expect([...particle.position]).toEqual([0.25, 2.25]);
    particle.position[1] = 1.25;
    here.step(0.25);
    expect(Number.isFinite(particle.position[0])).toBe(true);
  });

  it('a force that is not finite', () => {
    const here = plane();
    const particle = bob(here);
    here.addForce({
      apply: () => {
        particle.applyForce([1 / 0, 0]);
      },
    });
    expect(
      thrown(() => {
        here.step(0.25);
      }).message,
    ).toBe(
      'In step 1, from t = 0 s, the state of particle #1 became infinite or NaN. ' +
        'Look for a force that grows without bound, or take smaller steps.',
    );
  });
});
