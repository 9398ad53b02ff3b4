import { computed, effect, signal } from '@preact/signals';
import { isEmbedded } from './embedded.js';
import { workshop } from './workshop.js';

/** The editors and what adds constraints, once they are there. The picture comes first: they are fetched when it was shown. */
export const editors = signal<typeof import('./editors.js') | undefined>(undefined);

const isAnswered = computed(
  () => workshop.state.value !== undefined || workshop.isRefused.value || workshop.isLost.value,
);
effect(() => {
  if (isAnswered.value && !isEmbedded && editors.peek() === undefined)
    import('./editors.js').then(
      (module) => {
        editors.value = module;
      },
      () => {
        workshop.notice.value =
          'The editor of formulas could not be fetched. Check the connection, and load the page again.';
      },
    );
});
