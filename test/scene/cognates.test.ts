import { readFileSync } from 'node:fs';
import { loadScene } from 'holonomic/scene';
import { expect, it } from 'vitest';

/** What is said of contradictions in three turns of two mechanisms that hold one pen, in steps of first order. */
async function said(dt: number, rod = 1): Promise<readonly string[]> {
  const document = JSON.parse(readFileSync('scenes/cognates.json', 'utf8')) as { settings: object };
  document.settings = { ...document.settings, integrator: 'velocityStep', tolerance: undefined };
  const { world, constraints } = (await loadScene(document)).build();
  const { params } = constraints.get('rod') as { params: { length: number } };
  params.length *= rod;
  for (let n = 0; n < 10 / dt; n++) world.step(dt);
  return world.warnings.map(({ code }) => code).filter((code) => /CONTRADICTION|OUT_OF_REACH/.test(code));
}

it('redundant rows of cognates do not contradict each other where steps along tangents leave them', async () => {
  for (const dt of [1 / 60, 1 / 240, 1 / 1000]) expect(await said(dt)).toEqual([]);
});

it('a rod that is a tenth too long does', async () => {
  for (const dt of [1 / 60, 1 / 240]) expect(await said(dt, 1.1)).not.toEqual([]);
});
