import { describe, expect, test } from 'vitest';
import { findRiskZones } from '../../../../src/engine/dna/risk-zones.ts';
import { detectBreak } from '../../../../src/engine/text/break-words.ts';

const NOW = 1_800_000_000_000;
const commits = (...each: [string, string[], number?][]) =>
  each.map(([subject, files, time = 1_000]) => ({ subject, broken: detectBreak(subject), files, time }));
const everywhere = () => true;

/** Commits of a file that is never fixed, which make fixes rare in the project. */
const calm = (count: number) => Array.from({ length: count }, (): [string, string[]] => ['add: z', ['calm']]);

describe('findRiskZones', () => {
  test('leaves out files that are fixed about as often as the rest of the project', () => {
    const fixed = (file: string, fixes: number, changes: number) =>
      Array.from({ length: changes }, (_, n): [string, string[]] => [n < fixes ? 'fix: x' : 'add', [file]]);
    const history = commits(...fixed('often', 8, 20), ...fixed('average', 7, 45), ...fixed('seldom', 3, 60), ...fixed('rest', 20, 140));
    expect(findRiskZones(history, everywhere, NOW).map(({ path }) => path)).toEqual(['often']);
    const risky = [0.21, 0.3].map((fragility, at) => ({ path: ['average', 'seldom'][at] ?? '', fragility, importance: 1, risk: 1 }));
    expect(findRiskZones(history, everywhere, NOW, risky).map(({ path }) => path)).toEqual(['often', 'seldom']);
  });

  test('are possible in a project where most commits are fixes', () => {
    const history = commits(
      ...Array.from({ length: 40 }, (_, n): [string, string[]] => [n % 5 < 4 ? 'fix' : 'add', ['most']]),
      ...Array.from({ length: 20 }, (_, n): [string, string[]] => [n < 19 ? 'fix' : 'add', ['all']]),
    );
    expect(findRiskZones(history, everywhere, NOW).map(({ path }) => path)).toEqual(['all']);
  });

  test('returns the files that broke, by fixes and reverts per change', () => {
    const history = commits(
      ['fix: a', ['a', 'b'], 5_000],
      ['Revert "a"', ['a'], 7_000],
      ['feat: a', ['a', 'b']],
      ['feat: b', ['a', 'b']],
      ['feat: c', ['a', 'b', 'c']],
      ['feat: d', ['a', 'b']],
    );
    expect(findRiskZones(history, everywhere, NOW)).toEqual([
      { path: 'a', reason: '1 fix and 1 revert among its 6 changes', breakFrequency: 0.333, lastBroken: 7_000, mitigations: [] },
    ]);
  });

  test('requires at least five changes and two breaks', () => {
    const fixes = (n: number, all: number) =>
      commits(...Array.from({ length: all }, (_, i): [string, string[]] => [i < n ? 'fix' : 'add', ['a']]));
    expect(findRiskZones(fixes(4, 4), everywhere, NOW)).toEqual([]);
    expect(findRiskZones(fixes(1, 5), everywhere, NOW)).toEqual([]);
    expect(findRiskZones(fixes(2, 5), everywhere, NOW)).toMatchObject([{ breakFrequency: 0.4, reason: '2 of its 5 changes were fixes' }]);
    expect(findRiskZones(fixes(5, 5), everywhere, NOW)).toMatchObject([{ breakFrequency: 1 }]);
  });

  test('keeps settings and code with the endings of documentation', () => {
    const files = ['requirements.txt', 'CMakeLists.txt', 'docs/conf.py'];
    const history = commits(...Array.from({ length: 5 }, (): [string, string[]] => ['fix: x', files]));
    expect(findRiskZones(history, everywhere, NOW).map(({ path }) => path)).toEqual(['CMakeLists.txt', 'docs/conf.py', 'requirements.txt']);
  });

  test('skips missing files, lock files, documentation and mass changes', () => {
    const files = [
      'a',
      'gone',
      'package-lock.json',
      'web/yarn.lock',
      'CHANGELOG.md',
      'go.sum',
      'readme.md',
      'docs/guide.rst',
      'LICENSE',
      'docs/notes.txt',
    ];
    const history = commits(...Array.from({ length: 5 }, (): [string, string[]] => ['fix: x', files]));
    const mass = commits(
      ...Array.from({ length: 5 }, (): [string, string[]] => ['fix: x', Array.from({ length: 101 }, (_, n) => `m${n}`)]),
    );
    expect(findRiskZones([...history, ...mass], (file) => file !== 'gone', NOW).map(({ path }) => path)).toEqual(['a']);
  });

  test('returns the twenty worst, and no break in the future', () => {
    const history = commits(
      ...calm(700),
      ...Array.from({ length: 30 }, (_, n) => n).flatMap((n) =>
        Array.from({ length: 10 + n }, (_, i): [string, string[], number] => [i < 10 ? 'fix' : 'add', [`f${n}`], NOW + 5_000]),
      ),
    );
    const found = findRiskZones(history, everywhere, NOW);
    expect(found.map(({ path }) => path)).toEqual(Array.from({ length: 20 }, (_, n) => `f${n}`));
    expect(found.every(({ lastBroken }) => lastBroken === NOW)).toBe(true);
  });

  test('appends fragile files of the graph with many dependents', () => {
    const risky = (path: string, fragility: number, importance: number) => ({ path, fragility, importance, risk: 0.1 });
    const history = commits(
      ...Array.from({ length: 5 }, (_, n): [string, string[], number] => [n < 2 ? 'fix: x' : 'add', ['a', 'b'], 1_000 + n]),
      ['fix: y', ['g'], 3_000],
      ['add: y', ['g', 'h', 'i', 'gone', 'never mended']],
      ...calm(40),
    );
    const graph = [
      risky('g', 0.2, 0.2),
      risky('h', 0.19, 1),
      risky('i', 1, 0.19),
      risky('unknown', 1, 1),
      risky('gone', 1, 1),
      risky('never mended', 0.3, 1),
    ];
    const found = findRiskZones(history, (file) => file !== 'gone', NOW, [...graph, risky('b', 0.456, 0.9)]);
    expect(found).toEqual([
      { path: 'a', reason: '2 of its 5 changes were fixes', breakFrequency: 0.4, lastBroken: 1_001, mitigations: [] },
      {
        path: 'b',
        reason: '2 of its 5 changes were fixes; the graph: 90 % important, 46 % fragile',
        breakFrequency: 0.4,
        lastBroken: 1_001,
        mitigations: [],
      },
      { path: 'g', reason: 'the graph: 20 % important, 20 % fragile', breakFrequency: 0.5, lastBroken: 3_000, mitigations: [] },
    ]);
  });
});
