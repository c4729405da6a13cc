import { describe, expect, test } from 'vitest';
import { DOUBT_SUBJECTS, describeDoubts, findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import type { GraphGaps, UnresolvedImport } from '../../../../src/engine/crtx/graph/graph-gaps.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';

const imported = (path: string, specifier: string, names: readonly string[] = []): UnresolvedImport => ({
  ...{ path, line: 3, specifier, names },
  reason: 'not found',
});
const gapsOf = (imports: readonly UnresolvedImport[], ...files: string[]): GraphGaps => ({
  ...{ imports, commits: 0, fixes: 0 },
  files: files.map((path) => ({ path, reason: 'is generated' })),
});

describe('doubts about an answer of the graph', () => {
  test.each([
    ['src/auth.ts', imported('src/app.ts', '@/lib/auth')],
    ['src/auth.ts', imported('src/app.ts', './auth.js')],
    ['src/auth.ts', imported('src/app.ts', './auth?raw')],
    ['src/auth.ts', imported('src/App.vue', '~/auth')],
    ['src/auth/index.ts', imported('src/app.ts', '@/auth')],
    ['src/auth', imported('src/app.ts', '@/auth/')],
    ['styles/auth.css', imported('src/app.ts', '@/auth.css')],
    ['src/auth.ts', imported('src/app.ts', '@auth')],
    ['src/auth/index.ts', imported('src/app.ts', '#auth')],
    ['packages/auth/src/index.ts', imported('src/app.ts', '@shop/auth')],
    ['crates/auth/src/lib.rs', imported('src/main.rs', 'auth')],
    ['app/auth.py', imported('app/main.py', 'core.auth')],
    ['app/auth.py', imported('app/main.py', 'core', ['auth'])],
    ['app/auth/__init__.py', imported('app/main.py', '.auth')],
    ['src/auth.rs', imported('src/main.rs', 'crate::x::auth')],
    ['src/auth/mod.rs', imported('src/main.rs', 'self::auth')],
    ['auth/login.go', imported('main.go', 'example.com/shop/auth')],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.other', ['Login'])],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth.Login', ['Login'])],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth.Login.MAX', ['MAX'])],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth')],
    ['shop/auth', imported('shop/App.java', 'shop.auth.Gone', ['Gone'])],
  ])('%s may be the target of an import with the same last name: %j', (asked, each) => {
    const { path, line, specifier, reason } = each;
    expect(findDoubts(gapsOf([each]), [asked])).toEqual({
      ...{ known: true, unresolved: 1, unread: 0, changed: 0 },
      concerning: [{ path, line, specifier, reason }],
    });
  });

  test.each([
    ['src/auth.ts', imported('src/app.ts', './author')],
    ['src/auth.ts', imported('src/app.ts', './auth/other')],
    ['src/auth.ts', imported('src/app.ts', './x', ['auth'])],
    ['src/auth.ts', imported('src/app.ts', '@auth/x')],
    ['src/auth.ts', imported('src/app.ts', './src')],
    ['src/auth.ts', { ...imported('src/app.ts', 'auth'), reason: 'computed at run time' } as const],
    ['app/auth.py', imported('app/main.py', 'auth.core')],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth.Gone', ['Gone'])],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth', ['Gone'])],
  ])('%s is no likely target of %j, but the answer is incomplete', (asked, each) => {
    expect(findDoubts(gapsOf([each]), [asked])).toMatchObject({ unresolved: 1, concerning: [] });
  });

  test('count only imports and files that can refer to the path', () => {
    const gaps = gapsOf(
      [imported('a.ts', './x'), imported('b.py', 'x'), imported('C.java', 'x')],
      'App.vue',
      'x.kt',
      'y.pyx',
      'src/z.min.js',
    );
    const counted = (...asked: string[]) => {
      const { unresolved, unread } = findDoubts(gaps, asked);
      return [unresolved, unread];
    };
    expect(counted('m.ts')).toEqual([1, 2]);
    expect(counted('m.jsx', 'App.vue')).toEqual([1, 1]);
    expect(counted('m.py')).toEqual([1, 1]);
    expect(counted('M.java')).toEqual([1, 1]);
    expect(counted('m.go')).toEqual([0, 0]);
    expect(counted('m.go', 'M.java')).toEqual([1, 1]);
    // A file of an unknown language is loaded by scripts only.
    expect(counted('m.rb')).toEqual([1, 2]);
    expect(findDoubts(gapsOf([imported('b.py', 'x')]), ['docs/m.md', 'm.rb', 'page.css'])).toMatchObject({ unresolved: 0 });
    // Any language may refer to a folder or a manifest.
    expect(counted('src')).toEqual([3, 4]);
    expect(counted('package.json')).toEqual([3, 4]);
    // A folder with known files counts with their languages.
    const inside = (folder: string) => (folder === 'core' ? ['core/index.ts'] : []);
    const gone = gapsOf([imported('Main.java', 'com.acme.core.Gone'), imported('a.ts', './core')]);
    const { unresolved, concerning } = findDoubts(gone, ['core'], 0, () => null, inside);
    expect([unresolved, concerning.map(({ path }) => path)]).toEqual([1, ['a.ts']]);
    expect(counted()).toEqual([3, 4]);
  });

  test('of a graph that cannot be rebuilt state the reason, if its gaps are unknown', () => {
    const fault = () => new CortexError('broken-file', 'is in a merge', { file: 'graph.crtx', next: 'Delete it.' });
    expect(describeDoubts(findDoubts(null, [], 0, fault))).toEqual([
      'It is unknown which imports are unresolved; the list may be incomplete. graph.crtx: is in a merge. Delete it.',
    ]);
    expect(findDoubts(gapsOf([]), [], 0, fault)).toEqual(findDoubts(gapsOf([]), []));
  });

  test('are formatted with the command that lists them', () => {
    expect(describeDoubts(findDoubts(gapsOf([]), ['a.ts']))).toEqual([]);
    expect(describeDoubts(findDoubts(gapsOf([imported('a.ts', './b')]), ['b.ts']))).toEqual([
      '1 import unresolved; the list may be incomplete. Details: cortex graph unresolved',
      'Unresolved import that may mean this file: a.ts:3 imports ./b',
    ]);
    const doubts = findDoubts({ ...gapsOf([imported('a.ts', './b')]), files: [] }, [], 1);
    expect(describeDoubts(doubts, { effect: DOUBT_SUBJECTS.stats, root: "a b's" })).toEqual([
      `1 import unresolved; edges may be missing. Details: cortex graph unresolved --root "a b's"`,
      `1 file changed since the graph was built; edges may be missing. Rebuild it: cortex graph build --root "a b's"`,
    ]);
    const many = Array.from({ length: 1_200 }, (_, n) => imported(`a${n}.ts`, './b'));
    const words = describeDoubts(findDoubts(gapsOf(many, 'c.vue', 'd.vue'), ['b.ts'], 2));
    expect(words).toHaveLength(7);
    expect(words[0]).toBe('1,200 imports unresolved, 2 files not fully read; the list may be incomplete. Details: cortex graph unresolved');
    expect(words[6]).toBe('2 files changed since the graph was built; the list may be incomplete. Rebuild it: cortex graph build');
    expect(describeDoubts(findDoubts(null, ['a.ts']))).toEqual([
      'It is unknown which imports are unresolved; the list may be incomplete. Build the graph: cortex graph build',
    ]);
  });
});
