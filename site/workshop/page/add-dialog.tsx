import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { GROUP_NAMES, OWN, wordsOf } from '../model/class-words.js';
import type { ClassFacts } from '../model/document.js';
import { formulaNames, readSpec } from '../model/specs.js';
import { ClassPicture } from './class-picture.js';
import { Dialog } from './dialog.js';
import { startJoining } from './joining.js';
import { workshop } from './workshop.js';

/** The classes that a scene can use, by groups, with words and pictures; a field narrows them down. */
export function AddDialog({
  library,
  onClose,
}: {
  readonly library: readonly ClassFacts[];
  readonly onClose: () => void;
}): JSX.Element {
  const sought = useSignal('');
  const text = sought.value.trim().toLowerCase();
  const found = [
    ...ownClasses().map((facts) => ({ ...wordsOf(facts.name), facts, group: OWN })),
    ...library.map((facts) => ({ ...wordsOf(facts.name), facts })),
  ]
    .filter(({ facts: { name, summary }, word }) =>
      [name, word, summary].some((one) => one.toLowerCase().includes(text)),
    )
    .sort((one, other) => one.rank - other.rank);
  const groups = GROUP_NAMES.map((name) => ({ name, classes: found.filter(({ group }) => group === name) }));
  return (
    <Dialog title="Add a constraint" onClose={onClose}>
      <label class="stacked">
        Find
        <input
          type="search"
          value={sought.value}
          placeholder="rod, motor, gear, rope, …"
          onInput={({ currentTarget }) => {
            sought.value = currentTarget.value;
          }}
        />
      </label>
      {found.length === 0 && <p class="quiet">There is none of that name. Write a formula of your own.</p>}
      {groups
        .filter(({ classes }) => classes.length > 0)
        .map(({ name, classes }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <ul class="cards classes">
              {classes.map(({ facts, word, picture }) => (
                <li key={facts.name}>
                  <button
                    type="button"
                    class="card"
                    data-class={facts.name}
                    onClick={() => {
                      onClose();
                      void startJoining(facts, word);
                    }}
                  >
                    <ClassPicture picture={picture} />
                    <strong>{word}</strong>
                    <span>{facts.summary}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Dialog>
  );
}

/** The formulas of the scene. A parameter is that of the scene with the same name, where there is one. */
function ownClasses(): readonly ClassFacts[] {
  const { specs = {}, params = {} } = workshop.document.value;
  return formulaNames(workshop.document.value).map((name) => {
    const spec = readSpec(specs[name])!; // formulaNames lists those that can be read
    return {
      name,
      summary: [spec.C].flat().join(', '),
      inputs: Object.entries(spec.inputs).map(([input, kind]) => ({ name: input, kind })),
      params: spec.params.map((param) => ({ name: param, value: Object.hasOwn(params, param) ? param : 1 })),
    };
  });
}
