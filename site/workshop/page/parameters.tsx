import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { SceneParameter } from '../../../src/scene/parameters.js';
import { setParameter, setRange } from '../model/document.js';
import { shortNumber } from '../../../src/painter/numbers.js';
import { workshop } from './workshop.js';

/** The parameter whose range is being set. */
const ranging = signal<string | undefined>(undefined);

/** The parameters of the scene as sliders. */
export function Parameters(): JSX.Element | null {
  const params = workshop.facts.value?.params ?? [];
  const document = workshop.document.value;
  const own = params.filter(({ isDerived, name }) => !isDerived && document.params?.[name] !== undefined);
  if (own.length === 0) return null;
  return (
    <section class="panel" aria-label="Parameters">
      <h2>Parameters</h2>
      {own.map((param) => (
        <Slider key={param.name} param={param} />
      ))}
    </section>
  );
}

function Slider({ param }: { readonly param: SceneParameter }): JSX.Element {
  const { name, unit = '', doc } = param;
  const entry = workshop.document.value.params?.[name];
  const given = typeof entry === 'object' ? entry.value : entry;
  const value = typeof given === 'number' ? given : param.value;
  const [low, high] = [param.min ?? Math.min(0, 2 * value), param.max ?? Math.max(1, 2 * value)];
  const set = (next: number): void => {
    if (Number.isFinite(next)) workshop.change(setParameter(workshop.document.peek(), name, next), `param ${name}`);
  };
  return (
    <div class="slider">
      <label for={`param-${name}`} title={doc}>
        {name}
      </label>
      <input
        id={`param-${name}`}
        type="range"
        min={low}
        max={high}
        step={param.step ?? 'any'}
        value={value}
        onInput={({ currentTarget }) => {
          set(Number(currentTarget.valueAsNumber.toPrecision(4)));
        }}
      />
      <span class="value">
        <input
          type="number"
          step="any"
          aria-label={`${name}, value`}
          value={Number(value.toPrecision(6))}
          onChange={({ currentTarget }) => {
            set(currentTarget.valueAsNumber);
          }}
        />
        <button
          type="button"
          class="ghost"
          aria-expanded={ranging.value === name}
          title={`Range: ${shortNumber(low)} to ${shortNumber(high)}`}
          onClick={() => {
            ranging.value = ranging.value === name ? undefined : name;
          }}
        >
          {unit === '' ? '…' : unit}
          <span class="visually-hidden"> set the range of {name}</span>
        </button>
      </span>
      {ranging.value === name && (
        <div class="range">
          {(['least', 'most'] as const).map((which) => (
            <label key={which}>
              {which}{' '}
              <input
                type="number"
                step="any"
                value={which === 'least' ? low : high}
                onChange={({ currentTarget }) => {
                  const next = currentTarget.valueAsNumber;
                  const [min, max] = which === 'least' ? [next, high] : [low, next];
                  if (min < max) workshop.change(setRange(workshop.document.peek(), name, min, max));
                }}
              />
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
