import { describe, expect, it } from 'vitest';

import { generate as generateInBrowser } from '../../src/toolkit-browser.js';
import { CODES, compile, derive, explain, formatReport, generate, simulateScene, verify } from '../../src/toolkit.js';
import { esbuild, rollup, rspack, webpack } from '../../src/plugin/index.js';
import vite from '../../src/vite/index.js';
import { describeConstraints } from '../../src/vitest/index.js';

const SPEC = { summary: 'Holds an angle.', space: 2, inputs: { theta: 'scalar' }, C: 'theta' } as const;
const { Spec: K } = compile('Spec', SPEC) as object as Readonly<Record<string, never>>;

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

/** Every kind of value; none of the entries below accepts any of them. */
const WRONG: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 5],
  ['NaN', NaN],
  ['a bigint', 5n],
  ['true', true],
  ['an empty text', ''],
  ['a text', 'constructor'],
  ['a symbol', Symbol('s')],
  ['an empty list', []],
  ['a list', [null, 5]],
  ['a function', () => 5],
  ['an object of another kind', { left: 1 }],
  ['an object that holds itself', cyclic],
  ['half a class', { type: { kernel: 5 } }],
  ['half a type', { type: { kernel: () => 5, jdotKernel: () => 5, inputs: 5, params: [], formula: {} } }],
  ['half a body', { type: { dynamics: 5 } }],
  ['a date', new Date(0)],
  ['a map', new Map([['specs', 'x']])],
];
const without = (...left: readonly string[]): typeof WRONG => WRONG.filter(([name]) => !left.includes(name));

type Entry = (value: never) => unknown;
/** Wraps plugins of webpack and Rspack, which are made when they are applied. */
const applied =
  (make: (options?: never) => unknown) =>
  (options: unknown): void => {
    (make(options as never) as { apply(compiler: unknown): void }).apply({ options: {}, rspack: {} });
  };
const OBJECTS = [
  'an object of another kind',
  'an object that holds itself',
  'half a class',
  'half a type',
  'half a body',
];
const ENTRIES: readonly (readonly [string, Entry, typeof WRONG])[] = [
  // The validation of the spec checks names that are texts.
  ['derive(name)', (name) => derive(name, SPEC), without('a text')],
  ['derive(spec)', (spec) => derive('K', spec), WRONG],
  ['compile(name)', (name) => compile(name, SPEC), without('a text')],
  ['compile(spec)', (spec) => compile('K', spec), WRONG],
  ['explain(name)', (name) => explain(name, SPEC), without('a text')],
  ['explain(spec)', (spec) => explain('K', spec), WRONG],
  ['explain(format)', (format) => explain('K', SPEC, format), [...WRONG, ['an unknown format', 'xml']]],
  ['verify(target)', (target) => verify(target), WRONG],
  ['verify(class, options)', (options) => verify(K!, options), without('a date', 'a map')],
  ['verify(spec, options)', (options) => verify(SPEC, options), without('a date', 'a map')],
  ['verify(samples)', (samples) => verify(K!, { samples }), without('a number')],
  ['verify(name)', (name) => verify(SPEC, { name }), without('a text')],
  ['formatReport(report)', (report) => formatReport(report), WRONG],
  ['generate(options)', (options) => generate(options), WRONG],
  ['generate(specs)', (specs) => generate({ specs, out: 'out' }), without('a text')],
  ['generate(out)', (out) => generate({ specs: 'specs', out }), without('a text')],
  ['generate(check)', (check) => generate({ specs: 'specs', out: 'out', check }), without('true')],
  ['generate(threads)', (threads) => generate({ specs: 'specs', out: 'out', threads }), without('a number')],
  ['generate(onRendered)', (onRendered) => generate({ specs: 's', out: 'o', onRendered }), without('a function')],
  ['generate() in a browser', () => generateInBrowser(), WRONG],
  ['simulateScene(scene)', (scene) => simulateScene(scene), WRONG],
  ['simulateScene(dt)', (dt) => simulateScene({ build: () => null as never } as never, { dt }), without('a number')],
  [
    'describeConstraints(source)',
    (source) => {
      describeConstraints(source);
    },
    without(...OBJECTS, 'a date', 'a map', 'an empty list'),
  ],
  [
    'describeConstraints(options)',
    (options) => {
      describeConstraints([], options);
    },
    without('a date', 'a map'),
  ],
  ...(
    [
      ['vite', vite],
      ['rollup', rollup],
      ['webpack', applied(webpack)],
      ['rspack', applied(rspack)],
      ['esbuild', esbuild],
    ] as const
  ).flatMap(([name, plugin]): (readonly [string, Entry, typeof WRONG])[] => [
    [`${name}(options)`, (options) => plugin(options), without('a date', 'a map')],
    [`${name}(specs)`, (specs) => plugin({ specs }), without('a text')],
    [`${name}(cwd)`, (cwd) => plugin({ cwd }), without('a text')],
  ]),
];

describe.each(ENTRIES)('%s', (_, entry, values) => {
  it.each(values)('refuses %s with a code', async (__, value) => {
    // Asynchronous functions reject; others throw.
    const error: unknown = await Promise.resolve()
      .then(() => entry(value as never))
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(Error);
    const { diagnostics } = error as { readonly diagnostics?: readonly { readonly code: string }[] };
    expect(diagnostics?.length).toBeGreaterThan(0);
    for (const { code } of diagnostics!) expect(Object.keys(CODES)).toContain(code);
  });
});

it('an option that does not exist is named, with the one that was meant', () => {
  expect(() => verify(K!, { sampels: 3 } as never)).toThrow(/verify has no option "sampels".*did you mean "samples"/s);
  expect(() => vite({ spec: 'x' } as never)).toThrow(/The plugin has no option "spec".*did you mean "specs"/s);
});
