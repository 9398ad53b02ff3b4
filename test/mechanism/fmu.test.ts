import { describe, expect, test } from 'vitest';
import { unzipSync } from 'fflate';
import { mechanism } from '../../src/mechanism/index.js';
import { withoutBinaries } from '../../src/mechanism/write/fmu/files.js';
import { complaintsOf, elementsOf, textsOfFmu } from '../support/fmu.js';
import { galleryScene } from '../support/mechanisms.js';
import { IS_FULL } from '../support/scope.js';
import { named, pendulum, scene } from './scenes.js';

const describedBy = async (document: unknown): Promise<string> => (await textsOfFmu(document))['modelDescription.xml']!;

describe('an FMU', () => {
  test('is an archive of the description and the sources, the same whenever it is made', async () => {
    const [one, other] = await Promise.all([0, 1].map(() => mechanism(pendulum, { target: 'fmu' })));
    expect(one).toEqual(other);
    const [[name, bytes]] = Object.entries(one!.files) as [[string, Uint8Array]];
    expect(name).toBe('pendulum.fmu');
    expect(Object.keys(unzipSync(bytes)).sort()).toEqual([
      'modelDescription.xml',
      'sources/buildDescription.xml',
      'sources/fmi3.c',
      'sources/mechanism.c',
      'sources/mechanism.h',
    ]);
    expect(withoutBinaries(bytes)).toEqual(bytes);
    expect(withoutBinaries(new Uint8Array(100))).toBeUndefined();
  });

  test('has the same functions around every scene, and a token that tells scenes apart', async () => {
    const token = async (document: unknown): Promise<string> =>
      elementsOf(await describedBy(document), 'fmiModelDescription')[0]!['instantiationToken']!;
    const one = await token(pendulum);
    expect(one).toMatch(/^[\da-f]{16}$/);
    expect(await token(pendulum)).toBe(one);
    expect(await token({ ...pendulum, settings: { dt: 0.003 } })).not.toBe(one);
    const { 'sources/fmi3.c': source } = await textsOfFmu(pendulum);
    expect(source).toContain(`static const char token[] = "${one}";`);
    expect(source).toContain('#define FMI3_FUNCTION_PREFIX Made_\n');
  });

  test('describes parameters, inputs and outputs with units and ranges', async () => {
    const text = await describedBy({
      ...pendulum,
      bodies: { ...pendulum.bodies, hand: { kind: 'handle', position: [0, 1] } },
      params: { ...pendulum.params, g: { value: 9.81, unit: 'm/s²', doc: 'a < b & "c"' }, half: 'length / 2' },
    });
    const variables = elementsOf(text, 'Float64');
    expect(variables.map(({ valueReference }) => Number(valueReference))).toEqual([...variables.keys()]);
    const named = new Map(variables.map((one) => [one['name']!, one]));
    expect(named.size).toBe(variables.length);
    expect(named.get('parameters.length')).toMatchObject({
      causality: 'parameter',
      variability: 'tunable',
      unit: 'm',
      min: '0.1',
      max: '2',
      start: '1',
    });
    expect(named.get('parameters.g')).toMatchObject({ unit: 'm/s²', description: 'a &lt; b &amp; &quot;c&quot;' });
    expect(named.get('parameters.half')).toMatchObject({ causality: 'calculatedParameter' });
    expect(named.get('parameters.half')).not.toHaveProperty('start');
    expect(named.get('handles.hand[2]')).toMatchObject({ causality: 'input', unit: 'm', start: '1' });
    expect(named.get('bodies.bob.velocity[1]')).toMatchObject({
      causality: 'output',
      unit: 'm/s',
      derivative: named.get('bodies.bob.position[1]')!['valueReference'],
    });
    expect(named.get('reactions.rod')).toMatchObject({ causality: 'output', unit: 'N' });
    expect(named.get('energy.kinetic')).toMatchObject({ causality: 'output', unit: 'J' });
    expect(text).toContain('<Unit name="m/s²">\n      <BaseUnit m="1" s="-2"/>');
    expect(text).toContain('<Unit name="J">\n      <BaseUnit kg="1" m="2" s="-2"/>');
    const referencesOf = (...kinds: string[]): string[] =>
      variables.filter((one) => kinds.includes(one['causality']!)).map((one) => one['valueReference']!);
    const listed = (name: string): string[] => elementsOf(text, name).map((one) => one['valueReference']!);
    expect(listed('Output')).toEqual(referencesOf('output'));
    expect(listed('InitialUnknown')).toEqual(referencesOf('output', 'calculatedParameter'));
  });

  test('says of a unit that FMI has no exponents for no more than its name', async () => {
    const text = await describedBy(
      scene({
        params: { a: { value: 1, unit: 'm^0.5' } },
        bodies: { bob: { kind: 'particle', mass: 'a', position: [0, 0] } },
      }),
    );
    expect(text).toContain('<Unit name="m^0.5"/>');
  });

  test('quotes names that are no identifiers, and hands on no text that XML cannot hold', async () => {
    const title = 'Ends </here> & "there"\u0000\ud800\n]]>';
    const text = await describedBy({ ...named(), title });
    const names = elementsOf(text, 'Float64').map(({ name }) => name);
    expect(names).toContain("reactions.'a-b'");
    expect(names).toContain("bodies.'isnan-y1'.position[1]");
    expect(new Set(names).size).toBe(names.length);
    expect(await complaintsOf('fmi3ModelDescription', text)).toEqual([]);
  });
});

describe("the standard's schemas", () => {
  test.each(IS_FULL ? ['four-bar', 'stewart-platform', 'double-pendulum', 'planetary-gear'] : ['four-bar'])(
    'accept those of %s',
    async (name) => {
      const texts = await textsOfFmu(galleryScene(name));
      expect(await complaintsOf('fmi3ModelDescription', texts['modelDescription.xml']!)).toEqual([]);
      expect(await complaintsOf('fmi3BuildDescription', texts['sources/buildDescription.xml']!)).toEqual([]);
    },
  );

  test.each([
    ['an attribute that is missing', / instantiationToken="\w+"/, ''],
    ['a causality that is none', 'causality="output"', 'causality="outcome"'],
    ['a number that is none', /start="[\d.]+"/, 'start="much"'],
    ['an element in a wrong place', '<ModelStructure>', '<ModelStructure><Unit name="m"/>'],
    ['an exponent that is not whole', 's="-1"', 's="-1.5"'],
  ])('refuse %s', async (_, from, to) => {
    const text = await describedBy(pendulum);
    const spoilt = text.replace(from, to);
    expect(spoilt).not.toBe(text);
    expect(await complaintsOf('fmi3ModelDescription', spoilt)).not.toEqual([]);
  });
});
