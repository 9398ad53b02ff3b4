import { describe, expect, test } from 'vitest';
import { withPlugin } from '../../src/init/vite-config.js';

const TEMPLATE = `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`;

describe('the plugin in a configuration of Vite', () => {
  test('comes first in the list, in the style of the file', () => {
    expect(withPlugin(TEMPLATE)).toBe(`import holonomic from 'holonomic/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [holonomic(), react()],
})
`);
  });

  test.each([
    [
      'a list over several lines, and double quotes',
      'import { defineConfig } from "vite";\nexport default defineConfig({\n  plugins: [\n    a(), // one\n    b(),\n  ],\n});\n',
      'import holonomic from "holonomic/vite";\nimport { defineConfig } from "vite";\nexport default defineConfig({\n  plugins: [\n    holonomic(),\n    a(), // one\n    b(),\n  ],\n});\n',
    ],
    [
      'no list',
      "import { defineConfig } from 'vite';\nexport default defineConfig({\n  base: '/here/',\n});\n",
      "import holonomic from 'holonomic/vite';\nimport { defineConfig } from 'vite';\nexport default defineConfig({\n  plugins: [holonomic()],\n  base: '/here/',\n});\n",
    ],
    [
      'an empty object',
      "import { defineConfig } from 'vite';\nexport default defineConfig({});\n",
      "import holonomic from 'holonomic/vite';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [holonomic()] });\n",
    ],
    [
      'an empty list, a name, a type, and the line ends of Windows',
      "import type { UserConfig } from 'vite';\r\nconst config = { plugins: [] } satisfies UserConfig;\r\nexport default config;\r\n",
      "import holonomic from 'holonomic/vite';\r\nimport type { UserConfig } from 'vite';\r\nconst config = { plugins: [holonomic()] } satisfies UserConfig;\r\nexport default config;\r\n",
    ],
  ])('is added to %s', (_, before, after) => {
    expect(withPlugin(before)).toBe(after);
    expect(withPlugin(after)).toBe(after);
  });

  test.each([
    ['a function', "import { defineConfig } from 'vite';\nexport default defineConfig(() => ({ plugins: [] }));\n"],
    ['a list that is made', "import { plugins } from './plugins';\nexport default { plugins };\n"],
    ['a spread', "import base from './base';\nexport default { ...base };\n"],
    ['another thing of the name', "import holonomic from './mine';\nexport default { plugins: [holonomic()] };\n"],
    ['no module', 'module.exports = { plugins: [] };\n'],
    ['a text that is no program', 'import { from\nexport default {'],
  ])('is for a person to add to %s', (_, text) => {
    expect(withPlugin(text)).toBeUndefined();
  });
});
