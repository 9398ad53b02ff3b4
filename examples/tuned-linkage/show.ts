import { mkdirSync, writeFileSync } from 'node:fs';
import { curve, tune, type Lengths } from './tune.js';

const SHOWN = [0, 5, 20, 60];
const paths: string[] = [];

function show(lengths: Lengths, spread: number, after: number): void {
  const at = SHOWN.indexOf(after);
  if (at < 0) return;
  const numbers = Object.entries(lengths).map(([name, length]) => `${name} ${length.toFixed(3)}`);
  console.log(
    `after ${String(after).padStart(2)}: ${numbers.join(', ')}; straight to ${(1000 * spread).toFixed(0)} mm`,
  );
  const points = curve(lengths).map(([x, y]) => `${(100 * x).toFixed(1)} ${(-100 * y).toFixed(1)}`);
  const isLast = at === SHOWN.length - 1;
  paths.push(`<path d="M${points.join('L')}Z" stroke="${isLast ? '#06c' : '#999'}" stroke-width="${isLast ? 4 : 2}"/>`);
}

// A crank of 1 m, and lengths that draw nothing in particular.
tune({ frame: 2.2, link: 2.7, rocker: 2.4, pen: 2.3 }, 60, show);
mkdirSync('out', { recursive: true });
writeFileSync(
  'out/tuned-linkage.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -515 540 170" fill="none" stroke-linejoin="round">
<rect x="-60" y="-515" width="540" height="170" fill="white"/>
${paths.join('\n')}
</svg>
`,
);
