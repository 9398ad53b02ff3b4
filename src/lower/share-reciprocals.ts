import type { Atom, FactorMember, Factors } from './factors.js';

/**
 * Number of divisions by one denominator from which on one reciprocal and as many multiplications
 * are faster.
 */
const SHARED_FROM = 3;

/**
 * Shares reciprocals. A division takes about ten times as long as a multiplication, so several
 * divisions by one denominator become products with its reciprocal. That costs one more operation,
 * or none where the reciprocal is computed anyway.
 */
export function shareReciprocals(
  factors: Factors,
  products: readonly (readonly FactorMember[])[],
): (product: readonly FactorMember[]) => FactorMember[] {
  const divisions = new Map<number, number>();
  const existing = new Set<number>();
  const visited = new Set<Atom>();
  const visit = (members: readonly FactorMember[]): void => {
    for (const atom of new Set(members.filter((member) => member.inverse).map((member) => member.atom)))
      divisions.set(atom, (divisions.get(atom) ?? 0) + 1);
    for (const member of members) {
      const atom = factors.atoms[member.atom]!;
      if (atom.kind !== 'product' || visited.has(atom)) continue;
      visited.add(atom);
      visit([atom.a, atom.b]);
    }
  };
  for (const product of products) {
    visit(product);
    if (product.length === 1 && product[0]!.inverse) existing.add(product[0]!.atom);
  }
  const shared = new Set(
    [...divisions]
      .filter(([atom, count]) => count >= SHARED_FROM || (existing.has(atom) && count > 1))
      .map(([atom]) => atom),
  );
  return (product) =>
    joinRoots(factors, product, shared).map((member) =>
      member.inverse && shared.has(member.atom) ? factors.reciprocal(member.atom) : member,
    );
}

/** A product in which two divisions by `√s` become one by `s`, which is computed anyway. */
function joinRoots(
  factors: Factors,
  product: readonly FactorMember[],
  shared: ReadonlySet<number>,
): readonly FactorMember[] {
  for (const [i, { atom, inverse }] of product.entries()) {
    if (!inverse || shared.has(atom)) continue;
    const other = product.findIndex((member, j) => j > i && member.inverse && member.atom === atom);
    const base = other < 0 ? undefined : factors.baseOfRoot(atom);
    if (base !== undefined)
      return joinRoots(
        factors,
        product.flatMap((member, j) => (j === i ? [] : j === other ? [base] : [member])),
        shared,
      );
  }
  return product;
}
