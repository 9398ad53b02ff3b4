/// <reference lib="webworker" />
import { makeTwin } from '../src/canvas/elsewhere.js';
import { loadPrecompiled, type PrecompiledScene } from '../src/scene/load-precompiled.js';
import type { Answer, Question } from './twins.js';

const twins = new Map<number, ReturnType<typeof makeTwin>>();

async function answer(question: Question): Promise<Omit<Answer, 'number'>> {
  const { twin } = question;
  switch (question.kind) {
    case 'load': {
      const { scene, params } = question;
      const module = (await import(/* @vite-ignore */ scene)) as { readonly default: PrecompiledScene };
      twins.set(twin, makeTwin(loadPrecompiled(module.default, params)));
      return {};
    }
    case 'advance':
      return { state: twins.get(twin)!(question.request) };
    case 'close':
      twins.delete(twin);
      return {};
  }
}

self.onmessage = ({ data: { number, question } }: MessageEvent<{ number: number; question: Question }>) => {
  answer(question).then(
    (found) => {
      self.postMessage({ number, ...found });
    },
    (error: unknown) => {
      self.postMessage({ number, error: error instanceof Error ? error.message : String(error) });
    },
  );
};
