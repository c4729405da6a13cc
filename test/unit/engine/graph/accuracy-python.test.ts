import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { fromRoot } from '../../../../scripts/lib/project.mjs';
import { libraryModule } from '../../../../src/engine/graph/structure/resolve/python/python-library.ts';
import { accuracyOf } from '../../../support/graph-accuracy.ts';

const pairs = z.array(z.tuple([z.string(), z.string()]));
const truth = z.strictObject({ edges: pairs, unresolved: pairs });

/** Runs Python and returns its output, or `null` if Python is not installed. */
function python(...words: readonly string[]): string | null {
  const { stdout, stderr, status, error } = spawnSync('python3', ['-I', ...words], { encoding: 'utf8' });
  if (error !== undefined) return null;
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Returns the stored imports between files. If an interpreter is installed, they are compared with its imports first. */
function truthOf(folder: string): z.infer<typeof truth> {
  const stored = truth.parse(JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'), 'utf8')));
  const printed = python(fromRoot('test', 'support', 'python-imports.py'), folder);
  if (printed === null) process.stderr.write(`There is no python3 here: ${folder}/expected.json is taken as what it would say.\n`);
  else expect(truth.parse(JSON.parse(printed))).toEqual(stored);
  return stored;
}

test.each(['services', 'backend', 'library'])('the graph of %s has the imports that the Python interpreter resolves', async (name) => {
  const folder = fromRoot('test', 'fixtures', 'graph-python', name);
  const { edges, unresolved } = truthOf(folder);
  const accuracy = await accuracyOf(
    folder,
    edges.map(([from, to]) => `${from} > ${to}`),
  );
  expect(accuracy).toEqual({ found: 1, false: 0, missing: [], wrong: [], unresolved: unresolved.length });
});

test('libraryModule knows all modules of the standard library of the interpreter', () => {
  const printed = python('-c', 'import json, sys; print(json.dumps([n for n in sys.stdlib_module_names if n[0] != "_"]))');
  if (printed === null) return process.stderr.write('There is no python3 here: the list of modules is not compared.\n');
  const names = z.array(z.string()).parse(JSON.parse(printed));
  return expect(names.filter((name) => libraryModule(name) === null)).toEqual([]);
});
