import tseslint from 'typescript-eslint';

/** Runtime sources may run in a browser or a worker: they import nothing outside their own folder. */
const runtimeIsSelfContained = {
  files: ['runtime/**/*.ts'],
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ regex: '^[^.]', message: 'The runtime has no dependencies.' }] }],
  },
};

/** Engines differ in the last place of these; the runtime comes to the same bits on each of them. */
const UNEQUAL_FUNCTIONS =
  'acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow sin sinh tan tanh';
const runtimeIsPortable = {
  files: ['runtime/**/*.ts'],
  rules: {
    'no-restricted-properties': [
      'error',
      ...UNEQUAL_FUNCTIONS.split(' ').map((property) => ({
        object: 'Math',
        property,
        message: 'Take the one in runtime/elementary or runtime/base/powers.ts.',
      })),
    ],
    'no-restricted-syntax': [
      'error',
      {
        // Powers of 2 are exact everywhere.
        selector: 'BinaryExpression[operator="**"]:not([left.value=2])',
        message: 'Take squared(), cubed() or wholePower() of runtime/base/powers.ts.',
      },
    ],
  },
};

export default tseslint.config(
  // bench/peers, the pages of the site and the packages among the examples import what only their own
  // installation brings.
  {
    ignores: [
      '**/dist/',
      'coverage/',
      '**/generated/',
      'out/',
      'test/golden/mistakes/specs/',
      '**/node_modules/',
      'bench/peers/',
      'examples/node-script/',
      'examples/engines/',
      'examples/linkage-page/',
      'examples/react-page/',
      'site/*',
      '!site/build/',
      '!site/workshop/',
      'site/workshop/page/',
      'site/workshop/vite.config.ts',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'site/workshop/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Reads inside the bounds of a typed array or of a list made two lines above: under
      // `noUncheckedIndexedAccess` the assertion is the only notation that costs nothing at run time.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Numbers are printed in messages throughout.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Mathematical notation: J, C, W, Q are the field's names.
      '@typescript-eslint/naming-convention': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  // A command line and measurements print.
  {
    files: ['src/cli/**/*.ts', 'bench/**/*.ts', 'examples/**/*.ts', 'scripts/**/*.ts', 'site/build/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  runtimeIsSelfContained,
  runtimeIsPortable,
);
