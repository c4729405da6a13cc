import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type EditOptions, type TextChange, TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { beforeLink, dead, once } from '../../../support/mutex-folder.ts';

let root: string;
const at = (name: string) => path.join(root, name);
const read = (name: string) => fs.readFileSync(at(name), 'utf8');
/** Returns the texts of the file and of the files saved beside it. */
const all = () => {
  const names = fs.readdirSync(root).filter((name) => name.startsWith('a.md'));
  return names.map(read).join('');
};
const kept = () => fs.readdirSync(at('.local/kept')).filter((name) => name !== 'clock');
const edits = (changes: Partial<FileSystem> = {}) =>
  new TextEdits({ ...nodeRuntime({}), fs: { ...nodeFileSystem, ...changes } }, { root, local: '.local' });
const shout = (text: string | null) => text?.toUpperCase() ?? null;
const sign = (text: string | null) => `# signed\n${text ?? ''}`;

/** Runs `act` right after the file `name` was replaced. */
function afterRename(name: string, act: () => void): Partial<FileSystem> {
  const intrude = once(act);
  return {
    renameSync(from, to) {
      nodeFileSystem.renameSync(from, to);
      if (to === at(name)) intrude();
    },
  };
}

beforeEach(() => {
  root = temporaryFolder();
  fs.writeFileSync(at('a.md'), 'one\n');
});

describe('an edit', () => {
  it("replaces the text, returns the file's new content and leaves no strays", async () => {
    const own = edits();
    expect(await own.edit('a.md', shout)).toEqual({ changed: true, text: 'ONE\n' });
    await own.whenIdle();
    expect(read('a.md')).toBe('ONE\n');
    expect(kept()).toEqual([]);
    expect(fs.readdirSync(root).sort()).toEqual(['.local', 'a.md']);
    expect(read('.local/.gitignore')).toBe('*\n');
    expect(own.problems).toEqual([]);
  });

  it.each([
    ['null', () => null],
    ['the same text', (text: string | null) => text],
  ])('that returns %s leaves the file untouched', async (_, change) => {
    const before = fs.statSync(at('a.md'), { bigint: true });
    expect(await edits().edit('a.md', change)).toEqual({ changed: false, text: 'one\n' });
    expect(fs.statSync(at('a.md'), { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
  });

  it.each([0o600, 0o666, 0o755, 0o464])('keeps the mode %o with any umask', async (mode) => {
    fs.chmodSync(at('a.md'), mode);
    await edits().edit('a.md', shout);
    expect(fs.statSync(at('a.md')).mode & 0o777).toBe(mode);
  });

  it('keeps the byte order mark and the line ends', async () => {
    fs.writeFileSync(at('a.md'), '\ufeffone\r\ntwo');
    await edits().edit('a.md', (text) => text?.replace('two', 'three') ?? null);
    expect(fs.readFileSync(at('a.md'))).toEqual(Buffer.from('\ufeffone\r\nthree'));
  });

  it('creates a missing file and its folder', async () => {
    const own = edits();
    expect(await own.edit('new/b.md', (text) => `${text}`)).toEqual({ changed: true, text: 'null' });
    expect(read('new/b.md')).toBe('null');
    expect(kept()).toEqual([]);
    expect(fs.readdirSync(at('new'))).toEqual(['b.md']);
  });

  it('does not create a missing file when the change returns null', async () => {
    expect(await edits().edit('b.md', () => null)).toEqual({ changed: false, text: null });
    expect(fs.existsSync(at('b.md'))).toBe(false);
  });

  it('never replaces a file that appears while it creates one', async () => {
    const appear = once(() => fs.writeFileSync(at('b.md'), 'theirs'));
    const linkSync: FileSystem['linkSync'] = (from, to) => {
      if (to === at('b.md')) appear();
      nodeFileSystem.linkSync(from, to);
    };
    expect(await edits({ linkSync }).edit('b.md', (text) => `ours over ${text}`)).toEqual({ changed: true, text: 'ours over theirs' });
  });

  it('writes through a symbolic link inside the root, and refuses a link that leads out', async () => {
    fs.symlinkSync('a.md', at('in.md'));
    fs.symlinkSync('/etc/hosts', at('out.md'));
    await edits().edit('in.md', shout);
    expect([read('a.md'), fs.lstatSync(at('in.md')).isSymbolicLink()]).toEqual(['ONE\n', true]);
    await expect(edits().edit('out.md', shout)).rejects.toMatchObject({ code: 'outside-root' });
    await expect(edits().edit('../a.md', shout)).rejects.toMatchObject({ code: 'outside-root' });
  });

  it('refuses a local folder that leads out of the root', async () => {
    const elsewhere = temporaryFolder();
    fs.symlinkSync(elsewhere, at('.local'));
    await expect(edits().edit('a.md', shout)).rejects.toMatchObject({ code: 'outside-root' });
    expect(fs.readdirSync(elsewhere)).toEqual([]);
  });

  it.each<[string, () => void, object]>([
    [
      'bytes that are not UTF-8',
      () => fs.writeFileSync(at('a.md'), Buffer.from([0x61, 0xff])),
      { code: 'broken-file', data: { line: 1, column: 2 } },
    ],
    ['a folder', () => fs.rmSync(at('a.md')) ?? fs.mkdirSync(at('a.md')), { code: 'broken-file' }],
    ['a file that is too large', () => fs.truncateSync(at('a.md'), 16 * 1024 * 1024 + 1), { code: 'broken-file' }],
  ])('refuses %s', async (_, prepare, expected) => {
    prepare();
    await expect(edits().edit('a.md', shout)).rejects.toMatchObject(expected);
  });

  it.each(['a.md', 'new.md'])('refuses to make %s larger than the limit for reading', async (name) => {
    const large = 'x'.repeat(16 * 1024 * 1024 + 1);
    await expect(edits().edit(name, () => large)).rejects.toMatchObject({ code: 'invalid-input', data: { value: large.length } });
    expect([read('a.md'), fs.existsSync(at('new.md'))]).toEqual(['one\n', false]);
  });

  // The last two codes make an edit retry for half a minute, but only when the edit itself raised them.
  it.each(['invalid-input', 'busy', 'already-exists'] as const)(
    'passes on errors of the change, also %s, and can be repeated',
    async (code) => {
      const own = edits();
      const error = new CortexError(code, 'no');
      await expect(
        own.edit('a.md', () => {
          throw error;
        }),
      ).rejects.toBe(error);
      expect(await own.edit('a.md', shout)).toMatchObject({ changed: true });
      expect(kept().length).toBe(2);
      await own.whenIdle();
      expect(kept()).toEqual([]);
    },
  );

  it('of the same file at the same time loses no other edit', async () => {
    const own = edits();
    fs.writeFileSync(at('n'), '0');
    await Promise.all(Array.from({ length: 20 }, () => own.edit('n', (text) => String(Number(text) + 1))));
    expect(read('n')).toBe('20');
  });
});

describe('another program that writes', () => {
  it('between read and replacement has the change applied to its text', async () => {
    const write = once(() => fs.writeFileSync(at('a.md'), 'two\n'));
    const linkSync: FileSystem['linkSync'] = (from, to) => {
      if (from === at('a.md')) write();
      nodeFileSystem.linkSync(from, to);
    };
    expect(await edits({ linkSync }).edit('a.md', sign)).toEqual({ changed: true, text: '# signed\ntwo\n' });
  });

  it('the same number of bytes with the same mtime is noticed', async () => {
    const { mtime } = fs.statSync(at('a.md'));
    const write = once(() => {
      fs.writeFileSync(at('a.md'), 'two\n');
      fs.utimesSync(at('a.md'), mtime, mtime);
    });
    const linkSync: FileSystem['linkSync'] = (from, to) => {
      if (from === at('a.md')) write();
      nodeFileSystem.linkSync(from, to);
    };
    expect(await edits({ linkSync }).edit('a.md', sign)).toEqual({ changed: true, text: '# signed\ntwo\n' });
  });

  it('into the replaced file during the edit has the change applied before the edit returns', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    const own = edits(afterRename('a.md', () => fs.writeSync(fd, 'two\nthree\n', 0)));
    expect(await own.edit('a.md', sign)).toEqual({ changed: true, text: '# signed\ntwo\nthree\n' });
    fs.closeSync(fd);
    await own.whenIdle();
    expect([read('a.md'), kept(), own.problems]).toEqual(['# signed\ntwo\nthree\n', [], []]);
  });

  it('into the replaced file within a second has the change applied when the edits are closed', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    const own = edits();
    await own.edit('a.md', sign);
    fs.writeSync(fd, 'late\n', 0);
    fs.closeSync(fd);
    expect(read('a.md')).toBe('# signed\none\n');
    await own.whenIdle();
    expect([read('a.md'), kept(), own.problems]).toEqual(['# signed\nlate\n', [], []]);
  });

  it('in two steps has both writes kept', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    const own = edits(
      afterRename('a.md', () => {
        fs.ftruncateSync(fd);
        fs.writeSync(fd, 'first', 0);
      }),
    );
    await own.edit('a.md', (text) => `${text}!`);
    expect(read('a.md')).toBe('first!');
    fs.writeSync(fd, ' and second', 5);
    fs.closeSync(fd);
    await own.whenIdle();
    expect([read('a.md'), own.problems]).toEqual(['first and second!', []]);
  });

  it('has all of our later changes applied', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    const own = edits();
    await own.edit('a.md', sign);
    await own.edit('a.md', (text) => `${text}end\n`);
    fs.writeSync(fd, 'late\n', 0);
    fs.closeSync(fd);
    await own.whenIdle();
    expect([read('a.md'), own.problems]).toEqual(['# signed\nlate\nend\n', []]);
  });

  it('at the end of the replaced file has its text appended, even if the file has changed since', async () => {
    const fd = fs.openSync(at('a.md'), 'a');
    const own = edits();
    await own.edit('a.md', sign);
    fs.writeFileSync(at('a.md'), 'of somebody else\n');
    fs.writeSync(fd, 'late\n');
    fs.closeSync(fd);
    await own.whenIdle();
    expect([read('a.md'), own.problems]).toEqual(['of somebody else\nlate\n', []]);
  });

  it('text that cannot be merged has it saved beside the file, and the report names that file', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    const own = edits();
    await own.edit('a.md', sign);
    fs.writeFileSync(at('a.md'), 'of somebody else\n');
    fs.writeSync(fd, 'two\n', 0);
    fs.closeSync(fd);
    await own.whenIdle();
    const beside = fs.readdirSync(root).filter((name) => name.startsWith('a.md.kept-'));
    expect([read('a.md'), beside.map(read), kept()]).toEqual(['of somebody else\n', ['two\n'], []]);
    expect(own.problems).toEqual([expect.stringContaining(beside[0] ?? 'none')]);
  });

  it.each([
    ['what cannot be told apart', 'r+', 'two\n', 0],
    ['an addition', 'a', 'late\n', null],
  ])('%s and also over the current file has both reported: its text, and our lost change', async (_, flags, text, position) => {
    const fd = fs.openSync(at('a.md'), flags);
    const own = edits();
    await own.edit('a.md', sign, { what: () => 'the signature' });
    fs.writeFileSync(at('a.md'), 'of somebody else\n');
    fs.writeSync(fd, text, position);
    fs.closeSync(fd);
    await own.whenIdle();
    expect(own.problems.join('\n')).toContain('the signature is no longer in the file as written');
    expect([all(), kept()]).toEqual([expect.stringContaining(text), []]);
  });
});

describe('after the death of a process', () => {
  /** Leaves what remains of an edit whose process is killed right after the rename. */
  async function die(change: TextChange = sign, options: EditOptions = {}, next?: TextChange): Promise<void> {
    const runtime = { ...nodeRuntime({}), process: dead };
    const doomed = new TextEdits({ ...runtime, sleep: () => new Promise(() => {}) }, { root, local: '.local' });
    await doomed.edit('a.md', change, options);
    if (next !== undefined) await doomed.edit('a.md', next);
    age();
  }

  /** Leaves what remains of an addition whose process ends at once. */
  async function dieAdding(): Promise<void> {
    const runtime = { ...nodeRuntime({}), process: dead };
    const doomed = new TextEdits({ ...runtime, sleep: () => new Promise(() => {}) }, { root, local: '.local' });
    await doomed.append('a.md', () => ({ text: 'added\n', parts: [{ text: 'added\n', what: 'the addition' }] }));
    age();
  }

  /** Ages the notes by 1.5 s. */
  function age(): void {
    const old = new Date(Date.now() - 1_500);
    for (const name of kept()) if (name.endsWith('.json')) fs.utimesSync(at(`.local/kept/${name}`), old, old);
  }

  /** Overwrites the file right after our change, like a program that had read it before the change. */
  function writeBack(text: string): void {
    fs.writeFileSync(at('a.md'), text);
    const then = new Date(Date.now() - 1_400);
    fs.utimesSync(at('a.md'), then, then);
  }

  it('the next edit removes the replaced file', async () => {
    await die();
    expect(kept().length).toBe(2);
    await edits().edit('b.md', () => null);
    expect([kept(), read('a.md')]).toEqual([[], '# signed\none\n']);
  });

  it('the next edit reads each of hundreds of abandoned notes once', async () => {
    for (let n = 0; n < 40; n += 1) fs.writeFileSync(at(`n${n}.md`), 'one\n');
    const doomed = new TextEdits({ ...nodeRuntime({}), process: dead, sleep: () => new Promise(() => {}) }, { root, local: '.local' });
    for (let n = 0; n < 40; n += 1) await doomed.edit(`n${n}.md`, sign);
    const old = new Date(Date.now() - 1_500);
    for (const name of kept()) if (name.endsWith('.json')) fs.utimesSync(at(`.local/kept/${name}`), old, old);
    let opened = 0;
    const openSync: FileSystem['openSync'] = (file, ...rest) => {
      if (file.endsWith('.json')) opened += 1;
      return nodeFileSystem.openSync(file, ...rest);
    };
    await edits({ openSync }).edit('b.md', () => null);
    expect(kept()).toEqual([]);
    expect(opened).toBeLessThan(40 * 6);
  });

  it('a replaced file that another program made too large is reported and does not block other edits', async () => {
    const fd = fs.openSync(at('a.md'), 'a');
    await die();
    fs.ftruncateSync(fd, 17 * 1024 * 1024);
    fs.closeSync(fd);
    const next = edits();
    await next.edit('b.md', () => 'new\n');
    expect(read('b.md')).toBe('new\n');
    expect(next.problems).toEqual([expect.stringContaining('.local/kept/')]);
    expect(kept().length, 'the text of the other program is still there').toBe(2);
  });

  it.each([1, 2])('late text of another program is appended exactly once, after %i processes', async (times) => {
    const fd = fs.openSync(at('a.md'), 'a');
    await die();
    fs.writeSync(fd, 'late\n');
    fs.closeSync(fd);
    for (let n = 0; n < times; n += 1) await edits().edit('b.md', () => null);
    expect(read('a.md')).toBe('# signed\none\nlate\n');
  });

  it('late text over other lines is merged with our change', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    await die();
    fs.writeSync(fd, 'two\n', 0);
    fs.closeSync(fd);
    const next = edits();
    await next.edit('b.md', () => null);
    expect([read('a.md'), fs.readdirSync(root).sort(), next.problems]).toEqual(['# signed\ntwo\n', ['.local', 'a.md'], []]);
  });

  it('late text over the same lines is saved beside the file', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    await die(shout);
    fs.writeSync(fd, 'two\n', 0);
    fs.closeSync(fd);
    const next = edits();
    await next.edit('b.md', () => null);
    const beside = fs.readdirSync(root).filter((name) => name.startsWith('a.md.kept-'));
    expect([read('a.md'), beside.map(read), next.problems.length]).toEqual(['ONE\n', ['two\n'], 1]);
  });

  it('later changes of the dead process are merged into late text', async () => {
    const fd = fs.openSync(at('a.md'), 'r+');
    await die(sign, {}, (text) => `${text}end\n`);
    fs.writeSync(fd, 'two\n', 0);
    fs.closeSync(fd);
    await edits().edit('b.md', () => null);
    expect(read('a.md')).toBe('# signed\ntwo\nend\n');
  });

  it('a change is restored once when a program that had read the file before writes it back', async () => {
    await die(sign, { what: () => 'the signature' });
    writeBack('one\n');
    const next = edits();
    expect(await next.look()).toBe(true);
    expect([read('a.md'), next.problems]).toEqual(['# signed\none\n', []]);
  });

  it('a change is made again in a rewritten file that has its lines unchanged', async () => {
    fs.writeFileSync(at('a.md'), '# Queue\n### One\n- free\n');
    await die((text) => text?.replace('- free', '- ann') ?? null, { what: () => 'the claim' });
    writeBack('new\n# Queue\n### One\n- free\n### Two\n- free\n');
    const next = edits();
    await next.look();
    expect([read('a.md'), next.problems]).toEqual(['new\n# Queue\n### One\n- ann\n### Two\n- free\n', []]);
  });

  it.each([
    ['made again in a file that is as before', 'one\n', '# signed\none\n', []],
    ['reported', 'another\n', 'another\n', [expect.stringContaining('the signature is no longer in the file as written')]],
  ])('a change that is gone within the same second is %s at once', async (_, written, after, problems) => {
    await die(sign, { what: () => 'the signature' });
    const now = Date.now() / 1_000;
    for (const name of kept()) if (name.endsWith('.json')) fs.utimesSync(at(`.local/kept/${name}`), now - 0.3, now - 0.3);
    fs.writeFileSync(at('a.md'), written);
    fs.utimesSync(at('a.md'), now - 0.1, now - 0.1);
    const next = edits();
    await next.look();
    expect([read('a.md'), next.problems]).toEqual([after, problems]);
    age();
    const later = edits();
    await later.look();
    expect([read('a.md'), later.problems]).toEqual([after, []]);
  });

  it('a change that is missing from a rewritten file is reported', async () => {
    await die(sign, { what: () => 'the signature' });
    writeBack('another\n');
    const next = edits();
    await next.look();
    expect([read('a.md'), next.problems]).toEqual([
      'another\n',
      [expect.stringContaining('the signature is no longer in the file as written')],
    ]);
    expect(kept()).toEqual([]);
  });

  it.each([
    ['over the same lines', 'r+', 'two\n', 0],
    ['at the end', 'a', 'late\n', null],
  ])('a missing change is also reported when late text was written %s of the replaced file', async (_, flags, text, position) => {
    const fd = fs.openSync(at('a.md'), flags);
    await die(shout, { what: () => 'the shout' });
    writeBack('another\n');
    fs.writeSync(fd, text, position);
    fs.closeSync(fd);
    const next = edits();
    await next.look();
    expect(next.problems.join('\n')).toContain('the shout is no longer in the file as written');
    expect(all()).toContain(text);
  });

  it('a change missing at its place is reported even if the same lines occur elsewhere', async () => {
    fs.writeFileSync(at('a.md'), 'first\n- free\nsecond\n- free\n');
    const claim = (title: string, to: string) => (text: string | null) =>
      text?.replace(`${title}\n- free\n`, `${title}\n- ${to}\n`) ?? null;
    await die(claim('first', 'ann'), { what: () => 'the first' }, claim('second', 'ann'));
    writeBack('first\n- bob\nsecond\n- ann\n');
    const next = edits();
    await next.look();
    expect(next.problems).toEqual([expect.stringContaining('the first is no longer in the file as written')]);
  });

  it.each([
    ['changes the status of what it was given', '**Status:** done\n**Agent:** ann\n', []],
    [
      'gives it to another',
      '**Status:** busy\n**Agent:** bob\n',
      [expect.stringContaining('the claim is no longer in the file as written')],
    ],
  ])('only missing parts of a claim are reported when another program %s', async (_, claimed, problems) => {
    fs.writeFileSync(at('a.md'), '### One\n**Status:** ready\n### Two\n**Status:** ready\n');
    const claim = (text: string | null) => text?.replace('**Status:** ready\n', '**Status:** busy\n**Agent:** ann\n') ?? null;
    await die(claim, { what: () => 'the claim' });
    writeBack(`### One\n${claimed}Summary: s\n### Two\n**Status:** ready\n`);
    const next = edits();
    await next.look();
    expect(next.problems).toEqual(problems);
  });

  it('a lost claim is made again although the next task has the same lines', async () => {
    fs.writeFileSync(at('a.md'), '### One\n**Status:** ready\n### Two\n**Status:** ready\n');
    const claim = (text: string | null) => text?.replace('**Status:** ready\n', '**Status:** busy\n**Agent:** ann\n') ?? null;
    await die(claim, { what: () => 'the claim of One' });
    writeBack('### One\n**Status:** ready\n### Two\n**Status:** busy\n**Agent:** ann\n');
    const next = edits();
    await next.look();
    expect(next.problems).toEqual([]);
    expect(fs.readFileSync(at('a.md'), 'utf8')).toBe(
      '### One\n**Status:** busy\n**Agent:** ann\n### Two\n**Status:** busy\n**Agent:** ann\n',
    );
  });

  it('a loss that a later edit of ours detected is reported later, even after more changes of the file', async () => {
    const other = edits();
    await other.edit('b.md', () => null);
    await die(sign, { what: () => 'the signature' });
    writeBack('another\n');
    await other.edit('a.md', shout);
    fs.utimesSync(at('a.md'), new Date(), new Date(Date.now() + 10_000));
    age();
    const next = edits();
    await next.look();
    expect(next.problems).toEqual([expect.stringContaining('the signature is no longer in the file as written')]);
  });

  it('a removal much later is accepted as intended', async () => {
    await die(sign, { what: () => 'the signature' });
    fs.writeFileSync(at('a.md'), 'one\n');
    fs.utimesSync(at('a.md'), new Date(), new Date(Date.now() + 10_000));
    const next = edits();
    await next.look();
    expect([read('a.md'), next.problems, kept()]).toEqual(['one\n', [], []]);
  });

  it('earlier lines that reappear much later are reported and not changed', async () => {
    await die(shout, { what: () => 'the shout' });
    fs.writeFileSync(at('a.md'), 'one\n');
    fs.utimesSync(at('a.md'), new Date(), new Date(Date.now() + 10_000));
    const next = edits();
    await next.look();
    expect([read('a.md'), next.problems, kept()]).toEqual([
      'one\n',
      [expect.stringContaining('the shout is no longer in the file as written')],
      [],
    ]);
  });

  it('a change that we removed ourselves is not restored', async () => {
    await die(sign, { what: () => 'the signature' });
    await edits().edit('a.md', (text) => text?.replace('# signed\n', '') ?? null);
    const next = edits();
    await next.look();
    expect([read('a.md'), next.problems]).toEqual(['one\n', []]);
  });

  it('an addition is restored when a program writes back a version from before it', async () => {
    await dieAdding();
    writeBack('one\n');
    await edits().look();
    expect(read('a.md')).toBe('one\nadded\n');
  });

  it('an addition that is missing from a rewritten file is saved beside it', async () => {
    await dieAdding();
    writeBack('another\n');
    const next = edits();
    await next.look();
    const beside = fs.readdirSync(root).filter((name) => name.startsWith('a.md.kept-'));
    expect([read('a.md'), beside.map(read)]).toEqual(['another\n', ['added\n']]);
    expect(next.problems).toEqual([expect.stringContaining(`the addition is no longer in the file as written`)]);
  });

  it('nothing is touched while the process may be alive', async () => {
    const alive = edits();
    await alive.edit('a.md', sign);
    await edits().edit('b.md', () => null);
    expect(kept().length).toBe(2);
    await alive.whenIdle();
  });

  it.each([
    ['out of the root', '../../etc/hosts', 'names a path outside its folder'],
    ['into what git keeps', 'sub/.GIT/config', 'inside .git'],
  ])('a note that leads %s is not followed', async (_, where, why) => {
    const fd = fs.openSync(at('a.md'), 'a');
    await die();
    fs.writeSync(fd, '[core]\n');
    fs.closeSync(fd);
    fs.mkdirSync(at('sub/.GIT'), { recursive: true });
    fs.writeFileSync(at('sub/.GIT/config'), 'theirs\n');
    const name = kept().find((each) => each.endsWith('.json')) ?? '';
    const note: unknown = JSON.parse(read(`.local/kept/${name}`));
    fs.writeFileSync(at(`.local/kept/${name}`), JSON.stringify({ ...Object(note), path: where }));
    const old = new Date(Date.now() - 100_000);
    fs.utimesSync(at(`.local/kept/${name}`), old, old);
    const next = edits();
    await next.edit('b.md', () => null);
    expect(next.problems).toEqual([expect.stringContaining(why)]);
    expect([read('sub/.GIT/config'), fs.readdirSync(at('sub/.GIT'))]).toEqual(['theirs\n', ['config']]);
  });
});

describe('the note of a change', () => {
  it.each([1, 5])('of %i MB does not block further changes', async (megabytes) => {
    const large = `${'"'.repeat(megabytes * 1_000_000)}\n`;
    const runtime = { ...nodeRuntime({}), process: dead, sleep: () => new Promise<never>(() => {}) };
    const doomed = new TextEdits(runtime, { root, local: '.local' });
    await doomed.append('a.md', () => ({ text: large, parts: [{ text: large, what: 'the addition' }] }));
    await doomed.edit('a.md', (text) => `${text}${large}`, { what: () => 'the change' });
    const next = edits();
    await next.edit('a.md', (text) => `${text}end\n`);
    expect(read('a.md')).toBe(`one\n${large}${large}end\n`);
    expect(next.problems).toEqual([]);
    await next.whenIdle();
  });

  it('is reported and skipped when it is not valid, for example a folder', async () => {
    await edits().edit('a.md', shout);
    const old = new Date(Date.now() - 100_000);
    const [folder, long] = ['00000000000000aa.json', '00000000000000bb.json'].map((name) => at(`.local/kept/${name}`));
    fs.mkdirSync(folder ?? '');
    fs.writeFileSync(long ?? '', JSON.stringify({ path: 'a/'.repeat(20_000) }));
    for (const file of [folder, long]) fs.utimesSync(file ?? '', old, old);
    const next = edits();
    await next.edit('a.md', (text) => `${text}end\n`);
    expect(read('a.md')).toBe('ONE\nend\n');
    expect(next.problems).toEqual([
      expect.stringContaining(`${folder}: cannot read the record of a change, and it cannot be removed. Remove it.`),
    ]);
    expect(fs.existsSync(long ?? '')).toBe(false);
    await next.whenIdle();
  });
});

it('an edit that always meets other writers fails with `busy`', async () => {
  let n = 0;
  const runtime = nodeRuntime({});
  const clock = { ...runtime.clock, monotonic: () => runtime.clock.monotonic() + 100 * n };
  const linkSync: FileSystem['linkSync'] = (from, to) => {
    if (from === at('a.md')) fs.writeFileSync(from, String(n++));
    nodeFileSystem.linkSync(from, to);
  };
  const restless = new TextEdits({ ...runtime, clock, fs: { ...nodeFileSystem, linkSync } }, { root, local: '.local' });
  await expect(restless.edit('a.md', sign)).rejects.toMatchObject({ code: 'busy' });
  expect(read('a.md')).toBe(String(n - 1));
  expect(kept()).toEqual([]);
});

it('the mutex of a dead process does not block edits', async () => {
  await edits({ ...beforeLink(() => {}) }).edit('a.md', shout);
  expect(read('a.md')).toBe('ONE\n');
});
