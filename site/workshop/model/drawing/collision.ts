import type { SceneDocument } from '../document.js';

type Collide = NonNullable<SceneDocument['collide']>;
type Shape = Collide['shapes'][number];

/** Friction of what is drawn, unless something else is written. */
export const FRICTION = 0.5;

/** The number of the shape by which a body touches others as it is drawn; -1 if it does not. */
const placeOf = ({ collide }: SceneDocument, name: string): number =>
  collide?.shapes.findIndex((shape) => shape.body === name) ?? -1;

/** Tests whether a body collides with others. */
export const collides = (document: SceneDocument, name: string): boolean => placeOf(document, name) >= 0;

/** The coefficient of friction of a body that collides. */
export const frictionOf = (document: SceneDocument, name: string): number | string =>
  document.collide?.shapes[placeOf(document, name)]?.friction ?? document.collide?.friction ?? FRICTION;

/** Tests whether what is drawn of a body can touch: in the plane, all that encloses something. */
export function canTouch({ bodies = {}, space, settings }: SceneDocument, name: string): boolean {
  const { draw } = (bodies[name] ?? {}) as { readonly draw?: { readonly shape?: string; readonly width?: unknown } };
  const isSolid =
    draw?.shape === 'polygon' ||
    draw?.shape === 'disc' ||
    draw?.shape === 'wheel' ||
    (draw?.shape === 'bar' && draw.width !== undefined);
  // Its steps go from event to event, and shapes have none.
  return isSolid && space === 2 && settings?.integrator !== 'dormandPrince';
}

const withShapes = (document: SceneDocument, shapes: readonly Shape[]): SceneDocument => ({
  ...document,
  collide: { ...document.collide, shapes: [...shapes] },
});

/** Lets a body touch others as it is drawn, if it can. */
export function colliding(document: SceneDocument, name: string): SceneDocument {
  if (!canTouch(document, name) || collides(document, name)) return document;
  return withShapes(document, [...(document.collide?.shapes ?? []), { body: name, drawn: true }]);
}

/** Takes the shapes of a body away, and what is said of pairs with it. */
export function notColliding(document: SceneDocument, name: string): SceneDocument {
  const { collide, ...rest } = document;
  if (collide === undefined) return document;
  const { exclude, ...laws } = collide;
  const shapes = collide.shapes.filter((shape) => shape.body !== name);
  const pairs = exclude?.filter((pair) => !pair.includes(name));
  if (shapes.length === 0 && Object.keys(laws).length === 1) return rest;
  return { ...rest, collide: { ...laws, shapes, ...(pairs && pairs.length > 0 && { exclude: pairs }) } };
}

/** Sets the friction of a body that collides. */
export function setFriction(document: SceneDocument, name: string, friction: number | string): SceneDocument {
  const shapes = document.collide?.shapes ?? [];
  return withShapes(
    document,
    shapes.map((shape) => (shape.body === name ? { ...shape, friction } : shape)),
  );
}
