/** Files of a page that Vite builds, with a mechanism to pull at. */

export const VITE_CONFIG_TEMPLATE = `import holonomic from 'holonomic/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [holonomic()] });
`;

export const HTML_TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>A bead on a wave</title>
    <link rel="icon" href="data:," />
    <style>
      html,
      body,
      canvas {
        margin: 0;
        width: 100%;
        height: 100%;
        display: block;
        touch-action: none;
      }
    </style>
  </head>
  <body>
    <canvas></canvas>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>
`;

export const pageTemplate = (generated: string): string => `import { Distance2D } from 'holonomic/library';
import { drag, gravity, mouseSpring, World, type MouseSpring, type Particle } from 'holonomic/runtime';
import { PointOnWave } from '${generated}/wave.js';

// A bead on a bent wire, and two weights that hang from it. Pull at any of them.
const wave = { height: 0.1, length: 1 };
const world = new World({ space: 2, forces: [gravity([0, -9.81]), drag(0.2)] });
const bead = world.addParticle({ mass: 1, position: [0.25, 0.1] });
const upper = world.addParticle({ mass: 0.5, position: [0.55, 0.1] });
const lower = world.addParticle({ mass: 0.5, position: [0.85, 0.1] });
const particles: readonly Particle[] = [bead, upper, lower];
world.add(new PointOnWave({ p: bead, ...wave }));
world.add(new Distance2D({ a: bead, b: upper, length: 0.3 }));
world.add(new Distance2D({ a: upper, b: lower, length: 0.3 }));

const canvas = document.querySelector('canvas')!;
const context = canvas.getContext('2d')!;

/** Pixels per metre. The origin is in the middle of the page, a third from the top. */
const scale = (): number => Math.min(canvas.clientWidth, canvas.clientHeight) / 1.8;
const toScreen = (x: number, y: number): [number, number] => [
  canvas.clientWidth / 2 + scale() * x,
  canvas.clientHeight / 3 - scale() * y,
];
const toWorld = ({ offsetX, offsetY }: PointerEvent): [number, number] => [
  (offsetX - canvas.clientWidth / 2) / scale(),
  (canvas.clientHeight / 3 - offsetY) / scale(),
];

let hand: MouseSpring | undefined;
canvas.addEventListener('pointerdown', (event) => {
  const [x, y] = toWorld(event);
  const distance = ({ position: [u = 0, v = 0] }: Particle): number => Math.hypot(u - x, v - y);
  const point = particles.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  if (hand || scale() * distance(point) > 40) return;
  canvas.setPointerCapture(event.pointerId);
  hand = world.addForce(mouseSpring({ point, target: [x, y], hertz: 4 }));
});
canvas.addEventListener('pointermove', (event) => hand?.moveTo(toWorld(event)));
for (const end of ['pointerup', 'pointercancel'] as const)
  canvas.addEventListener(end, () => {
    if (hand) world.remove(hand);
    hand = undefined;
  });

function draw(): void {
  const ratio = window.devicePixelRatio;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineWidth = 2;
  context.strokeStyle = '#b8c0cc';
  context.beginPath();
  for (let x = -3; x <= 3; x += 0.01)
    context.lineTo(...toScreen(x, wave.height * Math.sin((2 * Math.PI * x) / wave.length)));
  context.stroke();
  context.strokeStyle = '#33415c';
  context.beginPath();
  for (const { position } of particles) context.lineTo(...toScreen(position[0]!, position[1]!));
  context.stroke();
  particles.forEach(({ position }, i) => {
    context.fillStyle = i === 0 ? '#e4572e' : '#2e86ab';
    context.beginPath();
    context.arc(...toScreen(position[0]!, position[1]!), 12, 0, 2 * Math.PI);
    context.fill();
  });
}

const step = 1 / 240;
let last = performance.now();
let ahead = 0;
requestAnimationFrame(function frame(now) {
  // At most 50 ms a frame: a page in the background does not catch up.
  ahead += Math.min(0.05, (now - last) / 1000);
  last = now;
  for (; ahead >= step; ahead -= step) world.step(step);
  draw();
  requestAnimationFrame(frame);
});
`;
