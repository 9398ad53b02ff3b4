/// <reference lib="dom" preserve="true" />
import { inSlices, type Breath } from '../export/breath.js';
import { fileName } from '../export/file-name.js';
import { savedParts } from '../export/saved.js';
import { SceneStrip } from '../export/scene-gif.js';
import { SceneFilm } from '../export/scene-glb.js';
import type { LoadedScene } from '../scene/read-scene.js';
import { simulateScene } from '../simulate/simulate.js';
import type { Stage } from './stage.js';

/** What is to be saved. */
export interface Saveable {
  readonly scene: LoadedScene;
  readonly stage: Stage;
  /** Returns what goes back to the present state. */
  readonly keep: () => () => void;
  /** Reports each `frame` after it was drawn. */
  readonly frames: EventTarget;
}

interface Choice {
  readonly name: string;
  readonly summary: string;
  /** True for what scenes of the plane alone have. */
  readonly isFlat?: boolean;
  readonly make: (of: Saveable, breathe: Breath) => Promise<Blob>;
}

/** Length of a video, s, its bits per second, and the width of a GIF, px. */
const SECONDS = 5;
const BITS = 8e6;
const WIDTH = 480;
/** Forms of video: what most programs open comes first. */
const VIDEOS = ['video/mp4;codecs=avc1.640028', 'video/webm;codecs=vp9', 'video/webm'];

const video = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : VIDEOS.find((type) => MediaRecorder.isTypeSupported(type));

const CHOICES: readonly Choice[] = [
  {
    name: 'GLB',
    summary: 'The motion as a film of solids, for Blender, slides and <model-viewer>',
    make: async ({ scene }, breathe) =>
      new Blob([await taken(scene, new SceneFilm(scene, {}), breathe)], { type: 'model/gltf-binary' }),
  },
  {
    name: 'GIF',
    summary: 'The motion as a picture for messages and slides; one period, where it is periodic',
    make: async ({ scene }, breathe) =>
      new Blob([await taken(scene, new SceneStrip(scene, { width: WIDTH }), breathe)], { type: 'image/gif' }),
  },
  {
    name: 'Video',
    summary: `What is to be seen in the next ${SECONDS} seconds`,
    make: filmed,
  },
  {
    name: 'PNG',
    summary: 'The picture as it is now',
    make: async ({ stage }) => {
      stage.draw();
      const { canvas } = copied(stage, document.createElement('canvas'));
      const file = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve);
      });
      if (file === null) throw new Error('This browser makes no picture of this size.');
      return file;
    },
  },
  {
    name: 'STL',
    summary: 'The parts as solids, to be printed: a ZIP archive with a file for each',
    make: ({ scene }) => savedParts(scene, 'stl'),
  },
  {
    name: 'DXF',
    summary: 'The parts side by side with their holes, to be cut',
    isFlat: true,
    make: ({ scene }) => savedParts(scene, 'dxf'),
  },
  {
    name: 'SVG',
    summary: 'The parts side by side with their holes, as a picture of true size',
    isFlat: true,
    make: ({ scene }) => savedParts(scene, 'svg'),
  },
];

const ENDINGS: Readonly<Record<string, string>> = {
  'model/gltf-binary': '.glb',
  'image/gif': '.gif',
  'image/png': '.png',
  'image/svg+xml': '-parts.svg',
  'image/vnd.dxf': '.dxf',
  'application/zip': '-stl.zip',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
};

/** Shows what a scene can be saved as, in a row of buttons; `saveable` is asked for at each. */
export function showFiles(row: HTMLElement, saveable: () => Saveable | undefined): void {
  const told = Object.assign(document.createElement('span'), { role: 'status' });
  let isBusy = false;
  const save = async ({ name, make }: Choice): Promise<void> => {
    const of = saveable();
    if (isBusy || of === undefined) return;
    isBusy = true;
    const breathe = inSlices((done) => {
      told.textContent = `${name}: ${Math.round(100 * done)} %`;
    });
    try {
      await breathe(0);
      const file = await make(of, breathe);
      const [type = ''] = file.type.split(';');
      told.textContent = download(file, fileName(of.scene.title) + (ENDINGS[type] ?? ''));
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
    }
    isBusy = false;
  };
  const isPlane = saveable()?.stage.world.space === 2;
  const choices = CHOICES.filter(
    (choice) => (isPlane || choice.isFlat !== true) && (choice.name !== 'Video' || video() !== undefined),
  );
  const buttons = choices.map((choice) => {
    const button = document.createElement('button');
    button.textContent = choice.name;
    button.title = choice.summary;
    button.onclick = () => void save(choice);
    return button;
  });
  row.replaceChildren(...buttons, told);
}

/** Lets the visitor have a file. Returns what is told of it. */
function download(file: Blob, name: string): string {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
  return `${name} is saved.`;
}

/** Runs a scene before what takes it as a film. */
async function taken(
  scene: LoadedScene,
  film: SceneFilm | SceneStrip,
  breathe: Breath,
): Promise<Uint8Array<ArrayBuffer>> {
  let ran = 0;
  await simulateScene(scene, {
    onState: (built) => {
      film.note(built);
      return breathe(ran / 2);
    },
    onProgress: (time, until) => {
      ran = time / until;
    },
  });
  return film.file((done) => breathe((1 + done) / 2));
}

/** Copies the picture of a stage, on paper, which pages have and files must bring; it was drawn just before. */
function copied({ canvas, backdrop, colors }: Stage, onto: HTMLCanvasElement): CanvasRenderingContext2D {
  // Codecs want even numbers of pixels.
  const [width, height] = [canvas.width, canvas.height].map((size) => Math.max(2, size - (size % 2))) as [number, number]; // prettier-ignore
  if (onto.width !== width || onto.height !== height) Object.assign(onto, { width, height });
  const context = onto.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas to draw on.');
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, width, height);
  const depth = canvas.previousElementSibling;
  if (backdrop && depth instanceof HTMLCanvasElement) context.drawImage(depth, 0, 0, canvas.width, canvas.height);
  context.drawImage(canvas, 0, 0);
  return context;
}

/** Films what a stage shows for some seconds. */
async function filmed({ stage, frames, keep }: Saveable, breathe: Breath): Promise<Blob> {
  const type = video();
  if (type === undefined) throw new Error('This browser records no video: save a GIF.');
  stage.draw();
  const { canvas } = copied(stage, document.createElement('canvas'));
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: type, videoBitsPerSecond: BITS });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    chunks.push(data);
  };
  const over = new Promise((resolve, reject) => {
    recorder.onstop = resolve;
    recorder.onerror = () => {
      reject(new Error('This browser could not record the video: save a GIF.'));
    };
  });
  const copy = (): void => {
    copied(stage, canvas);
  };
  const goBack = stage.isRunning ? undefined : keep();
  frames.addEventListener('frame', copy);
  try {
    recorder.start();
    stage.start();
    const begin = performance.now();
    for (let done = 0; done < 1; done = (performance.now() - begin) / (1000 * SECONDS)) {
      await breathe(done);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    recorder.stop();
    await over;
  } finally {
    frames.removeEventListener('frame', copy);
    if (goBack) {
      stage.pause();
      goBack();
    }
  }
  return new Blob(chunks, { type });
}
