import { defaultKeymap } from '@codemirror/commands';
import { keymap } from '@codemirror/view';

/** Keys of the editors: Escape leaves. */
export const editorKeys = keymap.of([
  {
    key: 'Escape',
    run: ({ contentDOM }) => {
      contentDOM.blur();
      return true;
    },
  },
  ...defaultKeymap,
]);
