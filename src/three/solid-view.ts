import { InstancedMesh, Matrix4, Mesh, type BufferGeometry, type Group } from 'three';
import type { World } from '../../runtime/index.js';
import { LIGHT, type Colors } from '../painter/colors.js';
import { endsOf } from '../painter/joins.js';
import { lengthOf, minus } from '../painter/frame.js';
import type { Mesh as Surface } from '../solids/mesh.js';
import { Parts, type Carrier, type Line, type PartsOptions, type Span, type Tone } from '../solids/parts.js';
import { areSame, radiusOf, springOf, tubeAlong, unitRod } from '../solids/spans.js';
import { addTo, geometryOf, poseOf, remove, spanOf } from './geometry.js';
import { Materials } from './materials.js';

/** Options of {@link ThreeView.parts}. */
export interface ThreePartsOptions extends Omit<PartsOptions, 'up'> {
  /** The colours of the parts; light ones if left out. */
  readonly colors?: Colors;
}

/** Equal solids, which are drawn at once. */
interface Batch {
  readonly mesh: InstancedMesh;
  readonly carriers: readonly Carrier[];
}

/** Rods for which there is room at first. */
const ROOM = 16;

/** The solids of a world in a group, moved by `update`. */
export class SolidView {
  readonly #world: World;
  readonly #group: Group;
  readonly #materials: Materials;
  readonly #options: PartsOptions;
  /** Bodies that have objects of their own. */
  readonly #bound: ReadonlyMap<object, unknown>;
  #parts: Parts;
  #batches = new Map<Surface, Batch>();
  readonly #rods = new Map<'rod' | 'hand', InstancedMesh>();
  readonly #springs: { readonly mesh: Mesh; readonly length: number }[] = [];
  readonly #lines: { readonly mesh: Mesh; readonly points: Line['points'] }[] = [];
  #seen: readonly unknown[] = [];

  constructor(world: World, group: Group, bound: ReadonlyMap<object, unknown>, up: number, options: ThreePartsOptions) {
    const { colors = LIGHT, ...rest } = options;
    this.#world = world;
    this.#group = group;
    this.#bound = bound;
    this.#options = { ...rest, up };
    this.#materials = new Materials(colors);
    this.#parts = new Parts(world, this.#options);
    this.update();
  }

  /** Size of the world when its parts were made, and radius of a rod, m. */
  get sizes(): { readonly size: number; readonly rod: number } {
    return this.#parts;
  }

  /** Moves all parts to where they are now; makes them anew if the world has others. */
  update(): void {
    const { bodies, particles, constraints, forces, shapeCount } = this.#world;
    const springs = forces.filter((force) => endsOf(force) !== undefined);
    const now: readonly unknown[] = [...bodies, ...particles, ...constraints, ...springs, shapeCount, this.#bound.size];
    if (now.length !== this.#seen.length || now.some((one, k) => one !== this.#seen[k])) {
      // What was made keeps its size; what was empty had none.
      if (!(this.#parts.size > 0)) this.#parts = new Parts(this.#world, this.#options);
      this.#seen = now;
      this.#build();
    }
    for (const { mesh, carriers } of this.#batches.values()) {
      carriers.forEach((carrier, k) => {
        mesh.setMatrixAt(k, poseOf(carrier, matrix));
      });
      moved(mesh);
    }
    const { spans, lines } = this.#parts.moving();
    for (const tone of ['rod', 'hand'] as const) this.#placeRods(tone, spans.filter((span) => span.tone === tone)); // prettier-ignore
    this.#placeSprings(spans.filter(({ tone }) => tone === 'spring'));
    this.#placeLines(lines);
  }

  /** What carries an instance of a mesh of this view. */
  carrierOf(mesh: object, instance: number | undefined): Carrier {
    return [...this.#batches.values()].find((batch) => batch.mesh === mesh)?.carriers[instance ?? 0] ?? null;
  }

  dispose(): void {
    for (const { mesh } of [...this.#batches.values(), ...this.#springs, ...this.#lines]) remove(mesh);
    for (const mesh of this.#rods.values()) remove(mesh);
    this.#materials.dispose();
  }

  #build(): void {
    const equal = new Map<Surface, { readonly tone: Tone; readonly carriers: Carrier[] }>();
    for (const { carrier, tone, mesh } of this.#parts.solids()) {
      if (carrier !== null && this.#bound.has(carrier)) continue;
      const batch = equal.get(mesh);
      if (batch === undefined) equal.set(mesh, { tone, carriers: [carrier] });
      else batch.carriers.push(carrier);
    }
    const before = this.#batches;
    this.#batches = new Map();
    for (const [surface, { tone, carriers }] of equal) {
      const count = carriers.length;
      const old = before.get(surface);
      const isKept = old !== undefined && old.mesh.instanceMatrix.count >= count;
      // One that grows has room for more.
      const mesh = isKept ? old.mesh : this.#instanced(geometryOf(surface), tone, (old ? 2 : 1) * count);
      mesh.count = count;
      this.#batches.set(surface, { mesh, carriers });
      if (isKept) before.delete(surface);
    }
    for (const { mesh } of before.values()) remove(mesh);
  }

  #instanced(geometry: BufferGeometry, tone: Tone, count: number): InstancedMesh {
    return this.#added(new InstancedMesh(geometry, this.#materials.of(tone), count), tone);
  }

  #added<T extends Mesh>(mesh: T, tone: Tone): T {
    mesh.castShadow = tone !== 'floor';
    mesh.receiveShadow = true;
    // Instances go anywhere.
    return addTo(this.#group, mesh, tone);
  }

  #placeRods(tone: 'rod' | 'hand', spans: readonly Span[]): void {
    let mesh = this.#rods.get(tone);
    if ((mesh?.instanceMatrix.count ?? 0) < spans.length) {
      if (mesh !== undefined) remove(mesh);
      mesh = this.#instanced(geometryOf(unitRod()), tone, Math.max(ROOM, 2 * spans.length));
      this.#rods.set(tone, mesh);
    }
    if (mesh === undefined) return;
    const radius = radiusOf(tone, this.#parts.rod);
    spans.forEach(({ a, b }, k) => {
      mesh.setMatrixAt(k, spanOf(a, b, radius, lengthOf(minus(b, a)), matrix));
    });
    mesh.count = spans.length;
    moved(mesh);
  }

  #placeSprings(spans: readonly Span[]): void {
    for (const { mesh } of this.#springs.splice(spans.length)) remove(mesh);
    spans.forEach(({ a, b }, k) => {
      const length = lengthOf(minus(b, a));
      let spring = this.#springs[k];
      if (spring === undefined) {
        const made = springOf(length, this.#parts.rod);
        spring = { mesh: this.#single(geometryOf(made.mesh), 'spring'), length: made.length };
        this.#springs.push(spring);
      }
      spanOf(a, b, 1, length / spring.length, spring.mesh.matrix);
      spring.mesh.matrixWorldNeedsUpdate = true;
    });
  }

  #placeLines(lines: readonly Line[]): void {
    for (const { mesh } of this.#lines.splice(lines.length)) remove(mesh);
    lines.forEach((line, k) => {
      const before = this.#lines[k];
      if (before !== undefined && areSame(before.points, line.points)) return;
      const geometry = geometryOf(tubeAlong(line.points, radiusOf(line.tone, this.#parts.rod)));
      const mesh = before?.mesh ?? this.#single(geometry, line.tone);
      if (mesh.geometry !== geometry) {
        mesh.geometry.dispose();
        mesh.geometry = geometry;
        mesh.material = this.#materials.of(line.tone);
      }
      this.#lines[k] = { mesh, points: line.points };
    });
  }

  #single(geometry: BufferGeometry, tone: Tone): Mesh {
    const mesh = this.#added(new Mesh(geometry, this.#materials.of(tone)), tone);
    mesh.matrixAutoUpdate = false;
    return mesh;
  }
}

const matrix = new Matrix4();

/** Says that instances have moved: to the renderer, and to rays. */
function moved(mesh: InstancedMesh): void {
  mesh.instanceMatrix.needsUpdate = true;
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
}
