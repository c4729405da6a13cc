import { describe, expect, it } from 'vitest';
import { type FileSystem, OPEN } from '../../../src/engine/platform/file-system.ts';
import { type CrashPlan, exploreCrashes, exploreInterference } from '../../support/crash-explorer.ts';
import { appendText, readText, syncPath, writeText } from '../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../support/fault-fs.ts';

type Sync = 'file' | 'directory';

/** Replaces a file correctly, except for the omitted sync. */
async function replace(fs: FileSystem, text: string, without?: Sync): Promise<void> {
  writeText(fs, '/d/temp', text);
  if (without !== 'file') await syncPath(fs, '/d/temp');
  fs.renameSync('/d/temp', '/d/f');
  if (without !== 'directory') await syncPath(fs, '/d');
}

const FIRST = 'the first text';
const SECOND = 'the second text';

function replacing(without?: Sync, more: Partial<CrashPlan<void, string>> = {}): CrashPlan<void, string> {
  return {
    fileSystem: { label: (op, path) => `${op} ${path}` },
    setup: (fs) => {
      fs.mkdirSync('/d');
      writeText(fs, '/d/f', FIRST);
      fs.syncAll();
    },
    scenario: async (fs, acknowledged) => {
      await replace(fs, SECOND, without);
      acknowledged.push(SECOND);
    },
    verify: ({ fs, acknowledged }) => {
      const text = readText(fs, '/d/f');
      if (text !== SECOND && (text !== FIRST || acknowledged.length > 0)) throw new Error(`found '${text}'`);
    },
    ...more,
  };
}

const message = (exploration: Promise<unknown>) =>
  exploration.then(
    () => 'passed',
    (error: unknown) => String(error),
  );

describe('exploreCrashes', () => {
  it('finds no problem in a correct replacement, at any call', async () => {
    const { runs, images, hits } = await exploreCrashes(replacing());
    // Ten calls, each before and after; three short writes; one complete run. Each has seven endings, and those that differ count.
    expect([runs, images]).toEqual([24, 85]);
    expect(Object.fromEntries(hits)).toMatchObject({ 'writeSync /d/temp': 5, 'renameSync /d/temp': 2, 'fsync /d': 2 });
  });

  it('samples one in several neighbouring points of each kind: the same for the same seed, and all are reachable', async () => {
    const fileSystem = { label: () => 'call' };
    const tried = async (seed: number): Promise<string> => {
      const points: string[] = [];
      const verify: CrashPlan<void, string>['verify'] = ({ point, ending }) => {
        if (ending === 'process death') points.push(`${point.mode} ${point.call?.index}`);
      };
      const { runs } = await exploreCrashes(replacing(undefined, { fileSystem, verify, modes: { oneIn: 3, seed, losses: 0 } }));
      // Samples from ten calls before and after, and three short writes; plus the complete run.
      expect([runs, new Set(points).size]).toEqual([4 + 4 + 1 + 1, 10]);
      return points.join();
    };
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    const all: string[] = [];
    for (const seed of seeds) all.push(await tried(seed));
    expect(await tried(0)).toBe(all[0]);
    expect(new Set(all.join().split(',')).size).toBe(10 + 10 + 3 + 1);
  });

  it('omits calls that change nothing, and lets a process continue after a short write', async () => {
    const texts: string[] = [];
    const verify: CrashPlan<void, string>['verify'] = ({ fs, point, ending }) => {
      if (point.mode.startsWith('cut') && ending === 'process death') texts.push(readText(fs, '/d/temp'));
    };
    const modes = { before: false, after: false, short: () => [], cut: true, reads: false };
    const cut = await exploreCrashes(replacing(undefined, { verify, modes }));
    expect([cut.runs, texts]).toEqual([2, [SECOND.slice(0, SECOND.length / 2)]]);
    const killed = await exploreCrashes(replacing(undefined, { modes: { after: false, short: () => [], reads: false } }));
    const calls = ['openSync /d/temp', 'writeSync /d/temp', 'fsync /d/temp', 'renameSync /d/temp', 'fsync /d'];
    expect([...killed.hits.keys()]).toEqual(calls);
  });

  it.each([
    ['file', "at the end, seed 1, power loss worst: found ''"],
    ['directory', "at the end, seed 1, power loss worst: found 'the first text'"],
  ] as const)('detects that the sync of the %s is missing', async (without, expected) => {
    expect(await message(exploreCrashes(replacing(without)))).toContain(expected);
  });

  it.each(['file', 'directory'] as const)('detects a sync of the %s that has no effect', async (kind) => {
    const plan = replacing();
    const setup = async (fs: FaultFileSystem) => {
      await plan.setup(fs);
      fs.ignoreSync((_, actual) => actual === kind);
    };
    expect(await message(exploreCrashes({ ...plan, setup }))).toMatch(/power loss/);
  });

  it('reports the place of a failure, and repeats only that', async () => {
    const verify: CrashPlan<void, string>['verify'] = ({ fs, point }) => {
      if (point.mode === 'short 7' && readText(fs, '/d/f') === FIRST) throw new Error('here');
    };
    const place = 'short 7 call 1 (writeSync /d/temp), seed 5, power loss worst: here';
    expect(await message(exploreCrashes(replacing(undefined, { verify, modes: { seed: 5 } })))).toContain(place);
    expect(await message(exploreCrashes(replacing(undefined, { verify, modes: { seed: 5, only: 1 } })))).toContain(place);
    expect(await message(exploreCrashes(replacing(undefined, { verify, modes: { seed: 5, only: 2 } })))).toBe('passed');
  });

  it('is deterministic for a seed', async () => {
    const found = async (seed: number) => {
      const texts: string[] = [];
      const verify: CrashPlan<void, string>['verify'] = ({ fs }) => void texts.push(readText(fs, '/d/f'));
      await exploreCrashes(replacing('file', { verify, modes: { seed } }));
      return texts;
    };
    expect(await found(1)).toEqual(await found(1));
    expect(await found(1)).not.toEqual(await found(2));
  });

  it('ignores acknowledgements after a crash', async () => {
    const scenario: CrashPlan<void, string>['scenario'] = async (fs, acknowledged) => {
      await replace(fs, SECOND).catch(() => {});
      acknowledged.push(SECOND);
    };
    expect(await message(exploreCrashes(replacing(undefined, { scenario })))).toBe('passed');
  });

  it('makes calls fail, after which the process continues', async () => {
    const seen: unknown[] = [];
    const verify: CrashPlan<void, string>['verify'] = ({ point, error, ending }) => {
      if (ending === 'process death' && point.call?.op === 'renameSync') seen.push(point.mode, error);
    };
    await exploreCrashes(replacing(undefined, { verify, modes: { before: false, after: false, short: () => [], fail: ['ENOSPC'] } }));
    expect(seen).toEqual(['fail ENOSPC', expect.objectContaining({ code: 'ENOSPC', syscall: 'rename' })]);
  });

  it('refuses a scenario that fails by itself, or is not deterministic', async () => {
    const failing = () => Promise.reject(new Error('by itself'));
    expect(await message(exploreCrashes(replacing(undefined, { scenario: failing })))).toBe('Error: by itself');
    let turn = 0;
    const fickle = (fs: FaultFileSystem) => writeText(fs, `/d/${turn++}`, 'x');
    expect(await message(exploreCrashes(replacing(undefined, { scenario: fickle })))).toMatch(
      /not the same twice: call 0 was openSync \/d\/1, now openSync \/d\/2/,
    );
  });
});

describe('exploreInterference', () => {
  const setup = (fs: FaultFileSystem) => writeText(fs, '/f', '');

  it('finds the place of a lost update', async () => {
    const increment = (fs: FileSystem) => writeText(fs, '/f', `${Number(readText(fs, '/f')) + 1}`);
    const found: string[] = [];
    const plan = { setup, operation: increment, interference: increment };
    const { runs } = await exploreInterference({ ...plan, verify: ({ fs, call }) => void found.push(`${call?.op} ${readText(fs, '/f')}`) });
    expect(runs).toBe(8);
    expect(found).toEqual([
      'openSync 2',
      'fstatSync 2',
      'readSync 1',
      'closeSync 1',
      'openSync 1',
      'writeSync 1',
      'closeSync 2',
      'undefined 2',
    ]);
    const strict = exploreInterference({ ...plan, verify: ({ fs }) => expect(readText(fs, '/f')).toBe('2') });
    expect(await message(strict)).toMatch(/interference before call 2 \(readSync\): expected '1' to be '2'/);
  });

  it('finds no problem in appending, and passes results', async () => {
    const { hits } = await exploreInterference({
      setup,
      operation: (fs) => {
        const fd = fs.openSync('/f', OPEN.append);
        const count = fs.writeSync(fd, Buffer.from('ab'), 0, 2, null);
        fs.closeSync(fd);
        return count;
      },
      interference: (fs) => appendText(fs, '/f', 'cd'),
      verify: ({ fs, result }) => expect([result, ['abcd', 'cdab'].includes(readText(fs, '/f'))]).toEqual([2, true]),
    });
    expect(Object.fromEntries(hits)).toEqual({ openSync: 1, writeSync: 1, closeSync: 1 });
  });

  it('runs an asynchronous interference during a sync', async () => {
    const found: string[] = [];
    const plan = {
      setup,
      operation: async (fs: FileSystem) => {
        appendText(fs, '/f', 'a');
        await syncPath(fs, '/f');
        appendText(fs, '/f', 'b');
      },
      interference: async (fs: FileSystem) => {
        appendText(fs, '/f', '<');
        await syncPath(fs, '/f');
        appendText(fs, '/f', '>');
      },
    };
    await exploreInterference({ ...plan, at: 'syncs', verify: ({ fs }) => void found.push(readText(fs, '/f')) });
    expect(found).toEqual(['a<>b', 'ab<>']);
    expect(await message(exploreInterference({ ...plan, verify: () => {} }))).toMatch(/needs `at: "syncs"`/);
  });
});
