import type { JSX } from 'preact';
import {
  attach,
  constraintsOf,
  detach,
  looseConnector,
  type ConnectorEntry,
  type ConnectorKind,
  type InputEntry,
  type Place,
} from '../model/document.js';
import { readSpec, removeQuantity } from '../model/specs.js';
import { workshop } from './workshop.js';

/** What the inputs of a formula are attached to, for each constraint that uses it. */
export function Attachments({ spec: name }: { readonly spec: string }): JSX.Element | null {
  const document = workshop.document.value;
  const spec = readSpec(document.specs?.[name]);
  if (spec === undefined) return null;
  const uses = constraintsOf(document, name);
  const inputs = Object.entries(spec.inputs);
  const listOf = (use: string): readonly JSX.Element[] =>
    inputs.map(([input, kind]) => (
      <InputAttachments
        key={`${use} ${input}`}
        constraint={use}
        input={input}
        kind={kind}
        isOnly={uses.length === 1}
        entry={document.constraints?.[use]?.on?.[input]}
      />
    ));
  return (
    <div class="attachments">
      {uses.length === 0 && <p class="quiet">No constraint of the scene is of this class. Add one under “Scene”.</p>}
      {uses.slice(0, 1).map(listOf)}
      {uses.length > 1 && (
        <details>
          <summary class="quiet">
            {uses.length === 2 ? 'One more constraint is of it' : `${uses.length - 1} more constraints are of it`}
          </summary>
          <div class="attachments">{uses.slice(1).map(listOf)}</div>
        </details>
      )}
      {inputs.length > 1 || spec.params.length > 0 ? (
        <p class="quantities">
          <span class="quiet">Names</span>
          {[...inputs.map(([input]) => input), ...spec.params].map((quantity) => (
            <button
              key={quantity}
              type="button"
              class="chip"
              aria-label={`Remove ${quantity} from the formula's names`}
              onClick={() => {
                workshop.change(removeQuantity(workshop.document.peek(), name, quantity));
              }}
            >
              {quantity} <span aria-hidden="true">×</span>
            </button>
          ))}
        </p>
      ) : null}
    </div>
  );
}

const GROUND = '(ground)';

/** What an input is attached to: one connector, or those of a list, which can grow and shrink. */
export function InputAttachments({
  entry,
  ...rest
}: Omit<AttachmentProps, 'entry' | 'index'> & { readonly entry: InputEntry | undefined }): JSX.Element {
  const { constraint, input, kind } = rest;
  if (!Array.isArray(entry)) return <Attachment {...rest} entry={entry} />;
  const place = (index: number): Place => ({ constraint, input, index });
  return (
    <>
      {entry.map((one, index) => (
        <Attachment key={index} {...rest} entry={one} index={index} />
      ))}
      <button
        type="button"
        class="chip"
        aria-label={`Add an entry to ${input} of ${constraint}`}
        onClick={() => {
          const document = workshop.document.peek();
          workshop.change(attach(document, place(entry.length), looseConnector(kind, document.space)));
        }}
      >
        + {input}[{entry.length}]
      </button>
    </>
  );
}

interface AttachmentProps extends Place {
  readonly kind: ConnectorKind;
  readonly entry: ConnectorEntry | undefined;
  readonly isOnly: boolean;
}

function Attachment({ constraint, input, index, kind, entry, isOnly }: AttachmentProps): JSX.Element {
  const place: Place = { constraint, input, index };
  const name = index === undefined ? input : `${input}[${index}]`;
  const known = (workshop.facts.value?.connectors ?? [])
    .filter((connector) => connector.kind === kind)
    .map(({ reference }) => reference);
  const value = typeof entry === 'string' ? entry : GROUND;
  const options = [...new Set([...known, ...(value === GROUND ? [] : [value])])];
  const id = `on-${constraint}-${name}`;
  const picked = workshop.picking.value;
  const isPicking = picked?.constraint === constraint && picked.input === input && picked.index === index;
  const change = (to: ConnectorEntry): void => {
    workshop.change(attach(workshop.document.peek(), place, to));
  };
  return (
    <div class="attachment">
      <label for={id}>
        <code class="role-input">{name}</code>
        {!isOnly && <span class="quiet"> of {constraint}</span>}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          change(
            currentTarget.value === GROUND ? looseConnector(kind, workshop.document.peek().space) : currentTarget.value,
          );
        }}
      >
        {options.map((one) => (
          <option key={one}>{one}</option>
        ))}
        <option value={GROUND}>
          {kind === 'point' ? 'a fixed point' : kind === 'direction' ? 'a fixed direction' : 'a number'}
        </option>
      </select>
      {kind === 'point' && (
        <button
          type="button"
          aria-pressed={isPicking}
          aria-label={`Pick ${name} of ${constraint} in the picture`}
          title="Pick it in the picture"
          onClick={() => {
            workshop.pick(isPicking ? undefined : place);
          }}
        >
          ◎
        </button>
      )}
      {index !== undefined && (
        <button
          type="button"
          aria-label={`Remove ${name} of ${constraint}`}
          onClick={() => {
            workshop.change(detach(workshop.document.peek(), place));
          }}
        >
          ×
        </button>
      )}
      {typeof entry === 'object' && <FixedEntry entry={entry} label={`${name} of ${constraint}`} onChange={change} />}
    </div>
  );
}

function FixedEntry({
  entry,
  label,
  onChange,
}: {
  readonly entry: Exclude<ConnectorEntry, string>;
  readonly label: string;
  readonly onChange: (entry: ConnectorEntry) => void;
}): JSX.Element {
  const [key, list] =
    'ground' in entry
      ? (['ground', entry.ground] as const)
      : 'direction' in entry
        ? (['direction', entry.direction] as const)
        : (['scalar', [entry.scalar]] as const);
  const set = (k: number, text: string): void => {
    const next = list.map((old, i) => (i === k ? quantityOf(text) : old));
    if (key === 'scalar') onChange({ scalar: next[0] ?? 0 });
    else onChange(key === 'ground' ? { ground: next } : { direction: next });
  };
  return (
    <span class="vector">
      {list.map((value, k) => (
        <QuantityInput
          key={k}
          label={`${label}, ${['x', 'y', 'z'][k] ?? ''}`}
          value={value}
          onChange={(text) => {
            set(k, text);
          }}
        />
      ))}
    </span>
  );
}

/** A number as a number; anything else is a parameter's name or a formula. */
export function quantityOf(text: string): number | string {
  const trimmed = text.trim().replace(/^−/, '-');
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/** A field for a number, the name of a parameter, or a formula of parameters. */
export function QuantityInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number | string;
  readonly onChange: (text: string) => void;
}): JSX.Element {
  return (
    <input
      type="text"
      class="quantity"
      aria-label={label}
      value={String(value)}
      autocomplete="off"
      spellcheck={false}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
}
