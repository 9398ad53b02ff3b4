import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments, Matrix4, type Group } from 'three';
import type { Constraint, PointConnector, World } from '../../runtime/index.js';
import { isPoint } from '../painter/joins.js';
import { isRigidBody } from '../painter/rigid.js';
import { connectorsOf } from '../painter/connectors.js';
import { vectorOf } from '../solids/joints.js';
import { cross, dot, frameAlong, inSpace, lengthOf, plus, type Vector } from '../painter/frame.js';
import { addTo, poseOf, remove } from './geometry.js';

/** Options of {@link ThreeView.debug}. */
export interface ThreeDebugOptions {
  /** True to show the axes of bodies: x red, y green, z blue. */
  readonly axes?: boolean;
  /** True to show the arcs between the stops of hinges, and where in them the hinge is. */
  readonly limits?: boolean;
  /** The length of an arrow, m, for a force of 1 N; true for 0.01. */
  readonly forces?: boolean | number;
  /** The length of axes and the radius of arcs, m; a tenth of the size of the world if left out. */
  readonly size?: number;
}

const AXES = [new Color('#d5342c'), new Color('#2e9e46'), new Color('#2f6fd8')] as const;
const FORCE = new Color('#a01870');
const LIMIT = new Color('#d58a00');
/** The length of the head of an arrow and half of its width, as parts of the arrow. */
const HEAD = [0.16, 0.07] as const;
/** Pieces of an arc. */
const PIECES = 24;

/** Axes, limits and forces of a world, in one object. */
export class DebugLines {
  readonly #world: World;
  readonly #options: ThreeDebugOptions;
  readonly #size: number;
  readonly #object: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #places: number[] = [];
  readonly #colors: number[] = [];

  constructor(world: World, group: Group, size: number, options: ThreeDebugOptions) {
    this.#world = world;
    this.#options = options;
    this.#size = options.size ?? size / 10;
    // Lines are seen through solids.
    const material = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });
    this.#object = addTo(group, new LineSegments(new BufferGeometry(), material), 'debug');
    this.#object.renderOrder = 1;
    this.update();
  }

  update(): void {
    const { axes = false, limits = false, forces = false } = this.#options;
    this.#places.length = 0;
    this.#colors.length = 0;
    if (axes) this.#addAxes();
    if (limits) for (const one of this.#world.constraints) this.#addLimit(one);
    const scale = forces === true ? 1e-2 : Number(forces);
    if (scale !== 0) for (const one of this.#world.constraints) this.#addForces(one, scale);
    this.#show();
  }

  dispose(): void {
    remove(this.#object);
    this.#object.material.dispose();
  }

  #addAxes(): void {
    const { elements } = matrix;
    for (const body of this.#world.bodies) {
      if (!isRigidBody(body)) continue;
      poseOf(body, matrix);
      const origin: Vector = [elements[12], elements[13], elements[14]];
      for (let k = 0; k < this.#world.space; k++) {
        const axis: Vector = [elements[4 * k]!, elements[4 * k + 1]!, elements[4 * k + 2]!];
        this.#line(origin, plus(origin, axis, this.#size), AXES[k]!);
      }
    }
  }

  /** The arrows of the forces of a constraint on moving points. */
  #addForces(constraint: Constraint, scale: number): void {
    connectorsOf(constraint).forEach((connector, k) => {
      if (!connector.moves || !isPoint(connector)) return;
      const name = constraint.type.inputs[k]?.name;
      if (name === undefined) return;
      const force = inSpace(constraint.forceOn(name as never), 0);
      const length = scale * lengthOf(force);
      if (!(length > 1e-6 * this.#size)) return;
      const at = inSpace(connector.position);
      const { u, w } = frameAlong(at, force);
      const tip = plus(at, w, length);
      this.#line(at, tip, FORCE);
      for (const side of [-1, 1])
        this.#line(tip, plus(plus(tip, w, -HEAD[0] * length), u, side * HEAD[1] * length), FORCE);
    });
  }

  /** The arc between the stops of an angle from the direction `u` to `w`, and the direction that is within it. */
  #addLimit(constraint: Constraint): void {
    const names = constraint.type.inputs.map(({ name }) => name);
    const { low, high } = constraint.params as Readonly<Record<string, unknown>>;
    if (names.join() !== 'side,u,w' || typeof low !== 'number' || typeof high !== 'number') return;
    const [side, u, w] = connectorsOf(constraint);
    const { owner } = side!;
    if (!isRigidBody(owner)) return;
    const at = inSpace((this.#hingeOf(owner) ?? owner).position);
    const [from, across] = [vectorOf(u!), vectorOf(w!)];
    const along = (angle: number): Vector =>
      plus(plus(at, from, this.#size * Math.cos(angle)), across, this.#size * Math.sin(angle));
    for (let k = 0; k < PIECES; k++)
      this.#line(along(low + ((high - low) * k) / PIECES), along(low + ((high - low) * (k + 1)) / PIECES), LIMIT);
    for (const angle of [low, high]) this.#line(at, along(angle), LIMIT);
    const turned = vectorOf(side!);
    // The part of the direction across the axis.
    const axis = cross(from, across);
    this.#line(at, plus(at, plus(turned, axis, -dot(turned, axis)), this.#size), AXES[0]);
  }

  /** Where the first hinge of a body is, which has an axis. */
  #hingeOf(body: object): PointConnector | undefined {
    return this.#world.constraints
      .filter(({ type }) => type.inputs.some(({ name }) => name === 'axis'))
      .flatMap(connectorsOf)
      .filter(isPoint)
      .find(({ owner }) => owner === body);
  }

  #line(from: Vector, to: Vector, color: Color): void {
    this.#places.push(...from, ...to);
    for (let k = 0; k < 2; k++) this.#colors.push(color.r, color.g, color.b);
  }

  /** Shows the lines, in buffers that grow and are kept. */
  #show(): void {
    const { geometry } = this.#object;
    for (const [name, numbers] of [
      ['position', this.#places],
      ['color', this.#colors],
    ] as const) {
      let attribute = geometry.getAttribute(name) as BufferAttribute | undefined;
      if (attribute === undefined || attribute.array.length < numbers.length) {
        geometry.dispose();
        attribute = new BufferAttribute(new Float32Array(2 * numbers.length), 3);
        geometry.setAttribute(name, attribute);
      }
      attribute.array.set(numbers);
      attribute.needsUpdate = true;
    }
    geometry.setDrawRange(0, this.#places.length / 3);
  }
}

const matrix = new Matrix4();
