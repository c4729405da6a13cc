import { describe, expect, it } from 'vitest';
import { CortexError } from '../../../../../src/engine/platform/errors.ts';
import { covers, coversFile, overlaps } from '../../../../../src/engine/swarm/locks/lock-overlap.ts';
import { escapeLockPath, literalSegments, lockPathKind, normaliseLockPath } from '../../../../../src/engine/swarm/locks/lock-path.ts';

const plain = (text: string) => normaliseLockPath(text, { foldCase: false });
const folded = (text: string) => normaliseLockPath(text, { foldCase: true });

function refusal(text: string): CortexError {
  try {
    plain(text);
  } catch (error) {
    if (error instanceof CortexError) return error;
  }
  throw new Error(`${JSON.stringify(text)} was not refused`);
}

describe('normaliseLockPath', () => {
  it.each([
    ['src/app.ts', 'src/app.ts'],
    ['./src//app.ts', 'src/app.ts'],
    ['src\\sub\\app.ts', 'src/sub/app.ts'],
    ['src/./a/././b', 'src/a/b'],
    ['src/', 'src/'],
    ['src//', 'src/'],
    ['src/.', 'src/'],
    ['./src/./', 'src/'],
    ['.env', '.env'],
    ['a..b/...', 'a..b/...'],
    ['e\u0301.ts', '\u00e9.ts'],
    ['**', '**'],
    ['src/**/*.{ts,tsx}', 'src/**/*.{ts,tsx}'],
    ['./src/{a/./b,c}/', 'src/{a/./b,c}/'],
    ['a[,]b[}]', 'a,b}'],
    ['{a[,]b,c}', '{a[,]b,c}'],
    ['[[]id].ts', '[[]id].ts'],
    ['a}b,c]', 'a}b,c]'],
    ['src/~', 'src/~'],
    [' src/a b.ts ', ' src/a b.ts '],
  ])('%j becomes %j', (text, path) => {
    expect(plain(text)).toBe(path);
    expect(plain(path)).toBe(path);
  });

  it('folds case only on request, one character to one character', () => {
    expect(plain('SRC/App.TS')).toBe('SRC/App.TS');
    expect(folded('SRC/App.TS')).toBe('src/app.ts');
    expect(folded('\u00c9\u00c4/E\u0301')).toBe('\u00e9\u00e4/\u00e9');
    // Final sigma and sigma are one letter. ß would become two letters, so it stays.
    expect(folded('ΣΑΣ/σας')).toBe('σασ/σασ');
    expect(folded('Straße')).toBe('straße');
    expect(folded('[A-C]/{X,y}')).toBe('[a-c]/{x,y}');
  });

  it('is idempotent for every folded character', () => {
    for (let point = 0x80; point < 0x1ffff; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const character = String.fromCodePoint(point);
      if (/\p{Cc}/u.test(character)) continue;
      const once = folded(`a${character}`);
      if (folded(once) !== once) expect.fail(`U+${point.toString(16)} is folded to ${once}, and that to ${folded(once)}`);
    }
  });

  it.each([
    ['../a', 'outside-root'],
    ['a/../b', 'outside-root'],
    ['a/..', 'outside-root'],
    ['a\\..\\b', 'outside-root'],
    ['{a,..}/b', 'outside-root'],
    ['a/{b/../c,d}', 'outside-root'],
    ['/etc/passwd', 'outside-root'],
    ['\\\\server\\share', 'outside-root'],
    ['{a,/b}', 'outside-root'],
    ['C:\\work', 'outside-root'],
    ['c:work', 'outside-root'],
    ['./c:/work', 'outside-root'],
    ['~', 'outside-root'],
    ['~/a', 'outside-root'],
    ['./~/a', 'outside-root'],
    ['', 'invalid-input'],
    ['.', 'invalid-input'],
    ['./', 'invalid-input'],
    ['{a,}', 'invalid-input'],
    ['a\0b', 'invalid-input'],
    ['a\nb', 'invalid-input'],
    ['a\u0085b', 'invalid-input'],
    ['a\ud800', 'invalid-input'],
    ['a[b', 'invalid-input'],
    ['a[b/c]', 'invalid-input'],
    ['a[]', 'invalid-input'],
    ['{a,b', 'invalid-input'],
    ['{a}', 'invalid-input'],
    ['{}', 'invalid-input'],
    ['{a,b}'.repeat(7), 'invalid-input'],
    [`{${'a,'.repeat(64)}b}`, 'invalid-input'],
    [`{a,b}{c,d}{e,f}${'x'.repeat(600)}`, 'invalid-input'],
    ['x'.repeat(1_025), 'invalid-input'],
    ['é'.repeat(513), 'invalid-input'],
    [`src/${'x'.repeat(256)}/a`, 'invalid-input'],
    ['é'.repeat(128), 'invalid-input'],
  ])('rejects %j: %s, with value, allowed values and next step', (text, code) => {
    const error = refusal(text);
    expect(error.code).toBe(code);
    expect(error.data.value).toBeTypeOf('string');
    expect(error.data.allowed).not.toBe('');
    expect(error.data.next).toMatch(/\.$/);
  });

  it('accepts paths at the limits', () => {
    expect(plain('xxxxxxx/'.repeat(128))).toHaveLength(1_024);
    expect(plain('ééé/é'.repeat(113))).toHaveLength(565);
    expect(plain(`${'[[]'.repeat(255)}`)).toHaveLength(765);
    expect(plain('{a,b}'.repeat(6))).toBe('{a,b}'.repeat(6));
  });

  it('measures the normalised path, not only the input', () => {
    // NFC turns U+0958 into two characters.
    expect(refusal('\u0958'.repeat(341)).code).toBe('invalid-input');
  });
});

describe('kind, literalSegments, escapeLockPath', () => {
  it.each([
    ['a', 'file'],
    ['a/b.ts', 'file'],
    ['a/', 'folder'],
    ['[[]id]', 'file'],
    ['[*]/[?]/[{]a', 'file'],
    ['[[]id]/', 'folder'],
    ['[id]', 'glob'],
    ['[[]id]/*', 'glob'],
    ['a[*[]', 'glob'],
    ['*', 'glob'],
    ['a?/', 'glob'],
    ['{a,b}', 'glob'],
  ])('%j is a %s', (path, expected) => {
    expect(plain(path)).toBe(path);
    expect(lockPathKind(path)).toBe(expected);
  });

  it.each([
    ['src/lib/*.ts', ['src', 'lib']],
    ['**/a', []],
    ['a/{b/c,d}/e', ['a']],
    ['app/[[]id]/?', ['app', '[[]id]']],
  ])('the literal segments of %j are %j', (glob, names) => {
    expect(literalSegments(glob)).toEqual(names);
  });

  it('escapes a name so that it matches only itself', () => {
    const path = plain(escapeLockPath('app/[...slug]/{a}*?.ts'));
    expect(path).toBe('app/[[]...slug]/[{]a}[*][?].ts');
    expect(lockPathKind(path)).toBe('file');
  });
});

describe('overlaps', () => {
  it.each<[string, string, boolean]>([
    ['a', 'a', true],
    ['a', 'b', false],
    ['a', 'a/b', true],
    ['a', 'a/', true],
    ['a', 'a/b/c/', true],
    ['a', 'ab/c', false],
    ['a/', 'a/b', true],
    ['a/', 'a/b/c/', true],
    ['a/', 'ab', false],
    ['a/', 'ab/', false],
    ['a/b/', 'a/c/', false],
    ['src/auth', 'src/auth/login.ts', true],
    ['src/auth', 'src/auth.ts', false],
    ['src/auth', 'src/auth-old/login.ts', false],
    ['src/auth', 'src/**', true],
    ['src/auth', 'src/*', true],
    ['src/auth', 'src/*/login.ts', true],
    ['src/auth', 'src/auth/*.ts', true],
    ['src/auth', 'src/**/*.ts', true],
    ['src/auth', 'src/**/login.ts', true],
    ['src/auth', 'lib/**', false],
    ['src/auth', 'lib/**/*.ts', false],
    ['src/app.ts', '**/*.md', false],
    ['src/app.ts', 'src/**/*.test.ts', false],
    ['src/app.ts', 'src/app.ts/*.md', true],
    ['src/v1.2', '**/*.md', true],
    ['src/My.Core', 'src/**/*.cs', true],
    ['{src,lib}/auth', 'src/auth/login.ts', true],
    ['packages/*/dist', 'packages/a/dist/x.js', true],
    ['packages/*/dist', 'packages/*/dist/*.js', true],
    ['**/package.json', '**/*.ts', false],
    ['*', 'a', true],
    ['*', '.env', true],
    ['*', 'a/b', true],
    ['*/', 'a/b', true],
    ['src/*', 'src/auth/deep/login.ts', true],
    ['src/a?th', 'src/auth/login.ts', true],
    ['src/[ab]', 'src/a/login.ts', true],
    ['sr*', 'src/app.ts', true],
    ['src/{x*,y}', 'src/xa/z', true],
    ['src/*', 'src/*/x.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/*.ts', 'src/a.ts/b', false],
    ['src/*.generated', 'src/a.generated/b', true],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['**', 'a/b/c', true],
    ['**/c', 'a/b/c', true],
    ['**/c', 'c', true],
    ['a/**/c', 'a/c', true],
    ['a/**', 'a', true],
    ['a/**', 'ab', false],
    ['a**b', 'axxb', true],
    ['a**b', 'a/b', false],
    ['***/a', 'x/y/a', true],
    ['?', 'é', true],
    ['?', '😀', true],
    ['??', '😀', false],
    ['[abc]', 'b', true],
    ['[abc]', 'd', false],
    ['[a-c]', 'b', true],
    ['[a-c]', '-', false],
    ['[c-a]', '-', true],
    ['[!a-c]', 'b', false],
    ['[^ab]', 'c', true],
    ['[!]', '!', true],
    ['v[0-9].ts', 'v7.ts', true],
    ['{a,b}/c', 'b/c', true],
    ['{a,b}/c', 'c', false],
    ['x{,.test}.ts', 'x.ts', true],
    ['{a,{b,c/d}}', 'c/d', true],
    ['{a[,]b,c}', 'a,b', true],
    ['{a[,]b,c}', 'a', false],
    ['a,b/{x,y}', 'a,b/x', true],
    ['[[]id]', '[id]', true],
    ['[[]id]', 'i', false],
    ['app/[id]/x', 'app/[[]id]/x', true],
    ['app/[id]/x', 'app/i/x', true],
    ['app/[id]/x', 'app/id/x', false],
    ['[[...slug]]/x', '[[][[]...slug]]/x', true],
    ['[id]*.ts', '[[]id].page.ts', true],
    ['*[*]*', 'a[*]b', true],
    ['*[*]*', 'ab', false],
    ['src/*.ts', 'src/', true],
    ['src/*.ts', 'src', true],
    ['src/*.ts', 'src/sub/', false],
    ['src/*/x', 'src/sub/', true],
    ['**/x', 'src/', true],
    ['*.ts', '*.md', false],
    ['*.ts', 'a*', true],
    ['src/*', 'lib/*', false],
    ['src/**/a', '**/b', true],
    ['src/**/a.ts', '**/b.ts', false],
    ['src/**/a', '**/[ab]', true],
    ['{a,b}', '{c,d}', false],
    ['{a,b}', '{b,c}', true],
  ])('%j and %j: %s', (one, other, expected) => {
    expect([overlaps(plain(one), plain(other)), overlaps(plain(other), plain(one))]).toEqual([expected, expected]);
  });

  it.each<[string, string, boolean]>([
    ['a', 'a/b', false],
    ['a/', 'a/b', true],
    ['a/', 'a', true],
    ['a/*', 'a', false],
    ['a/*', 'a/', true],
    ['**/x', 'src', false],
    ['{src,lib}/auth', 'src/auth/login.ts', false],
  ])('under the rule of earlier versions %j and %j: %s', (one, other, expected) => {
    expect([overlaps(plain(one), plain(other), 'name'), overlaps(plain(other), plain(one), 'name')]).toEqual([expected, expected]);
  });
});

describe('coversFile', () => {
  it.each<[string, string, boolean]>([
    ['src/auth', 'src/auth/login.ts', true],
    ['src/auth/', 'src/auth', true],
    ['src/auth', 'src/auth.ts', false],
    ['**/*.md', 'LICENSE', false],
    ['app/[[]id]', 'app/[id]/page.tsx', true],
    ['app/[[]id]', 'app/i', false],
    ['app/[id]', 'app/[id]', true],
    ['{src,lib}/auth', 'lib/auth/login.ts', true],
    ['src/*', 'src/auth/login.ts', true],
    ['src/*.ts', 'src/auth/login.ts', false],
  ])('%j covers the file %j: %s', (path, file, expected) => {
    expect(coversFile(plain(path), file)).toBe(expected);
  });
});

describe('covers', () => {
  it.each<[string, string, boolean]>([
    ['a', 'a', true],
    ['a', 'a/', true],
    ['a', 'a/b', true],
    ['a', 'a/*', true],
    ['a', 'ab', false],
    ['a/', 'a', true],
    ['a/', 'a/b', true],
    ['a/', 'a/b/', true],
    ['a/', 'a/b/*.ts', true],
    ['a/b', 'a/', false],
    ['a/b/', 'a/', false],
    ['*.ts', 'x.ts', true],
    ['*.ts', '*.ts', true],
    ['**', 'a/', false],
    ['a', 'b', false],
  ])('%j covers all of %j: %s', (outer, inner, expected) => {
    expect(covers(outer, inner)).toBe(expected);
  });
});
