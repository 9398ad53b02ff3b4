import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { SpaceDerivation } from '../../src/derive/derive-space.js';
import { derive } from '../../src/kinds/derive.js';
import { markOf } from '../../src/kinds/index.js';
import { findSpecFiles, loadSpecFiles } from '../../src/generate/load-specs.js';
import { formulaList } from '../../src/spec/formula-list.js';
import type { BodySpec } from '../../src/spec/body-spec.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';
import { ROOT } from './pages.js';

/** Writes the library as a page: a table per spec file, and under it the remarks of the specs. */
export async function libraryTables(): Promise<string> {
  const { files } = findSpecFiles([join(ROOT, 'constraints-spec')]);
  const loaded = await loadSpecFiles(files);
  const sections = loaded.files.map(({ path, specs }) => {
    const entries = specs.map(({ name, spec }) =>
      markOf(spec) === 'body' ? bodyEntryOf(name, spec as BodySpec) : entryOf(name, spec as ConstraintSpec),
    );
    const columns = specs.some(({ spec }) => markOf(spec) === 'body')
      ? ['coordinates', 'parameters', 'formulas', 'freedom']
      : ['inputs', 'parameters', 'formula', 'rows'];
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
  const config = await resolveConfig(join(ROOT, 'docs/library.md'));
  return format(sections.join('\n\n'), { ...config, parser: 'markdown' });
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
function singularNotes(spaces: readonly SpaceDerivation[]): string[] {
  const notes = spaces.flatMap(({ singular }) =>
    singular.map(
      ({ where, meaning, policy }) =>
        `Singular where ${code(where)}${meaning === undefined ? '' : ` (${meaning})`}: ${policy}.`,
    ),
  );
  return [...new Set(notes)];
}

function entryOf(name: string, spec: ConstraintSpec): Entry {
  const spaces = Object.values(derive(name, spec).spaces);
  const names = [...new Set(spaces.map(({ className }) => code(className)))].join(', ');
  const rows = spaces.map(({ levels }) => {
    const rates = levels.filter((level) => level === 'velocity').length;
    if (rates === 0) return String(levels.length);
    return rates === levels.length ? `${rates}, of rates` : `${levels.length}, ${rates} of rates`;
  });
  const where = Object.entries(spec.where ?? {}).map(([key, formula]) => code(`${key} = ${formula}`));
  const formulas = formulaList(spec).map(code).join(', ');
  return {
    names,
    doc: [...(spec.doc === undefined ? [] : [spec.doc]), ...singularNotes(spaces)].join(' ') || undefined,
    cells: [
      names,
      spec.summary,
      Object.entries(spec.inputs)
        .map(([input, kind]) => `${code(input)} ${typeof kind === 'string' ? kind : kind.kind}`)
        .join(', '),
      Object.keys(spec.params ?? {})
        .map(code)
        .join(', '),
      where.length === 0 ? formulas : `${formulas} where ${where.join(', ')}`,
      [...new Set(rows)].join('; '),
    ],
  };
}
