import { describe, expect, it } from 'vitest';
import { OPEN } from '../../../src/engine/platform/file-system.ts';
import { appendText, readText, writeText } from '../../support/fault-fs/files.ts';
import { type Call, FaultFileSystem, SimulatedCrash } from '../../support/fault-fs.ts';

const bytes = Buffer.from('0123456789');

const code = (expected: string) => expect.objectContaining({ code: expected });

function fail(attempt: () => unknown): unknown {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
}

describe('descriptors', () => {
  it('keep an unlinked file and its space until they are closed', () => {
    const fs = new FaultFileSystem();
    writeText(fs, '/f', 'old');
    const unlinked = fs.openSync('/f', OPEN.append);
    fs.unlinkSync('/f');
    expect(fs.fstatSync(unlinked)).toMatchObject({ nlink: 0n, size: 3n });
    expect(fs.writeSync(unlinked, bytes, 0, 10, null)).toBe(10);
    expect(fs.used).toBe(13);
    fs.closeSync(unlinked);
    expect(fs.used).toBe(0);
  });

  it('keep a file that a rename replaced', () => {
    const fs = new FaultFileSystem();
    writeText(fs, '/f', 'old');
    const fd = fs.openSync('/f', OPEN.read);
    writeText(fs, '/t', 'new');
    fs.renameSync('/t', '/f');
    const found = Buffer.alloc(3);
    fs.readSync(fd, found, 0, 3, 0);
    expect([found.toString(), readText(fs, '/f')]).toEqual(['old', 'new']);
    expect(fs.fstatSync(fd).ino).not.toBe(fs.statSync('/f').ino);
  });

  it('belong to one process and are never reused', () => {
    const fs = new FaultFileSystem();
    const fd = fs.openSync('/f', OPEN.createNew);
    expect(fail(() => fs.processView().fstatSync(fd))).toEqual(code('EBADF'));
    fs.closeSync(fd);
    expect(fail(() => fs.closeSync(fd))).toEqual(code('EBADF'));
    expect(fs.openSync('/f', OPEN.read)).not.toBe(fd);
  });

  it('pass an error for a bad number to the callback of a sync', async () => {
    const error = await new Promise((resolve) => new FaultFileSystem().fsync(77, resolve));
    expect(error).toMatchObject({ code: 'EBADF', syscall: 'fsync' });
  });
});

describe('the disk', () => {
  it('becomes full with a short write, then ENOSPC, and overwriting still works', () => {
    const fs = new FaultFileSystem({ capacity: 15 });
    const fd = fs.openSync('/f', OPEN.writeOrCreate);
    expect([fs.writeSync(fd, bytes, 0, 10, null), fs.writeSync(fd, bytes, 0, 10, null)]).toEqual([10, 5]);
    expect(fail(() => fs.writeSync(fd, bytes, 0, 10, null))).toMatchObject({ code: 'ENOSPC', syscall: 'write' });
    expect(fs.writeSync(fd, bytes, 0, 10, 2)).toBe(10);
    expect(readText(fs, '/f')).toBe('010123456789234');
    fs.capacity = 20;
    expect([fs.writeSync(fd, bytes, 0, 10, null), fs.used]).toEqual([5, 20]);
  });

  it('can be read-only', () => {
    const fs = new FaultFileSystem();
    writeText(fs, '/f', 'x');
    const fd = fs.openSync('/f', OPEN.append);
    fs.readOnly = true;
    const attempts = [
      () => fs.openSync('/f', OPEN.append),
      () => fs.openSync('/g', OPEN.createNew),
      () => fs.writeSync(fd, bytes, 0, 1, null),
      () => fs.mkdirSync('/d'),
      () => fs.linkSync('/f', '/g'),
      () => fs.renameSync('/f', '/g'),
      () => fs.unlinkSync('/f'),
    ];
    expect(attempts.map(fail)).toEqual(attempts.map(() => code('EROFS')));
    expect(readText(fs, '/f')).toBe('x');
  });

  it('takes its time from a parameter', () => {
    const fs = new FaultFileSystem({ now: () => 7n });
    writeText(fs, '/f', 'x');
    fs.advance(0.001);
    writeText(fs, '/g', 'x');
    expect([fs.statSync('/f').mtimeNs, fs.statSync('/g').mtimeNs]).toEqual([7n, 1007n]);
  });
});

describe('hooks', () => {
  it('see each call with path and label, also for a descriptor', () => {
    const seen: Call[] = [];
    const onCall = (call: Call) => {
      seen.push(call);
      return 'proceed' as const;
    };
    const fs = new FaultFileSystem({ label: (op, path, _, { data }) => `${op} ${path} ${Buffer.from(data ?? [])}`.trim(), onCall });
    appendText(fs, '/f', 'ab');
    fs.renameSync('/f', '/g');
    expect(seen.map(({ index, label, to }) => [index, label, to])).toEqual([
      [0, 'openSync /f', undefined],
      [1, 'writeSync /f ab', undefined],
      [2, 'closeSync /f', undefined],
      [3, 'renameSync /f', '/g'],
    ]);
    expect([...fs.hits.values()]).toEqual([1, 1, 1, 1]);
    appendText(fs, '/f', 'ab');
    expect(fs.hits.get('writeSync /f ab')).toBe(2);
  });

  it('make a call fail with the error of Node', () => {
    const fs = new FaultFileSystem({ onCall: ({ op }) => (op === 'renameSync' || op === 'writeSync' ? { fail: 'EIO' } : 'proceed') });
    const message = "EIO: i/o error, rename '/a' -> '/b'";
    expect(fail(() => fs.renameSync('/a', '/b'))).toMatchObject({ message, code: 'EIO', syscall: 'rename', path: '/a', dest: '/b' });
    expect(fail(() => appendText(fs, '/f', 'x'))).toMatchObject({ message: 'EIO: i/o error, write', code: 'EIO' });
  });

  it('shorten reads and writes', () => {
    const fs = new FaultFileSystem({ onCall: ({ op }) => (op === 'writeSync' || op === 'readSync' ? { short: 4 } : 'proceed') });
    const fd = fs.openSync('/f', OPEN.createNew);
    expect([fs.writeSync(fd, bytes, 0, 10, null), fs.writeSync(fd, bytes, 0, 10, null), fs.readSync(fd, Buffer.alloc(9), 0, 9, 0)]).toEqual(
      [4, 4, 4],
    );
  });

  it('let another process act during a call, and are not called for their own reads', () => {
    const fs = new FaultFileSystem();
    const other = fs.processView();
    fs.onCall = ({ op }) => {
      if (op === 'writeSync') appendText(other, '/f', `<${readText(fs, '/f')}>`);
      return 'proceed';
    };
    appendText(fs, '/f', 'a');
    appendText(fs, '/f', 'b');
    expect([readText(fs, '/f'), fs.openCount]).toEqual(['<>a<<>a>b', 0]);
  });

  it('delay a sync until a promise resolves', async () => {
    const fs = new FaultFileSystem();
    writeText(fs, '/f', 'x');
    let go = () => {};
    const hold = new Promise<void>((resolve) => {
      go = resolve;
    });
    fs.onCall = ({ op }) => (op === 'fsync' ? { hold } : 'proceed');
    const order: string[] = [];
    const synced = new Promise<void>((resolve) => fs.fsync(fs.openSync('/f', OPEN.read), () => resolve(void order.push('synced'))));
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push('let go');
    go();
    await synced;
    expect(order).toEqual(['let go', 'synced']);
  });

  it('must return an answer that fits the call', () => {
    const fs = new FaultFileSystem({ onCall: () => ({ short: 1 }) });
    expect(() => fs.unlinkSync('/f')).toThrow('unlinkSync cannot be answered with short');
  });
});

describe('a crash', () => {
  const crashing = (op: string, answer: 'crash' | 'crash-after' | { shortThenCrash: number }) => {
    const disk = new FaultFileSystem();
    writeText(disk, '/f', 'old');
    return disk.processView({ onCall: (call) => (call.op === op ? answer : 'proceed') });
  };

  it.each([
    ['crash', 'old'],
    ['crash-after', 'oldnew'],
    [{ shortThenCrash: 2 }, 'oldne'],
  ] as const)('%j leaves %s', (answer, expected) => {
    const fs = crashing('writeSync', answer);
    expect(fail(() => appendText(fs, '/f', 'new'))).toBeInstanceOf(SimulatedCrash);
    expect(readText(fs.processDeath(), '/f')).toBe(expected);
  });

  it('ends the process: later calls have no effect, its files are closed, and other processes continue', () => {
    const fs = crashing('writeSync', 'crash');
    const other = fs.processView();
    const fd = fs.openSync('/f', OPEN.append);
    const crash = fail(() => fs.writeSync(fd, bytes, 0, 1, null));
    expect([fail(() => fs.unlinkSync('/f')), fail(() => fs.closeSync(fd)), fs.crash]).toEqual([crash, crash, crash]);
    expect(fs.openCount).toBe(0);
    other.unlinkSync('/f');
    expect(other.used).toBe(0);
  });

  it('rejects pending syncs, which made nothing durable', async () => {
    const fs = new FaultFileSystem();
    writeText(fs, '/f', '');
    fs.syncAll();
    writeText(fs, '/f', 'x');
    const waiting = new Promise((resolve) => fs.fsync(fs.openSync('/f', OPEN.read), resolve));
    const crash = fs.kill('power button');
    expect(await waiting).toBe(crash);
    expect(await fs.whenCrashed).toBe(crash);
    expect(readText(fs.powerLossWorst(), '/f')).toBe('');
  });

  it('after a sync keeps its effect', () => {
    const fs = crashing('fsync', 'crash-after');
    const fd = fs.openSync('/f', OPEN.append);
    const root = fs.processView();
    root.syncAll();
    fs.writeSync(fd, bytes, 0, 2, null);
    expect(fail(() => fs.fsync(fd, () => {}))).toBeInstanceOf(SimulatedCrash);
    expect(readText(fs.powerLossWorst(), '/f')).toBe('old01');
  });

  it('can be caused by the hook itself', () => {
    const fs = new FaultFileSystem();
    fs.onCall = () => {
      fs.kill('by the hook');
      return 'proceed';
    };
    expect(fail(() => fs.mkdirSync('/d'))).toMatchObject({ message: 'by the hook' });
    expect(fs.processView().readdirSync('/')).toEqual([]);
  });
});
