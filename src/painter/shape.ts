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
  /**
   * A curve that a point is kept on; or on one side of: then the other one is solid. One that does not change with
   * time is still.
   */
  | {
      readonly kind: 'wire';
      readonly points: readonly Position[];
      readonly solid?: 'left' | 'right';
      readonly isStill?: boolean;
    }
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
  /** A plate, pinned to others at its corners or not. */
  | { readonly kind: 'plate'; readonly points: readonly Position[]; readonly isPinned?: boolean }
  /**
   * A solid of the plane, of a body or of the ground, with lines on it that turn along. One with a
   * hole has its boundaries as `edges`; `points` then goes around all of them.
   */
  | {
      readonly kind: 'solid';
      readonly points: readonly Position[];
      readonly marks: readonly (readonly Position[])[];
      readonly isFixed: boolean;
      readonly edges?: readonly (readonly Position[])[];
      /** True for one with details, such as teeth, that need thin lines. */
      readonly isFine?: boolean;
    }
  /** A wall of the ground, or a piece of a floor in space, however far it reaches. */
  | { readonly kind: 'floor'; readonly points: readonly Position[] }
  /** The ground along a line, hatched on the right of it. */
  | { readonly kind: 'hatching'; readonly points: readonly Position[] }
  /**
   * A side of a solid; `shade` from 0, dark, to 1. The corners of one that is `isClosed` are in
   * counter-clockwise order as seen from outside, and it is not seen from inside; one that is `isSmooth` goes
   * over into the next without an edge.
   */
  | {
      readonly kind: 'face';
      readonly points: readonly Position[];
      readonly shade: number;
      readonly isFixed?: boolean;
      readonly isClosed?: boolean;
      readonly isSmooth?: boolean;
    }
  /** A rope along a line, and the sheaves that it goes over. */
  | { readonly kind: 'rope'; readonly points: readonly Position[]; readonly isLoose: boolean }
  | { readonly kind: 'sheave'; readonly at: Position; readonly radius: number }
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
  /** The angle at a point between the directions to two others. */
  | {
      readonly kind: 'angle';
      readonly at: Position;
      readonly from: Position;
      readonly to: Position;
      readonly name: string;
    }
  /** A line, an area and a text that a scene adds. */
  | { readonly kind: 'line'; readonly points: readonly Position[]; readonly isDashed?: boolean }
  | { readonly kind: 'area'; readonly at: Position; readonly radius: number }
  | { readonly kind: 'text'; readonly at: Position; readonly text: string };

/** A part of a picture of a world; `far` is how far behind it is in a picture of the plane, up to 1. */
export type Shape = Figure & { readonly far?: number };

/** A part of what a body looks like, in body axes. */
export type Form =
  | { readonly shape: 'bar'; readonly from: Position; readonly to: Position; readonly width?: number }
  /** About `at`, the origin of the body's axes if left out; in space a wheel is about the z axis. It has five spokes if left out. */
  | { readonly shape: 'disc'; readonly radius: number; readonly at?: Position }
  | { readonly shape: 'wheel'; readonly radius: number; readonly at?: Position; readonly spokes?: number }
  /** Pinned to others at its corners or not. */
  | { readonly shape: 'polygon'; readonly points: readonly Position[]; readonly isPinned?: boolean }
  /** A toothed wheel with its pitch radius; a tooth is at the angle `turn`. The teeth of a ring point inwards. */
  | {
      readonly shape: 'gear' | 'ring';
      readonly teeth: number;
      readonly radius: number;
      readonly at?: Position;
      readonly turn?: number;
      /**
       * In space, where a gear is about its `axis`, z if left out: how far it reaches along that, a quarter of the
       * radius if left out, and how far away the point is in which the axes of two bevel gears meet. About another
       * axis than z, `turn` is measured in the frame along it.
       */
      readonly axis?: Position;
      readonly width?: number;
      readonly apex?: number;
    }
  /** In the plane, a toothed wheel about `at` with the closed pitch line `points`, counter-clockwise; a tooth is at the first. */
  | { readonly shape: 'cog'; readonly teeth: number; readonly points: readonly Position[]; readonly at: Position }
  /** In the plane, a toothed bar along its pitch line, with its teeth on the left. */
  | { readonly shape: 'rack'; readonly teeth: number; readonly from: Position; readonly to: Position }
  /** Solids of space. */
  | { readonly shape: 'cylinder'; readonly from: Position; readonly to: Position; readonly radius: number }
  | { readonly shape: 'box'; readonly size: Position; readonly at?: Position };

/** How the body that it belongs to is drawn. */
export type Look = Form | readonly Form[];

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
    case 'sheave':
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
    case 'hatching':
    case 'face':
    case 'rope':
    case 'line':
      return shape.points;
    default:
      return [shape.at];
  }
}

/** The axes that forms are given in. */
export interface Axes {
  /** Takes a position to the world. */
  readonly place: (local: Position) => Position;
  readonly origin: Position;
  /** True for the axes of the ground. */
  readonly isFixed?: boolean;
}
