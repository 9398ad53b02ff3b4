import { gravity, rattle, World } from 'holonomic/runtime';
import { PointOnParaboloid } from '../generated/index.js';

/*
 * On the paraboloid z = k r² / 2 the slope at radius r is k r. A marble that circles there has v² /
 * r = g k r, so its speed is v = r √(g k). All circles take the same time, 2π / √(g k).
 */
const g = 9.81;
const curvature = 2;
const rate = Math.sqrt(g * curvature);
const period = (2 * Math.PI) / rate;

const world = new World({ space: 3, forces: [gravity([0, 0, -g])], integrator: rattle() });
const marbles = [0.25, 0.5, 1].map((radius) => {
  const start = [radius, 0, (curvature * radius ** 2) / 2];
  const body = world.addParticle({ mass: 0.1, position: start, velocity: [0, rate * radius, 0] });
  const bowl = world.add(new PointOnParaboloid({ p: body, curvature }));
  return { radius, start, body, bowl };
});

const before = world.energy().total;
world.run({ until: period, dt: period / 4000 });

console.log(`one turn takes ${period.toFixed(4)} s`);
for (const { radius, start, body, bowl } of marbles) {
  const off = Math.hypot(...start.map((x, i) => x - body.position[i]!));
  const force = Math.hypot(...bowl.forceOn('p'));
  console.log(
    `radius ${radius.toFixed(2)} m: back within ${off < 1e-5 ? '0.01 mm' : `${off} m`}, pressed with ${force.toFixed(4)} N`,
  );
}
console.log(`energy kept to 1e-8 J: ${Math.abs(world.energy().total - before) < 1e-8}`);
console.log(`off the bowl by at most 1e-9 m: ${world.residual().position < 1e-9}`);
