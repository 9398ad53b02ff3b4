import { describeFaults, type FaultCase } from './describe-faults.js';

const RADIANS = 'angles are in radians: 90 degrees are 90 * pi / 180';
const CONDITIONAL = 'write condition ? a : b';
const LATEX = 'A formula is not written in LaTeX.';

const unknown = (formula: string, name: string, hint: string): FaultCase => [
  formula,
  name,
  'E_UNKNOWN_FUNCTION',
  `There is no function "${name}".`,
  hint,
];
const value = (formula: string, callee: string, hint: string): FaultCase => [
  formula,
  callee,
  'E_CALL_OF_VALUE',
  `"${callee}" is not a function.`,
  hint,
];
const member = (formula: string, name: string, hint: string): FaultCase => [
  formula,
  name,
  'E_COMPONENT',
  `A vector of 2 components has no component ".${name}".`,
  hint,
];
const latex = (formula: string, part: string, replacement: string): FaultCase => [
  formula,
  part,
  'E_UNSUPPORTED',
  LATEX,
  `write ${replacement}`,
];

describeFaults({
  'what is written as in a program': [
    value('Math.sqrt(theta) == length', 'Math.sqrt', 'write sqrt(theta)'),
    value('Math.hypot(a.x, a.y)', 'Math.hypot', 'write hypot(a.x, a.y)'),
    value('np.arctan(theta)', 'np.arctan', 'write atan(theta)'),
    value('Math.foo(theta)', 'Math.foo', 'the functions are called by their names alone, as in sqrt(x)'),
    value('a.dot(b)', 'a.dot', 'write dot(a, b)'),
    value('(a - b).norm()', '(a - b).norm', 'write norm(a - b)'),
    value('a.length()', 'a.length', 'write norm(a)'),
    [
      'Math.PI * theta',
      'Math',
      'E_UNKNOWN_NAME',
      'There is nothing called "Math".',
      'constants are pi, tau and e; functions are called as in sqrt(x)',
    ],
    ['if (theta > 0) a.x else b.x', 'if', 'E_UNSUPPORTED', 'There is no "if" in a formula.', CONDITIONAL],
    ['if(theta > 0, a.x, b.x)', 'if', 'E_UNSUPPORTED', 'There is no "if" in a formula.', CONDITIONAL],
    ['(a.x) else b.x', 'else', 'E_UNSUPPORTED', 'There is no "else" in a formula.', CONDITIONAL],
    [
      'norm(a - b) == ${length}',
      '${',
      'E_UNSUPPORTED',
      'A formula cannot contain placeholders.',
      'name the quantity under "params", or write the text between backticks: `norm(a - b) == ${length}`',
    ],
  ],
  'rates in other notations': [
    unknown('dt(a)', 'dt', 'write ddt(a)'),
    unknown('velocity(a)', 'velocity', 'write ddt(a)'),
    unknown('vel(theta)', 'vel', 'write ddt(theta)'),
    [
      'diff(a.x, t)',
      'diff',
      'E_UNSUPPORTED_FUNCTION',
      'The function "diff" of mathjs cannot be used in a constraint.',
      'write ddt(a.x)',
    ],
    member('a.vx', 'vx', 'the rate of change of a.x is ddt(a.x)'),
    member('a.velocity', 'velocity', 'the rate of change of a is ddt(a)'),
    member('a.speed', 'speed', 'the speed of a is norm(ddt(a))'),
    member('a.position', 'position', 'a is the quantity itself: write a'),
    member('a.length', 'length', 'the length of a vector is norm(a)'),
    [
      "a.x' == 2",
      "'",
      'E_UNSUPPORTED',
      'A formula cannot contain strings or primes.',
      'write ddt(a.x) for a rate of change, transpose(a.x) for a transposed matrix',
    ],
  ],
  degrees: [
    ['sin(90 deg)', 'deg', 'E_UNKNOWN_NAME', 'There is nothing called "deg".', RADIANS],
    ['theta == 90 degrees', 'degrees', 'E_UNKNOWN_NAME', 'There is nothing called "degrees".', RADIANS],
    unknown('sin(deg2rad(90))', 'deg2rad', 'write (90 * pi / 180)'),
  ],
  LaTeX: [
    latex('\\frac{a.x}{b.x}', '\\frac', 'a / b'),
    latex('\\sqrt{a.x}', '\\sqrt', 'sqrt(x)'),
    latex('\\theta - 1', '\\', 'theta for \\theta, sin(x) for \\sin x'),
    latex('\frac{a.x}{b.x}', '\f', 'a / b for \\frac'),
    latex('$theta$', '$', 'the formula without "$"'),
  ],
  'names that are functions elsewhere': [
    value('length(a - b) == 2', 'length', 'write norm(a - b)'),
    value('length(a, b) == 2', 'length', 'write norm(a - b)'),
    value('length(theta) == 2', 'length', 'write length * (theta) if a product is meant'),
  ],
  'vectors and scalars': [
    [
      'a + length == b',
      '+',
      'E_SHAPE',
      'A vector of 2 components cannot be added to a scalar.',
      'take a component of the vector, as in a.x, or its length, norm(a)',
    ],
    [
      'length - (a - b)',
      '-',
      'E_SHAPE',
      'A vector of 2 components cannot be subtracted from a scalar.',
      'take a component of the vector, as in v.x, or its length, norm(a - b)',
    ],
    [
      'a - b == length',
      '==',
      'E_SHAPE',
      'The left side is a vector of 2 components, the right side a scalar.',
      'take a component of the vector, as in v.x, or its length, norm(a - b); beside a whole vector, only 0 may stand',
    ],
  ],
});
