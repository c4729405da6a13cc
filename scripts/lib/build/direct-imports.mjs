// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** @typedef {{ from: string, name: string }} Origin the file that declares a name, according to an index.ts */

/** @type {Map<string, Map<string, Origin>>} */
const cache = new Map();

/**
 * Returns the names that an index.ts re-exports, with their files.
 * @param {string} indexFile an index.ts, absolute
 */
function originsIn(indexFile) {
  const known = cache.get(indexFile);
  if (known !== undefined) return known;
  /** @type {Map<string, Origin>} */
  const origins = new Map();
  for (const { entries } of parseSync(indexFile, fs.readFileSync(indexFile, 'utf8')).module.staticExports) {
    for (const { isType, moduleRequest, importName, exportName } of entries) {
      if (isType || moduleRequest === null || importName.name === null || exportName.name === null) continue;
      origins.set(exportName.name, { from: path.resolve(path.dirname(indexFile), moduleRequest.value), name: importName.name });
    }
  }
  cache.set(indexFile, origins);
  return origins;
}

/**
 * Returns the same imports, from the files that declare the names, on as many lines.
 * @param {import('oxc-parser').StaticImport} statement
 * @param {string} indexFile
 * @param {string} text of the statement
 */
function rewrite({ entries }, indexFile, text) {
  const origins = originsIn(indexFile);
  const imports = entries
    .filter(({ isType }) => !isType)
    .map(({ importName, localName }) => {
      const { from, name } = origins.get(importName.name ?? '') ?? { from: indexFile, name: importName.name };
      return `import { ${name} as ${localName.value} } from ${JSON.stringify(from)};`;
    });
  return imports.join(' ') + '\n'.repeat(text.split('\n').length - 1);
}

/**
 * Replaces imports from an index.ts by imports from the files that declare the names. esbuild splits code by whole files and an index.ts
 * imports its whole folder, so otherwise the code that is loaded at the start would contain all of it.
 * @type {import('esbuild').Plugin}
 */
export const directImports = {
  name: 'direct-imports',
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
