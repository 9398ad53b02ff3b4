import type { JSX } from 'preact';
import { addFormula, formulaNames, readSpec } from '../model/specs.js';
import { writeFormulas } from '../model/formula-text.js';
import { Attachments } from './attachments.js';
import { Elsewhere } from './elsewhere.js';
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
      {editors.value && <editors.value.Curves />}
    </>
  );
}
