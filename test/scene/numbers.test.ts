import { expect, test } from 'vitest';
import { SpecError } from '../../src/diagnostics/index.js';
import { Faults } from '../../src/scene/faults.js';
import { Numbers } from '../../src/scene/numbers.js';

test('a formula that comes in each round of a repeat is read once, also one with a mistake', () => {
  const read: string[] = [];
  const formula = (text: string) => {
    read.push(text);
    if (text === '2 +') throw new SpecError([{ code: 'E_SYNTAX', message: 'The formula breaks off.' }]);
    return (values: ReadonlyMap<string, number>): number => 2 * values.get('i')!;
  };
  const numbers = new Numbers(new Faults(), { formula } as unknown as ConstructorParameters<typeof Numbers>[1]);
  for (let i = 0; i < 100; i++) {
    expect(numbers.evaluate('2 * i', new Map([['i', i]]))).toBe(2 * i);
    expect(() => numbers.evaluate('2 +', new Map([['i', i]]))).toThrow('breaks off');
  }
  expect(read).toEqual(['2 * i', '2 +']);
  // Other names may make it another formula.
  numbers.evaluate('2 * i', new Map(Object.entries({ i: 1, k: 2 })));
  expect(read).toHaveLength(3);
});
