import { expect, test } from 'vitest';
import { SpecError } from '../../src/diagnostics/index.js';
import { compileMechanism, mechanism } from '../../src/toolkit.js';
import { loadScene } from '../../src/scene/index.js';
import { changed, pendulum } from './documents.js';

/** The mistakes of a document: path and message. */
async function mistakes(document: unknown): Promise<string[]> {
  try {
    const scene = await loadScene(document);
    scene.build().expectations(scene.dt);
  } catch (error) {
    if (error instanceof SpecError)
      return error.diagnostics.map(
        ({ field = '', message, hint }) => `${field}: ${message}${hint ? ` (${hint})` : ''}`,
      );
    throw error;
  }
  return [];
}

const { bodies, constraints } = pendulum;
const rod = constraints.rod;

test.each<[string, object, RegExp]>([
  ['no scene', { format: 'x' }, /^format: "format" must be 'holonomic-scene\/1', not "x"\./],
  [
    'an unknown field',
    changed({ boddies: {} }),
    /^boddies: There is no field "boddies" here\. \(did you mean "bodies"\?\)/,
  ],
  ['a wrong type', changed({ title: 3 }), /^title: "title" must be a text, not 3\./],
  [
    'an unknown kind',
    changed({ bodies: { ...bodies, bob: { ...bodies.bob, kind: 'partikel' } } }),
    /^bodies\.bob\.kind: There is no kind of body "partikel"\. \(did you mean "particle"\?\)/,
  ],
  [
    'an unknown kind that is close to no other, also of a repeat',
    changed({
      bodies: { ...bodies, bob: { ...bodies.bob, kind: 'ball' } },
      repeat: [{ over: { k: [1, 2] }, bodies: { 'p{k}': { kind: 'mass', position: [0, 0] } } }],
    }),
    /^bodies\.bob\.kind: There is no kind of body "ball"\. \(write one of particle, rigid, handle, \w+.*\)\nrepeat\[0\]\.bodies\.p\{k\}\.kind: There is no kind of body "mass"\. \(write one of [^\n]*\)$/,
  ],
  [
    'a field of another kind',
    changed({ bodies: { ...bodies, bob: { ...bodies.bob, inertia: 1 } } }),
    /^bodies\.bob\.inertia: There is no field "inertia" here/,
  ],
  [
    'a mass of zero, which the runtime refuses',
    changed({ bodies: { ...bodies, bob: { ...bodies.bob, mass: 0 } } }),
    /^bodies\.bob: Mass of particle 'bob' is zero, so that no finite acceleration follows[^\n]*$/,
  ],
  [
    'an unknown name in a formula',
    changed({ bodies: { ...bodies, bob: { ...bodies.bob, position: ['2 * lenght', 0] } } }),
    /^bodies\.bob\.position\[0\]: There is nothing called "lenght"\. \(did you mean "length"\?\)/,
  ],
  [
    'an unknown parameter',
    changed({ constraints: { rod: { ...rod, params: { length: 'lenght' } } } }),
    /^constraints\.rod\.params\.length: There is no parameter "lenght"\. \(did you mean "length"\?\)/,
  ],
  [
    'a parameter with the name of a constant',
    changed({ params: { ...pendulum.params, e: 0.5 } }),
    /^params\.e: "e" cannot be the name of a parameter\. \(in formulas, e means something else\)/,
  ],
  [
    'a formula that is no number here',
    changed({ params: { ...pendulum.params, half: 'log(length - 2)' } }),
    /^params\.half: "log\(length - 2\)" is -Infinity here/,
  ],
  [
    'an unknown class',
    changed({ constraints: { rod: { ...rod, type: 'Distanz' } } }),
    /^constraints\.rod\.type: There is no class of constraints "Distanz".*\(did you mean "Distance"\?\)/,
  ],
  [
    'a class of the other space',
    changed({ constraints: { rod: { ...rod, type: 'Hinge' } } }),
    /^constraints\.rod\.type: "Hinge" is no class of constraints for the plane\. \(did you mean "Coincident"\?\)/,
  ],
  [
    'a class with the suffix of the other space',
    changed({ constraints: { rod: { ...rod, type: 'Distance3D' } } }),
    /"Distance3D" is no class of constraints for the plane\. \(did you mean "Distance"\?\)/,
  ],
  [
    'a joint by the name that other engines give it',
    changed({ constraints: { rod: { ...rod, type: 'RevoluteJoint' } } }),
    /There is no class of constraints "RevoluteJoint".* \(did you mean "Coincident"\?\)/,
  ],
  [
    'a force among constraints',
    changed({ constraints: { rod: { ...rod, type: 'gravity' } } }),
    /There is no class of constraints "gravity".* \(it is a force: list it under "forces"\)/,
  ],
  [
    'an unknown force',
    changed({
      forces: [
        { type: 'gravitation', g: [0, -10] },
        { type: 'sprong', a: 'bob', b: 'bar' },
      ],
    }),
    /^forces\[0\]\.type: There is no force "gravitation"\. \(write one of gravity, spring, .*\nforces\[1\]\.type: There is no force "sprong"\. \(did you mean "spring"\?\)$/,
  ],
  [
    'unknown shapes and plots',
    changed({
      bodies: {
        ...bodies,
        bob: { ...bodies.bob, draw: { shape: 'wheeel', radius: 1 } },
        bar: { ...bodies.bar, draw: [{ shape: 'bra', from: [0, 0], to: [1, 0] }] },
      },
      view: {
        shapes: [
          {
            shape: 'lin',
            points: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
      plots: [{ kind: 'tme', of: ['bob.x'] }],
    }),
    /draw\.shape: There is no shape "wheeel"\. \(did you mean "wheel"\?\)\n.*draw\[0\]\.shape: There is no shape "bra"\. \(did you mean "bar"\?\)\nview.*"line"\?\)\nplots\[0\]\.kind: There is no plot "tme"\. \(did you mean "time"\?\)$/,
  ],
  [
    'a wrong name of a parameter, once',
    changed({ constraints: { rod: { ...rod, params: { lenght: 1 } } } }),
    /^constraints\.rod\.params\.lenght: Distance2D has no parameter "lenght"\. \(did you mean "length"\?\)$/,
  ],
  [
    'a body and a constraint of one name',
    changed({ constraints: { ...constraints, bob: rod } }),
    /^constraints\.bob: There are two things with the name "bob"\. \(bodies, constraints and energies share their names: the other is bodies\.bob\)$/,
  ],
  [
    'an input that the class does not have, and one that is missing',
    changed({ constraints: { rod: { ...rod, on: { a: 'bob', c: 'bob' } } } }),
    /^constraints\.rod\.on\.c: Distance2D has no input "c"\..*\nconstraints\.rod\.on: Distance2D has no connector for its input "b"\./,
  ],
  [
    'a body that is not there',
    changed({ constraints: { rod: { ...rod, on: { ...rod.on, b: 'bop' } } } }),
    /^constraints\.rod\.on\.b: There is no body "bop"\. \(did you mean "bob"\?\)/,
  ],
  [
    'a point that the body does not have',
    changed({ constraints: { rod: { ...rod, on: { ...rod.on, b: 'bar.tap' } } } }),
    /^constraints\.rod\.on\.b: "bar" has no "tap"\. \(did you mean "tip"\?\)/,
  ],
  [
    'a mistake in a spec',
    changed({ specs: { Own: { summary: 'Mine.', space: 2, inputs: { p: 'point' }, C: 'norm(q) == 1' } } }),
    /^specs\.Own\.C: There is nothing called "q"\./,
  ],
  [
    'parameters that are defined by one another',
    changed({ params: { length: 'a + 1', a: '2 * b', b: 'a / 2' } }),
    /^params\.a: The parameters a → b → a are defined by one another\./,
  ],
  ...(
    [
      ['mm', 'Formulas calculate in SI units, and "mm" is none of them. (give it in "m")'],
      ['deg', 'Formulas calculate in SI units, and "deg" is none of them. (give it in "rad")'],
      ['Nm', 'There is no unit "Nm". (write "N m")'],
      ['1 m', 'This is no unit. (a unit has no number before it: write "m")'],
    ] as const
  ).map(([unit, message]): [string, object, RegExp] => [
    `a parameter in ${unit}`,
    changed({ params: { length: { value: 1, unit } } }),
    new RegExp(`^params\\.length\\.unit: ${message.replaceAll(/[.()]/g, String.raw`\$&`)}$`),
  ]),
  [
    'a curve among the parameters of the scene',
    changed({ params: { ...pendulum.params, lift: { curve: { points: [[0, 0], [1, 1]] } } } }), // prettier-ignore
    /^params\.lift: A parameter of a scene is a number, and no curve\. \(give the curve in the params of the constraint,/,
  ],
  ['a parameter that formulas cannot use', changed({ params: { length: 1, t: 2 } }), /^params\.t: "t" cannot be/],
  [
    'a parameter outside its range',
    changed({ params: { length: { value: 9, max: 5 } } }),
    /^params\.length\.value: The/,
  ],
  [
    'a name twice, by repeat',
    changed({ repeat: [{ over: { k: [1, 2] }, bodies: { bob: bodies.bob } }] }),
    /^repeat\[0\]\.bodies\.bob: There are two things with the name "bob"\./,
  ],
  [
    'braces that are no whole number',
    changed({ repeat: [{ over: { k: [1, 2] }, bodies: { 'p{k/2}': bodies.bob } }] }),
    /^repeat\[0\]\.bodies\.p\{k\/2\}: In the name "p\{k\/2\}" the braces are 0\.5/,
  ],
  ['a step that is not positive', changed({ settings: { dt: 0 } }), /^settings\.dt: dt must be positive, not 0\./],
  [
    'a plot of what is not there',
    changed({ plots: [{ kind: 'time', of: ['bob.z'] }] }),
    /^plots\[0\]\.of\[0\]: There is nothing called "bob\.z" to read/,
  ],
  [
    'an expectation after the end',
    changed({ expect: { at: [{ time: 0.3, of: 'bob.x', value: 1, tolerance: 1 }] } }),
    /^expect\.at\[0\]\.time: The run ends at 0\.1 s, before 0\.3 s\./,
  ],
  [
    'softness of both kinds',
    changed({ constraints: { rod: { ...rod, hertz: 3, compliance: 1 } } }),
    /^constraints\.rod: Distance2D has both 'hertz' and 'compliance'\./,
  ],
])('%s', async (_, document, message) => {
  expect((await mistakes(document)).join('\n')).toMatch(message);
});

test('what was made of a document, or is its text, is no document, and is told so', async () => {
  const loaded = await loadScene(pendulum);
  for (const call of [loadScene, mechanism, compileMechanism])
    await expect(call(loaded)).rejects.toThrow(
      /^E_SCENE\n {2}This is what loadScene returns, and no document\.\n {2}hint: give the document, scene\.document$/,
    );
  expect(await mistakes(JSON.stringify(pendulum))).toEqual([
    expect.stringMatching(/ \(read it first: JSON\.parse\(…\)\)$/),
  ]);
});

test('all mistakes at once, each a single time', async () => {
  const found = await mistakes(
    changed({
      constraints: { rod: { ...rod, type: 'Distanz' }, pin: { ...constraints.pin, type: 'Coincidnt' } },
      repeat: [{ over: { k: [1, 9] }, bodies: { 'p{k}': { ...bodies.bob, mass: 'heavy' } } }],
    }),
  );
  expect(found.map((text) => text.split(':')[0])).toEqual([
    'repeat[0].bodies.p{k}.mass',
    'constraints.rod.type',
    'constraints.pin.type',
  ]);
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

// A link may hold anything.
test.each<[string, () => unknown, RegExp]>([
  ['nothing', () => null, /A scene must be an object, not null/],
  [
    '__proto__',
    () => JSON.parse('{"format":"holonomic-scene/1","__proto__":{"x":1}}') as unknown,
    /"__proto__" cannot be a name/,
  ],
  [
    '__proto__ as a body',
    () => changed({ bodies: JSON.parse('{"__proto__":{"kind":"particle"}}') as unknown }),
    /^bodies: "__proto__" cannot/,
  ],
  ['constructor', () => changed({ params: { constructor: 1 } }), /^params: "constructor" cannot/],
  [
    'markup as a name',
    () => changed({ bodies: { '<img src=x onerror=alert(1)>': bodies.bob } }),
    /^bodies\.<img.*A name here is/,
  ],
  [
    'code as a number',
    () => changed({ params: { length: 'process.exit(1)' } }),
    /^params\.length: "process\.exit" is not a function/,
  ],
  ['an assignment', () => changed({ params: { length: 'a = 3' } }), /^params\.length: /],
  [
    'a type from the prototype',
    () => changed({ constraints: { rod: { ...rod, type: 'toString' } } }),
    /no class of constraints/,
  ],
  [
    'a million bodies',
    () => changed({ repeat: [{ over: { i: [1, 1000], j: [1, 1000] }, bodies: { 'p{i}_{j}': bodies.bob } }] }),
    /^repeat\[0\]: The scene would have 1000002 bodies; the limit is 2000\./,
  ],
  [
    'a million rounds of nothing',
    () => changed({ repeat: [{ over: { i: [1, 1e6] } }] }),
    /^repeat\[0\]: The scene would repeat 1000000 times/,
  ],
  [
    'many rows',
    () =>
      changed({
        repeat: [{ over: { i: [1, 6000] }, constraints: { 'r{i}': { ...constraints.pin } } }],
      }),
    /^constraints: The scene has 12003 rows of constraints; the limit is 10000/,
  ],
  [
    'millions of constraints in a few characters',
    () =>
      changed({
        repeat: [
          {
            over: { i: [1, 20_000] },
            constraints: Object.fromEntries(Array.from({ length: 60 }, (__, k) => [`r${k}_{i}`, constraints.pin])),
          },
        ],
      }),
    /^repeat\[0\]: The scene would have 1200002 constraints; the limit is 10000\./,
  ],
  [
    'millions of points',
    () =>
      changed({
        repeat: [
          {
            over: { i: [1, 1990] },
            bodies: {
              'b{i}': {
                ...bodies.bar,
                points: Object.fromEntries(Array.from({ length: 2000 }, (__, k) => [`p${k}`, ['i', 0]])),
              },
            },
          },
        ],
      }),
    /^repeat\[0\]: The repeats would have \d+ characters, written out; the limit is 10000000\./,
  ],
  [
    'many forces',
    () =>
      changed({
        repeat: [
          {
            over: { i: [1, 6000] },
            forces: [
              { type: 'gravity', g: [0, 1] },
              { type: 'gravity', g: [0, 1] },
            ],
          },
        ],
      }),
    /^repeat\[0\]: The scene would have 12001 forces; the limit is 10000\./,
  ],
  [
    'thirty thousand counters',
    () =>
      changed({ repeat: [{ over: Object.fromEntries(Array.from({ length: 30_000 }, (__, i) => [`i${i}`, [1, 1]])) }] }),
    /^repeat\[0\]\.over: A repeat has 30000 counters; the limit is 10\./,
  ],
  [
    'a name without end',
    () => changed({ params: { ['a'.repeat(100_000)]: 1 } }),
    /^params: A name here has 100000 characters; the limit is 200\./,
  ],
  ...(['t', 'pi'] as const).map((name): [string, () => unknown, RegExp] => [
    `a counter with the name ${name}`,
    () => changed({ repeat: [{ over: { [name]: [1, 2] } }] }),
    new RegExp(
      `^repeat\\[0\\]\\.over\\.${name}: "${name}" cannot be the name of a counter\\. \\(in formulas, ${name} means`,
    ),
  ]),
  [
    'a counter that reads as a difference',
    () => changed({ repeat: [{ over: { 'i-j': [1, 2] } }] }),
    /^repeat\[0\]\.over\.i-j: "i-j" cannot be the name of a counter\. \(formulas could not use it\)/,
  ],
  ['endless counters', () => changed({ repeat: [{ over: { i: [1, '1e300'] } }] }), /A counter is a whole number/],
  ['deep lists', () => changed({ view: nested(10_000) }), /more than 40 levels/],
  [
    'a long formula',
    () => changed({ params: { length: `1${'+1'.repeat(20_000)}` } }),
    /This text has 40001 characters/,
  ],
  ['a deep formula', () => changed({ params: { length: `${'('.repeat(9000)}1` } }), /^params\.length: /],
  ['a large number', () => changed({ params: { length: '9^9^9^9' } }), /^params\.length: /],
  ['many values', () => changed({ view: Array.from({ length: 300_000 }, () => 1) }), /has 300000 entries/],
  [
    'many parameters',
    () => changed({ params: Object.fromEntries(Array.from({ length: 20_000 }, (__, i) => [`a${i}`, `a${i + 1}`])) }),
    /The scene has 20000 parameters; the limit is 500/,
  ],
])('a hostile document gets a message at once: %s', async (_, document, message) => {
  const made = document();
  const start = performance.now();
  const found = await mistakes(made);
  // A moment on a processor that does nothing else; what it must not do takes minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(found.join('\n')).toMatch(message);
  expect(({} as Readonly<Record<string, unknown>>)['x']).toBeUndefined();
});

test.each<[object, RegExp]>([
  [
    { settings: { integrator: 'rattle', tolerance: -1 } },
    /^settings\.tolerance: tolerance must be positive, not -1\.$/,
  ],
  [
    { settings: { integrator: 'rk4', tolerance: 1e-9 } },
    /^settings\.tolerance: rk4 has no tolerance\. \(it is an option of dormandPrince, rattle, implicitEuler, implicitMidpoint, bdf2\)$/,
  ],
  [{ settings: { tolerance: 1e-9 } }, /^settings\.tolerance: rk4 has no tolerance\./],
  [
    { settings: { integrator: 'rattle', integratorOptions: { order: 2 } } },
    /^settings\.integratorOptions\.order: rattle has no option "order"\. \(it is an option of velocityStep\)$/,
  ],
  [
    { settings: { integrator: 'velocityStep', integratorOptions: { order: 3 } } },
    /^settings: Option 'order' of velocityStep is 3\. \(Give 1 or 2\.\)$/,
  ],
  [
    { settings: { integrator: 'velocityStep', integratorOptions: { ordr: 2 } } },
    /^settings\.integratorOptions\.ordr: There is no field "ordr" here\. \(did you mean "order"\?\)$/,
  ],
  [{ expect: { largestC: -1 } }, /^expect\.largestC: This is -1, and what it limits is never negative\.$/],
  [
    { expect: { at: [{ time: 1, of: 'bob.x', value: 0, tolerance: '-half' }] } },
    /^expect\.at\[0\]\.tolerance: This is -1, and what it limits is never negative\.$/,
  ],
  [
    { expect: { at: [{ time: 20, of: 'bob.x', value: 0, tolerance: 1 }] } },
    /^expect\.at\[0\]\.time: The run ends at 10 s, before 20 s\.$/,
  ],
  [
    { expect: { at: [{ time: -1, of: 'bob.x', value: 0, tolerance: 1 }] } },
    /^expect\.at\[0\]\.time: The run begins at 0 s, after -1 s\.$/,
  ],
  [
    { expect: { always: [{ of: 'bob.x', value: 0, tolerance: 1, from: 11 }] } },
    /^expect\.always\[0\]\.from: The run ends at 10 s, before 11 s\.$/,
  ],
  [
    { expect: { always: [{ of: 'bob.x', value: 0, tolerance: 1, from: 2, to: 1 }] } },
    /^expect\.always\[0\]\.to: 1 s is before 2 s, from when on this is expected\.$/,
  ],
  [
    { params: { ...pendulum.params, q: { value: 3, min: 5, max: 1 } } },
    /^params\.q: The parameter "q" has a min, 5, above its max, 1\.$/,
  ],
])('what can never be met is refused: %j', async (fields, message) => {
  const [found, ...others] = await mistakes(changed({ settings: {}, ...fields }));
  expect(others).toEqual([]);
  expect(found).toMatch(message);
});

test.each<[string, object]>([
  ['params.q', { params: { q: '2 * t' } }],
  ['bodies.bob.mass', { bodies: { bob: { ...bodies.bob, mass: 't + 1' } } }],
  ['constraints.rod.params.length', { constraints: { rod: { ...rod, params: { length: '1 + t' } } } }],
  ['repeat[0].bodies.q{i + t}', { repeat: [{ over: { i: [0, 1] }, bodies: { 'q{i + t}': bodies.bob } }] }],
  ['expect.largestC', { expect: { largestC: 't + 1' } }],
])('a number, here %s, does not depend on the time', async (path, fields) => {
  const [found = ''] = await mistakes(changed(fields));
  expect(found.startsWith(`${path}: There is no parameter "t".`)).toBe(true);
});

test.each(['Universal', 'Coincident', 'Distance'])('a hinge makes no %s', async (type) => {
  const door = { kind: 'rigid', mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] };
  const pin = { type, hinge: { a: 'door', b: 'ground', at: [0, 0, 0], axis: [0, 0, 1] } };
  const scene = { format: 'holonomic-scene/1', title: 'A door', space: 3, bodies: { door }, constraints: { pin } };
  const [found, ...others] = await mistakes(scene);
  expect(others).toEqual([]);
  expect(found).toMatch(
    /^constraints\.pin\.hinge: \w+ is no hinge, and does not act on the angle of one\. \(give its inputs under "on": a, b/,
  );
});

/** The pendulum with the looks of its bar, or in space, with fields of a body and a view there. */
const drawn = (draw: object): object => changed({ bodies: { ...bodies, bar: { ...bodies.bar, draw } } });
const named = (fields: object): object => changed({ bodies: { ...bodies, bar: { ...bodies.bar, ...fields } } });
const inSpace = (draw: object, view: object = {}): object => ({
  format: 'holonomic-scene/1',
  title: 'A block',
  space: 3,
  params: { size: 0 },
  bodies: { block: { kind: 'rigid', mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], draw } },
  view,
});
const gear = { shape: 'gear', teeth: 20, radius: 1 };

test.each<[object, RegExp]>([
  [drawn({ ...gear, teeth: 0 }), /^bodies\.bar\.draw\.teeth: teeth must be a whole number from 3 on, not 0\.$/],
  [
    drawn([{ ...gear, teeth: 2.5 }]),
    /^bodies\.bar\.draw\[0\]\.teeth: teeth must be a whole number from 3 on, not 2\.5/,
  ],
  [drawn({ ...gear, shape: 'ring', teeth: -3 }), /\.teeth: teeth must be a whole number from 3 on, not -3\.$/],
  [drawn({ shape: 'rack', teeth: 0, from: [0, 0], to: [1, 0] }), /\.teeth: teeth must be a whole number from 1 on/],
  [drawn({ shape: 'wheel', radius: 1, spokes: -1 }), /\.spokes: spokes must be a whole number from 0 on, not -1\.$/],
  [drawn({ shape: 'disc', radius: 'half - 1' }), /^bodies\.bar\.draw\.radius: radius must be positive, not 0\.$/],
  [drawn({ shape: 'bar', from: [0, 0], to: [1, 0], width: -1 }), /\.width: width must be positive, not -1\.$/],
  [drawn({ shape: 'polygon', points: [[0, 0]] }), /\.draw\.points: A polygon has three corners at least\.$/],
  [drawn({ ...gear, teeth: 1e6 }), /^bodies\.bar\.draw: The scene has 1000000 teeth and spokes; the limit is 10000\.$/],
  [
    drawn([
      { ...gear, teeth: 9e3 },
      { ...gear, shape: 'ring', teeth: 9e3 },
    ]),
    /\.draw: The scene has 18000 teeth and/,
  ],
  [
    inSpace({ shape: 'box', size: [-1, 1, 1] }),
    /^bodies\.block\.draw\.size: The sides of a box must be positive, not -1\.$/,
  ],
  [
    inSpace({ shape: 'cylinder', from: [0, 0, 0], to: [1, 0, 0], radius: 'size' }),
    /\.radius: radius must be positive, not 0/,
  ],
  [inSpace({ ...gear, width: -1 }), /\.width: width must be positive, not -1\.$/],
  [inSpace({ ...gear, apex: 0 }), /\.apex: apex must be positive, not 0\.$/],
  [
    inSpace([], { camera: { from: [1, 'size', 1], to: [1, 0, 1] } }),
    /^view\.camera: A camera looks at another place than its own\./,
  ],
  [inSpace([], { camera: { from: [1, 2] } }), /^view\.camera\.from: There are 3 numbers here, one per axis, not 2\.$/],
  [
    inSpace([], { shapes: [{ shape: 'line', points: [[0, 0, 0], [1, 1]] }] }), // prettier-ignore
    /^view\.shapes\[0\]\.points\[1\]: There are 3 numbers here, one per axis, not 2\.$/,
  ],
  [
    changed({ view: { shapes: [{ shape: 'text', at: [0, 0, 0], text: 'a' }] } }),
    /^view\.shapes\[0\]\.at: There are 2 numbers here, one per axis, not 3\.$/,
  ],
  [
    changed({ forces: [{ type: 'gravity', g: [0, 0, -10] }] }),
    /^forces\[0\]\.g: There are 2 numbers here, one per axis, not 3\.$/,
  ],
  [
    changed({ view: { shapes: [{ shape: 'disc', at: [0, 0], radius: -1 }] } }),
    /^view\.shapes\[0\]\.radius: radius must be positive, not -1\.$/,
  ],
  [
    changed({ view: { shapes: [{ shape: 'rope', over: [{ at: 'bob', radius: -1, turn: 'left' }, { at: 'bar' }] }] } }),
    /^view\.shapes\[0\]\.over\[0\]\.radius: A sheave has no radius of -1\.$/,
  ],
  [
    named({ directions: { tip: [0, 1] } }),
    /^bodies\.bar\.directions\.tip: The body has a connector "tip" already\. \(its coordinates, its points/,
  ],
  [named({ points: { tip: [0.5, 0], x: [0, 1] } }), /^bodies\.bar\.points\.x: The body has a connector "x" already\./],
  [named({ points: { tip: [0.5, 0], angle: [0, 1] } }), /^bodies\.bar\.points\.angle: The body has a connector/],
])('what cannot be drawn, or told from another, is refused: %#', async (document, message) => {
  const [found, ...others] = await mistakes(document);
  expect(others).toEqual([]);
  expect(found).toMatch(message);
});

test('teeth are whole but for rounding, and a wheel may be without spokes', async () => {
  expect(await mistakes(drawn([{ ...gear, teeth: '10 * (half + 0.1 + 0.2)' }, { shape: 'wheel', radius: 1, spokes: 0 }]))).toEqual([]); // prettier-ignore
});

test.each([
  ['ddt(bar.angle)', "bar.angle'"],
  ['ddt(bob.x) - t', "bob.x'"],
  ["2 * bar.angle'", "bar.angle'"],
  ['2 * bar.angle', 'bar.angle'],
])('what the formula %s reads is a path, which it has under another name', async (of, path) => {
  const expecting = (fields: object): object =>
    changed({ expect: { always: [{ value: 0, tolerance: 1, ...fields }] } });
  expect(await mistakes(expecting({ of }))).toEqual([
    expect.stringContaining(
      `in the same entry of "expect", beside "of", give it a name, as in where: { v: "${path}" }, and write v in its place`,
    ),
  ]);
  expect(await mistakes(expecting({ of: '2 * v', where: { v: path } }))).toEqual([]);
});

test('a dash stands between two names, and within one that there is', async () => {
  const expecting = (of: string, where = {}): object =>
    changed({
      bodies: { ...bodies, 'l-l': bodies.bar },
      expect: { always: [{ of, where, value: 0, tolerance: 9 }] },
    });
  for (const of of ['u-v', 'u-length', 'length-1', 'l-l.angle', 'norm(bob-bar)'])
    expect(await mistakes(expecting(of, { u: 'bob.x', v: 'bob.y' }))).toEqual([]);
  expect(await mistakes(expecting('u-w', { u: 'bob.x' }))).toEqual([
    expect.stringContaining('There is nothing called "w".'),
  ]);
  expect(await mistakes(expecting('l-L.angle'))).toEqual([
    'expect.always[0].of: There is nothing called "l-L.angle" to read in this scene. (did you mean "l-l"?)',
  ]);
});
