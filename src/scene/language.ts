import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { FieldExpansion } from '../formula/field-expansion.js';
import { nodesOf, scalar, shapeOf, vector, type Quantity } from '../formula/values.js';
import { isRecord } from '../diagnostics/arguments.js';
import { compile } from '../kinds/compile.js';
import { KIND_NAMES, KINDS } from '../kinds/index.js';
import type { AnyCompiled } from '../kinds/kind.js';
import { doubles } from '../symbolic/arithmetic-double.js';
import { evaluate } from '../symbolic/evaluate.js';
import { motionJets } from '../symbolic/motion.js';
import type { Node } from '../symbolic/node.js';
import { parseUnit } from '../units/parse-unit.js';
import type { Space } from '../../runtime/index.js';
import { formulaKey, type FormulaNames, type Motion, type SceneFormula, type SceneLanguage } from './formulas.js';

/**
 * The language of specs, for the formulas and the specs of a scene. It is apart because it loads
 * mathjs, which a scene of numbers does without.
 */
export class Language implements SceneLanguage {
  /** What was read: formulas and motions by {@link formulaKey}, and classes. */
  readonly formulas = new Map<string, Node>();
  readonly motions = new Map<string, readonly Node[]>();
  readonly classes = new Map<string, AnyCompiled>();
  readonly #space: Space;
  readonly #known = new Map<string, SceneFormula>();

  constructor(space: Space) {
    this.#space = space;
  }

  /** Reads a formula whose value is a number. Throws a SpecError. */
  formula(text: string, names: FormulaNames): SceneFormula {
    const key = JSON.stringify([text, names.numbers, names.points ?? []]);
    let formula = this.#known.get(key);
    if (formula === undefined) {
      const { node } = this.#expand(text, names);
      this.formulas.set(formulaKey(text, names), node);
      formula = evaluatorOf(node);
      this.#known.set(key, formula);
    }
    return formula;
  }

  /** Reads a formula of the time `t`, with its exact derivatives. Throws a SpecError. */
  motion(text: string, names: FormulaNames): Motion {
    const { node, graph } = this.#expand(text, names);
    const jets = motionJets(graph, [], graph.variable('t'));
    const derivatives = [node, jets.first(node), jets.second(node)] as const;
    this.motions.set(formulaKey(text, names), derivatives);
    return [evaluatorOf(derivatives[0]), evaluatorOf(derivatives[1]), evaluatorOf(derivatives[2])];
  }

  /** Throws a SpecError for a unit that is none of SI. */
  checkUnit(text: string): void {
    const parsed = parseUnit(text);
    if ('message' in parsed) throw new SpecError([{ code: 'E_SCENE', ...parsed }]);
  }

  /** Makes the classes of a spec. One whose fields do not say its kind is of that as which it is used. Throws a SpecError. */
  compile(name: string, spec: unknown, usedAs?: 'body' | 'energy'): Readonly<Record<string, unknown>> {
    const isTold = !isRecord(spec) || KIND_NAMES.some((kind) => spec['kind'] === kind || KINDS[kind].recognises(spec));
    const marked = isTold || usedAs === undefined ? spec : { ...spec, kind: usedAs };
    const compiled = compile(name, marked, { onWarning: () => undefined });
    for (const [className, one] of Object.entries(compiled)) this.classes.set(className, one);
    return compiled;
  }

  #expand(text: string, { numbers, points = [] }: FormulaNames): { node: Node; graph: FieldExpansion['graph'] } {
    const fields = new FieldExpansion();
    const { graph, scope } = fields;
    const field = fields.parse('', text);
    fields.constants();
    for (const name of numbers) scope.define(name, scalar(graph.variable(name)));
    for (const name of points)
      scope.define(name, vector(AXES.slice(0, this.#space).map((axis) => graph.variable(`${name}.${axis}`))));
    const { syntax } = field;
    const value: Quantity | null = syntax ? fields.read(field, (expander) => expander.quantity(syntax)) : null;
    const faults: Diagnostic[] = fields.diagnostics;
    if (value !== null && value.kind !== 'scalar' && faults.length === 0)
      faults.push({ code: 'E_SCENE', message: `The formula must give a number; it gives ${shapeOf(value)}.` });
    if (value === null || faults.length > 0) throw new SpecError(faults);
    return { node: nodesOf(value)[0]!, graph };
  }
}

const AXES = ['x', 'y', 'z'] as const;

const evaluatorOf =
  (node: Node): SceneFormula =>
  (values) =>
    evaluate(doubles, [node], values)[0]!;
