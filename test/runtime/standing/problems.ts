import { gravity, World } from '../../../runtime/index.js';
import { fourBars, fourBarTips } from '../fixtures/four-bars.js';
import { governor, reducedGovernor } from '../fixtures/governor.js';
import { carAxis } from './car-axis.js';
import { cartPole, shakenPendulum, sliderCrank, tautChain, thrownRods } from './planar.js';
import type { Problem } from './problem.js';
import { publishedProblems } from './published.js';
import { bennettLinkage, bricardLinkage, spatialSliderCrank } from './spatial.js';
import { freeTop, heavyTop, rollingDisc, rollingWheel, sleigh } from './turning.js';

/** A ball that loses a fifth of its speed in each bounce, from 5 m. */
function bouncingBall(): Problem {
  const [g, height, kept] = [10, 5, 0.8];
  const heightAt = (t: number): number => {
    let [start, speed] = [-Math.sqrt((2 * height) / g), Math.sqrt(2 * g * height)];
    for (;;) {
      const flight = (2 * speed) / g;
      if (t < start + flight) return speed * (t - start) - (g / 2) * (t - start) ** 2;
      start += flight;
      speed *= kept;
    }
  };
  return {
    name: 'bouncing ball (events)',
    until: 6,
    make: (options) => {
      const world = new World({ space: 2, forces: [gravity([0, -g])], ...options });
      const ball = world.addParticle({ mass: 1, position: [0, height], velocity: [0.5, 0] });
      return { world, read: () => [...ball.position] };
    },
    exact: (times) => times.map((t) => [0.5 * t, heightAt(t)]),
    advance: (world, until, dt) => {
      const ball = world.particles[0]!;
      world.run({
        until,
        ...(dt === undefined ? {} : { dt }),
        events: [
          {
            function: () => ball.position[1],
            direction: -1,
            onEvent: () => {
              ball.velocity[1] *= -kept;
            },
          },
        ],
      });
    },
  };
}

function fourBarLinkages(): Problem {
  return {
    name: 'two four-bars through dead centres',
    until: 3,
    make: (options) => {
      const { world, tip } = fourBars(2, options);
      return { world, read: () => [...tip.position] };
    },
    exact: (times) => fourBarTips(2, times),
  };
}

function flyballGovernor(): Problem {
  return {
    name: 'governor with stiff springs and dampers',
    slow: true,
    until: 1,
    make: (options) => {
      const { world, read } = governor(options);
      return {
        world,
        read: () => {
          const { angle, height } = read();
          return [angle, height];
        },
      };
    },
    exact: (times) =>
      times.map((t) => {
        const { angle, height } = reducedGovernor(t, Math.ceil(40_000 * t));
        return [angle, height];
      }),
  };
}

/** All problems whose motion is known without the runtime. */
export function allProblems(): Problem[] {
  return [
    ...publishedProblems(),
    heavyTop(),
    freeTop(10),
    freeTop(40),
    sliderCrank(),
    thrownRods(),
    cartPole('cart-pole, cart of a milligram', 1e-6),
    cartPole('cart-pole, cart of 10 g', 1e-2),
    shakenPendulum(),
    tautChain(),
    carAxis(),
    { ...bennettLinkage(), slow: true },
    { ...bricardLinkage(), slow: true },
    { ...spatialSliderCrank(), slow: true },
    fourBarLinkages(),
    flyballGovernor(),
    rollingWheel(),
    rollingDisc(),
    sleigh(),
    bouncingBall(),
  ];
}
