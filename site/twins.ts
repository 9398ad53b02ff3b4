import { address } from 'virtual:scene-worker';
import type { TwinRequest, TwinState } from '../src/canvas/elsewhere.js';
import type { TwinHost } from '../src/canvas/scene-show.js';

/** What the page asks of its worker. */
export type Question =
  | {
      readonly kind: 'load';
      readonly twin: number;
      readonly scene: string;
      readonly params: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'advance'; readonly twin: number; readonly request: TwinRequest }
  | { readonly kind: 'close'; readonly twin: number };

/** The answer to the question of the same number. */
export type Answer = { readonly number: number } & ({ readonly state?: TwinState } | { readonly error: string });

type Waiting = { readonly resolve: (state: TwinState | undefined) => void; readonly reject: (error: Error) => void };

/** The worker that steps the scenes of a page. */
class SceneWorker {
  readonly #worker = new Worker(address, { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.state);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      for (const { reject } of this.#waiting.values())
        reject(new Error('The worker that computes this scene has ended. Load the page again.'));
      this.#waiting.clear();
    };
  }

  ask(question: Question): Promise<TwinState | undefined> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, question });
    });
  }
}

let worker: SceneWorker | undefined;
let twins = 0;

/** Makes a twin of a scene in the worker of the page; undefined where there is none, or no processor for it. */
export function twinOf(scene: string, params: Readonly<Record<string, number>>): Promise<TwinHost> | undefined {
  if (address === '' || !('Worker' in window) || navigator.hardwareConcurrency < 2) return undefined;
  const make = async (): Promise<TwinHost> => {
    const own = (worker ??= new SceneWorker());
    const twin = ++twins;
    await own.ask({ kind: 'load', twin, scene, params });
    return {
      send: async (request) => (await own.ask({ kind: 'advance', twin, request }))!,
      close: () => void own.ask({ kind: 'close', twin }),
    };
  };
  return make();
}
