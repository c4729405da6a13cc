import { describe, expect, test } from 'vitest';
import { DOUBT_SUBJECTS, describeDoubts, findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import type { GraphGaps, UnresolvedImport } from '../../../../src/engine/crtx/graph/graph-gaps.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';

const imported = (path: string, specifier: string, names: readonly string[] = []): UnresolvedImport => ({
  path,
  line: 3,
  specifier,
  names,
  reason: 'not found',
});
const gapsOf = (imports: readonly UnresolvedImport[], ...files: string[]): GraphGaps => ({
  imports,
  commits: 0,
  fixes: 0,
  files: files.map((path) => ({ path, reason: 'is generated' })),
});

describe('doubts about an answer of the graph', () => {
  test.each([
    ['src/auth.ts', imported('src/app.ts', '@/lib/auth')],
    ['src/auth.ts', imported('src/app.ts', './auth.js')],
    ['src/auth.ts', imported('src/app.ts', './auth?raw')],
    ['src/auth.ts', imported('src/app.ts', './Auth')],
    ['src/Auth.ts', imported('src/app.ts', './auth.js')],
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
    ['src/auth/index.ts', imported('src/auth/login/form.ts', '..')],
    ['src/auth/index.ts', imported('src/auth/login.ts', './')],
    ['app/auth/__init__.py', imported('app/main.py', 'core.auth.login', ['login'])],
    ['app/auth/__init__.py', imported('app/auth/deep/main.py', '..login', ['login'])],
    ['src/auth.rs', imported('src/main.rs', 'crate::x::auth')],
    ['src/auth/mod.rs', imported('src/main.rs', 'self::auth')],
    ['auth/login.go', imported('main.go', 'example.com/shop/auth')],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.other', ['Login'])],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth.Login', ['Login'])],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth.Login.MAX', ['MAX'])],
    ['shop/auth/Login.java', imported('shop/App.java', 'shop.auth')],
    ['shop/auth', imported('shop/App.java', 'shop.auth.Gone', ['Gone'])],
    ['src/auth', imported('src/app.ts', './auth/login.js')],
    ['src/auth', imported('src/deep/app.ts', '../auth/deep/login')],
    ['src/auth/', imported('src/app.ts', '@/auth/login')],
    ['app/auth', imported('app/main.py', 'app.auth.login', ['Login'])],
    ['app/auth', imported('app/main.py', '.auth.deep', ['x'])],
    ['app/auth.py', imported('tests/main.py', 'app.auth.Gone', ['Gone'])],
    ['app/auth.py', imported('app/deep/main.py', '..auth.Gone', ['Gone'])],
  ])('%s may be the target of an import with the same last name: %j', (asked, each) => {
    const { path, line, specifier, reason } = each;
    const doubts = {
      known: true,
      unresolved: 1,
      unread: 0,
      changed: 0,
      concerning: [{ path, line, specifier, reason }],
    };
    expect(findDoubts(gapsOf([each]), [asked])).toEqual(doubts);
    expect(findDoubts(gapsOf([each]), [asked], { reached: () => [] })).toEqual(doubts);
  });

  const computed = (path: string, specifier: string) => ({ ...imported(path, specifier), reason: 'computed at run time' }) as const;
  test.each([
    ['src/url.ts', imported('perf/client.ts', './generated/app')],
    ['src/url.ts', imported('src/url/x.ts', '../gone')],
    ['src/url.ts', imported('perf/a/client.ts', '..')],
    ['src/url.ts', { ...imported('a.ts', '../../other/x'), reason: 'out of the project' } as const],
    ['src/url.ts', computed('bench.mts', `pathToFileURL(\`$\{src}/index.ts\`).href`)],
    ['src/url.ts', computed('bench.mts', `\`./cases/$\{name}/run.js\``)],
    ['app/url.py', imported('bench/run.py', 'core.auth', ['login'])],
    ['app/url.py', imported('bench/run.py', '.auth', ['login'])],
    ['src/url.rs', imported('benches/b.rs', 'other::auth', ['Login'])],
    ['shop/Url.java', imported('bench/B.java', 'acme.auth.Gone', ['Gone'])],
  ])('%s cannot be the target of %j', (asked, each) => {
    expect(findDoubts(gapsOf([each]), [asked], { reached: () => [] })).toMatchObject({ unresolved: 0 });
    // It may be that of a file which depends on it.
    const named = each.specifier.match(/\w+/g)?.at(-1) ?? '';
    const dependents = ['generated/app', 'a/gone', 'perf', 'x', 'a/index', 'run', 'core', 'auth', 'acme'].map(
      (name) => `${name}/${named}.ts`,
    );
    expect(findDoubts(gapsOf([each]), [asked], { reached: () => dependents })).toMatchObject({ unresolved: 1 });
    expect(findDoubts(gapsOf([each]), [], { reached: () => [] })).toMatchObject({ unresolved: 1 });
  });

  test.each([
    ['src/url.ts', imported('perf/client.ts', 'other')],
    ['src/url.ts', imported('perf/client.ts', '@/other')],
    ['src/url.ts', computed('bench.mts', 'name')],
    ['src/url.ts', computed('bench.mts', `\`./cases/$\{name}\``)],
    ['src/url.ts', computed('bench.mts', `isOld ? \`$\{a}/index.ts\` : b`)],
    ['src/url.ts', imported('perf/client.ts', '../src/url')],
    ['src/url/index.ts', imported('src/url/x.ts', '.')],
    ['app/url.py', imported('bench/run.py', 'other')],
    ['app/url.py', imported('bench/run.py', 'app', ['*'])],
    ['app/url.py', imported('bench/run.py', '.', ['url'])],
    ['my-crate/src/url.rs', imported('benches/b.rs', 'my_crate::auth')],
    ['url.go', imported('bench/b.go', 'example.com/x')],
    ['url.css', imported('a.ts', './url.css')],
    ['package.json', imported('a.ts', './b')],
  ])('%s may be the target of %j', (asked, each) => {
    expect(findDoubts(gapsOf([each]), [asked], { reached: () => [] })).toMatchObject({ unresolved: 1 });
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
    const { unresolved, concerning } = findDoubts(gone, ['core'], { inside });
    expect([unresolved, concerning.map(({ path }) => path)]).toEqual([1, ['a.ts']]);
    expect(counted()).toEqual([3, 4]);
  });

  test('of a graph that cannot be rebuilt state the reason, if its gaps are unknown', () => {
    const fault = () => new CortexError('broken-file', 'is in a merge', { file: 'graph.crtx', next: 'Delete it.' });
    expect(describeDoubts(findDoubts(null, [], { fault }))).toEqual([
      'It is unknown which imports are unresolved; the list may be incomplete. graph.crtx: is in a merge. Delete it.',
    ]);
    expect(findDoubts(gapsOf([]), [], { fault })).toEqual(findDoubts(gapsOf([]), []));
  });

  test('name five imports that may mean the path, those of the other path first, and count the rest', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'z'].map((name) => imported(`src/${name}.ts`, './gone'));
    const doubts = findDoubts(gapsOf(all), ['src/z.ts', 'src/gone.ts']);
    expect(doubts.concerning.map(({ path }) => path)).toEqual(['z', 'a', 'b', 'c', 'd'].map((name) => `src/${name}.ts`));
    expect(doubts.moreConcerning).toBe(2);
    expect(describeDoubts(doubts, { root: '/p' }).at(-1)).toBe('and 2 more: cortex graph unresolved --root /p');
    expect(findDoubts(gapsOf(all.slice(0, 5)), ['src/gone.ts'])).not.toHaveProperty('moreConcerning');
  });

  test('are formatted with the command that lists them', () => {
    expect(describeDoubts(findDoubts(gapsOf([]), ['a.ts']))).toEqual([]);
    expect(describeDoubts(findDoubts(gapsOf([imported('a.ts', './b')]), ['b.ts']))).toEqual([
      '1 import unresolved; the list may be incomplete. Details: cortex graph unresolved',
      'Unresolved import that may mean this file: a.ts:3 imports ./b',
    ]);
    const doubts = findDoubts({ ...gapsOf([imported('a.ts', './b')]), files: [] }, [], { changed: 1 });
    expect(describeDoubts(doubts, { effect: DOUBT_SUBJECTS.stats, root: "a b's" })).toEqual([
      `1 import unresolved; edges may be missing. Details: cortex graph unresolved --root "a b's"`,
      `1 file changed since the graph was built; edges may be missing. Rebuild it: cortex graph build --root "a b's"`,
    ]);
    const many = Array.from({ length: 1_200 }, (_, n) => imported(`a${n}.ts`, './b'));
    const words = describeDoubts(findDoubts(gapsOf(many, 'c.vue', 'd.vue'), ['b.ts'], { changed: 2 }));
    expect(words).toHaveLength(8);
    expect(words[0]).toBe('1,200 imports unresolved, 2 files not fully read; the list may be incomplete. Details: cortex graph unresolved');
    expect(words[6]).toBe('and 1,195 more: cortex graph unresolved');
    expect(words[7]).toBe('2 files changed since the graph was built; the list may be incomplete. Rebuild it: cortex graph build');
    expect(describeDoubts(findDoubts(null, ['a.ts']))).toEqual([
      'It is unknown which imports are unresolved; the list may be incomplete. Build the graph: cortex graph build',
    ]);
  });
});
