/** Edit distance (insertions, deletions, substitutions) between two names. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length]!;
}

/** Names of other engines and of books, and what they may be called here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  pos: 'position',
  vel: 'velocity',
  m: 'mass',
  I: 'inertia',
  theta: 'angle',
  rotation: 'angle',
  omega: 'angularVelocity',
  k: 'stiffness',
  c: 'damping',
  rest: 'restLength',
  length: 'restLength',
  L: 'length',
  distance: 'length',
  time: 'until',
  duration: 'until',
  step: 'dt',
  timestep: 'dt',
  dim: 'space',
  dimension: 'space',
};

/**
 * Returns the hint for an unknown name: the nearest known name if one is near, otherwise all of
 * them.
 */
export function suggestName(name: string, known: readonly string[]): string {
  let nearest: string | undefined;
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  if (other !== undefined && known.includes(other)) return `Did you mean '${other}'?`;
  // Any letter is one substitution away from any other.
  let least = name.length < 2 ? 1 : Math.max(1, Math.ceil(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  if (nearest !== undefined) return `Did you mean '${nearest}'?`;
  return known.length === 0 ? 'There is none.' : `Known: ${known.join(', ')}.`;
}
