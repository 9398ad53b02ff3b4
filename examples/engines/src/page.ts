import { G, STEP, type Start } from './swing.js';

/** Pixels per metre, and the place of the pivot. */
const SCALE = 200;
const PIVOT = [240, 60] as const;

/**
 * Draws the swing of an engine, with the path of its bob and, beside it, how well the rod keeps its
 * length and the bob its energy so far.
 */
export function show(engine: string, start: Start): void {
  const { step, read } = start(true);
  const context = document.querySelector('canvas')!.getContext('2d')!;
  const text = document.querySelector('p')!;
  const path: (readonly [number, number])[] = [];
  const toScreen = (x: number, y: number) => [PIVOT[0] + SCALE * x, PIVOT[1] - SCALE * y] as const;
  let [time, length, energy] = [0, 0, 0];

  function draw(x: number, y: number): void {
    const { width, height } = context.canvas;
    context.clearRect(0, 0, width, height);
    const line = (colour: string, thickness: number, points: readonly (readonly [number, number])[]): void => {
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      context.beginPath();
      for (const point of points) context.lineTo(...point);
      context.stroke();
    };
    line('#b8c0cc', 2, path);
    line('#33415c', 3, [PIVOT, toScreen(x, y)]);
    context.fillStyle = '#e4572e';
    context.beginPath();
    context.arc(...toScreen(x, y), 12, 0, 2 * Math.PI);
    context.fill();
    text.textContent =
      `${engine}, ${time.toFixed(1)} s: rod of 1 m kept to ${(1000 * length).toFixed(2)} mm, ` +
      `energy to ${energy.toFixed(3)} of ${G} J`;
  }

  let last = performance.now();
  let ahead = 0;
  requestAnimationFrame(function frame(now) {
    ahead += Math.min(0.05, Math.max(0, now - last) / 1000);
    last = now;
    for (; ahead >= STEP; ahead -= STEP) {
      step();
      time += STEP;
      const [x, y, vx, vy] = read();
      length = Math.max(length, Math.abs(Math.hypot(x, y) - 1));
      energy = Math.max(energy, Math.abs((vx * vx + vy * vy) / 2 + G * y));
      path.push(toScreen(x, y));
    }
    path.splice(0, path.length - 600);
    const [x, y] = read();
    draw(x, y);
    requestAnimationFrame(frame);
  });
}
