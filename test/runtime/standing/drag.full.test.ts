import { describe, it } from 'vitest';
import { checkDrag } from './check-drag.js';
import { GALLERY } from './gallery.js';

// A handle asks for the impossible every few seconds; with a spring that is rare, and steps are cheap.
describe.each([
  ['handle', 20],
  ['mouseSpring', 60],
] as const)('a mouse that drags at random by a %s for %i s', (by, seconds) => {
  it.each(Object.keys(GALLERY))(
    '%s',
    (name) => {
      checkDrag(name, by, seconds, 3);
    },
    300_000,
  );
});
