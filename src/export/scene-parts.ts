import { checkOptions, POSITIVE, type OptionRule } from '../diagnostics/arguments.js';
import { SpecError } from '../diagnostics/index.js';
import { drivenConnectors } from '../simulate/driver-power.js';
import { buildScene } from '../simulate/build-scene.js';
import { checkIsScene, type Scene } from '../simulate/scene.js';
import { dxfOf } from './dxf.js';
import { piecesOf, type Piece, type ScenePartsOptions } from './pieces.js';
import { sheetOf } from './sheet.js';
import { sheetSVG } from './sheet-svg.js';
import { stlOf } from './stl.js';

/** A part of a mechanism in a file of its own. */
export interface PartFile {
  /** The name of the body or the constraint, without characters that files do not have. */
  readonly name: string;
  /** How many equal ones the mechanism has. */
  readonly count: number;
  /** The names of all of these, the own one first. */
  readonly names: readonly string[];
  readonly file: Uint8Array<ArrayBuffer>;
}

const OPTIONS: Readonly<Record<keyof ScenePartsOptions, OptionRule>> = {
  scale: POSITIVE,
  thickness: POSITIVE,
  width: POSITIVE,
  hole: POSITIVE,
};

/** Kinds of parts, and the options that mean nothing to them. */
const OF_NO_USE: Readonly<
  Record<'plane' | 'sheet' | 'space', readonly [string, readonly (keyof ScenePartsOptions)[]]>
> = {
  plane: ['parts of the plane', []],
  sheet: ['parts to be cut, which have no thickness', ['thickness']],
  space: ['parts of space, which are as they are drawn', ['width', 'hole', 'thickness']],
};

/**
 * The parts of a scene in STL, to be printed: its rigid bodies, and in the plane the rods between points, as links
 * with holes. Positions are millimetres. Each surface is closed; a body of several forms has several, which
 * overlap.
 *
 * Throws a SpecError for options that are faulty or without effect, and for a scene without parts.
 */
export async function sceneSTL(scene: Scene, options: ScenePartsOptions = {}): Promise<PartFile[]> {
  const pieces = await piecesIn('sceneSTL', scene, options, false);
  return pieces.map(({ names, meshes }) => {
    const name = names[0]!;
    return { name, count: names.length, names, file: stlOf(name, meshes) };
  });
}

/**
 * The parts of a scene of the plane side by side in DXF, to be cut, in true size: links with their holes, plates
 * and gears. Release 12, mm; what is cut is in the layer CUT, names are in the layer NAMES.
 *
 * Throws a SpecError for options that are faulty or without effect, and for a scene of space or without parts.
 */
export async function sceneDXF(scene: Scene, options: ScenePartsOptions = {}): Promise<string> {
  return dxfOf(sheetOf(await piecesIn('sceneDXF', scene, options, true)));
}

/** The same as {@link sceneDXF} as an SVG picture of true size. */
export async function scenePartsSVG(scene: Scene, options: ScenePartsOptions = {}): Promise<string> {
  return sheetSVG(scene.title, sheetOf(await piecesIn('scenePartsSVG', scene, options, true)));
}

/** True for a number that is finite in single precision, as files of STL hold it. */
const isSingle = (x: number): boolean => Number.isFinite(Math.fround(x));

async function piecesIn(called: string, scene: Scene, options: ScenePartsOptions, isFlat: boolean): Promise<Piece[]> {
  checkIsScene(called, scene);
  checkOptions(called, options, OPTIONS);
  const { world, picture, drivers } = await buildScene(scene);
  if (isFlat && world.space === 3)
    throw new SpecError([
      {
        code: 'E_OPTION',
        message: `${called} writes parts of the plane; this scene is in space.`,
        hint: 'Use sceneSTL, on the command line --to stl.',
      },
    ]);
  const [kind, without] = OF_NO_USE[world.space === 3 ? 'space' : isFlat ? 'sheet' : 'plane'];
  const stray = without.find((name) => options[name] !== undefined);
  if (stray !== undefined)
    throw new SpecError([
      {
        code: 'E_OPTION',
        message: `The option "${stray}" has no effect on ${kind}.`,
        hint: 'leave it out',
        field: stray,
      },
    ]);
  const pieces = piecesOf(world, { ...picture, driven: drivenConnectors(drivers) }, options);
  const vast = pieces.find(({ meshes }) => meshes.some(({ positions }) => !positions.every(isSingle)));
  if (vast !== undefined)
    throw new SpecError([
      {
        code: 'E_OPTION',
        message: `The part "${vast.names[0]!}" is larger than files can say, 3.4e38 mm.`,
        hint: 'give a smaller "scale"',
        field: 'scale',
      },
    ]);
  if (pieces.length > 0) return pieces;
  throw new SpecError([
    {
      code: 'E_OPTION',
      message: 'The scene has no parts.',
      hint: 'Parts are rigid bodies, and in the plane the rods between points.',
    },
  ]);
}
