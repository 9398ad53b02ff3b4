import { assemble, HolonomicRuntimeError } from '../../../runtime/index.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import type { Theatre } from './theatre.js';

/** The bodies of a scene, in their order. */
const bodiesOf = ({ items, document }: LoadedScene): string =>
  JSON.stringify([document.space, items.bodies.map(({ name, entry }) => [name, entry.kind])]);

/**
 * Puts the bodies of a new world where those of an old one are, at its time, if they are the same
 * bodies, and then onto the new constraints. False, with nothing changed, if that cannot be.
 */
export function keepPose(
  old: Pick<Theatre, 'scene' | 'world'>,
  next: Pick<Theatre, 'scene' | 'world'> & Partial<Pick<Theatre, 'beginTrails'>>,
): boolean {
  if (bodiesOf(old.scene) !== bodiesOf(next.scene)) return false;
  const [before, fresh] = [old.world.snapshot(), next.world.snapshot()];
  if (before.q.length !== fresh.q.length || before.v.length !== fresh.v.length) return false;
  try {
    next.world.restore({ ...fresh, time: before.time, q: before.q, v: before.v });
    if (next.scene.document.settings?.assemble !== false) assemble(next.world);
    next.beginTrails?.();
    return true;
  } catch (error) {
    if (!(error instanceof HolonomicRuntimeError)) throw error;
    next.world.restore(fresh);
    return false;
  }
}
