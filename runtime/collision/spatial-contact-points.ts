/** The places where two shapes touch, or may touch first: four at most. */
export interface SpatialManifold {
  count: number;
  /** Unit normal from the first shape to the second. */
  readonly normal: Float64Array;
  /** True where the first shape carries the normal. */
  onFirst: boolean;
  /** The point on the core of each shape, for each place. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** The angle at which the ring of corners of a round face begins, for each shape; see {@link CurvedForm}. */
  readonly turns: Float64Array;
}

export const emptyManifold = (): SpatialManifold => ({
  count: 0,
  normal: Float64Array.of(0, 0, 1),
  onFirst: true,
  first: new Float64Array(12),
  second: new Float64Array(12),
  turns: new Float64Array(2),
});
