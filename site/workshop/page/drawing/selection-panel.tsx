import { batch, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { canTouch, collides, colliding, notColliding } from '../../model/drawing/collision.js';
import { rename } from '../../model/drawing/erase.js';
import { fieldsOf, setField, toParameter, type Field } from '../../model/drawing/fields.js';
import { isPlotted, plottable, togglePlot } from '../../model/drawing/plots.js';
import { bodyOf, type Thing } from '../../model/drawing/sketch.js';
import { writtenFormula } from '../../model/drawing/words.js';
import { QuantityInput, quantityOf } from '../attachments.js';
import { workshop } from '../workshop.js';
import { copySelected, duplicate } from './clipboard.js';
import { eraseSelected } from './hands.js';
import { isThere, select, selection } from './selection.js';

/** The numbers of what is selected, its name, and its formula. */
export function SelectionPanel(): JSX.Element | null {
  const things = selection.value.filter(isThere);
  const [thing] = things;
  if (thing === undefined || workshop.sketch.value === undefined) return null;
  if (things.length === 1) return <Fields thing={thing} />;
  return (
    <section class="selection" aria-label={`Selected: ${things.length} things`}>
      <div class="panel-head">
        <strong>{things.length} things</strong>
        <Buttons />
      </div>
    </section>
  );
}

/** What can be done with all that is selected. */
function Buttons(): JSX.Element {
  return (
    <>
      <button
        type="button"
        class="end"
        title="Copy it and paste it beside (Ctrl+D)"
        onClick={() => {
          void duplicate();
        }}
      >
        Duplicate
      </button>
      <button
        type="button"
        title="For this scene or another one (Ctrl+C)"
        onClick={() => {
          copySelected();
        }}
      >
        Copy
      </button>
      <button type="button" onClick={eraseSelected}>
        Delete
      </button>
      <button
        type="button"
        class="ghost"
        aria-label="Close"
        onClick={() => {
          selection.value = [];
        }}
      >
        ×
      </button>
    </>
  );
}

/** The constraints of a body, to be chosen: some cannot be pressed in the picture. */
function Holding({ body }: { readonly body: string }): JSX.Element | null {
  const names = Object.entries(workshop.document.value.constraints ?? {})
    .filter(([, { on = {} }]) =>
      Object.values(on)
        .flat()
        .some((end) => typeof end === 'string' && bodyOf(end) === body),
    )
    .map(([name]) => name);
  if (names.length === 0) return null;
  return (
    <p class="plots-of" role="group" aria-label={`Constraints of ${body}`}>
      <span class="quiet">held by</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="chip"
          onClick={() => {
            select({ kind: 'constraint', name });
          }}
        >
          {name}
        </button>
      ))}
    </p>
  );
}

/** Curves over time, to be chosen. */
function PlotsOf({ thing }: { readonly thing: Thing }): JSX.Element | null {
  const list = plottable(workshop.document.value, thing);
  if (list.length === 0) return null;
  return (
    <p class="plots-of" role="group" aria-label="Plot over time">
      <span class="quiet">plot</span>
      {list.map((one) => (
        <label key={one.of} class="inline">
          <input
            type="checkbox"
            checked={isPlotted(workshop.document.value, one.of)}
            onChange={() => {
              workshop.change(togglePlot(workshop.document.peek(), one));
            }}
          />{' '}
          {one.label}
        </label>
      ))}
    </p>
  );
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
                selection.value = [renamed.thing];
              });
            }}
          />
        )}
        {type !== undefined && <span class="quiet">{type}</span>}
        <Buttons />
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
        {thing.kind === 'body' && (canTouch(document, name) || collides(document, name)) && (
          <label class="inline field">
            <input
              type="checkbox"
              checked={collides(document, name)}
              onChange={({ currentTarget }) => {
                const change = currentTarget.checked ? colliding : notColliding;
                workshop.change(change(workshop.document.peek(), name));
              }}
            />{' '}
            collides
          </label>
        )}
      </div>
      {thing.kind === 'body' && <Holding body={name} />}
      <PlotsOf thing={thing} />
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
