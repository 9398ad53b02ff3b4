import { describe, expect, test } from 'vitest';
import { filesOf, mechanism, provenProgram } from '../../src/mechanism/index.js';
import { project } from '../cli/support.js';
import { missingCompiler } from '../support/c-compiler.js';
import { runInC, SHOW, shownBy, steppedInC, WATCHED_FLAGS } from '../support/mechanism-in-c.js';
import { galleryScene, HEAD, pairOf, relativeDifference } from '../support/mechanisms.js';
import { named, scene } from './scenes.js';

/** A few steps of a chain and of a body that spins; `scenes.full.test.ts` takes a thousand of every scene. */
const [STEPS, SCENES] = [300, ['roller-coaster', 'heavy-top']];
const STEPPED = [...SCENES.map((name) => [name, 'rk4'] as const), ['four-bar', 'velocityStep'] as const] as const;
/** Steps are so much shorter than the scene's, where the runtime shortens them. */
const SHORTER: Readonly<Record<string, number>> = { 'heavy-top': 20 };

describe.skipIf(missingCompiler !== undefined)(`in C${missingCompiler ? ` (${missingCompiler})` : ''}`, () => {
  test.each(STEPPED)('%s by %s takes the steps of its module in JavaScript', async (name, step) => {
    const { mechanism, plan, program } = await pairOf(galleryScene(name), false, step);
    const dt = plan.dt / (SHORTER[name] ?? 1);
    let last = mechanism.step(dt);
    for (let n = 1; n < STEPS; n++) last = mechanism.step(dt);
    const expected = shownBy(mechanism, last);
    expect(await steppedInC(program, await project({}), STEPS, dt)).toEqual(expected);
    expect(relativeDifference(plan.state, expected['state']!)).toBeGreaterThan(1e-6);
  });

  test.each([
    ['optimised', []],
    ['watched', WATCHED_FLAGS],
  ])('has parameters, handles and many states as the module has, with names of its own: %s', async (_, flags) => {
    const document = named();
    const { Class, program } = await pairOf(document);
    const shown = await runInC(
      program,
      await project({}),
      `double states[3 * Made_size];
  if (Made_set(&m, Made_p_y0, 7.0) || Made_set(&m, Made_p_double, NAN) || Made_set(&m, -1, 1.0)) return 1;
  if (Made_set(&m, Made_parameters, 1.0) || !Made_set(&m, Made_p_y0, 1.25)) return 2;
  show("parameters", m.parameters, Made_parameters);
  Made_begin(&m);
  show("beginning", m.state, Made_size);
  for (int n = 1; n <= 100; n++) {
    m.target[Made_handle_main] = 0.001 * n;
    Made_step(&m, 0.0025);
  }
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < Made_size; i++) states[k * Made_size + i] = m.state[i] + (i == Made_int_velocity ? 0.1 * k : 0.0);
  Made_Watch worst = Made_steps(&m, states, 3, 50, 0.0025);
  double list[4] = {worst.leastPivot, worst.C, worst.Cdot, worst.accuracy};
  show("worst", list, worst.isFinite ? 4 : 0);
  show("states", states, 3 * Made_size);
  ${SHOW}
  if (Made_step(&m, 0.0).isFinite || Made_step(&m, NAN).isFinite || Made_steps(&m, states, 1, 1, -1.0).isFinite) return 3;
  m.state[0] = NAN;
  if (Made_step(&m, 0.0025).isFinite) return 4;`,
      flags,
    );
    const made = new Class({ y0: 1.25 });
    expect(shown.get('parameters')).toEqual([Object.values(made.parameters)]);
    expect(shown.get('beginning')).toEqual([[...made.state]]);
    for (let n = 1; n <= 100; n++) {
      made.handles['main']![0] = 0.001 * n;
      made.step(0.0025);
    }
    const size = made.state.length;
    const states = new Float64Array(3 * size);
    for (let k = 0; k < 3; k++) states.set(made.state, k * size);
    const velocity = made.bodies['int']!['velocity']!.byteOffset / 8;
    for (let k = 0; k < 3; k++) states[k * size + velocity]! += 0.1 * k;
    const { leastPivot, C, Cdot, accuracy } = made.steps(states, 3, 50, 0.0025);
    expect(shown.get('worst')).toEqual([[leastPivot, C, Cdot, accuracy]]);
    expect(shown.get('states')).toEqual([[...states]]);
    expect(shown.get('state')).toEqual([[...made.state]]);
  });

  test('begins on the constraints of other parameters as the class does, or says that they do not hold', async () => {
    const { Class, program } = await pairOf(galleryScene('four-bar'));
    const begun = `Made_set(&m, Made_p_crank, 0.41);
  Made_set(&m, Made_p_rate, 3);
  double fits[2] = {Made_begin(&m), 0};
  show("state", m.state, Made_size);
  m.state[0] = m.state[1] = NAN;
  fits[1] = Made_assemble(&m);
  show("fits", fits, 2);`;
    const shown = await runInC(program, await project({}), begun);
    expect(shown.get('state')).toEqual([[...new Class({ crank: 0.41, rate: 3 }).state]]);
    expect(shown.get('fits')).toEqual([[1, 0]]);
  });

  test('compiles without parameters, handles or rows', async () => {
    const document = scene({
      bodies: { bob: { kind: 'particle', mass: 1, position: [1, 0], velocity: [0, 2] } },
    });
    const { program } = await pairOf(document);
    const shown = await runInC(program, await project({}), `Made_step(&m, 0.5);\n  show("state", m.state, Made_size);`);
    expect(shown.get('state')).toEqual([[1, 1, 0, 2]]);
  });
});

test.each(['time', 'Locale', 'errno', 'complex', 'features'])(
  'a scene named %s hides no header of C',
  async (title) => {
    const { files } = await mechanism({ ...named(), title }, { target: 'c' });
    const name = `mechanism-${title.toLowerCase()}`;
    expect(Object.keys(files)).toEqual([`${name}.h`, `${name}.c`]);
    expect(files[`${name}.c`]).toContain(`#include "${name}.h"`);
  },
);

test('allocates nothing, and names each place once', async () => {
  const program = provenProgram(named(), 'velocityStep');
  const [header, source] = Object.values(await filesOf(program, HEAD, 'c')) as [string, string];
  expect(header + source).not.toMatch(/\b(?:malloc|calloc|alloca|realloc|free)\b/);
  const names = [...header.matchAll(/^ {2}(Made_\w+) = \d+,/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('Made_reaction_a_b');
  expect(names).toContain('Made_reaction_a_b_2');
  // What the documents say of a summary cannot leave its comment.
  expect(header.split('*/').length - 1).toBe(header.match(/\/\*/g)?.length);
});
