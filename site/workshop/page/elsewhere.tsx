import type { JSX } from 'preact';
import { removeQuantity } from '../model/specs.js';
import { isNote, unusedQuantity } from '../model/quick-fixes.js';
import { useCalm } from './calm.js';
import { workshop } from './workshop.js';

/** Mistakes of the scene that are not in the formula that is open. */
export function Elsewhere(): JSX.Element | null {
  const open = workshop.open.value;
  const list = useCalm(workshop.diagnostics).filter(
    ({ field = '' }) => open === undefined || !/^(?:C|where)(?![A-Za-z])/.test(within(field, `specs.${open}.`)),
  );
  if (list.length === 0) return null;
  return (
    <ul class="mistakes" aria-label="Mistakes elsewhere in the scene">
      {list.slice(0, 5).map((diagnostic) => {
        const { code, message, hint, field } = diagnostic;
        // What is unused in a formula with mistakes may be what it lacks.
        const unused = workshop.isRefused.value ? undefined : unusedQuantity(diagnostic);
        return (
          <li
            key={`${code} ${field ?? ''} ${message}`}
            data-code={code}
            class={isNote(diagnostic, workshop.isRefused.value) ? 'note' : undefined}
          >
            <p>
              {field !== undefined && <code class="excerpt">{field}</code>} {message}{' '}
              {hint !== undefined && <span class="hint">{hint}</span>}
            </p>
            {unused && (
              <button
                type="button"
                class="fix"
                onClick={() => {
                  workshop.change(removeQuantity(workshop.document.peek(), unused.spec, unused.name));
                }}
              >
                − remove {unused.name}
              </button>
            )}
          </li>
        );
      })}
      {list.length > 5 && <li>… and {list.length - 5} more.</li>}
    </ul>
  );
}

/** What follows a prefix; nothing where it is not there. */
const within = (text: string, prefix: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : '');
