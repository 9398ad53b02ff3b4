import { batch, useSignal } from '@preact/signals';
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
  return <Fields thing={thing} />;
}

function Fields({ thing }: { readonly thing: Thing }): JSX.Element {
  /** Why a thing cannot have the name that was typed. */
  const refused = useSignal<{ readonly thing: Thing; readonly reason: string } | undefined>(undefined);
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
                refused.value = { thing, reason: renamed.reason };
                currentTarget.value = name;
                return;
              }
              batch(() => {
                workshop.change(renamed.document);
                selected.value = renamed.thing;
              });
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
      {refused.value?.thing === thing && (
        <p class="refusal" role="status">
          {refused.value.reason}
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
