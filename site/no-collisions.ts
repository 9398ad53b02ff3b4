/** In place of `World.collide` and all that it needs: scenes have no shapes that touch. */
export function collide(): never {
  throw new Error('Pages of scenes come without collisions.');
}
