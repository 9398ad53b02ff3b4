import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ExpectationResult } from '../../src/scene/index.js';
import { valueAt } from '../../src/spec/path.js';
import { PAGES, ROOT } from './folders.js';
import { rulesList, rulesOf } from './rules.js';
import { escapeHtml, publishScene, writeOpening, type PublishedScene } from './scenes.js';

/** Scenes that stand first, in this order. */
const FIRST = (
  'strandbeest heart peaucellier four-bar double-pendulum catenary tautochrone andrews pantograph chebyshev engine ' +
  'klann watt cognates cam elliptic-gears roller-coaster geneva governor planetary-gear block-and-tackle scissor-lift rope ladder net dzhanibekov heavy-top ' +
  'gyroscope universal-joint double-universal-joint differential swashplate delta-robot stewart-platform bennett schatz arch ragdoll chaplygin-sleigh snakeboard skate turntable coin'
).split(' ');

/** The names of the scenes of the gallery. */
function galleryNames(): readonly string[] {
  const place = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return readdirSync(join(ROOT, 'scenes'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

/** Writes the gallery: one page of all scenes, and a page for each. */
export async function writeGallery(onScene: (name: string) => void): Promise<readonly PublishedScene[]> {
  const published: PublishedScene[] = [];
  for (const name of galleryNames()) {
    onScene(name);
    published.push(await publishScene(name, JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8'))));
  }
  mkdirSync(join(PAGES, 'gallery'), { recursive: true });
  writeFileSync(join(PAGES, 'gallery/index.md'), galleryPage(published));
  for (const one of published) {
    writeFileSync(join(PAGES, `gallery/${one.name}.md`), scenePage(one));
    writeOpening(one);
  }
  return published;
}

function galleryPage(scenes: readonly PublishedScene[]): string {
  const cards = scenes.map(
    ({ name, picture, scene: { title, document } }) =>
      `<li><a href="./${name}.html">${picture('../')}<strong>${escapeHtml(title)}</strong>` +
      `<span>${escapeHtml(document.summary ?? '')}</span></a></li>`,
  );
  return `---
title: Gallery
aside: false
sidebar: false
pageClass: wide
---

# Gallery

${scenes.length} mechanisms, each a file of plain data. Open one and pull at it. Each states what must
come out of it, by a closed form or from the literature; the pages show what did.

<ul class="cards">
${cards.join('\n')}
</ul>
`;
}

function scenePage(published: PublishedScene): string {
  const { name, figure, scene, checked } = published;
  const { title, document } = scene;
  return `---
title: ${JSON.stringify(title)}
description: ${JSON.stringify(document.summary ?? title)}
aside: false
pageClass: scene-page
---

# ${escapeHtml(title)}

${escapeHtml(document.summary ?? '')}

${figure('../')}

${(document.plots ?? []).length > 0 ? '<div class="scene-plots"></div>' : ''}

<p class="buttons"><a class="button" href="../workshop/index.html#g=${name}" target="_self">Open it in the workshop</a></p>

${formulas(published)}

${measured(checked.expectations, document, published.comparisons)}

## The file

<a href="../scenes/${name}.json" target="_self">${name}.json</a> holds all of it: bodies, constraints, forces,
formulas, and what is expected. [Scenes as data](../docs/scenes.md) explains the format. In a checkout,

\`\`\`sh
holonomic scene check scenes/${name}.json
holonomic scene export scenes/${name}.json --to html --out ${name}.html
\`\`\`

print the table above, and write this scene as one file that you can send to anybody.
`;
}

/** The rules of a scene. */
function formulas({ scene, checked }: PublishedScene): string {
  const rules = rulesOf(scene, checked.built);
  if (rules.length === 0) return '';
  return `## The formulas

These are all the rules that it knows, each as mathematicians write it and as it is typed. What follows
from them, the forces, the speeds, the directions in which it can move, is derived.

${rulesList(rules)}`;
}

function measured(results: readonly ExpectationResult[], document: object, graphics: string): string {
  if (results.length === 0) return '';
  const rows = results.map(({ path, of, found, expected, tolerance, isBound, time }) => {
    const doc = valueAt(document, [...path, 'doc']);
    const limit = isBound
      ? `at most ${short(expected)}`
      : tolerance === 0
        ? short(expected)
        : `${short(expected)} ± ${short(tolerance)}`;
    const note = typeof doc === 'string' ? `<br>${escapeHtml(doc)}` : '';
    return (
      `<tr><td><code>${escapeHtml(NAMES[of] ?? of)}</code>${note}</td><td>${short(found)}</td><td>${limit}</td>` +
      `<td>${path.includes('at') || path.includes('always') ? `${Number(time.toPrecision(4))} s` : ''}</td></tr>`
    );
  });
  return `## What came out

Measured when this page was built. Where a value must hold all the time, it is the one that was
furthest off.

${graphics}

<table tabindex="0">
<thead><tr><th scope="col">quantity</th><th scope="col">found</th><th scope="col">expected</th><th scope="col">at</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

/** Quantities that have a name in words. */
const NAMES: Readonly<Record<string, string>> = {
  dof: 'degrees of freedom',
  rows: 'rows of constraints',
  largestC: 'largest |C|',
  largestCdot: 'largest |dC/dt|',
  energyDrift: 'largest change of energy',
};

const short = (x: number): string => String(Number(x.toPrecision(9))).replace('-', '−');
