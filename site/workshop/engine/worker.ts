/**
 * The script of both workers, so that a browser fetches it once. A worker's name says which it is.
 * @module
 */
import scenes from 'precompiled-scenes';
import { Engine } from './engine.js';
import { fetchToolkit } from './fetch-toolkit.js';
import type { Command, ProverCommand } from './protocol.js';
import type { Prover } from './prover.js';

/** What is used of the scope of a worker. */
interface Scope {
  readonly name: string;
  readonly postMessage: (message: unknown) => void;
  readonly requestAnimationFrame?: (act: () => void) => number;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

const scope = globalThis as unknown as Scope;

if (scope.name === 'prover') {
  let prover: Promise<Prover> | undefined;
  const makeProver = async (): Promise<Prover> => {
    const { Prover } = await fetchToolkit();
    return new Prover((report) => {
      scope.postMessage(report);
    });
  };
  scope.onmessage = ({ data }) => {
    prover ??= makeProver();
    prover.then(
      (one) => {
        one.receive(data as ProverCommand);
      },
      () => {
        prover = undefined; // The next proof asks for it again.
      },
    );
  };
} else {
  const engine = new Engine({
    post: (report) => {
      scope.postMessage(report);
    },
    now: () => performance.now(),
    requestFrame: (act) => {
      if (scope.requestAnimationFrame) scope.requestAnimationFrame(act);
      else setTimeout(act, 16);
    },
    findPrecompiled: async (title) => (Object.hasOwn(scenes, title) ? (await scenes[title]!()).default : undefined),
  });
  scope.onmessage = ({ data }) => {
    engine.receive(data as Command);
  };
}
