import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { GLOB_STEPS, patternsOverlap } from '../../src/engine/swarm/locks/lock-match.ts';
import { covers, coversFile, overlaps } from '../../src/engine/swarm/locks/lock-overlap.ts';
import { escapeLockPath, lockPathKind, normaliseLockPath, unescapeLockName } from '../../src/engine/swarm/locks/lock-path.ts';
import { compile } from '../../src/engine/swarm/locks/lock-pattern.ts';

const plain = (text: string) => normaliseLockPath(text, { foldCase: false });

/** Returns the normalised path, or `null` if it is refused. */
function normalised(text: string, foldCase: boolean): string | null {
  try {
    return normaliseLockPath(text, { foldCase });
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Names of up to two letters, and one that looks like a class. */
const NAMES = ['a', 'b', 'c', 'aa', 'ab', 'ac', 'ba', 'bb', 'bc', 'ca', 'cb', 'cc', '[ab]'];
/** Every path of up to three of these names. */
const FILES = [
  ...NAMES,
  ...NAMES.flatMap((one) => NAMES.map((two) => `${one}/${two}`)),
  ...NAMES.flatMap((one) => NAMES.flatMap((two) => NAMES.map((three) => `${one}/${two}/${three}`))),
];

const piece = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '{a,b}', '{b,?}');
const name = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...NAMES.map(escapeLockPath), '**', '{a/b,c}', 'a{,b}') },
  { weight: 1, arbitrary: fc.array(piece, { minLength: 1, maxLength: 2 }).map((pieces) => pieces.join('')) },
);
const lockPath = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '/'))
  .map(([names, end]) => plain(names.join('/') + end));

/** The documented rules, by exhaustive search. */
function shouldCover(pattern: string, file: string): boolean {
  const brace = /\{([^{}]*)\}/.exec(pattern.replace(/\[\{\]/g, '   '));
  if (brace?.[1] !== undefined) {
    const [before, after] = [pattern.slice(0, brace.index), pattern.slice(brace.index + brace[0].length)];
    return brace[1].split(',').some((one) => shouldCover(before + one + after, file));
  }
  const names = pattern.split('/').map((one) => (one === '' ? '**' : one));
  // What it matches may be a folder.
  return namesMatch([...names, '**'], file.split('/'));
}

function namesMatch([first, ...rest]: readonly string[], names: readonly string[]): boolean {
  const [name, ...others] = names;
  if (first === undefined) return name === undefined;
  if (first === '**') return namesMatch(rest, names) || (name !== undefined && namesMatch([first, ...rest], others));
  return name !== undefined && nameMatches(first, name) && namesMatch(rest, others);
}

function nameMatches(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  if (pattern.startsWith('*')) return nameMatches(pattern.slice(1), name) || (name !== '' && nameMatches(pattern, name.slice(1)));
  if (pattern.startsWith('?')) return name !== '' && nameMatches(pattern.slice(1), name.slice(1));
  const [written = pattern.slice(0, 1)] = /^\[[^\]]+\]/.exec(pattern) ?? [];
  const rest = pattern.slice(written.length);
  if (written === '[[]') return name.startsWith('[') && nameMatches(rest, name.slice(1));
  if (written.length > 1 && isInClass(written, name.charAt(0)) && nameMatches(rest, name.slice(1))) return true;
  return name.startsWith(written) && nameMatches(rest, name.slice(written.length));
}

function isInClass(written: string, character: string): boolean {
  if (character === '') return false;
  return written.startsWith('[!') ? !written.slice(2, -1).includes(character) : written.slice(1, -1).includes(character);
}

describe('normaliseLockPath', () => {
  const part = fc.constantFrom(
    'a',
    'B',
    '/',
    '\\',
    '.',
    '..',
    '*',
    '?',
    '[',
    ']',
    '{',
    '}',
    ',',
    '!',
    '-',
    '[,]',
    '[{]',
    '~',
    ':',
    'É',
    'e\u0301',
    '\u0345',
  );
  const text = fc.oneof(
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );

  it('returns a path inside the root that it would not change again', () => {
    const property = fc.property(text, fc.boolean(), (value, foldCase) => {
      const path = normalised(value, foldCase);
      if (path === null) return;
      expect(normalised(path, foldCase)).toBe(path);
      expect(path.split('/').some((one) => one === '..' || one === '.')).toBe(false);
      expect(path).not.toMatch(/^\/|\/\/|^[A-Za-z]:/);
      expect(() => overlaps(path, 'src/')).not.toThrow();
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('matches an escaped name literally', () => {
    const clean = fc.stringMatching(/^[ab[\]{}*?,!-]{1,8}$/);
    const property = fc.property(clean, clean, (one, other) => {
      const path = plain(escapeLockPath(one));
      expect(lockPathKind(path)).toBe('file');
      expect(overlaps(path, plain(escapeLockPath(other)))).toBe(one === other);
      expect(overlaps(path, '?'.repeat(one.length))).toBe(true);
    });
    fc.assert(property);
  });
});

describe('overlaps', () => {
  const isPlain = (path: string) => lockPathKind(path) !== 'glob';
  /** Names that a file or folder and a pattern of at most three names can have in common: itself and the files below it. */
  const candidates = (path: string, files: readonly string[]) => {
    const file = unescapeLockName(path).replace(/\/$/, '');
    return isPlain(path) ? [file, ...files.map((below) => `${file}/${below}`)] : [];
  };
  const check = (files: readonly string[]) => (one: string, other: string) => {
    const answer = overlaps(one, other);
    expect(overlaps(other, one)).toBe(answer);
    const tried = [...files, ...candidates(one, files), ...candidates(other, files)];
    const isCommon = tried.some((file) => shouldCover(one, file) && shouldCover(other, file));
    if (isCommon) expect(answer).toBe(true);
    const isShort = [one, other].every((path) => path.split('/').filter(Boolean).length <= 3);
    if (isShort && (isPlain(one) || isPlain(other))) expect(answer).toBe(isCommon);
  };

  it('is symmetric, exact for files and folders, and never misses a file that both cover', () => {
    fc.assert(fc.property(lockPath, lockPath, check(FILES)), { numRuns: 150 });
  });

  it('is symmetric and exact for single names, too', () => {
    const single = name.filter((one) => !one.includes('/')).map(plain);
    fc.assert(fc.property(single, single, check(NAMES)), { numRuns: 2_000 });
  });

  it('includes every overlap of the first rule', () => {
    const property = fc.property(lockPath, lockPath, (one, other) => {
      if (overlaps(one, other, 'name')) expect(overlaps(one, other)).toBe(true);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('includes paths below, in any order of arguments, with and without a slash', () => {
    const folder = fc.array(fc.constantFrom(...NAMES.map(escapeLockPath), 'a.ts', 'v1.2'), { minLength: 1, maxLength: 3 });
    const ends = fc.constantFrom('', '/');
    const property = fc.property(folder, folder, ends, ends, (above, below, one, other) => {
      const outer = plain(above.join('/') + one);
      const inner = plain([...above, ...below].join('/') + other);
      expect([overlaps(outer, inner), overlaps(inner, outer), covers(outer, inner)]).toEqual([true, true, true]);
    });
    fc.assert(property);
  });
});

describe('coversFile', () => {
  it('is true exactly when the pattern matches the file or a folder above it', () => {
    const property = fc.property(lockPath, fc.constantFrom(...FILES), (path, file) => {
      expect(coversFile(path, file)).toBe(shouldCover(path, file));
      if (coversFile(path, file)) expect(overlaps(path, plain(escapeLockPath(file)))).toBe(true);
    });
    fc.assert(property, { numRuns: 3_000 });
  });
});

describe('hostile patterns', () => {
  const HOSTILE = [
    '*'.repeat(1_024),
    '*a'.repeat(512),
    `${'*a'.repeat(511)}b`,
    '**/'.repeat(341),
    '**/a/'.repeat(200),
    `${'**/*a'.repeat(170)}b`,
    '?'.repeat(1_024),
    '[ab]'.repeat(256),
    `${'[!b]*'.repeat(200)}c`,
    '{a,b}'.repeat(6) + '*a'.repeat(20),
    `{${'*a*a*a*a,'.repeat(60)}b}`,
    `${'{a,'.repeat(60)}b${'}'.repeat(60)}`,
    `**/${'{a,b}'.repeat(6)}${'/**/c'.repeat(10)}/x`,
    `**/${'{a,b}'.repeat(6)}${'/**/c'.repeat(10)}/y`,
  ].map(plain);
  const FILE_STEPS = 4_096 * 1_025 * 2;

  it.each(HOSTILE)('%.20s… is compared in a bounded number of steps', (pattern) => {
    for (const file of [`${'a'.repeat(255)}/`.repeat(4), `${'a/'.repeat(511)}a`, 'a/'.repeat(512)]) {
      const meter = { steps: 0 };
      patternsOverlap(compile(pattern), compile(plain(file)), meter);
      expect(meter.steps).toBeLessThan(FILE_STEPS);
    }
    for (const other of HOSTILE) {
      const meter = { steps: 0 };
      patternsOverlap(compile(pattern), compile(other), meter);
      // One more pair of alternatives than the limit may be compared.
      expect(meter.steps).toBeLessThan(GLOB_STEPS + 1_025 * 1_025);
    }
  });

  it.each(['{'.repeat(512), '{a,'.repeat(341), '{a,b}'.repeat(200), `{${'a,'.repeat(500)}b}`, '['.repeat(1_024), '{,}'.repeat(300)])(
    '%.20s… is refused',
    (pattern) => expect(normalised(pattern, false)).toBeNull(),
  );
});
