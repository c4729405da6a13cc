// @ts-check
import fs from 'node:fs';

/** How Biome writes the import of a whole module of Node. */
const WHOLE_MODULE = /^import (\w+) from ('node:[\w/]+');$/gm;

/**
 * Takes the modules of Node as they are. For `import path from 'node:path'` esbuild makes an object with a getter for each of its
 * exports, in each file that has this line: a hundred and sixty for `node:fs`, before a command begins with its work.
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
