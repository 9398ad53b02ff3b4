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
    <meta name="color-scheme" content="light dark" />
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
      }
      body {
        background: light-dark(#ffffff, #14191e);
      }
    </style>
  </head>
  <body>
    <canvas aria-label="A bead on a wave, and two weights: pull at them with the mouse, or with page down and the arrow keys"></canvas>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>
`;

const MECHANISM = `// A bead on a bent wire, and two weights that hang from it. Pull at any of them.
const world = new World({ space: 2, forces: [gravity([0, -9.81]), drag(0.2)] });
const bead = world.addParticle({ mass: 1, position: [0.25, 0.1] });
const upper = world.addParticle({ mass: 0.5, position: [0.55, 0.1] });
const lower = world.addParticle({ mass: 0.5, position: [0.85, 0.1] });
world.add(new PointOnWave({ p: bead, height: 0.1, length: 1 }));
world.add(new Distance2D({ a: bead, b: upper, length: 0.3 }));
world.add(new Distance2D({ a: upper, b: lower, length: 0.3 }));
`;

const importsOf = (generated: string): string => `import { Stage } from 'holonomic/canvas';
import { Distance2D } from 'holonomic/library';
import { drag, gravity, World } from 'holonomic/runtime';
import { PointOnWave } from '${generated}/wave.js';
`;

const stageOn = (canvas: string): string => `const stage = new Stage(${canvas}, world, {
  frame: [-0.9, -1, 0.9, 0.8],
  traces: [{ point: lower, fade: 1 }],
});
stage.start();
`;

/** The script of a page that consists of a canvas. */
export const pageTemplate = (generated: string): string =>
  `${importsOf(generated)}\n${MECHANISM}\n${stageOn("document.querySelector('canvas')!")}`;

/** The same for any canvas of a page that is there. */
export const partTemplate = (generated: string): string => {
  const body = `${MECHANISM}\n${stageOn('canvas')}return stage;`;
  const lines = body.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
  return `${importsOf(generated)}
/** Shows a mechanism on a canvas; \`close()\` of what it returns ends that. */
export function beadOnWave(canvas: HTMLCanvasElement): Stage {
${lines.join('\n')}
}
`;
};

/** The lines that show the mechanism on a page. */
export const PART_LINES = [
  "import { beadOnWave } from './bead-on-wave';",
  "const canvas = document.createElement('canvas');",
  "canvas.style.cssText = 'width: 400px; height: 400px';",
  'document.body.append(canvas);',
  'beadOnWave(canvas);',
];

/**
 * The lines that show it in a component of React, which ends it with the canvas. JavaScript would
 * take the type for two comparisons.
 */
export const reactLines = (isTyped: boolean): readonly string[] => [
  "import { useEffect, useRef } from 'react';",
  "import { beadOnWave } from './bead-on-wave';",
  'export function BeadOnWave() {',
  `  const canvas = useRef${isTyped ? '<HTMLCanvasElement>' : ''}(null);`,
  '  useEffect(() => {',
  '    if (!canvas.current) return;',
  '    const stage = beadOnWave(canvas.current);',
  '    return () => stage.close();',
  '  }, []);',
  '  return <canvas ref={canvas} style={{ width: 400, height: 400 }} />;',
  '}',
];
