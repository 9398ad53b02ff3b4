import { basename, join } from 'node:path';
import type { SpaceDerivation } from '../../src/derive/derive-space.js';
import { derive } from '../../src/kinds/derive.js';
import { markOf } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/kind.js';
import { findSpecFiles, loadSpecFiles } from '../../src/generate/load-specs.js';
import { formulaList } from '../../src/spec/formula-list.js';
import type { BodySpec } from '../../src/spec/body-spec.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';
import type { EnergySpec } from '../../src/spec/energy-spec.js';
import { ROOT } from './pages.js';
import { formatPage } from '../support/format-page.js';

/** Writes the library as a page: a table per spec file, and under it the remarks of the specs. */
export async function libraryTables(): Promise<string> {
  const { files } = findSpecFiles([join(ROOT, 'constraints-spec')]);
  const loaded = await loadSpecFiles(files);
  const sections = loaded.files.map(({ path, specs }) => {
    const entries = specs.map(({ name, spec }) =>
      markOf(spec) === 'body'
        ? bodyEntryOf(name, spec as BodySpec)
        : markOf(spec) === 'energy'
          ? energyEntryOf(name, spec as EnergySpec)
          : entryOf(name, spec as ConstraintSpec),
    );
    const columns = COLUMNS[markOf(specs[0]?.spec) ?? 'constraint'];
    const notes = entries.flatMap(({ names, doc }) => (doc === undefined ? [] : [`- **${names}**: ${doc}`]));
    return [
      `## ${titleOf(path)}`,
      '',
      `| class | what it does, and for what | ${columns.join(' | ')} |`,
      '| --- | --- | --- | --- | --- | --- |',
      ...entries.map(({ cells }) => `| ${cells.join(' | ')} |`),
      '',
      ...notes,
    ].join('\n');
  });
  return formatPage(sections.join('\n\n'));
}

const COLUMNS: Readonly<Record<KindName, readonly string[]>> = {
  constraint: ['inputs', 'parameters', 'formula', 'rows'],
  list: ['inputs', 'parameters', 'formula', 'rows'],
  body: ['coordinates', 'parameters', 'formulas', 'freedom'],
  energy: ['inputs', 'parameters', 'energy', 'damping'],
};

function energyEntryOf(name: string, spec: EnergySpec): Entry {
  const spaces = Object.values(derive(name, spec).spaces);
  const names = [...new Set(spaces.map(({ className }) => code(className)))].join(', ');
  return {
    names,
    doc: noted(spec.doc, spaces),
    cells: [
      names,
      spec.summary,
      inputsOf(spec.inputs),
      Object.keys(spec.params ?? {})
        .map(code)
        .join(', '),
      withWhere(spec.V === undefined ? [] : [code(spec.V)], spec.where),
      spec.damping === undefined ? '' : code(spec.damping),
    ],
  };
}

function bodyEntryOf(name: string, spec: BodySpec): Entry {
  const names = Object.values(derive(name, spec).spaces)
    .map(({ className }) => code(className))
    .join(', ');
  const points = Object.entries(spec.points).map(
    ([key, { at, mass }]) => code(`${key} = ${at}`) + (mass === undefined ? '' : ` with mass ${code(mass)}`),
  );
  const angles = Object.entries(spec.angles ?? {}).map(
    ([key, { of, inertia }]) =>
      code(`${key} = ${of}`) + (inertia === undefined ? '' : ` with inertia ${code(inertia)}`),
  );
  const energy = spec.energy === undefined ? [] : [`potential ${code(spec.energy)}`];
  const where = Object.entries(spec.where ?? {}).map(([key, formula]) => `where ${code(`${key} = ${formula}`)}`);
  const coordinates = Object.keys(spec.coordinates);
  return {
    names,
    doc: spec.doc,
    cells: [
      names,
      spec.summary,
      coordinates.map(code).join(', '),
      Object.keys(spec.params ?? {})
        .map(code)
        .join(', '),
      [...points, ...angles, ...energy, ...where].join(', '),
      String(coordinates.length),
    ],
  };
}

/** Turns `planar-joints.ts` into `Planar joints`. */
function titleOf(file: string): string {
  const words = basename(file, '.ts').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Entry {
  readonly names: string;
  readonly doc: string | undefined;
  readonly cells: readonly string[];
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** Describes where the classes of a spec are singular, once if both spaces have it in common. */
function singularNotes(spaces: readonly Pick<SpaceDerivation, 'singular'>[]): string[] {
  const notes = spaces.flatMap(({ singular }) =>
    singular.map(
      ({ where, meaning, policy }) =>
        `Singular where ${code(where)}${meaning === undefined ? '' : ` (${meaning})`}: ${policy}.`,
    ),
  );
  return [...new Set(notes)];
}

const noted = (doc: string | undefined, spaces: Parameters<typeof singularNotes>[0]): string | undefined =>
  [...(doc === undefined ? [] : [doc]), ...singularNotes(spaces)].join(' ') || undefined;

const inputsOf = (inputs: ConstraintSpec['inputs']): string =>
  Object.entries(inputs)
    .map(([input, kind]) => `${code(input)} ${typeof kind === 'string' ? kind : kind.kind}`)
    .join(', ');

function withWhere(formulas: readonly string[], where: Readonly<Record<string, string>> = {}): string {
  const quantities = Object.entries(where).map(([key, formula]) => code(`${key} = ${formula}`));
  return formulas.join(', ') + (quantities.length === 0 ? '' : ` where ${quantities.join(', ')}`);
}

function entryOf(name: string, spec: ConstraintSpec): Entry {
  const spaces = Object.values(derive(name, spec).spaces);
  const names = [...new Set(spaces.map(({ className }) => code(className)))].join(', ');
  const rows = spaces.map(({ levels }) => {
    const rates = levels.filter((level) => level === 'velocity').length;
    if (rates === 0) return String(levels.length);
    return rates === levels.length ? `${rates}, of rates` : `${levels.length}, ${rates} of rates`;
  });
  return {
    names,
    doc: noted(spec.doc, spaces),
    cells: [
      names,
      spec.summary,
      inputsOf(spec.inputs),
      Object.keys(spec.params ?? {})
        .map(code)
        .join(', '),
      withWhere(formulaList(spec).map(code), spec.where),
      [...new Set(rows)].join('; '),
    ],
  };
}
