import { World, gravity, blockLDL } from '../runtime/index.js';
import { Distance2D } from './scenes/distance-2d.js';
const n = Number(process.argv[2] ?? 1000);
const world = new World({ space: 2, forces: [gravity([0, -9.81])], solver: blockLDL() });
let a: any = world.ground.point([0, 0]);
const q = [0, 0];
for (let i = 0; i < n; i++) {
  const t = 1.2 * Math.cos(i / (n / 3 + 1));
  q[0] += Math.sin(t);
  q[1] -= Math.cos(t);
  const b = world.addParticle({ mass: 1, position: q });
  world.add(new Distance2D({ a, b, length: 1 }));
  a = b;
}
const t0 = performance.now();
let k = 0;
while (performance.now() - t0 < 4000) {
  world.step(1 / 240);
  k++;
}
console.log((1e6 * 4000) / (k * 4 * n));
