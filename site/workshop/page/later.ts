import { computed, effect, signal } from '@preact/signals';
import { moduleSource } from '../../module-source.js';
import { isEmbedded } from './embedded.js';
import { workshop } from './workshop.js';

/** The editors and what adds constraints, once they are there. The picture comes first: they are fetched when it was shown. */
export const editors = signal<typeof import('./editors.js') | undefined>(undefined);

const source = moduleSource(() => import('./editors.js'));
const MISSING =
  'The editor of formulas could not be fetched. Check the connection: it is fetched again when there is one.';

function fetchEditors(): void {
  source().then(
    (module) => {
      editors.value = module;
      if (workshop.notice.peek() === MISSING) workshop.notice.value = undefined;
    },
    () => {
      workshop.notice.value = MISSING;
      window.addEventListener('online', fetchEditors, { once: true });
    },
  );
}

const isAnswered = computed(
  () => workshop.state.value !== undefined || workshop.isRefused.value || workshop.isLost.value,
);
effect(() => {
  if (isAnswered.value) document.documentElement.classList.remove('early');
  if (isAnswered.value && !isEmbedded && editors.peek() === undefined) fetchEditors();
});
