import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import {
  addBar,
  addParticle,
  setBodyField,
  setConstraintParameter,
  type BodyEntry,
  type ConstraintEntry,
} from '../model/document.js';
import { removeBody, removeConstraint } from '../model/removal.js';
import { readSpec } from '../model/specs.js';
import { InputAttachments, QuantityInput, quantityOf } from './attachments.js';
import { Elsewhere } from './elsewhere.js';
import { editors } from './later.js';
import { fetchLibrary, library } from './library.js';
import { workshop } from './workshop.js';

/** What the scene is made of, in lists: all of it can be built with keys alone. */
export function ScenePanel(): JSX.Element {
  const document = workshop.document.value;
  const { space, bodies = {}, constraints = {}, repeat = [] } = document;
  useEffect(fetchLibrary, [space]);
  return (
    <>
      <section class="panel" aria-label="Scene">
        <label class="stacked">
          Title
          <input
            type="text"
            value={document.title}
            onChange={({ currentTarget }) => {
              workshop.change({ ...workshop.document.peek(), title: currentTarget.value });
            }}
          />
        </label>
        {document.summary !== undefined && <p class="quiet">{document.summary}</p>}
        <Elsewhere />
      </section>
      <section class="panel" aria-label="Bodies">
        <div class="panel-head">
          <h2>Bodies</h2>
          <button
            type="button"
            class="end"
            onClick={() => {
              workshop.change(addParticle(workshop.document.peek()).document);
            }}
          >
            + Particle
          </button>
          <button
            type="button"
            onClick={() => {
              workshop.change(addBar(workshop.document.peek()).document);
            }}
          >
            + Bar
          </button>
        </div>
        <ul class="items">
          {Object.entries(bodies).map(([name, entry]) => (
            <Body key={name} name={name} entry={entry} />
          ))}
        </ul>
        {repeat.length > 0 && <p class="quiet">More come from “repeat”: see JSON.</p>}
      </section>
      <section class="panel" aria-label="Constraints">
        <div class="panel-head">
          <h2>Constraints</h2>
          <AddConstraint />
        </div>
        <ul class="items">
          {Object.entries(constraints).map(([name, entry]) => (
            <Constraint key={name} name={name} entry={entry} />
          ))}
        </ul>
      </section>
    </>
  );
}

function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }): JSX.Element {
  return (
    <button type="button" class="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
      ×
    </button>
  );
}

function Body({ name, entry }: { readonly name: string; readonly entry: BodyEntry }): JSX.Element {
  const fields = entry as Readonly<Record<string, unknown>>;
  const { mass, position } = fields;
  const set = (field: string, value: unknown): void => {
    workshop.change(setBodyField(workshop.document.peek(), name, field, value));
  };
  return (
    <li>
      <code class="name">{name}</code> <span class="quiet">{entry.kind}</span>
      <RemoveButton
        name={name}
        onRemove={() => {
          workshop.change(removeBody(workshop.document.peek(), name));
        }}
      />
      <div class="details">
        {(typeof mass === 'number' || typeof mass === 'string') && (
          <label class="inline">
            kg{' '}
            <QuantityInput
              label={`Mass of ${name}`}
              value={mass}
              onChange={(text) => {
                set('mass', quantityOf(text));
              }}
            />
          </label>
        )}
        {Array.isArray(position) && (
          <span class="vector">
            at{' '}
            {(position as (number | string)[]).map((value, k) => (
              <QuantityInput
                key={k}
                label={`${['x', 'y', 'z'][k] ?? ''} of ${name}`}
                value={value}
                onChange={(text) => {
                  set(
                    'position',
                    (position as (number | string)[]).map((old, i) => (i === k ? quantityOf(text) : old)),
                  );
                }}
              />
            ))}
          </span>
        )}
      </div>
    </li>
  );
}

function Constraint({ name, entry }: { readonly name: string; readonly entry: ConstraintEntry }): JSX.Element {
  const { type, on = {}, params = {} } = entry;
  const spec = readSpec(workshop.document.value.specs?.[type]);
  const known = library.value.find((one) => one.name === type.replace(/[23]D$/, ''));
  const kindOf = (input: string) =>
    spec?.inputs[input] ?? known?.inputs.find((one) => one.name === input)?.kind ?? 'point';
  return (
    <li>
      {editors.value && <editors.value.ClassMark type={type} />}
      <code class="name">{name}</code> <span class="quiet">{type}</span>
      <RemoveButton
        name={name}
        onRemove={() => {
          workshop.change(removeConstraint(workshop.document.peek(), name));
        }}
      />
      <div class="details">
        {Object.entries(on).map(([input, to]) => (
          <InputAttachments key={input} constraint={name} input={input} kind={kindOf(input)} entry={to} isOnly />
        ))}
        {Object.entries(params).map(([param, value]) =>
          // Lists and curves are edited as text.
          typeof value === 'object' ? null : (
            <label key={param} class="inline">
              {param}{' '}
              <QuantityInput
                label={`${param} of ${name}`}
                value={value}
                onChange={(text) => {
                  workshop.change(setConstraintParameter(workshop.document.peek(), name, param, quantityOf(text)));
                }}
              />
            </label>
          ),
        )}
      </div>
    </li>
  );
}

function AddConstraint(): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="end"
        aria-haspopup="dialog"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        + Add
      </button>
      {isOpen.value && editors.value && (
        <editors.value.AddDialog
          library={library.value}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
