import { expect, test } from 'vitest';
import type { SwarmLock } from '../../../src/engine/crtx/index.ts';
import { coversFile, lockPathToFile } from '../../../src/engine/swarm/index.ts';
import { coveringLocks } from '../../../src/host/model/locks/covering-locks.ts';
import { lock } from './view-models.ts';

const paths = (found: readonly SwarmLock[]) => found.map(({ path }) => path).sort();

test('a file is covered by its own lock, by those of its folders, and by patterns', () => {
  const find = coveringLocks(
    ['src/a.ts', 'src/', 'src/deep/', '**/*.ts', 'src/{a,b}.ts', 'lib/*.ts', 'src/a'].map((path) => lock(path, 'ann')),
  );
  expect(paths(find('src/a.ts'))).toEqual(['**/*.ts', 'src/', 'src/a.ts', 'src/{a,b}.ts']);
  expect(paths(find('lib/deep/a.js'))).toEqual([]);
});

test('invalid patterns cover nothing and do not affect other locks', () => {
  const wrong = ['src/[', 'src/{a', '*/../../**', '[z-a].ts', '', '/', `${'{a,b}'.repeat(200)}`, '\u0000*'];
  const find = coveringLocks([...wrong, 'src/'].map((path) => lock(path, 'ann')));
  for (const path of ['src/a.ts', 'src/[[]', 'src/']) expect(paths(find(path))).toEqual(['src/']);
});

test('a folder is covered by its own lock, with or without a trailing slash', () => {
  const find = coveringLocks([lock('src/', 'ann'), lock('src/deep/**', 'bob')]);
  expect(paths(find('src'))).toEqual(['src/']);
  expect(paths(find('src/'))).toEqual(['src/']);
  expect(paths(find('src/deep'))).toEqual(['src/', 'src/deep/**']);
});

test('a folder lock without a trailing slash covers files below it, and a file without extension is not taken for a folder', () => {
  const find = coveringLocks(['src/auth', '{src,lib}/mail', '**/*.md'].map((path) => lock(path, 'ann')));
  expect(paths(find('src/auth/deep/login.ts'))).toEqual(['src/auth']);
  expect(paths(find('lib/mail/send.ts'))).toEqual(['{src,lib}/mail']);
  expect(paths(find('LICENSE'))).toEqual([]);
});

test('the index of 14,000 locks finds the same locks as checking each one', () => {
  const kinds = (at: number) => [
    `src/m${at}/`,
    `src/m${at}/a.ts`,
    `src/m${at % 90}/*.${at % 7}.ts`,
    `**/x${at % 300}/**`,
    `src/[[]${at}].ts`,
    `src/n${at}`,
    `src/{n${at},o}`,
  ];
  const locks = Array.from({ length: 2_000 }, (_, at) => kinds(at))
    .flat()
    .map((path, at) => lock(path, `agent-${at}`));
  const find = coveringLocks(locks);
  for (const asked of ['src/m7/a.ts', 'src/m7/b.0.ts', 'src/m12/x4/c.ts', 'src/[[]1999].ts', 'src/m7', 'src/n7/x/y.ts', 'lib/none.ts']) {
    const found = find(asked).map(({ agentId }) => agentId);
    const looked = locks.filter(({ path }) => coversFile(path, lockPathToFile(asked) ?? '')).map(({ agentId }) => agentId);
    expect(found.sort()).toEqual(looked.sort());
  }
});
