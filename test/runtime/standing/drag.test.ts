import { describe, it } from 'vitest';
import { checkDrag } from './check-drag.js';
import { GALLERY } from './gallery.js';

describe('a mouse that drags at random for a second', () => {
  it.each(Object.keys(GALLERY))('%s', (name) => {
    checkDrag(name, 'handle', 1, 1);
    checkDrag(name, 'mouseSpring', 1, 2);
  });
});
