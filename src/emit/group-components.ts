import { operandsOf, type Value } from '../lower/program.js';

/**
 * Reorders statements so that the components of a vector stand together, `u_x, u_y, u_z`, where the
 * dependencies allow it: the first component that is used is followed by the others. `statements`
 * must be in an order of execution. So is the result, which has the same statements. `section` holds them
 * and the values that are written inside them.
 */
export function groupComponents(
  statements: readonly Value[],
  section: ReadonlySet<Value>,
  nameOf: (value: Value) => string | undefined,
): readonly Value[] {
  const vectorOf = (value: Value): string | undefined => /^(.+)_[xyz]$/.exec(nameOf(value) ?? '')?.[1];
  const own = new Set(statements);
  const groups = new Map<string, Value[]>();
  for (const value of statements) {
    const vector = vectorOf(value);
    if (vector !== undefined) groups.set(vector, [...(groups.get(vector) ?? []), value]);
  }
  for (const members of groups.values()) members.sort((a, b) => (nameOf(a)! < nameOf(b)! ? -1 : 1));
  const seen = new Set<Value>();
  const ordered: Value[] = [];
  const visit = (value: Value): void => {
    if (seen.has(value)) return;
    seen.add(value);
    for (const needed of statementsBelow(value, own, section)) visitGroup(needed);
    ordered.push(value);
  };
  const visitGroup = (value: Value): void => {
    const vector = vectorOf(value);
    for (const member of (vector === undefined ? undefined : groups.get(vector)) ?? [value]) visit(member);
  };
  statements.forEach(visitGroup);
  // A component may depend on a value that in turn depends on another component. Then the order is
  // kept.
  return isExecutable(ordered, own, section) ? ordered : statements;
}

/** The statements that the expression of a value reads. */
function statementsBelow(value: Value, own: ReadonlySet<Value>, section: ReadonlySet<Value>): Value[] {
  const found = new Set<Value>();
  const seen = new Set<Value>();
  const search = (part: Value): void => {
    for (const operand of operandsOf(part)) {
      if (own.has(operand)) found.add(operand);
      else if (section.has(operand) && !seen.has(operand)) {
        seen.add(operand);
        search(operand);
      }
    }
  };
  search(value);
  return [...found];
}

function isExecutable(ordered: readonly Value[], own: ReadonlySet<Value>, section: ReadonlySet<Value>): boolean {
  const done = new Set<Value>();
  return ordered.every((value) => {
    const isReady = statementsBelow(value, own, section).every((needed) => done.has(needed));
    done.add(value);
    return isReady;
  });
}
