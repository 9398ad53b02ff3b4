import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DerivedClass } from '../engine/protocol.js';
import { mathElement } from './mathml.js';
import { workshop, type Proof } from './workshop.js';

const FORMS = ['typeset', 'text', 'TeX', 'code'] as const;
type Form = (typeof FORMS)[number];
const form = signal<Form>('typeset');

/** What follows from the formula: its derivatives, and their proof. */
export function DerivedPanel(): JSX.Element {
  const derived = workshop.derived.value;
  return (
    <section class="panel derived" aria-label="Derived">
      <div class="panel-head">
        <h2>Derived</h2>
        <div class="segments" role="group" aria-label="Written as">
          {FORMS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={form.value === one}
              onClick={() => {
                form.value = one;
              }}
            >
              {one}
            </button>
          ))}
        </div>
      </div>
      <Verdict proof={workshop.proof.value} />
      {derived !== undefined && !workshop.isDerived.value && (
        <p class="quiet">This is of the last formula without mistakes:</p>
      )}
      {derived === undefined ? (
        <p class="quiet">Here stand the constraint, its rate, its Jacobian and its bias, once the formula is whole.</p>
      ) : (
        derived.classes.map((one) => <ClassView key={one.name} of={one} form={form.value} />)
      )}
    </section>
  );
}

function Verdict({ proof }: { readonly proof: Proof }): JSX.Element | null {
  if (proof.status === 'none') return null;
  if (proof.status === 'running')
    return (
      <p class="proof running" data-proof="running">
        <progress value={proof.done} aria-label="Proof" /> compared at {Math.round(100 * proof.done)} of 100
        configurations
      </p>
    );
  return (
    <details class={`proof ${proof.pass ? 'pass' : 'fail'}`} data-proof={proof.pass ? 'pass' : 'fail'}>
      <summary>
        {proof.pass
          ? `✓ Checked at ${proof.samples} configurations: agrees with differences and with 64-digit arithmetic`
          : `✗ The check failed: some configurations of ${proof.samples} give other values`}
      </summary>
      {proof.pass && (
        <p class="quiet">
          No number was wrong at any configuration that was tried, drawn at random. That is what “proven” means here: it
          is no proof for all configurations, and does not tell whether the formula is the one that you meant.
        </p>
      )}
      <pre tabIndex={0}>{proof.report}</pre>
    </details>
  );
}

function ClassView({ of, form }: { readonly of: DerivedClass; readonly form: Form }): JSX.Element {
  const { name, facts, parts, code, costs } = of;
  return (
    <div class="class">
      <p class="quiet">
        <code>{name}</code> {facts.join(' · ')}
        {costs[0] && ` · ${costs[0].operations} operations for ${costs[0].of}`}
      </p>
      {form === 'code' ? (
        <pre tabIndex={0} aria-label={`Code of ${name}`}>
          <code>{code}</code>
        </pre>
      ) : (
        parts.map(({ heading, equations }) => (
          <div key={heading} class="part">
            <h3>{heading}</h3>
            {form === 'typeset' ? (
              equations.map(({ mathml, text }) => <Equation key={text} mathml={mathml} text={text} />)
            ) : (
              <pre tabIndex={0} aria-label={heading}>
                {equations.map((equation) => equation[form === 'TeX' ? 'tex' : 'text']).join('\n')}
              </pre>
            )}
          </div>
        ))
      )}
    </div>
  );
}

function Equation({ mathml, text }: { readonly mathml: string; readonly text: string }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    host.current?.replaceChildren(mathElement(mathml));
  }, [mathml]);
  return <div class="equation" ref={host} tabIndex={0} role="math" aria-label={text} />;
}
