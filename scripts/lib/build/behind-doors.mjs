// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** @typedef {{ from: string, name: string }} Origin where a name is declared, as the door says it */

/** @type {Map<string, Map<string, Origin>>} */
const doors = new Map();

/**
 * What a door hands on, by name.
 * @param {string} door an index.ts, absolute
 */
function originsIn(door) {
  const known = doors.get(door);
  if (known !== undefined) return known;
  /** @type {Map<string, Origin>} */
  const origins = new Map();
  for (const { entries } of parseSync(door, fs.readFileSync(door, 'utf8')).module.staticExports) {
    for (const { isType, moduleRequest, importName, exportName } of entries) {
      if (isType || moduleRequest === null || importName.name === null || exportName.name === null) continue;
      origins.set(exportName.name, { from: path.resolve(path.dirname(door), moduleRequest.value), name: importName.name });
    }
  }
  doors.set(door, origins);
  return origins;
}

/**
 * The same imports from the files behind the door, on as many lines.
 * @param {import('oxc-parser').StaticImport} statement
 * @param {string} door
 * @param {string} text of the statement
 */
function rewrite({ entries }, door, text) {
  const origins = originsIn(door);
  const imports = entries
    .filter(({ isType }) => !isType)
    .map(({ importName, localName }) => {
      const { from, name } = origins.get(importName.name ?? '') ?? { from: door, name: importName.name };
      return `import { ${name} as ${localName.value} } from ${JSON.stringify(from)};`;
    });
  return imports.join(' ') + '\n'.repeat(text.split('\n').length - 1);
}

/**
 * A part that is loaded later shares with what is there at once the files that both need, and not everything behind the doors (index.ts) of
 * the protocols: esbuild divides by whole files, and a door leads to all of its folder.
 * @type {import('esbuild').Plugin}
 */
export const behindDoors = {
  name: 'behind-doors',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/](?:engine|host)[\\/].*\.ts$/ }, ({ path: file }) => {
      const source = fs.readFileSync(file, 'utf8');
      let contents = '';
      let end = 0;
      for (const statement of parseSync(file, source).module.staticImports) {
        const { value } = statement.moduleRequest;
        if (!value.startsWith('.') || !value.endsWith('/index.ts')) continue;
        const text = source.slice(statement.start, statement.end);
        contents += source.slice(end, statement.start) + rewrite(statement, path.resolve(path.dirname(file), value), text);
        end = statement.end;
      }
      return { contents: contents + source.slice(end), loader: 'ts' };
    });
  },
};
