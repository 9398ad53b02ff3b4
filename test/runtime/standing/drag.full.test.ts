import { describe, it } from 'vitest';
import { checkDrag } from './check-drag.js';
import { GALLERY } from './gallery.js';

describe.each(['handle', 'mouseSpring'] as const)('a minute of a mouse that drags at random by a %s', (by) => {
  it.each(Object.keys(GALLERY))(
    '%s',
    (name) => {
      checkDrag(name, by, 60, 3);
    },
    300_000,
  );
});
