// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** @typedef {{ from: string, name: string }} Origin the file that declares a name, according to an index.ts */
/** @typedef {{ start: number, end: number, text: string }} Change a part of a text, and what replaces it */

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
 * @param {string} source
 * @param {readonly Change[]} changes without overlaps
 */
export function applyChanges(source, changes) {
  let result = '';
  let end = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    result += source.slice(end, change.start) + change.text;
    end = change.end;
  }
  return result + source.slice(end);
}

/**
 * @param {string} file
 * @param {string} source
 * @param {import('oxc-parser').EcmaScriptModule} module
 */
function directed(file, source, { staticImports }) {
  return staticImports.flatMap((statement) => {
    const { moduleRequest, start, end } = statement;
    const { value } = moduleRequest;
    if (!value.startsWith('.') || !value.endsWith('/index.ts')) return [];
    return { start, end, text: rewrite(statement, path.resolve(path.dirname(file), value), source.slice(start, end)) };
  });
}

/**
 * Replaces each `import()` of a source by a late `require`, which esbuild compiles to a function that runs the file on first use.
 * @param {string} source
 * @param {import('oxc-parser').EcmaScriptModule} module
 */
function lateFiles(source, { dynamicImports }) {
  return dynamicImports.flatMap(({ start, end, moduleRequest }) => {
    const name = source.slice(moduleRequest.start, moduleRequest.end);
    return /^['"]\./.test(name) ? { start, end, text: `Promise.resolve().then(() => require(${name}))` } : [];
  });
}

/**
 * Replaces imports of Node's modules by `require`, which runs when the file is first used: an import is moved to the start of the bundle.
 * @param {import('oxc-parser').EcmaScriptModule} module
 */
function lateModules({ staticImports }) {
  return staticImports.flatMap(({ start, end, moduleRequest: { value }, entries }) => {
    if (!value.startsWith('node:')) return [];
    const names = entries.filter(({ isType }) => !isType);
    const whole = names.filter(({ importName }) => importName.name === null || importName.name === 'default');
    const parts = names
      .filter((each) => !whole.includes(each))
      .map(({ importName, localName }) => `${importName.name}: ${localName.value}`);
    const targets = [...whole.map(({ localName }) => localName.value), ...(parts.length === 0 ? [] : [`{ ${parts.join(', ')} }`])];
    return { start, end, text: targets.map((target) => `const ${target} = require('${value}');`).join(' ') };
  });
}

/**
 * @param {string} name
 * @param {(file: string, source: string, module: import('oxc-parser').EcmaScriptModule) => Change[]} changesOf
 * @returns {import('esbuild').Plugin}
 */
const changedSources = (name, changesOf) => ({
  name,
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/](?:engine|host|cli|mcp|guard)[\\/].*\.ts$/ }, ({ path: file }) => {
      const source = fs.readFileSync(file, 'utf8');
      return { contents: applyChanges(source, changesOf(file, source, parseSync(file, source).module)), loader: 'ts' };
    });
  },
});

/**
 * Replaces imports from an index.ts by imports from the files that declare the names. esbuild splits code by whole files and an index.ts
 * imports its whole folder, so otherwise the code that is loaded at the start would contain all of it.
 */
export const directImports = changedSources('direct-imports', directed);

/** The same, and an `import()` creates no file. */
export const directImportsInOneFile = changedSources('direct-imports-in-one-file', (file, source, module) => [
  ...directed(file, source, module),
  ...lateFiles(source, module),
  ...lateModules(module),
]);
