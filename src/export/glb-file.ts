import type { Mesh } from '../solids/mesh.js';
import type { SurfaceLook } from '../solids/tones.js';

/** Position, unit quaternion `x, y, z, w` and scale of a node in the axes of its parent. */
export interface NodeOptions {
  readonly name?: string;
  readonly mesh?: number;
  readonly children?: readonly number[];
  readonly translation?: ArrayLike<number>;
  readonly rotation?: ArrayLike<number>;
  readonly scale?: ArrayLike<number>;
}

export type ChannelPath = 'translation' | 'rotation' | 'scale';

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
/** Buffer views: attributes of corners, their numbers, and what moves. */
const VERTICES = 0;
const TRIANGLES = 1;
const KEYS = 2;
const TARGETS = [34962, 34963] as const;

const SIZES = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;

/**
 * A file in glTF's binary form (Khronos, glTF 2.0; ISO/IEC 12113): meshes, nodes and one animation. Positions
 * are metres, `y` upwards.
 */
export class GlbFile {
  readonly #accessors: (object & { readonly bufferView: number })[] = [];
  readonly #chunks: Uint8Array[][] = [[], [], []];
  readonly #lengths = [0, 0, 0];
  readonly #materials: object[] = [];
  readonly #meshes: object[] = [];
  readonly #nodes: object[] = [];
  readonly #samplers: object[] = [];
  readonly #channels: object[] = [];

  /** Adds a material, and returns its number. */
  material(name: string, { color, roughness, metalness, isTwoSided }: SurfaceLook): number {
    const pbr = { baseColorFactor: [...linearOf(color), 1], metallicFactor: metalness, roughnessFactor: roughness };
    return add(this.#materials, { name, pbrMetallicRoughness: pbr, ...(isTwoSided && { doubleSided: true }) });
  }

  /** Adds a mesh of one material. */
  mesh({ positions, normals, triangles }: Mesh, material: number): number {
    const isSmall = positions.length / 3 < 65_535;
    const attributes = {
      POSITION: this.#accessor(VERTICES, positions, FLOAT, 'VEC3', boundsOf(positions, 3)),
      NORMAL: this.#accessor(VERTICES, normals, FLOAT, 'VEC3'),
    };
    const indices = isSmall
      ? this.#accessor(TRIANGLES, Uint16Array.from(triangles), UNSIGNED_SHORT, 'SCALAR')
      : this.#accessor(TRIANGLES, triangles, UNSIGNED_INT, 'SCALAR');
    return add(this.#meshes, { primitives: [{ attributes, indices, material }] });
  }

  node({ name, mesh, children = [], translation, rotation, scale }: NodeOptions): number {
    return add(this.#nodes, {
      ...(name !== undefined && name !== '' && { name }),
      ...(mesh !== undefined && { mesh }),
      ...(children.length > 0 && { children }),
      ...(translation && { translation: Array.from(translation, Math.fround) }),
      ...(rotation && { rotation: Array.from(rotation, Math.fround) }),
      ...(scale && { scale: Array.from(scale, Math.fround) }),
    });
  }

  /** Moves a node along keys at increasing times, s; between them linearly, or along the shorter arc. */
  animate(node: number, path: ChannelPath, times: Float32Array, values: Float32Array): void {
    const sampler = add(this.#samplers, {
      input: this.#accessor(KEYS, times, FLOAT, 'SCALAR', boundsOf(times, 1)),
      output: this.#accessor(KEYS, values, FLOAT, path === 'rotation' ? 'VEC4' : 'VEC3'),
    });
    this.#channels.push({ sampler, target: { node, path } });
  }

  /** The file with the nodes of a scene. */
  build(title: string, roots: readonly number[]): Uint8Array<ArrayBuffer> {
    const offsets = [0, this.#lengths[VERTICES]!, this.#lengths[VERTICES]! + this.#lengths[TRIANGLES]!];
    const length = offsets[KEYS]! + this.#lengths[KEYS]!;
    const views = [VERTICES, TRIANGLES, KEYS].filter((view) => this.#lengths[view]! > 0);
    const json = {
      asset: { version: '2.0', generator: 'holonomic' },
      scene: 0,
      scenes: [{ name: title, nodes: roots }],
      nodes: this.#nodes,
      ...some('meshes', this.#meshes),
      ...some('materials', this.#materials),
      ...some('accessors', this.#accessors.map(({ bufferView, ...one }) => ({ bufferView: views.indexOf(bufferView), ...one }))), // prettier-ignore
      ...some('bufferViews', views.map((view) => ({
        buffer: 0,
        byteOffset: offsets[view]!,
        byteLength: this.#lengths[view]!,
        ...(view === VERTICES && { byteStride: 12 }),
        ...(view !== KEYS && { target: TARGETS[view as 0 | 1] }),
      }))), // prettier-ignore
      ...(length > 0 && { buffers: [{ byteLength: length }] }),
      ...(this.#channels.length > 0 && {
        animations: [{ name: title, samplers: this.#samplers, channels: this.#channels }],
      }),
    };
    return container(new TextEncoder().encode(JSON.stringify(json)), this.#chunks.flat(), length);
  }

  #accessor(
    bufferView: number,
    data: Float32Array | Uint16Array | Uint32Array,
    componentType: number,
    type: keyof typeof SIZES,
    bounds: object = {},
  ): number {
    const byteOffset = this.#lengths[bufferView]!;
    const padded = new Uint8Array(4 * Math.ceil(data.byteLength / 4));
    padded.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    this.#chunks[bufferView]!.push(padded);
    this.#lengths[bufferView]! += padded.length;
    const accessor = {
      bufferView,
      ...(byteOffset > 0 && { byteOffset }),
      componentType,
      count: data.length / SIZES[type],
      type,
      ...bounds,
    };
    return this.#accessors.push(accessor) - 1;
  }
}

const add = (list: object[], one: object): number => list.push(one) - 1;

/** The least and the largest of each component. */
function boundsOf(data: Float32Array, size: number): { readonly min: number[]; readonly max: number[] } {
  const [min, max] = [new Array<number>(size).fill(Infinity), new Array<number>(size).fill(-Infinity)];
  data.forEach((x, n) => {
    min[n % size] = Math.min(min[n % size]!, x);
    max[n % size] = Math.max(max[n % size]!, x);
  });
  return { min, max };
}

/** An empty list is not allowed. */
const some = (name: string, list: readonly object[]): object => (list.length > 0 ? { [name]: list } : {});

/** The linear red, green and blue of a colour `#rrggbb` of sRGB (IEC 61966-2-1), from 0 to 1. */
const linearOf = (color: string): number[] =>
  [1, 3, 5].map((k) => {
    const x = parseInt(color.slice(k, k + 2), 16) / 255;
    return Math.fround(x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  });

/** The header and both chunks; each is filled up to a multiple of four bytes. */
function container(json: Uint8Array, binary: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const text = 4 * Math.ceil(json.length / 4);
  const file = new Uint8Array(20 + text + (length > 0 ? 8 + length : 0));
  const view = new DataView(file.buffer);
  const words = (at: number, ...values: readonly number[]): void => {
    values.forEach((value, k) => {
      view.setUint32(at + 4 * k, value, true);
    });
  };
  words(0, 0x46546c67, 2, file.length, text, 0x4e4f534a);
  file.fill(0x20, 20, 20 + text);
  file.set(json, 20);
  if (length === 0) return file;
  words(20 + text, length, 0x004e4942);
  let at = 28 + text;
  for (const chunk of binary) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}
