import type { PointConnector } from '../model/connector.js';

/** Position and velocity of a point, read without allocating. */
export class PointReading {
  readonly point: PointConnector;
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly #a: Float64Array;

  constructor(point: PointConnector) {
    this.point = point;
    this.x = new Float64Array(point.size);
    this.v = new Float64Array(point.size);
    this.#a = new Float64Array(point.size);
  }

  read(): void {
    this.point.read(this.x, this.v, this.#a, 0);
  }
}
