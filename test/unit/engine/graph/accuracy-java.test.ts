import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../../scripts/lib/project.mjs';
import { accuracyOf } from '../../../support/graph-accuracy.ts';

test.each(['gradle', 'maven'])('the graph of the modules of a %s build equals the handwritten list of edges', async (name) => {
  const folder = fromRoot('test', 'fixtures', 'graph-java', name);
  const lines = fs.readFileSync(path.join(folder, 'edges.txt'), 'utf8').split('\n');
  const unresolved = lines.filter((line) => line.startsWith('? ')).length;
  const edges = lines.filter((line) => line.includes(' > '));
  expect(await accuracyOf(folder, edges)).toEqual({ found: 1, false: 0, missing: [], wrong: [], unresolved });
});
