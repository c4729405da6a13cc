import { constants } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPEN } from '../../../src/engine/platform/file-system.ts';
import { appendText, readText, readTree, syncPath, writeText } from '../../support/fault-fs/files.ts';
import { everyChoice, FaultFileSystem } from '../../support/fault-fs.ts';

/** Returns a disk on which these files are durable. */
function diskWith(files: Readonly<Record<string, string>>): FaultFileSystem {
  const fs = new FaultFileSystem();
  for (const directory of ['/d', '/e']) fs.mkdirSync(directory);
  for (const [path, text] of Object.entries(files)) writeText(fs, path, text);
  fs.syncAll();
  return fs;
}

/** Returns all possible states after power loss. */
function everyOutcome(fs: FaultFileSystem): Set<string> {
  const outcomes = new Set<string>();
  everyChoice((choose) => outcomes.add(JSON.stringify(readTree(fs.powerLoss(choose), '/'))));
  return outcomes;
}

const trees = (...files: readonly Readonly<Record<string, string>>[]) => new Set(files.map((tree) => JSON.stringify(tree)));

describe('power loss and file data', () => {
  it('may lose unsynced data, and never synced data', () => {
    const fs = diskWith({ '/f': 'ab' });
    appendText(fs, '/f', 'cd');
    const texts = [...everyOutcome(fs)].map((tree) => JSON.parse(tree)['/f']);
    expect(texts).toEqual(expect.arrayContaining(['ab', 'abc', 'abcd', 'ab\0', 'ab\0\0', 'ab\0d', 'abc\0']));
    expect(texts.every((text) => text.startsWith('ab'))).toBe(true);
    expect(readText(fs.powerLossWorst(), '/f')).toBe('ab');
    expect(readText(fs.powerLossBest(), '/f')).toBe('abcd');
    expect(readText(fs, '/f')).toBe('abcd');
  });

  it.each(['fsync', 'fdatasync'] as const)('loses nothing after %s, except the name', async (sync) => {
    const fs = diskWith({ '/f': '' });
    appendText(fs, '/f', 'old');
    writeText(fs, '/new', 'new');
    for (const path of ['/f', '/new']) {
      const fd = fs.openSync(path, OPEN.read);
      await new Promise((resolve) => fs[sync](fd, resolve));
    }
    expect(everyOutcome(fs)).toEqual(trees({ '/f': 'old' }, { '/f': 'old', '/new': 'new' }));
  });

  it('keeps data that was written before a sync, from its callback on', async () => {
    const fs = diskWith({ '/f': '' });
    appendText(fs, '/f', '1');
    const fd = fs.openSync('/f', OPEN.append);
    const synced = new Promise((resolve) => fs.fdatasync(fd, resolve));
    expect(readText(fs.powerLossWorst(), '/f')).toBe('');
    appendText(fs, '/f', '2');
    await synced;
    expect(readText(fs.powerLossWorst(), '/f')).toBe('1');
    expect(readText(fs.powerLossBest(), '/f')).toBe('12');
  });

  it('may leave a truncated and rewritten file unchanged, empty, zeroed or mixed', () => {
    const fs = diskWith({ '/f': 'old' });
    writeText(fs, '/f', 'new');
    const texts = [...everyOutcome(fs)].map((tree) => JSON.parse(tree)['/f']);
    expect(texts).toEqual(expect.arrayContaining(['old', 'new', '', '\0\0\0', 'nld', 'ol']));
  });

  it('affects each block independently', () => {
    const fs = diskWith({ '/f': 'a'.repeat(8192) });
    const fd = fs.openSync('/f', OPEN.writeOrCreate);
    fs.writeSync(fd, Buffer.alloc(8192, 'b'), 0, 8192, 0);
    const found = [
      [0, 0],
      [0, 2],
      [2, 0],
      [2, 2],
    ].map((blocks) => {
      const picks = [0, ...blocks];
      const text = readText(
        fs.powerLoss(() => picks.shift() ?? 0),
        '/f',
      );
      return [text[0], text[4095], text[4096], text[8191]].join('');
    });
    expect(found).toEqual(['aaaa', 'aabb', 'bbaa', 'bbbb']);
  });

  it('may reset the mtime', async () => {
    const fs = diskWith({ '/f': '' });
    const before = fs.statSync('/f').mtimeNs;
    fs.advance(5000);
    appendText(fs, '/f', 'x');
    expect(fs.statSync('/f').mtimeNs).toBe(before + 5_000_000_000n);
    expect(fs.powerLossWorst().statSync('/f').mtimeNs).toBe(before);
    await syncPath(fs, '/f');
    expect(fs.powerLossWorst().statSync('/f').mtimeNs).toBe(before + 5_000_000_000n);
  });

  it('keeps a file that was synced completely, after any earlier changes', () => {
    const edit = fc.record({ at: fc.nat(9000), text: fc.string({ minLength: 1, maxLength: 20 }), empty: fc.boolean() });
    const property = fc.property(fc.array(edit), fc.array(edit), fc.array(fc.nat()), (before, after, picks) => {
      const fs = diskWith({ '/f': '' });
      const apply = ({ at, text, empty }: { at: number; text: string; empty: boolean }) => {
        const fd = fs.openSync('/f', OPEN.writeOrCreate | (empty ? constants.O_TRUNC : 0));
        const bytes = Buffer.from(text);
        fs.writeSync(fd, bytes, 0, bytes.length, at);
        fs.closeSync(fd);
      };
      before.forEach(apply);
      fs.syncAll();
      const synced = readText(fs, '/f');
      after.forEach(apply);
      expect(readText(fs.powerLossWorst(), '/f')).toBe(synced);
      expect(readText(fs.powerLossBest(), '/f')).toBe(readText(fs, '/f'));
      const found = fs.powerLoss((n) => (picks.shift() ?? 0) % n);
      expect(found.used).toBe(Number(found.statSync('/f').size));
      expect(readTree(found.powerLossWorst(), '/')).toEqual(readTree(found, '/'));
    });
    fc.assert(property);
  });
});

describe('power loss and names', () => {
  it('keeps or drops each of several changes', () => {
    const fs = diskWith({ '/d/a': 'a' });
    writeText(fs, '/d/b', '');
    fs.linkSync('/d/a', '/d/c');
    fs.unlinkSync('/d/a');
    const outcomes = everyOutcome(fs);
    expect(outcomes.size).toBe(8);
    expect(outcomes).toContain('{}');
    expect(outcomes).toContain(JSON.stringify({ '/d/a': 'a', '/d/b': '', '/d/c': 'a' }));
  });

  it('keeps a rename within one directory completely or not at all', () => {
    const fs = diskWith({ '/d/f': 'old', '/d/t': 'new' });
    fs.renameSync('/d/t', '/d/f');
    expect(everyOutcome(fs)).toEqual(trees({ '/d/f': 'old', '/d/t': 'new' }, { '/d/f': 'new' }));
  });

  it('keeps each half of a rename between two directories independently', () => {
    const fs = diskWith({ '/d/f': 'x' });
    fs.renameSync('/d/f', '/e/f');
    expect(everyOutcome(fs)).toEqual(trees({ '/d/f': 'x' }, { '/d/f': 'x', '/e/f': 'x' }, {}, { '/e/f': 'x' }));
  });

  it('keeps all names after the sync of the directory, but not the data', async () => {
    const fs = diskWith({ '/d/f': 'old' });
    writeText(fs, '/d/t', 'new');
    fs.renameSync('/d/t', '/d/f');
    await syncPath(fs, '/d');
    expect(readTree(fs.powerLossWorst(), '/')).toEqual({ '/d/f': '' });
    await syncPath(fs, '/d/f');
    expect(everyOutcome(fs)).toEqual(trees({ '/d/f': 'new' }));
  });

  it('loses the content of a directory whose own name was lost', async () => {
    const fs = diskWith({});
    fs.mkdirSync('/d/sub');
    writeText(fs, '/d/sub/f', 'x');
    await syncPath(fs, '/d/sub/f');
    await syncPath(fs, '/d/sub');
    expect(readTree(fs.powerLossWorst(), '/')).toEqual({});
    await syncPath(fs, '/d');
    expect(readTree(fs.powerLossWorst(), '/')).toEqual({ '/d/sub/f': 'x' });
  });

  it('leaves a moved directory with one name, and recounts links of files', () => {
    const fs = diskWith({});
    fs.mkdirSync('/d/sub');
    writeText(fs, '/d/sub/f', 'x');
    fs.syncAll();
    fs.renameSync('/d/sub', '/e/sub');
    const picks = [0, 1];
    const found = fs.powerLoss(() => picks.shift() ?? 0);
    expect(readTree(found, '/')).toEqual({ '/d/sub/f': 'x' });
    expect(found.statSync('/d/sub/f').nlink).toBe(1n);
  });

  it('gives a restored file a unique inode number', () => {
    const fs = new FaultFileSystem({ reuseInodes: true });
    writeText(fs, '/a', '1');
    fs.syncAll();
    const { ino } = fs.statSync('/a');
    fs.unlinkSync('/a');
    writeText(fs, '/b', '2');
    expect(fs.statSync('/b').ino).toBe(ino);
    const picks = [0, 1];
    const found = fs.powerLoss(() => picks.shift() ?? 0);
    expect(found.statSync('/a').ino).not.toBe(found.statSync('/b').ino);
  });
});

describe('a sync without effect', () => {
  it('succeeds and makes nothing durable', async () => {
    const fs = diskWith({ '/d/f': '' });
    fs.ignoreSync((path, kind) => path === '/d/f' && kind === 'file');
    appendText(fs, '/d/f', 'x');
    writeText(fs, '/d/g', 'y');
    for (const path of ['/d/f', '/d/g', '/d']) await syncPath(fs, path);
    expect(readTree(fs.powerLossWorst(), '/')).toEqual({ '/d/f': '', '/d/g': 'y' });
    fs.ignoreSync((_, kind) => kind === 'directory');
    fs.unlinkSync('/d/g');
    for (const path of ['/d/f', '/d']) await syncPath(fs, path);
    expect(readTree(fs.powerLossWorst(), '/')).toEqual({ '/d/f': 'x', '/d/g': 'y' });
  });

  it('is also fdatasync of a directory', async () => {
    const fs = diskWith({});
    writeText(fs, '/d/f', '');
    const fd = fs.openSync('/d', OPEN.read);
    await new Promise((resolve) => fs.fdatasync(fd, resolve));
    expect(fs.powerLossWorst().readdirSync('/d')).toEqual([]);
  });
});
