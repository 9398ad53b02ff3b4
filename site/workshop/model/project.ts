import type { ExportedFile } from '../../../src/scene/index.js';
import type { ArchiveFile } from '../../../src/export/zip.js';

/** The files of a project around an exported scene: what npm and the command line need. */
export function projectFiles(name: string, title: string, exported: readonly ExportedFile[]): readonly ArchiveFile[] {
  const scene = exported.find(({ path }) => path.startsWith('scenes/'))?.path ?? '';
  const hasSpecs = exported.some(({ path }) => path.startsWith('constraints-spec/'));
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: {
      ...(hasSpecs && { generate: 'holonomic generate', verify: 'holonomic verify' }),
      simulate: `holonomic simulate ${scene}`,
    },
    dependencies: { '@holonomic/runtime': '0.1.0', holonomic: '0.1.0' },
  };
  const steps = ['npm install', ...(hasSpecs ? ['npm run generate', 'npm run verify'] : []), 'npm run simulate'];
  return [
    ...exported.map(({ path, text }) => ({ path, content: text })),
    { path: 'package.json', content: `${JSON.stringify(manifest, null, 2)}\n` },
    {
      path: 'README.md',
      content: `# ${title.replace(/\s+/g, ' ')}\n\nMade in the workshop of holonomic.\n\n\`\`\`sh\n${steps.join('\n')}\n\`\`\`\n`,
    },
  ];
}
