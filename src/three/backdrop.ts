import {
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { PointConnector, World } from '../../runtime/index.js';
import type { Backdrop } from '../canvas/backdrop.js';
import type { Size } from '../canvas/shot.js';
import { floorLines } from '../painter/space/floor.js';
import { checkCanvas } from '../painter/picture-check.js';
import type { Colors } from '../painter/colors.js';
import type { Point2 } from '../painter/plane.js';
import type { Room } from '../painter/room.js';
import type { PictureOptions } from '../painter/sketch.js';
import type { Camera, View } from '../painter/view.js';
import { BodyView } from './body-view.js';
import { gripOf } from './grip.js';

/** Where the sun is, from the middle of what is shown, in radii of it, in the axes of the world: of the plane, and of space. */
const SUNS = { 2: new Vector3(-0.8, 1.2, 2), 3: new Vector3(0.7, -1.05, 1.95) };
/** Brightness of sky and sun: what faces the sun has the colour that the painter gives it. */
const LIGHTS = [1.9, 1.3] as const;
/** Pixels of a shadow in each direction, and offsets against shadows of a surface on itself: in depth, and in radii. */
const SHADOW = { size: 2048, bias: -0.0005, normal: 0.004 };
/** How far the floor lies below what is shown in space, and behind it in the plane, in radii of it, and how dark shadows are. */
const BELOW = 0.002;
const BEHIND = 0.12;
const SHADE = 0.16;
/** The nearest and the farthest that is drawn, in radii of what is shown. */
const [NEAR, FAR] = [0.01, 40];
/** Most pixels per CSS pixel. */
const SHARPEST = 2;

/** Shows worlds on a canvas behind that of a stage. Throws an Error where the browser has no WebGL. */
export class ThreeBackdrop implements Backdrop {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  /** The axes of the world: all that is placed by its numbers. */
  readonly #axes = new Group();
  readonly #camera = new PerspectiveCamera();
  readonly #sun = new DirectionalLight('#ffffff', LIGHTS[1]);
  readonly #floor = new Mesh(new PlaneGeometry(), new ShadowMaterial({ opacity: SHADE, depthWrite: false }));
  readonly #lines = new BufferAttribute(new Float32Array(72), 3);
  readonly #grid = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ depthTest: false, depthWrite: false }),
  );
  #world: World | undefined;
  #options: PictureOptions = {};
  #view: BodyView | undefined;
  #colors: Colors | undefined;
  /** The part that light and floor are made for. */
  #lit: Room | undefined;
  #size: Size = { width: 1, height: 1 };

  constructor(canvas: HTMLCanvasElement | OffscreenCanvas) {
    checkCanvas(canvas, 'The canvas of threeBackdrop');
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.shadowMap.enabled = true;
    const { shadow } = this.#sun;
    this.#sun.castShadow = true;
    shadow.mapSize.set(SHADOW.size, SHADOW.size);
    shadow.bias = SHADOW.bias;
    this.#floor.receiveShadow = true;
    this.#camera.matrixAutoUpdate = false;
    // As the painter does, behind all else: what the ground is made of may reach below it.
    this.#grid.geometry.setAttribute('position', this.#lines);
    this.#grid.renderOrder = -1;
    this.#grid.frustumCulled = false;
    this.#axes.add(this.#camera, this.#sun, this.#sun.target, this.#floor, this.#grid);
    this.#scene.add(new HemisphereLight('#ffffff', '#cfc8bc', LIGHTS[0]), this.#axes);
  }

  show(world: World, options: PictureOptions): void {
    this.#view?.dispose();
    this.#world = world;
    this.#options = options;
    this.#lit = undefined;
    this.#colors = undefined;
    this.#view = new BodyView(world);
    this.#axes.matrixAutoUpdate = false;
    // The axes of the view: the third axis of space is upwards, as the second one is in three.js.
    this.#axes.matrix.copy(this.#view.axes.matrix);
    this.#axes.matrixWorldNeedsUpdate = true;
    this.#scene.add(this.#view.group);
  }

  draw(view: View, room: Room, size: Size, ratio: number, colors: Colors): void {
    const { camera } = view;
    if (this.#view === undefined || camera === undefined) return;
    if (this.#colors !== colors) {
      this.#colors = colors;
      const { looks, points, ropes, driven, fixed } = this.#options;
      const given = Object.entries({ looks, points, ropes, driven, fixed }).filter(([, one]) => one !== undefined);
      this.#view.parts({ ...Object.fromEntries(given), colors });
      this.#grid.material.color.set(colors.grid);
    }
    this.#view.update();
    if (this.#lit === undefined || hasLeft(room, this.#lit)) this.#light(room);
    this.#lay(room);
    const sharp = Math.min(SHARPEST, ratio);
    if (
      this.#renderer.getPixelRatio() !== sharp ||
      this.#size.width !== size.width ||
      this.#size.height !== size.height
    ) {
      this.#renderer.setPixelRatio(sharp);
      this.#renderer.setSize(size.width, size.height, false);
      this.#size = { width: size.width, height: size.height };
    }
    this.#aim(camera, size);
    this.#renderer.render(this.#scene, this.#camera);
  }

  pick([x, y]: Point2): PointConnector | undefined {
    if (this.#view === undefined || this.#world === undefined) return undefined;
    this.#scene.updateMatrixWorld();
    pixel.set((2 * x) / this.#size.width - 1, 1 - (2 * y) / this.#size.height);
    rays.setFromCamera(pixel, this.#camera);
    // What is in front covers what is behind, also the ground.
    const [hit] = rays.intersectObject(this.#view.group).filter(({ object }) => object.visible);
    return hit && gripOf(hit, this.#world, this.#view);
  }

  /** Frees what was made, and takes its canvas away. */
  close(): void {
    this.#view?.dispose();
    this.#grid.geometry.dispose();
    this.#grid.material.dispose();
    this.#floor.geometry.dispose();
    this.#floor.material.dispose();
    this.#sun.dispose();
    this.#renderer.dispose();
    const { domElement } = this.#renderer;
    if ('remove' in domElement) domElement.remove();
  }

  /** Lets the camera see as the eye of a picture does, to the pixel. */
  #aim({ eye, right, up, forward, focal, centre: [u, v] }: Camera, { width, height }: Size): void {
    const [r, h, f] = [right, up, forward].map((axis) => Array.from(axis)) as [number[], number[], number[]];
    // prettier-ignore
    this.#camera.matrix.set(
      r[0]!, h[0]!, -f[0]!, eye[0]!,
      r[1]!, h[1]!, -f[1]!, eye[1]!,
      r[2]!, h[2]!, -f[2]!, eye[2]!,
      0, 0, 0, 1,
    );
    this.#camera.matrixWorldNeedsUpdate = true;
    const radius = this.#lit ? radiusOf(this.#lit) : 1;
    const [near, far] = [NEAR * radius, FAR * radius];
    const at = near / focal;
    const { projectionMatrix, projectionMatrixInverse } = this.#camera;
    projectionMatrix.makePerspective(-u * at, (width - u) * at, v * at, -(height - v) * at, near, far);
    projectionMatrixInverse.copy(projectionMatrix).invert();
  }

  /** Lights a part, and lets shadows fall on a floor under it; behind it in the plane. */
  #light(room: Room): void {
    const space = room.min.length as 2 | 3;
    this.#lit = room;
    const radius = radiusOf(room);
    const middle = middleOf(room);
    this.#sun.position
      .copy(SUNS[space])
      .multiplyScalar(1.5 * radius)
      .add(middle);
    this.#sun.target.position.copy(middle);
    const { shadow } = this.#sun;
    shadow.normalBias = SHADOW.normal * radius;
    const reach = 1.3 * radius;
    Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * radius, far: 8 * radius }); // prettier-ignore
    shadow.camera.updateProjectionMatrix();
    this.#floor.position.set(middle.x, middle.y, floorOf(room));
    this.#floor.scale.setScalar(8 * radius);
  }

  /** Lays the lines of the floor where the painter draws them. */
  #lay(room: Room): void {
    const z = floorOf(room);
    const lines = floorLines([room.min, room.max].map(([x, y]) => [x!, y!, z]));
    this.#lines.array.set(lines.flatMap((ends) => ends.flatMap((end) => Array.from(end))));
    this.#lines.needsUpdate = true;
  }
}

/** Height of the floor. */
const floorOf = (room: Room): number => (room.min[2] ?? 0) - (room.min.length === 3 ? BELOW : BEHIND) * radiusOf(room);

const middleOf = ({ min, max }: Room): Vector3 =>
  new Vector3(...([0, 1, 2].map((k) => ((min[k] ?? 0) + (max[k] ?? 0)) / 2) as [number, number, number]));

const radiusOf = ({ min, max }: Room): number => Math.max(1e-9, Math.hypot(...min.map((low, k) => max[k]! - low)) / 2);

/** Tests whether a part is so far from another that it needs a light of its own. */
const hasLeft = (room: Room, lit: Room): boolean =>
  middleOf(room).distanceTo(middleOf(lit)) > 0.15 * radiusOf(lit) ||
  Math.abs(Math.log(radiusOf(room) / radiusOf(lit))) > 0.15;

const pixel = new Vector2();
const rays = new Raycaster();

/** Makes what shows worlds in three dimensions on a canvas, for a stage. Throws an Error without WebGL. */
export const threeBackdrop = (canvas: HTMLCanvasElement | OffscreenCanvas): ThreeBackdrop => new ThreeBackdrop(canvas);
