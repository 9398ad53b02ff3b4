import type { JSX } from 'preact';
import { addFormula, formulaNames, readSpec, removeQuantity } from '../model/document.js';
import { writeFormulas } from '../model/formula-text.js';
import { isNote, unusedQuantity } from '../model/quick-fixes.js';
import { Attachments } from './attachments.js';
import { useCalm } from './calm.js';
import { editors } from './later.js';
import { Parameters } from './parameters.js';
import { workshop } from './workshop.js';

/** A formula to be changed; to be read, until the editor is there. */
function Formula({ name }: { readonly name: string }): JSX.Element {
  const { value } = editors;
  if (value !== undefined) return <value.FormulaEditor name={name} />;
  const spec = readSpec(workshop.document.value.specs?.[name]);
  return <pre class="editor">{spec && writeFormulas(spec)}</pre>;
}

/** The formula that is open, what it is attached to, and the parameters. */
export function FormulaPanel(): JSX.Element {
  const document = workshop.document.value;
  const names = formulaNames(document);
  const open = workshop.open.value;
  const spec = open === undefined ? undefined : document.specs?.[open];
  const summary = typeof spec?.['summary'] === 'string' ? spec['summary'] : '';
  return (
    <>
      <section class="panel" aria-label="Formula">
        <div class="panel-head">
          <h2>Formula</h2>
          {names.length > 1 && (
            <select
              aria-label="Formula that is open"
              value={open ?? ''}
              onChange={({ currentTarget }) => {
                workshop.chosen.value = currentTarget.value;
              }}
            >
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
          {names.length === 1 && <code>{open}</code>}
          <button
            type="button"
            class="end"
            onClick={() => {
              const added = addFormula(workshop.document.peek());
              workshop.change(added.document);
              workshop.chosen.value = added.name;
            }}
          >
            + New formula
          </button>
        </div>
        {open === undefined ? (
          <p class="quiet">
            This scene is made of the library’s constraints. Type one of your own: “New formula” adds a point that obeys
            it.
          </p>
        ) : (
          <>
            {summary !== '' && <p class="quiet">{summary}</p>}
            <Formula key={open} name={open} />
            <Attachments spec={open} />
          </>
        )}
        <Elsewhere />
      </section>
      <Parameters />
    </>
  );
}

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
            class={isNote(diagnostic) ? 'note' : undefined}
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
