import fs from 'node:fs';
import { expect, test } from 'vitest';
import late from '../../../scripts/lib/build/late-crypto.cjs';
import { fromRoot, listFiles, root } from '../../../scripts/lib/project.mjs';

test('what stands in for node:crypto in the programs has all that the sources import of it', () => {
  const files = ['src/engine', 'src/cli'].flatMap((folder) => listFiles(root, folder, (file) => file.endsWith('.ts')));
  const imports = files.flatMap((file) => {
    const found = fs.readFileSync(fromRoot(file), 'utf8').match(/import (?!type)[^;]*? from 'node:crypto'/g) ?? [];
    return found.map((text) => ({ file, text }));
  });
  const names = imports.flatMap(({ text }) => /\{([^}]*)\}/.exec(text)?.[1]?.split(',') ?? [`all of it: ${text}`]);
  const imported = new Set(names.map((name) => name.trim()));
  expect([...imported].toSorted()).toEqual(Object.keys(late).toSorted());
});
