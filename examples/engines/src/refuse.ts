import type { ConstraintType } from 'holonomic/runtime';

/** What an adapter can do. */
export interface Abilities {
  readonly engine: string;
  readonly space: 2 | 3;
  /** True for any number of rows, inputs of every kind, motors, inequalities and time. */
  readonly isGeneral: boolean;
}

/**
 * Throws an error with the reason for a class that an adapter cannot do: the engine would hold a part
 * of it, or push where the class only pulls, without a word.
 */
export function refuseUnlessAble(type: ConstraintType, { engine, space, isGeneral }: Abilities): void {
  const has = (list: readonly string[] | undefined, entry: string): boolean => list?.includes(entry) === true;
  const isPlain = type.inputs.length === 2 && type.inputs.every(({ kind }) => kind === 'point');
  const reasons: readonly (readonly [isRefused: boolean, reason: string])[] = [
    [type.space !== undefined && type.space !== space, `it is a class of ${type.space}D, and the engine has ${space}D`],
    [has(type.relations, 'friction') || type.friction !== undefined, 'its friction has no place there'],
    [type.restitution !== undefined, 'its restitution has no place there'],
    [type.maxForce !== undefined, 'its largest force would not be kept'],
    [!isGeneral && type.rows !== 1, `it has ${type.rows} rows, and an equation of the engine is one row`],
    [!isGeneral && has(type.relations, '>='), 'it is an inequality, and the equation would push as well as pull'],
    [!isGeneral && has(type.levels, 'velocity'), 'it acts on velocities, and the equation corrects positions'],
    [!isGeneral && type.dependsOnTime === true, 'it depends on time, and the equation is not told the time'],
    [!isGeneral && !isPlain, 'it joins other things than two points, and the equation has two centres of mass'],
  ];
  const found = reasons.find(([isRefused]) => isRefused);
  if (found !== undefined) throw new Error(`${type.name} cannot be used in ${engine}: ${found[1]}.`);
}
