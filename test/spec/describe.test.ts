import { describe as group, expect, it } from 'vitest';
import { exportedNames } from '../../src/kinds/exported-names.js';
import { classNames, describe, duplicateClassNames } from '../../src/spec/index.js';

const spec = {
  summary: 'x',
  space: [2, 3],
  inputs: { a: 'point', n: 'direction', theta: 'scalar' },
  params: {
    length: { unit: 'm', min: 0, default: 1 },
    k: 'scalar',
    axis: 'vector',
    centre: { kind: 'vector', default: 0, doc: 'Centre.' },
  },
  C: 'theta',
} as const;

group('describe', () => {
  it('gives sizes for a space', () => {
    expect(describe(spec, 3)).toEqual({
      inputs: [
        { name: 'a', kind: 'point', size: 3 },
        { name: 'n', kind: 'direction', size: 3 },
        { name: 'theta', kind: 'scalar', size: 1 },
      ],
      params: [
        { name: 'length', kind: 'scalar', size: 1, unit: 'm', min: 0, default: 1 },
        { name: 'k', kind: 'scalar', size: 1 },
        { name: 'axis', kind: 'vector', size: 3 },
        { name: 'centre', kind: 'vector', size: 3, doc: 'Centre.', default: [0, 0, 0] },
      ],
    });
    expect(describe(spec, 2).inputs[0]).toEqual({ name: 'a', kind: 'point', size: 2 });
  });
});

group('classNames', () => {
  it('has a suffix only with both spaces', () => {
    expect(classNames('Rod', { space: 2 })).toEqual([{ spaces: [2], className: 'Rod' }]);
    expect(classNames('Rod', { space: [2, 3] })).toEqual([
      { spaces: [2], className: 'Rod2D' },
      { spaces: [3], className: 'Rod3D' },
    ]);
  });
  it('is one for both spaces where nothing has their dimension', () => {
    const inputs = { a: 'scalar', b: { kind: 'scalar', unit: 'm' } } as const;
    expect(classNames('Gear', { space: [2, 3], inputs, params: { ratio: {} } })).toEqual([
      { spaces: [2, 3], className: 'Gear' },
    ]);
    for (const other of [{ inputs: { ...inputs, p: 'point' } }, { inputs, params: { axis: 'vector' } }] as const)
      expect(classNames('Gear', { space: [2, 3], ...other }).map(({ className }) => className)).toEqual([
        'Gear2D',
        'Gear3D',
      ]);
  });
});

group('duplicateClassNames', () => {
  const file = (path: string, ...specs: [name: string, space: unknown][]) => ({
    path,
    specs: specs.map(([name, space]) => ({ name, exports: exportedNames(name, { space }) })),
  });
  const messages = (...files: ReturnType<typeof file>[]): string[] =>
    duplicateClassNames(files).map(({ spec: name, message }) => `${name}: ${message}`);
  it('finds a suffix that clashes with another export', () => {
    expect(messages(file('a.ts', ['Rod', [2, 3]], ['Rod2D', 2]))).toEqual([
      'Rod2D: "Rod2D" and "Rod" would both be emitted as "Rod2D".',
    ]);
  });
  it('finds one name in two files', () => {
    expect(messages(file('a.ts', ['Rod', 2]), file('b.ts', ['Rod', 2]))).toEqual([
      'Rod: "Rod" and "Rod" of a.ts would both be emitted as "Rod".',
    ]);
  });
  it('finds clashes with the types and kernels of another class', () => {
    expect(messages(file('a.ts', ['Rod', 2], ['RodInputs', 3]))).toEqual([
      'RodInputs: "RodInputs" and "Rod" would both be emitted as "RodInputs".',
    ]);
    expect(messages(file('a.ts', ['Rod', 2], ['rod', 3]))).toEqual([
      'rod: "rod" and "Rod" would both be emitted as "rodKernel".',
    ]);
  });
  it('is content with different names, and with specs that it cannot read', () => {
    expect(messages(file('a.ts', ['Rod', [2, 3]], ['Rod4', 2], ['Bad', 7], ['Bad', null]))).toEqual([]);
    expect(exportedNames('A', null)).toEqual([]);
    expect(exportedNames('A', { space: 4 })).toEqual([]);
    expect(exportedNames('A', { space: [2, 3], inputs: { a: null } })).toContain('A2D');
    expect(exportedNames('A', { space: [2, 3], inputs: { a: 'scalar' } })).toContain('A');
  });
});
