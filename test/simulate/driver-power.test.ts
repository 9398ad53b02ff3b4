import { expect, it } from 'vitest';
import { Coincident2D } from 'holonomic/library';
import { gravity, World, type Connector, type Constraint } from '../../runtime/index.js';
import { compile } from '../../src/kinds/compile.js';
import { driverPower } from '../../src/simulate/driver-power.js';

type Class = new (options: Readonly<Record<string, Connector>>) => Constraint;

it('is that which a winch gives, whether its handle or its load is named', () => {
  const { Winch } = compile('Winch', {
    summary: 'A rope of changing length.',
    space: 2,
    inputs: { a: 'point', b: 'point', length: 'scalar' },
    C: 'norm(a - b) == length',
  }) as unknown as { Winch: Class };
  const world = new World({ space: 2, forces: [gravity([0, -10])] });
  const b = world.addParticle({ mass: 2, position: [0, -5], velocity: [0, 1] });
  const length = world.handle((t) => 5 - t);
  const rope = world.add(new Winch({ a: world.ground.point([0, 0]), b, length }));
  world.evaluate();
  // m g v
  for (const input of ['length', 'b']) expect(driverPower([{ constraint: rope, input }])).toBeCloseTo(20, 8);
});

it('is that which a moved point gives', () => {
  const world = new World({ space: 2, forces: [gravity([0, -10])] });
  const b = world.addParticle({ mass: 2, position: [0, 0], velocity: [0, 1] });
  const pin = world.add(new Coincident2D({ a: world.handle((t) => [0, t]), b }));
  world.evaluate();
  for (const input of ['a', 'b']) expect(driverPower([{ constraint: pin, input }])).toBeCloseTo(20, 8);
});
