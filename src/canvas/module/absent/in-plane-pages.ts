/**
 * What pages of scenes of the plane that move by modules have in place of all that is for space alone. They never call it.
 * @module
 */
const absent = (): never => {
  throw new Error('This page shows the plane.');
};

export {
  // canvas/module/spatial-rigid.ts
  absent as SpatialRigid,
  // painter/space/depth.ts
  absent as sortedByDepth,
  // painter/space/floor.ts
  absent as paintFloor,
  // painter/gearing/hinge-gearing.ts
  absent as isHingeGearing,
  absent as teethOfHinges,
  // painter/space/lens.ts
  absent as lensOf,
  absent as movedLens,
  absent as shiftedLens,
  absent as spatialView,
  absent as turnedLens,
  absent as viewThrough,
  // painter/space/solids.ts
  absent as facesOfBox,
  absent as facesOfCylinder,
  absent as facesOfGear,
};

/** Discs ask for these where they are balls. */
export { absent as greatCircles };
