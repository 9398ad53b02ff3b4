import type { Position } from './view.js';

/** What a part of a picture of a world is. Places and lengths are those of the world, m. */
type Figure =
  /** A constraint that holds two points apart, and the force in it, N: positive where it pulls. */
  | {
      readonly kind: 'rod';
      readonly a: Position;
      readonly b: Position;
      readonly tension: number;
      readonly isLoose?: boolean;
      /** True for a part of one, between others. */
      readonly isPiece?: boolean;
    }
  /** Points that a constraint joins in some other way; taut where its formula measures the distance. */
  | { readonly kind: 'link'; readonly points: readonly Position[]; readonly isTaut: boolean }
  /** A curve that a point is kept on; or on one side of: then the other one is solid. */
  | { readonly kind: 'wire'; readonly points: readonly Position[]; readonly solid?: 'left' | 'right' }
  | { readonly kind: 'spring'; readonly a: Position; readonly b: Position; readonly isHand: boolean }
  | {
      readonly kind: 'bar';
      readonly a: Position;
      readonly b: Position;
      readonly width?: number;
      readonly isPiece?: boolean;
      /** True for one with round ends, which is not cut into pieces. */
      readonly isWhole?: boolean;
    }
  | { readonly kind: 'plate'; readonly points: readonly Position[] }
  /** A solid of the plane, of a body or of the ground, with lines on it that turn along. */
  | {
      readonly kind: 'solid';
      readonly points: readonly Position[];
      readonly marks: readonly (readonly Position[])[];
      readonly isFixed: boolean;
    }
  /** A wall of the ground, or a piece of a floor in space, however far it reaches. */
  | { readonly kind: 'floor'; readonly points: readonly Position[] }
  /** A side of a solid; `shade` from 0, dark, to 1. */
  | { readonly kind: 'face'; readonly points: readonly Position[]; readonly shade: number; readonly isFixed?: boolean }
  /** A disc, or a ball, with lines on it that turn along. */
  | {
      readonly kind: 'disc';
      readonly at: Position;
      readonly radius: number;
      readonly marks: readonly (readonly Position[])[];
    }
  /** A wheel: its rim and the ends of its spokes. */
  | {
      readonly kind: 'wheel';
      readonly at: Position;
      readonly rim: readonly Position[];
      readonly spokes: readonly Position[];
    }
  /** A fixed point, hanging from above where its rods lead downwards. */
  | { readonly kind: 'anchor'; readonly at: Position; readonly isHanging: boolean }
  /** A point mass, and its mass relative to the largest. */
  | { readonly kind: 'mass'; readonly at: Position; readonly share: number; readonly isDriven: boolean }
  | { readonly kind: 'handle'; readonly at: Position }
  /** A force on a point, N. */
  | { readonly kind: 'force'; readonly at: Position; readonly force: ArrayLike<number> }
  | { readonly kind: 'name'; readonly at: Position; readonly text: string }
  /** A line, an area and a text that a scene adds. */
  | { readonly kind: 'line'; readonly points: readonly Position[] }
  | { readonly kind: 'area'; readonly at: Position; readonly radius: number }
  | { readonly kind: 'text'; readonly at: Position; readonly text: string };

/** A part of a picture of a world; `far` is how far behind it is in a picture of the plane, up to 1. */
export type Shape = Figure & { readonly far?: number };

/** How the body that it belongs to is drawn; points are in body axes. */
export type Look =
  | { readonly shape: 'bar'; readonly from: Position; readonly to: Position; readonly width?: number }
  | { readonly shape: 'disc' | 'wheel'; readonly radius: number }
  | { readonly shape: 'polygon'; readonly points: readonly Position[] };

/** True for what the ground is made of: it is behind all else, and may reach far beyond. */
export const isGround = (shape: Shape): boolean =>
  shape.kind === 'floor' || ((shape.kind === 'solid' || shape.kind === 'face') && shape.isFixed === true);

/** True for the spring by which a hand pulls. */
export const isHand = (shape: Shape): boolean => shape.kind === 'spring' && shape.isHand;

/** The places that a shape is made of. */
export function placesOf(shape: Shape): readonly Position[] {
  switch (shape.kind) {
    case 'rod':
    case 'spring':
    case 'bar':
      return [shape.a, shape.b];
    case 'wheel':
      return shape.rim;
    case 'disc':
    case 'area':
      // The corners of a square or a cube around it.
      return [-shape.radius, shape.radius].flatMap((x) =>
        [-shape.radius, shape.radius].map((y) => Array.from(shape.at, (c, k) => c + (k === 0 ? x : k === 1 ? y : 0))),
      );
    case 'link':
    case 'wire':
    case 'plate':
    case 'solid':
    case 'floor':
    case 'face':
    case 'line':
      return shape.points;
    default:
      return [shape.at];
  }
}
