import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkShape } from '../../src/scene/check-shape.js';
import { sceneSchema } from '../../src/scene/document.js';
import { SpecError } from '../../src/diagnostics/index.js';
import { changed, pendulum } from './documents.js';

/** Values of which no field takes all. */
const VALUES: readonly unknown[] = [null, true, -1, 'words', [[]], ['words', {}], { odd: 1 }];

/** A field of the schema: its place, and the document in which it has a value. */
type Field = readonly [place: string, put: (value: unknown) => unknown];

/** All fields within a schema, each in the branch of a union to which it belongs. */
function* fieldsOf(schema: z.ZodType, place: string, put: (value: unknown) => unknown): Generator<Field> {
  function* within(inner: z.ZodType, name: string, holding: (value: unknown) => unknown): Generator<Field> {
    // A repeat holds what the scene holds.
    if (/^repeat.*\.(bodies|constraints|energies|forces|collide|traces)/.test(name)) return;
    const putting = (value: unknown): unknown => put(holding(value));
    yield [name, putting];
    yield* fieldsOf(inner, name, putting);
  }
  if (schema instanceof z.ZodOptional) yield* fieldsOf(schema.unwrap() as z.ZodType, place, put);
  if (schema instanceof z.ZodUnion) for (const one of schema.options as z.ZodType[]) yield* fieldsOf(one, place, put);
  if (schema instanceof z.ZodArray) yield* within(schema.element as z.ZodType, `${place}[0]`, (value) => [value]);
  if (schema instanceof z.ZodRecord)
    yield* within(schema.valueType as z.ZodType, `${place}.name`, (value) => ({ name: value }));
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
    // What says which branch is meant stays.
    const marks = Object.entries(shape).flatMap(([name, one]) =>
      one instanceof z.ZodLiteral || one instanceof z.ZodEnum ? [[name, markOf(one)]] : [],
    );
    const kind = place === 'bodies.name' && marks.length === 0 ? [['kind', 'Own']] : [];
    const others = (place === '' ? pendulum : Object.fromEntries([...marks, ...kind])) as object;
    for (const [name, one] of Object.entries(shape))
      yield* within(one, place === '' ? name : `${place}.${name}`, (value) => ({ ...others, [name]: value }));
  }
}

const markOf = (mark: z.ZodLiteral | z.ZodEnum): unknown =>
  mark instanceof z.ZodLiteral ? mark.value : mark.options[0];

test('each field says in words what it must be', () => {
  const found: string[] = [];
  let count = 0;
  for (const [place, put] of fieldsOf(sceneSchema, '', (value) => value)) {
    for (const value of VALUES) {
      try {
        checkShape(put(value));
      } catch (error) {
        if (!(error instanceof SpecError)) throw error;
        count++;
        for (const { message, field } of error.diagnostics)
          if (/Invalid|Unrecognized|Too (small|big)|expected|undefined/.test(message))
            found.push(`${place} = ${JSON.stringify(value)}: ${field ?? ''}: ${message}`);
      }
    }
  }
  expect([...new Set(found)]).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

test('what is shown is a list', () => {
  expect(() => checkShape(changed({ view: { show: 'forces' } }))).toThrow(
    `"view.show" must be a list of 'forces', 'traces' and 'names', not "forces".`,
  );
  expect(() => checkShape(changed({ plots: [{ kind: 'time', of: 'bob.x' }] }))).toThrow(
    '"plots[0].of" must be a list, not "bob.x".',
  );
});
