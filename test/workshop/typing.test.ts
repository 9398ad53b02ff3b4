import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { without } from '../../site/workshop/model/document.js';
import { formulaNames, readSpec, setFormulas } from '../../site/workshop/model/specs.js';
import { areSameFormulas, placeOf, readFormulas, writeFormulas } from '../../site/workshop/model/formula-text.js';
import { seededRandom, type Random } from '../../src/sampling/random.js';
import { diagnose } from '../../src/toolkit.js';
import { JUDGES } from '../support/machine.js';
import { IS_FULL, someOf } from '../support/scope.js';
import { scene, SCENES, Twin } from './twin.js';

/** CPU time that an answer may take, ms: the page shows it while a person types. */
const LONGEST = 1500;

type Spec = Readonly<Record<string, unknown>>;

/** A spec whose formulas the editor shows as one text. */
interface Typed {
  readonly name: string;
  readonly spec: Spec;
  readonly text: string;
}

const typedOf = (name: string, spec: unknown): readonly Typed[] => {
  const formulas = readSpec(spec);
  return formulas === undefined ? [] : [{ name, spec: spec as Spec, text: writeFormulas(formulas) }];
};

const OWN = SCENES.flatMap((file) => {
  const document = scene(file);
  return formulaNames(document).map((name) => ({ document, name }));
});

let library: readonly Typed[];
beforeAll(async () => {
  const folder = join(import.meta.dirname, '../../constraints-spec');
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Readonly<Record<string, unknown>>>),
  );
  library = modules.flatMap((specs) => Object.entries(specs).flatMap(([name, spec]) => typedOf(name, spec)));
});

/** All texts on the way to a text, as it is typed. */
const prefixes = (text: string): readonly string[] =>
  Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end));

/** Those of which something else is read than of the text before: a blank or an empty line at the end changes nothing. */
const different = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, k) => {
    const before = texts[k - 1];
    return before === undefined || !areSameFormulas(readFormulas(text).formulas, readFormulas(before).formulas);
  });

/** What is wrong with the answer to a text: nothing, if it is a class, or mistakes that have a place. */
function faultsOf({ name, spec }: Typed, text: string): readonly string[] {
  const read = readFormulas(text);
  const begin = process.cpuUsage();
  let found: ReturnType<typeof diagnose>;
  try {
    found = diagnose({ ...without(spec, 'where'), ...read.formulas }, { name });
  } catch (error) {
    return [`${name}: ${JSON.stringify(text)} throws ${String(error)}`];
  }
  const { user } = process.cpuUsage(begin);
  const faults = found.flatMap((diagnostic) => {
    const { code, message, field } = diagnostic;
    const words = message.replace(/".*?"/gs, '');
    if (code.includes('SELF_CHECK') || message === '' || /internal|undefined|NaN|\[object/.test(words))
      return [message];
    if (field === undefined) return [`${code} has no field`];
    const place = placeOf({ ...diagnostic, field: `specs.${name}.${field}` }, `specs.${name}`, read);
    // What is not of these formulas is shown with its field.
    if (place === undefined) return /^(?:C|where)/.test(field) ? [`${code} has no place, in ${field}`] : [];
    const isInside = 0 <= place.start && place.start <= place.end && place.end <= text.length;
    return isInside ? [] : [`${code} is at ${place.start} to ${place.end}`];
  });
  if (JUDGES && user / 1000 > LONGEST) faults.push(`takes ${Math.round(user / 1000)} ms`);
  return faults.map((fault) => `${name}: ${JSON.stringify(text)}: ${fault}`);
}

/** Pieces that edits put in, besides those of the formulas. */
const ODD =
  '( ) [ ] { } , . ; : ? ! = == <= >= != ^ ^^ .* ./ \' " ` # @ & | ~ \\ // % \u0000 \u200b \u202e é “ π ² 😀 \ud800 \n ' +
  'where where\u0020x\u0020= 1e999 1e-400 0x1 1. .5 0/0 1/0 -0 i Infinity NaN null true not and xor mod to in ddt( sqrt( ' +
  'norm( __proto__ constructor toString p.x p.w p[0] p[1:2] x=1 f(x)=x function import( eval( 2\u00a0m 5!';
const PIECES = ODD.split(' ');

/** A text after a random edit: something deleted, put in, doubled, or moved. */
function edited(text: string, random: Random, pieces: readonly string[]): string {
  const at = (length: number): number => Math.floor(random() * length);
  const start = at(text.length + 1);
  const end = Math.min(text.length, start + at(8));
  const [head, part, tail] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  switch (at(6)) {
    case 0:
      return head + tail;
    case 1:
      return head + part + part + tail;
    case 2:
      return head + part.split('').reverse().join('') + tail;
    default:
      return head + pieces[at(pieces.length)]! + (at(3) === 0 ? '' : part) + tail;
  }
}

describe('whatever is typed gets an answer', () => {
  test('each prefix of the formulas of the library, and of those of the gallery', () => {
    const all = [...library, ...OWN.flatMap(({ document, name }) => typedOf(name, document.specs![name]))];
    expect(all.length).toBeGreaterThan(80);
    const tried = all.flatMap((typed) => different(prefixes(typed.text)).map((text) => ({ typed, text })));
    expect(tried.length).toBeGreaterThan(5000);
    expect(someOf(tried, 60).flatMap(({ typed, text }) => faultsOf(typed, text))).toEqual([]);
    // Whole, each makes a class.
    for (const { name, spec } of someOf(all, 4)) expect(diagnose(spec, { name }), name).toEqual([]);
  });

  test('random edits', () => {
    const random = seededRandom(17);
    const pieces = [...PIECES, ...new Set(library.flatMap(({ text }) => text.split(/\b/)))];
    const faults: string[] = [];
    let typed = library[0]!;
    let { text } = typed;
    for (let k = 0; k < (IS_FULL ? 3_000 : 80); k++) {
      if (k % 20 === 0) {
        typed = library[Math.floor(random() * library.length)]!;
        ({ text } = typed);
      }
      text = edited(text, random, pieces).slice(0, 400);
      faults.push(...faultsOf(typed, text));
    }
    expect(faults).toEqual([]);
  });

  test('a scene goes on while its formula is typed', async () => {
    const cases = OWN.flatMap(({ document, name }) =>
      prefixes(writeFormulas(readSpec(document.specs![name])!)).map((text) => ({ document, name, text })),
    );
    let twin = new Twin();
    let shown: object | undefined;
    for (const { document, name, text } of someOf(cases, 8, 100)) {
      if (shown !== document) {
        twin = new Twin();
        await twin.load(document);
        twin.engine.receive({ kind: 'run', running: true });
        shown = document;
      }
      twin.reports.length = 0;
      const answer = await twin.load(setFormulas(document, name, readFormulas(text).formulas), true);
      twin.frames(2);
      const failures = twin.reports.flatMap((report) => (report.kind === 'failed' ? [report.failure] : []));
      if (answer.kind === 'refused' && answer.failure) failures.push(answer.failure);
      expect(
        failures.filter(({ code }) => code === 'E_ENGINE'),
        text,
      ).toEqual([]);
      if (answer.kind === 'refused') expect(answer.diagnostics.length + failures.length, text).toBeGreaterThan(0);
      else expect(answer.kind, text).toBe('loaded');
      twin.engine.receive({ kind: 'run', running: true });
    }
  });
});
