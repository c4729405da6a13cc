import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { historyHead, readCommits } from '../../../../src/engine/graph/history/commits.ts';
import { type GraphHistory, analyzeHistory as whatIsSaidBy } from '../../../../src/engine/graph/history/history.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { git, type MadeCommit, makeCommits } from '../../../support/git-commits.ts';

const NOW = '2026-06-01T00:00:00Z';
const DAY_MS = 24 * 60 * 60 * 1_000;
const runtime = nodeRuntime({ CORTEX_NOW: NOW });
const now = Date.parse(NOW);

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const everywhere = () => true;
const read = async (present: (file: string) => boolean = everywhere, folder = root): Promise<GraphHistory> =>
  whatIsSaidBy(await readCommits(runtime, folder, await historyHead(folder, undefined)), present, now);
const historyOf = (...commits: MadeCommit[]): Promise<GraphHistory> => {
  makeCommits(root, commits);
  return read();
};
const times = (count: number, commit: (n: number) => MadeCommit): MadeCommit[] => Array.from({ length: count }, (_, n) => commit(n));
/** Returns unrelated commits of two files each, as a baseline for couplings. */
const noise = (count: number): MadeCommit[] => times(count, (n) => ({ subject: 'x', files: [`n${n % 40}`, `m${n % 37}`] }));

describe('history of a file', () => {
  test('contains touch count, last change, and fragility by age-weighted fixes, smoothed to the project mean', async () => {
    const time = now - DAY_MS;
    const { files, problems } = await historyOf(
      { subject: 'feat: a', files: ['a', 'b'], time: time - 360 * DAY_MS },
      { subject: 'fix: a', files: ['a'], time: time - 180 * DAY_MS },
      { subject: 'more', files: ['a'], time },
    );
    // The file changes weigh 1/4 + 1/4, 1/2 and 1, in total 2. The fix weighs 1/2.
    const mean = 0.5 / 2;
    expect(problems).toEqual([]);
    expect(Object.fromEntries(files)).toEqual({
      a: { touchCount: 3, lastTouched: time, fragility: (0.5 + 3 * mean) / (1.75 + 3) },
      b: { touchCount: 1, lastTouched: time - 360 * DAY_MS, fragility: (0 + 3 * mean) / (0.25 + 3) },
    });
  });

  test('does not follow renames, and omits deleted files', async () => {
    makeCommits(root, [{ subject: 'x', files: ['old', 'kept'] }]);
    git(root, 'mv', 'old', 'new');
    git(root, 'commit', '--quiet', '--message', 'fix: moved');
    const { files } = await read((file) => fs.existsSync(path.join(root, file)));
    expect([...files].map(([file, { touchCount }]) => [file, touchCount])).toEqual([
      ['new', 1],
      ['kept', 1],
    ]);
  });

  test('counts commits of more than a hundred files as changes, but not for fragility and coupling', async () => {
    const many = times(101, (n) => ({ subject: '', files: [`f${n}`] })).flatMap(({ files }) => files);
    const { files, coupled } = await historyOf(...times(4, () => ({ subject: 'fix(all): format', files: many })), ...noise(50));
    expect(files.get('f0')).toMatchObject({ touchCount: 4, fragility: 0 });
    expect(coupled.filter(({ from }) => from.startsWith('f'))).toEqual([]);
  });

  test('is never in the future, even if the clock of a committer was', async () => {
    const { files } = await historyOf(
      { subject: 'fix', files: ['a'], time: now + 1_000 * DAY_MS },
      { subject: 'x', files: ['a'], time: now },
    );
    expect(files.get('a')).toEqual({ touchCount: 2, lastTouched: now, fragility: 0.5 });
  });

  test('covers only the folder of the project, with any file names', async () => {
    const hostile = '\nnew "line"\t\\ $(touch x) ü';
    makeCommits(root, [{ subject: 'x', files: [`sub/${hostile}`, 'top'] }]);
    const { files } = await read(everywhere, path.join(root, 'sub'));
    expect([...files.keys()]).toEqual([hostile]);
  });
});

describe('files that change together', () => {
  const together = (count: number, ...files: string[]) => times(count, () => ({ subject: 'x', files }));

  test('are coupled in both directions, weighted by joint changes compared with chance', async () => {
    const { coupled } = await historyOf(...noise(60), ...together(4, 'a', 'b'), ...together(4, 'b', 'c'));
    const edges = coupled
      .filter(({ from }) => 'abc'.includes(from))
      .sort((one, other) => (`${one.from}${one.to}` < `${other.from}${other.to}` ? -1 : 1));
    expect(edges.map(({ from, to, weight }) => [from, to, weight.toFixed(2)])).toEqual([
      ['a', 'b', '0.80'],
      ['b', 'a', '0.44'],
      ['b', 'c', '0.44'],
      ['c', 'b', '0.80'],
    ]);
    expect(edges[0]).toMatchObject({
      type: 'breaks_if_changed',
      description: 'b changed in 4 of the 4 commits that changed a; expected by chance: 0.2',
    });
  });

  test('say why their weight is far below the quotient of the counts', async () => {
    const time = now - 900 * DAY_MS;
    const old = times(6, () => ({ subject: 'x', files: ['a', 'b'], time }));
    const { coupled } = await historyOf(...old, ...times(6, () => ({ subject: 'x', files: ['a'], time: now })), ...noise(60));
    expect(coupled.find(({ from, to }) => from === 'a' && to === 'b')?.description).toMatch(
      /^b changed in 6 of the 12 commits that changed a, most of them old or large; expected/,
    );
  });

  test('are found even if one commit added all files', async () => {
    const files = Array.from({ length: 80 }, (_, n) => `part-${n}`);
    const { coupled } = await historyOf({ subject: 'x', files }, ...noise(20), ...together(6, 'part-1', 'part-2'));
    expect(coupled.map(({ from, to }) => `${from} ${to}`).filter((pair) => pair.startsWith('part'))).toEqual([
      'part-1 part-2',
      'part-2 part-1',
    ]);
  });

  test('are not coupled if they changed together only twice, or change with everything', async () => {
    const { coupled } = await historyOf(
      ...together(2, 'twice', 'also twice'),
      ...together(5, 'a', 'package-lock.json', 'CHANGELOG.md', 'web/yarn.lock'),
      ...times(60, (n) => ({ subject: 'x', files: ['everywhere', `n${n % 10}`] })),
    );
    expect(coupled).toEqual([]);
  });

  test('are coupled less if more other files changed in the same commits', async () => {
    const others = times(20, (n) => ({ subject: '', files: [`o${n}`] })).flatMap(({ files }) => files);
    const { coupled } = await historyOf(...noise(300), ...together(4, 'a', 'b'), ...together(4, 'c', 'd', ...others));
    const weight = (from: string, to: string) => coupled.find((edge) => edge.from === from && edge.to === to)?.weight ?? 0;
    expect(weight('a', 'b')).toBeCloseTo(0.8, 2);
    expect(weight('c', 'd')).toBeCloseTo(0.16, 2);
  });

  test('are limited to the twenty strongest couplings of each file', async () => {
    const partners = times(30, (n) => ({ subject: '', files: [`p${n}`] })).flatMap(({ files }) => files);
    const { coupled } = await historyOf(...noise(600), ...partners.flatMap((each) => together(4, 'hub', each)));
    expect(coupled.filter(({ from }) => from === 'hub')).toHaveLength(20);
    expect(coupled.filter(({ to }) => to === 'hub')).toHaveLength(30);
  });
});

describe('features', () => {
  test('are commit scopes with at least three commits and two files', async () => {
    const { features } = await historyOf(
      { subject: 'feat(login): one', files: ['a', 'b'] },
      { subject: 'fix(Login)!: two', files: ['a'] },
      { subject: 'perf(login, session): three', files: ['a', 'c'] },
      { subject: 'chore(login): four', files: ['d'] },
      { subject: 'feat(session): five', files: ['c', 'd'] },
      ...times(3, () => ({ subject: 'feat(one file): x', files: ['z'] })),
      ...times(3, () => ({ subject: 'chore(deps): x', files: ['y', 'z'] })),
    );
    expect(features).toHaveLength(1);
    expect(features[0]).toMatchObject({ name: 'login', touchCount: 3, lastTouched: Date.UTC(2026, 0, 1) + 120_000 });
    expect(features[0]?.files).toEqual([
      { path: 'a', share: 1, commits: 3 },
      { path: 'b', share: 1 / 3, commits: 1 },
      { path: 'c', share: 1 / 3, commits: 1 },
    ]);
  });
});

describe('missing or incomplete history', () => {
  const nothing = { files: new Map(), coupled: [], features: [], fixes: 0, commits: 0 };

  test('is empty without a repository or commits, and the reason is reported', async () => {
    expect(await read()).toEqual({
      ...nothing,
      problems: [{ message: 'cannot read the git history: the project is not in a git repository', path: null }],
    });
    git(root, 'init', '--quiet');
    expect(await read()).toEqual({
      ...nothing,
      problems: [{ message: 'cannot read the git history: the git repository has no commits yet', path: null }],
    });
  });

  test('of a shallow clone omits the boundary commit, which seems to add every file', async () => {
    makeCommits(
      root,
      times(9, (n) => ({ subject: 'x', files: [`f${n}`] })),
    );
    const clone = path.join(temporaryFolder(), 'clone');
    git(root, 'clone', '--quiet', '--depth', '4', pathToFileURL(root).href, clone);
    fs.mkdirSync(path.join(clone, '.cortex'));
    const { files, problems } = await read(everywhere, clone);
    expect([...files.keys()]).toEqual(['f8', 'f7', 'f6']);
    expect(problems.map(({ message }) => message)).toEqual(['the clone is shallow: only the newest 3 commits are available']);
    git(clone, 'fetch', '--quiet', '--unshallow');
    expect((await read(everywhere, clone)).files.size).toBe(9);
  });

  test('is limited to the newest ten thousand commits', async () => {
    makeCommits(
      root,
      times(10_003, (n) => ({ subject: 'x', files: [`f${n % 7}`] })),
    );
    fs.mkdirSync(path.join(root, '.cortex'));
    const first = await read();
    expect([...first.files.values()].reduce((sum, { touchCount }) => sum + touchCount, 0)).toBe(10_000);
    expect(first.problems).toEqual([{ message: 'the history has more than 10,000 commits: only the newest ones were read', path: null }]);
    // The second read uses the cache of the first.
    expect(await read()).toEqual(first);
  });
});

describe('history cache', () => {
  const kept = () => path.join(root, '.cortex/.local/graph/history.json');
  beforeEach(() => {
    makeCommits(root, [{ subject: 'fix: x', files: ['a', 'b\n'] }]);
    fs.mkdirSync(path.join(root, '.cortex'));
  });

  test('is read instead of git while the newest commit is the same', async () => {
    const first = await read();
    expect(await read()).toEqual(first);
    fs.writeFileSync(kept(), fs.readFileSync(kept(), 'utf8').replace('"a"', '"told by what was kept"'));
    expect([...(await read()).files.keys()]).toEqual(['told by what was kept', 'b\n']);
    git(root, 'commit', '--quiet', '--allow-empty', '--message', 'y');
    expect(await read()).toEqual(first);
  });

  test.each(['', '{', '{"version":1}', 'null', '{"version":2,"head":"x","paths":[],"commits":[]}'])(
    'is written again if it cannot be parsed (%j)',
    async (text) => {
      const first = await read();
      fs.writeFileSync(kept(), text);
      expect(await read()).toEqual(first);
      expect(JSON.parse(fs.readFileSync(kept(), 'utf8'))).toMatchObject({ version: 2, paths: ['a', 'b\n'] });
    },
  );

  test.each(['[0.5,"fix",[0]]', '[1e300,"fix",[0]]', '[1,"fix",[2]]', '[1,"fix",[-1]]'])(
    'is written again if a commit in it is invalid (%s)',
    async (commit) => {
      const first = await read();
      fs.writeFileSync(kept(), fs.readFileSync(kept(), 'utf8').replace(/"commits":.*/, `"commits":[${commit}]}`));
      expect(await read()).toEqual(first);
    },
  );

  test('is reported if it cannot be written', async () => {
    fs.writeFileSync(path.join(root, '.cortex/.local'), 'a file');
    const { files, problems } = await read();
    expect(files.size).toBe(2);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('cannot cache the git history')]);
  });

  test('is not written if the project has no .cortex folder', async () => {
    fs.rmdirSync(path.join(root, '.cortex'));
    await read();
    expect(fs.existsSync(path.join(root, '.cortex'))).toBe(false);
  });
});
