import { fetchToolkit } from './fetch-toolkit.js';
import { savingWith } from './fetching.js';
import type { Answers, Question } from './protocol.js';
import { svgOf } from './svg.js';
import type { Recording } from './recording.js';
import type { Screen } from './screen.js';
import type { Theatre } from './theatre.js';

/** What makes films and pictures is fetched where one is saved. */
const film = savingWith('saves pictures and films', () => import('./film.js'));

/** What makes solids, too. */
const models = savingWith('saves solids and parts', () => import('./models.js'));

/** What answers are about: the scene that is shown, and how. */
export interface Shown {
  readonly theatre: Theatre | undefined;
  readonly recording: Recording | undefined;
  readonly speed: number;
  readonly screen: Screen;
}

/** Answers a question. `tell` hears which part of an answer that takes its time is done. */
export async function answerTo(
  question: Question,
  shown: Shown,
  tell: (done: number) => void,
): Promise<Answers[Question['kind']]> {
  switch (question.kind) {
    case 'svg':
      return svgOf(theatreOf(shown));
    case 'png':
      return (await film()).pngOf(theatreOf(shown), shown.screen.isDark);
    case 'film':
      if (question.format === 'glb') return (await models()).glbOf(theatreOf(shown), question, shown.speed, tell);
      return (await film()).filmOf(theatreOf(shown), question, shown.speed, shown.screen.isDark, tell);
    case 'parts':
      return (await models()).partsOf(theatreOf(shown), question);
    case 'positions':
      return Object.fromEntries(
        theatreOf(shown).points.map(({ reference, point }) => [reference, Array.from(point.position)]),
      );
    case 'reach': {
      const theatre = theatreOf(shown);
      while (theatre.world.time < question.time - theatre.scene.dt / 2) {
        theatre.step();
        shown.recording?.sample();
      }
      shown.screen.draw(theatre);
      return theatre.world.time;
    }
    case 'check':
      return (await fetchToolkit()).checkDocument(question.document);
    case 'derive':
      return (await fetchToolkit()).derivedClasses(question.name, question.spec);
    case 'fit': {
      const { fits } = await fetchToolkit();
      return question.specs.map((spec) => fits(question.name, spec, question.known));
    }
    case 'functions':
      return (await fetchToolkit()).functionNames();
    case 'library':
      return (await fetchToolkit()).libraryFacts(question.space);
    case 'join': {
      const { join, load } = await fetchToolkit();
      const joined = [];
      for (const document of question.documents)
        joined.push(await join(document, question.name, theatreOf(shown), (one) => Promise.resolve(load(one))));
      return joined;
    }
    case 'typescript':
      return (await fetchToolkit()).exportTypeScript(theatreOf(shown).scene, question.name);
    case 'html':
      return (await fetchToolkit()).htmlOf(theatreOf(shown).scene.document, svgOf(theatreOf(shown)));
  }
}

function theatreOf({ theatre }: Shown): Theatre {
  if (theatre === undefined) throw new Error('There is no scene to write: mend its mistakes first.');
  return theatre;
}
