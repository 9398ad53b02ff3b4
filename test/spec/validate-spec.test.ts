import { describe, expect, it } from 'vitest';
import { diagnosticsOf } from '../../src/diagnostics/index.js';
import { validateConstraint } from '../../src/kinds/constraint/validate.js';

const good = {
  summary: 'Holds two points a fixed distance apart.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0, max: 10, default: 1, doc: 'Distance.' } },
  where: { d: 'a - b' },
  C: 'norm(d) == length',
  sample: { a: [-1, 1], length: [0.5, 2] },
};

/** Lists the faults of a spec, one line each. */
const faults = (spec: unknown, name = 'Distance'): string[] =>
  diagnosticsOf(() => validateConstraint(name, spec)).map(({ code, field, message, hint }) =>
    [`${code} ${field ?? '-'}: ${message}`, hint].filter((part) => part !== undefined).join(' → '),
  );
const changed = (change: object): string[] => faults({ ...good, ...change });

it('returns a valid spec', () => {
  expect(validateConstraint('Distance', good)).toBe(good);
  expect(faults({ summary: 'x', space: 2, inputs: { a: 'scalar' }, C: ['a'] })).toEqual([]);
  expect(changed({ kind: 'constraint', params: { length: 'scalar', axis: 'vector' }, where: undefined })).toEqual([]);
});

it('names the constraint in every fault', () => {
  expect(diagnosticsOf(() => validateConstraint('Rod', { ...good, C: [] }))[0]).toMatchObject({
    spec: 'Rod',
    field: 'C',
  });
});

describe('structure', () => {
  it.each([
    [null, 'null'],
    [3, '3'],
    [[], 'a list of 0'],
    ['norm(a)', '"norm(a)"'],
    [undefined, 'undefined'],
  ])('%j', (spec, what) => {
    expect(faults(spec)).toEqual([
      `E_SPEC_TYPE -: The spec must be an object, not ${what}. → give an object, as in ` +
        "{ summary: 'A rod.', space: 2, inputs: { a: 'point', b: 'point' }, C: 'norm(a - b) == 1' }",
    ]);
  });
  it('names every missing field', () => {
    expect(faults({})).toEqual([
      'E_SPEC_MISSING summary: The spec has no "summary". → it must be a text',
      'E_SPEC_MISSING space: The spec has no "space". → it must be 2, 3 or [2, 3]',
      `E_SPEC_MISSING inputs: The spec has no "inputs". → it must be an object such as { a: 'point' }`,
      'E_SPEC_MISSING C: The spec has no "C". → it must be a formula or a list of formulas',
    ]);
  });
  it.each<[object, string[]]>([
    [
      { summry: 'x' },
      ['E_SPEC_UNKNOWN_FIELD summry: There is no field "summry" in a constraint. → did you mean "summary"?'],
    ],
    [
      { energy: 'x' },
      [
        'E_SPEC_UNKNOWN_FIELD energy: There is no field "energy" in a constraint. → the fields are summary, doc, space, inputs, params, where, C, friction, restitution, maxForce, singular, jdot, sample',
      ],
    ],
    [{ space: 4 }, ['E_SPEC_TYPE space: "space" must be 2, 3 or [2, 3], not 4.']],
    [
      { singular: 'regularise' },
      [
        `E_SPEC_TYPE singular: "singular" must be 'throw' or 'regularize', not "regularise". → did you mean "regularize"?`,
      ],
    ],
    [{ space: [3, 2] }, ['E_SPEC_TYPE space: "space" must be 2, 3 or [2, 3], not a list of 2.']],
    [
      { inputs: { a: 'pont' } },
      [
        `E_SPEC_TYPE inputs.a: "inputs.a" must be 'point', 'direction' or 'scalar', not "pont". → did you mean "point"?`,
      ],
    ],
    [
      { inputs: { a: 'body', b: 'point' } },
      [
        `E_SPEC_TYPE inputs.a: "inputs.a" must be 'point', 'direction' or 'scalar', not "body". → give what the formula uses of the body: its points, directions and angles, each as an input, as in { a: 'point', alpha: 'scalar' }; a world passes body.point([0, 0]) and body.angle for them`,
      ],
    ],
    [
      { inputs: ['a'] },
      [
        `E_SPEC_TYPE inputs: "inputs" must be an object such as { a: 'point' }, not a list of 1. → give each input its kind: { a: 'point' }`,
      ],
    ],
    [
      { params: { length: 'scaler' } },
      [
        `E_SPEC_TYPE params.length: "params.length" must be 'scalar', 'vector', or { kind?, unit?, min?, … }, not "scaler". → did you mean "scalar"?`,
      ],
    ],
    [
      { params: { length: { maxx: 3, min: '0', kind: 'vektor', default: Number.NaN } } },
      [
        `E_SPEC_TYPE params.length.kind: "params.length.kind" must be 'scalar', 'vector', 'curve' or 'path', not "vektor". → did you mean "vector"?`,
        'E_SPEC_TYPE params.length.min: "params.length.min" must be a finite number, not "0".',
        'E_SPEC_TYPE params.length.default: "params.length.default" must be a number or a list of numbers, not NaN.',
        'E_SPEC_UNKNOWN_FIELD params.length.maxx: There is no field "maxx" in a parameter. → did you mean "max"?',
      ],
    ],
    [
      { params: { length: { max: Infinity } } },
      ['E_SPEC_TYPE params.length.max: "params.length.max" must be a finite number, not Infinity.'],
    ],
    [
      { parameters: {}, dimension: 2, friction: { slip: 'a.x', coefficient: 0.3, mu: 0.3 } },
      [
        'E_SPEC_UNKNOWN_FIELD friction.mu: There is no field "mu" in friction. → write "coefficient"',
        'E_SPEC_UNKNOWN_FIELD parameters: There is no field "parameters" in a constraint. → write "params"',
        'E_SPEC_UNKNOWN_FIELD dimension: There is no field "dimension" in a constraint. → write "space"',
      ],
    ],
    ...['point[]', 'points', 'list'].map((a): [object, string[]] => [
      { inputs: { a } },
      [
        `E_SPEC_TYPE inputs.a: "inputs.a" must be 'point', 'direction' or 'scalar', not "${a}". → a list of any length is { kind: 'point', count: 'any' }`,
      ],
    ]),
    [
      { inputs: { a: { kind: 'point', count: 3, closed: true } } },
      [
        `E_SPEC_TYPE inputs.a.count: "inputs.a.count" must be 'any', for a list of any length, not 3. → a list of any length is { kind: 'point', count: 'any' }; a fixed number has names, as in { p1: 'point', p2: 'point' }`,
        'E_SPEC_UNKNOWN_FIELD inputs.a.closed: There is no field "closed" in an input. → write "ring"',
      ],
    ],
    [
      { params: { length: 'm' } },
      [
        `E_SPEC_TYPE params.length: "params.length" must be 'scalar', 'vector', or { kind?, unit?, min?, … }, not "m". → a unit is written { unit: 'm' }`,
      ],
    ],
    [{ where: { d: 3 } }, ['E_SPEC_TYPE where.d: "where.d" must be a formula, which is a text, not 3.']],
    [{ C: 3 }, ['E_SPEC_TYPE C: "C" must be a formula or a list of formulas, not 3.']],
    [{ C: ['a', 3] }, ['E_SPEC_TYPE C[1]: "C[1]" must be a formula, which is a text, not 3.']],
    [{ sample: { a: [0] } }, ['E_SPEC_TYPE sample.a: "sample.a" must be a range [low, high], not a list of 1.']],
    [{ kind: 'body' }, [`E_SPEC_TYPE kind: "kind" must be 'constraint', or left out, not "body".`]],
  ])('%j', (change, expected) => {
    expect(changed(change)).toEqual(expected);
  });
  it('is not deceived by keys that objects have of themselves', () => {
    expect(faults(JSON.parse('{"summary":"x","space":2,"inputs":{"__proto__":"point"},"C":"a"}'))).toEqual([
      'E_NAME_INVALID inputs.__proto__: The name "__proto__" is not an identifier. → a name begins with a letter and has ASCII letters, digits and underscores only',
    ]);
    expect(faults(JSON.parse('{"__proto__":1,"summary":"x","space":2,"inputs":{"a":"point"},"C":"a"}'))[0]).toContain(
      'There is no field "__proto__"',
    );
    expect(changed({ sample: { toString: [0, 1] } })[0]).toContain('There is no input or parameter "toString".');
  });
});

describe('texts', () => {
  it.each([
    ['', 'The text is empty. → say in one sentence what the constraint does'],
    ['  ', 'The text is empty. → say in one sentence what the constraint does'],
    ['x'.repeat(301), 'The text has 301 characters; the limit is 300.'],
    ['a\nb', 'The text has a line break or an invisible character. → write it on one line'],
    ['a\u2028b', 'The text has a line break or an invisible character. → write it on one line'],
    ['a\u202eb', 'The text has a line break or an invisible character. → write it on one line'],
    ['a\u0000b', 'The text has a line break or an invisible character. → write it on one line'],
  ])('summary %j', (summary, expected) => {
    expect(changed({ summary })).toEqual([`E_SPEC_TEXT summary: ${expected}`]);
  });
  it('of parameters', () => {
    expect(changed({ params: { length: { unit: 'x'.repeat(41), doc: 'a\rb' } } })).toEqual([
      'E_SPEC_TEXT params.length.unit: The text has 41 characters; the limit is 40.',
      'E_SPEC_TEXT params.length.doc: The text has a line break or an invisible character. → write it on one line',
    ]);
  });
});

describe('sizes', () => {
  const many = (count: number, value: unknown): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, value]));
  it.each<[object, string]>([
    [{ inputs: {}, sample: {} }, "E_SPEC_SIZE inputs: A constraint needs at least one input. → write { a: 'point' }"],
    [{ C: [] }, 'E_SPEC_SIZE C: A constraint needs at least one formula.'],
    [
      { C: Array.from({ length: 65 }, () => 'a') },
      'E_SPEC_SIZE C: There are 65 entries; the limit is 64. → give the equations to several constraints; rows that hold together can share a class, others need not',
    ],
    [
      { inputs: many(33, 'point'), sample: {} },
      'E_SPEC_SIZE inputs: There are 33 entries; the limit is 32. → a class joins a few connectors: hold a chain or a net by many constraints between neighbours',
    ],
    [{ params: many(65, 'scalar'), sample: {} }, 'E_SPEC_SIZE params: There are 65 entries; the limit is 64.'],
    [{ where: many(201, 'a') }, 'E_SPEC_SIZE where: There are 201 entries; the limit is 200.'],
  ])('%#', (change, expected) => {
    expect(changed(change)).toEqual([expected]);
  });
});

describe('names', () => {
  const NOT_AN_IDENTIFIER = 'a name begins with a letter and has ASCII letters, digits and underscores only';
  it.each([
    ['', `E_NAME_INVALID -: The name "" is not an identifier. → ${NOT_AN_IDENTIFIER}`],
    ['1a', `E_NAME_INVALID -: The name "1a" is not an identifier. → ${NOT_AN_IDENTIFIER}`],
    ['Foo$', `E_NAME_INVALID -: The name "Foo$" is not an identifier. → ${NOT_AN_IDENTIFIER}`],
    ['Fœ', `E_NAME_INVALID -: The name "Fœ" is not an identifier. → ${NOT_AN_IDENTIFIER}`],
    ['A{}*/`', `E_NAME_INVALID -: The name "A{}*/\`" is not an identifier. → ${NOT_AN_IDENTIFIER}`],
    ['__proto__', `E_NAME_INVALID -: The name "__proto__" is not an identifier. → ${NOT_AN_IDENTIFIER}`],
    [
      'x'.repeat(61),
      `E_NAME_INVALID -: The name "${'x'.repeat(59)}…" is not an identifier. → a name has at most 60 characters`,
    ],
    [
      'class',
      'E_NAME_RESERVED -: The name "class" is a reserved word of JavaScript or TypeScript. → class names are like "Distance"',
    ],
    [
      'default',
      'E_NAME_RESERVED -: The name "default" is a reserved word of JavaScript or TypeScript. → the name of the export is that of the class: export const Distance = …',
    ],
    [
      'number',
      'E_NAME_RESERVED -: The name "number" is a reserved word of JavaScript or TypeScript. → class names are like "Distance"',
    ],
    [
      'constructor',
      'E_NAME_RESERVED -: The name "constructor" is a reserved word of JavaScript or TypeScript. → class names are like "Distance"',
    ],
    ['Math', 'E_NAME_RESERVED -: The name "Math" is a name that the emitted code needs. → choose a more specific name'],
    [
      'Float64Array',
      'E_NAME_RESERVED -: The name "Float64Array" is a name that the emitted code needs. → choose a more specific name',
    ],
    [
      'ConstraintType',
      'E_NAME_RESERVED -: The name "ConstraintType" is a name that the emitted code needs. → choose a more specific name',
    ],
    ...['Path', 'Curve', 'ConstraintSettings', 'EnergySettings', 'BoundedConstraint', 'ListType', 'DivisorKernel'].map(
      (name): [string, string] => [
        name,
        `E_NAME_RESERVED -: The name "${name}" is a name that the emitted code needs. → choose a more specific name`,
      ],
    ),
    [
      'PointConnector',
      'E_NAME_RESERVED -: The name "PointConnector" is a name that the emitted code needs. → choose a more specific name',
    ],
  ])('of a class: %j', (name, expected) => {
    expect(faults(good, name)).toEqual([expected]);
  });
  it.each([
    ['t', 'E_NAME_RESERVED', 'time'],
    ['pi', 'E_NAME_RESERVED', 'a constant of the formula language'],
    ['norm', 'E_NAME_RESERVED', 'a function of the formula language'],
    ['atan2', 'E_NAME_RESERVED', 'a function of the formula language'],
    ['ddt', 'E_NAME_RESERVED', 'a function of the formula language'],
    ['mod', 'E_NAME_RESERVED', 'a function of the formula language'],
    ['true', 'E_NAME_RESERVED', 'a word of the formula language'],
    ['end', 'E_NAME_RESERVED', 'a word of the formula language'],
    ['i', 'E_NAME_RESERVED', 'a word of the formula language'],
    ['new', 'E_NAME_RESERVED', 'a reserved word of JavaScript or TypeScript'],
    ['constructor', 'E_NAME_RESERVED', 'a reserved word of JavaScript or TypeScript'],
    ['a b', 'E_NAME_INVALID', ''],
    ['_x', 'E_NAME_INVALID', ''],
    ['α', 'E_NAME_INVALID', ''],
    ['x-y', 'E_NAME_INVALID', ''],
  ])('of quantities: %j', (name, code, meaning) => {
    for (const section of ['inputs', 'params', 'where'] as const) {
      const value = { inputs: 'point', params: 'scalar', where: 'a' }[section];
      const [fault, ...others] = changed({ [section]: { ...good[section], [name]: value } });
      expect(others).toEqual([]);
      expect(fault).toContain(`${code} ${section}.${name}: The name "${name}" is ${meaning}`);
    }
  });
  it.each(['from', 'of', 'type', 'x', 'C', 'gamma', 'lambda', 'length', 'mass', 'phi', 'm', 'async', 'get'])(
    'allows %s',
    (name) => {
      expect(changed({ where: { d: 'a - b', [name === 'length' ? 'length2' : name]: 'a' } })).toEqual([]);
    },
  );
  it('clash', () => {
    expect(changed({ params: { a: 'scalar' }, where: { b: 'a', d: 'a' }, sample: {} })).toEqual([
      'E_NAME_CLASH params.a: The name "a" is already an input. → rename one of them',
      'E_NAME_CLASH where.b: The name "b" is already an input. → rename one of them',
    ]);
  });
});

describe('parameters', () => {
  it.each<[object, string[]]>([
    [{ min: 2, max: 1 }, ['E_PARAM_RANGE params.length.min: The smallest value, 2, is larger than the largest, 1.']],
    [
      { min: 2, max: 1, default: 1.5 },
      ['E_PARAM_RANGE params.length.min: The smallest value, 2, is larger than the largest, 1.'],
    ],
    [{ min: 1, max: 1, default: 1 }, []],
    [
      { min: 0, default: -1 },
      ['E_PARAM_DEFAULT params.length.default: The default -1 is below the smallest value, 0.'],
    ],
    [{ max: 0, default: 1 }, ['E_PARAM_DEFAULT params.length.default: The default 1 is above the largest value, 0.']],
    [
      { default: [1] },
      [
        `E_PARAM_DEFAULT params.length.default: The default of a scalar is a number, not a list. → write kind: 'vector' for a vector`,
      ],
    ],
    [{ kind: 'vector', default: 0 }, []],
    [
      { kind: 'vector', default: [1, 2] },
      [
        'E_PARAM_DEFAULT params.length.default: The default has 2 components; in space 3 the vector has 3. → one number stands for all components',
      ],
    ],
  ])('%j', (length, expected) => {
    expect(changed({ params: { length }, sample: {} })).toEqual(expected);
  });
  it('a vector of one space', () => {
    expect(changed({ space: 2, params: { length: { kind: 'vector', min: 0, default: [1, -2] } }, sample: {} })).toEqual(
      ['E_PARAM_DEFAULT params.length.default: The default -2 is below the smallest value, 0.'],
    );
  });
});

describe('sample', () => {
  it.each<[object, string[]]>([
    [{ lenght: [0, 1] }, ['E_SAMPLE sample.lenght: There is no input or parameter "lenght". → did you mean "length"?']],
    [{ d: [0, 1] }, ['E_SAMPLE sample.d: There is no input or parameter "d". → there are "a", "b", "length", "t"']],
    [{ a: [1, 1] }, ['E_SAMPLE sample.a: The range is empty: 1 is not below 1.']],
    [
      { length: [-1, 1] },
      [
        'E_SAMPLE sample.length: The range goes beyond the values that the parameter allows. → narrow it to lie between min and max',
      ],
    ],
    [{ a: [0, Infinity] }, ['E_SPEC_TYPE sample.a[1]: "sample.a[1]" must be a finite number, not Infinity.']],
  ])('%j', (sample, expected) => {
    expect(changed({ sample })).toEqual(expected);
  });
});
