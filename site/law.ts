import type { SceneDocument } from '../src/scene/document.js';
import type { PrecompiledScene } from '../src/scene/load-precompiled.js';
import { moduleSource } from './module-source.js';
import { sentenceOf } from './sentences.js';
import type { TypedScene } from './typed-scene.js';

/** An element that shows a precompiled scene, or one that it compiles. */
export interface SceneShow extends HTMLElement {
  readonly present: (found: PrecompiledScene | TypedScene) => Promise<void>;
}

const typesetting = moduleSource(() => import('./typeset-rule.js'));

/** Time after the last key until the formula is read, ms. */
const PAUSE = 150;

/** The class that a typed formula becomes. */
const RULE = 'Rod';

/**
 * The machine with a formula for its rods in place of the library's class. No units are named, so
 * that none are checked: who tries something writes numbers. What the formula does not mention is
 * not declared, so that a rule need not name the length, or both ends.
 */
export function withRule(document: SceneDocument, C: string): SceneDocument {
  const unused = ['a', 'b', 'length'].filter((name) => !new RegExp(`\\b${name}\\b`).test(C));
  // A rule that mentions no end has to be told so.
  const left = unused.includes('a') && unused.includes('b') ? [] : unused;
  const without = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !left.includes(name)));
  const rods = Object.entries(document.constraints ?? {}).map(([name, one]) => {
    const { on = {}, params = {} } = one;
    return [
      name,
      one.type === 'Distance' ? { ...one, type: RULE, on: without(on), params: without(params) } : one,
    ] as const;
  });
  return {
    ...document,
    specs: {
      ...document.specs,
      [RULE]: {
        summary: 'The rule of the rods.',
        space: 2,
        inputs: without({ a: 'point', b: 'point' } as const),
        params: without({ length: { min: 0 } }),
        C,
      },
    },
    constraints: Object.fromEntries(rods),
  };
}

/** Shows a rule typeset in place of its text, which comes back while somebody types. Without a rule the text stays. */
async function typeset(law: HTMLElement, rule: string | undefined): Promise<void> {
  const box = law.querySelector('.rule')!;
  const set = box.querySelector('.set')!;
  const shown = (): HTMLElement | undefined => {
    const all = [...set.querySelectorAll<HTMLElement>('[data-rule]')];
    for (const one of all) one.hidden = one.dataset['rule'] !== rule;
    return all.find((one) => !one.hidden);
  };
  box.classList.remove('is-set');
  if (rule === undefined) return;
  if (shown() === undefined) {
    const { typesetRule } = await typesetting();
    const one = Object.assign(document.createElement('span'), { innerHTML: typesetRule(rule) });
    one.dataset['rule'] = rule;
    set.append(one);
  }
  box.classList.toggle('is-set', shown() !== undefined);
}

/**
 * Lets the formula of the front page be typed. The machine follows each formula that makes a class;
 * for any other it goes on as it was, and the mistake is told. The toolkit is fetched when the first
 * key is pressed.
 */
export function listenToLaw(law: HTMLElement, show: SceneShow, machine: () => Promise<PrecompiledScene>): void {
  const input = law.querySelector('input')!;
  const answer = law.querySelector('[role=status]')!;
  const first = input.defaultValue;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const tell = (problem: string | undefined): void => {
    answer.textContent = problem ?? '';
    if (problem === undefined) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  const read = async (): Promise<void> => {
    const serial = ++asked;
    const text = input.value.trim();
    try {
      const own = await machine();
      if (serial !== asked) return;
      const { document, library, methods, reach } = own;
      await show.present(text === first ? own : { document: withRule(document, text), library, methods, reach });
      if (serial !== asked) return;
      tell(undefined);
      await typeset(law, text).catch(() => undefined); // the text says the same
    } catch (error) {
      if (serial !== asked) return;
      tell(sentenceOf(error));
      await typeset(law, undefined);
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), PAUSE);
  });
  if (input.value !== first) void read(); // It was typed before this was there.
  for (const button of law.querySelectorAll('button'))
    button.addEventListener('click', () => {
      input.value = button.dataset['law'] ?? first;
      clearTimeout(timer);
      void read();
    });
}
