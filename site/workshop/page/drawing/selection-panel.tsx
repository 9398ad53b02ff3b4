import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { rename } from '../../model/drawing/erase.js';
import { fieldsOf, setField, toParameter, type Field } from '../../model/drawing/fields.js';
import type { Thing } from '../../model/drawing/sketch.js';
import { writtenFormula } from '../../model/drawing/words.js';
import { QuantityInput, quantityOf } from '../attachments.js';
import { workshop } from '../workshop.js';
import { eraseSelected, isThere, selected } from './hands.js';

/** The numbers of what is selected, its name, and its formula. */
export function SelectionPanel(): JSX.Element | null {
  const thing = selected.value;
  if (thing === undefined || !isThere(thing) || workshop.sketch.value === undefined) return null;
  return <Fields key={JSON.stringify(thing)} thing={thing} />;
}

function Fields({ thing }: { readonly thing: Thing }): JSX.Element {
  const reason = useSignal<string | undefined>(undefined);
  const document = workshop.document.value;
  const name = thing.kind === 'force' ? 'spring' : thing.name;
  const formula = workshop.facts.value?.constraints.find((one) => one.name === name)?.formula;
  const type = thing.kind === 'constraint' ? document.constraints?.[name]?.type : undefined;
  return (
    <section class="selection" aria-label={`Selected: ${name}`}>
      <div class="panel-head">
        {thing.kind === 'force' ? (
          <strong>Spring</strong>
        ) : (
          <input
            type="text"
            class="name"
            aria-label="Name"
            value={name}
            autocomplete="off"
            spellcheck={false}
            onChange={({ currentTarget }) => {
              const renamed = rename(workshop.document.peek(), thing, currentTarget.value.trim());
              if ('reason' in renamed) {
                reason.value = renamed.reason;
                currentTarget.value = name;
                return;
              }
              workshop.change(renamed.document);
              selected.value = renamed.thing;
            }}
          />
        )}
        {type !== undefined && <span class="quiet">{type}</span>}
        <button type="button" class="end" onClick={eraseSelected}>
          Delete
        </button>
        <button
          type="button"
          class="ghost"
          aria-label="Close"
          onClick={() => {
            selected.value = undefined;
          }}
        >
          ×
        </button>
      </div>
      {reason.value !== undefined && (
        <p class="refusal" role="status">
          {reason.value}
        </p>
      )}
      {thing.kind === 'constraint' && formula && (
        <p>
          <code>{writtenFormula(document, name, formula)}</code>
        </p>
      )}
      <div class="fields">
        {fieldsOf(document, thing).map((field) => (
          <FieldInput key={field.label} field={field} name={name} />
        ))}
      </div>
    </section>
  );
}

function FieldInput({ field, name }: { readonly field: Field; readonly name: string }): JSX.Element {
  const { label, unit, value } = field;
  return (
    <span class="field">
      <label class="inline">
        <span>{label}</span>
        <QuantityInput
          label={`${label} of ${name}`}
          value={typeof value === 'number' ? Number(value.toPrecision(6)) : value}
          onChange={(text) => {
            workshop.change(setField(workshop.document.peek(), field, quantityOf(text)));
          }}
        />
        <span class="quiet">{unit}</span>
      </label>
      {typeof value === 'number' && (
        <button
          type="button"
          class="ghost"
          aria-label={`Make a slider of ${label} of ${name}`}
          title="A parameter with a slider"
          onClick={() => {
            workshop.change(toParameter(workshop.document.peek(), field));
          }}
        >
          ⇿
        </button>
      )}
    </span>
  );
}
