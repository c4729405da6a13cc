// @ts-check
import fs from 'node:fs';

/** How Biome writes the import of a whole module of Node. */
const WHOLE_MODULE = /^import (\w+) from ('node:[\w/]+');$/gm;

/**
 * Compiles imports of Node modules to plain `require`. For `import path from 'node:path'` esbuild makes an object with a getter for each
 * export, in each file with this line: a hundred and sixty for `node:fs`, at the start of each command.
 * @type {import('esbuild').Plugin}
 */
export const nodeModulesAsTheyAre = {
  name: 'node-modules-as-they-are',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/, namespace: 'file' }, ({ path }) => ({
      contents: fs.readFileSync(path, 'utf8').replace(WHOLE_MODULE, 'import $1 = require($2);'),
      loader: 'ts',
    }));
  },
};
