import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

/** An edit, and the folder that becomes a link while the edit runs. */
export interface Attempt {
  readonly work: (edits: TextEdits) => Promise<unknown>;
  /** Relative to the root; `''` for the root itself. */
  readonly swapped: string;
  /** Whether the folder is restored before the next call. */
  readonly back: boolean;
}

interface Ended {
  /** Numbers of the calls that write or resolve a name, counted from 1. */
  readonly calls: readonly number[];
  readonly error: unknown;
}

const TELLING: ReadonlySet<string> = new Set(['openSync', 'linkSync', 'renameSync', 'mkdirSync', 'writeSync', 'realpathSync']);

/** Calls `each` before every call to the file system. */
function watched(each: (call: number) => void): { fs: FileSystem; calls: readonly number[] } {
  let count = 0;
  const calls: number[] = [];
  const proxy = new Proxy(nodeFileSystem, {
    get(target, name: keyof FileSystem) {
      const method = target[name];
      return (...args: never[]) => {
        count += 1;
        each(count);
        if (TELLING.has(name)) calls.push(count);
        return Reflect.apply(method, target, args);
      };
    },
  });
  return { fs: proxy, calls };
}

/** Replaces a folder with a link to another one, or restores it. */
function swap(folder: string, outside: string, isLink: boolean): void {
  if (isLink) {
    fs.renameSync(folder, `${folder}.real`);
    fs.symlinkSync(outside, folder);
  } else {
    fs.unlinkSync(folder);
    fs.renameSync(`${folder}.real`, folder);
  }
}

/** Returns the texts of all non-empty files below a folder, by name. */
function textsIn(folder: string): Record<string, string> {
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    names.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]).filter(([, text]) => text !== ''),
  );
}

/** Runs the edit while a folder becomes a link at one call. Nothing of the file's content may be written to the link's target. */
async function attempt({ work, swapped, back }: Attempt, at: number): Promise<Ended> {
  const [parent, outside] = [temporaryFolder(), temporaryFolder()];
  const root = path.join(parent, 'root');
  fs.mkdirSync(path.join(root, 'sub'), { recursive: true });
  fs.writeFileSync(path.join(root, 'sub', 'a.md'), 'one\n');
  const precious = swapped === '' ? 'sub/a.md' : 'a.md';
  fs.mkdirSync(path.dirname(path.join(outside, precious)), { recursive: true });
  fs.writeFileSync(path.join(outside, precious), 'precious\n');
  const folder = path.join(root, swapped);
  const { fs: seen, calls } = watched((call) => {
    if (call === at) swap(folder, outside, true);
    if (back && call === at + 1) swap(folder, outside, false);
  });
  const edits = new TextEdits({ ...nodeRuntime({}), fs: seen }, { root, isReal: true, local: '.local' });
  const error: unknown = await work(edits).then(
    () => null,
    (failure: unknown) => failure,
  );
  const told = [...calls];
  if (error !== null) expect(error, `at call ${at}`).toBeInstanceOf(CortexError);
  const { [precious]: text, ...others } = textsIn(outside);
  expect([text, Object.entries(others).filter(([name]) => !name.includes('.local'))], `at call ${at}`).toEqual(['precious\n', []]);
  await edits.whenIdle().catch((failure: unknown) => expect(failure).toBeInstanceOf(CortexError));
  return { calls: told, error };
}

const shout = (edits: TextEdits) => edits.edit('sub/a.md', (text) => text?.toUpperCase() ?? null);
const make = (edits: TextEdits) => edits.edit('sub/new.md', () => 'ours\n');
const add = (edits: TextEdits) => edits.append('sub/a.md', () => ({ text: 'ours\n' }));

export const SWAPS: readonly Attempt[] = [shout, make, add].flatMap((work) => [
  { work, swapped: 'sub', back: false },
  { work, swapped: 'sub', back: true },
  { work, swapped: '', back: work === add },
]);

/**
 * Runs an edit once undisturbed, then with the folder swapped at each call.
 * @param oneIn one of so many successive calls is tried, @param first the index of the first one tried
 * @returns how many runs were refused, and how many were tried
 */
export async function exploreSwaps(each: Attempt, oneIn: number, first = 0): Promise<{ readonly refused: number; readonly tried: number }> {
  const { calls, error } = await attempt(each, -1);
  expect(error).toBeNull();
  expect(calls.length).toBeGreaterThan(10);
  const ended = await Promise.all(calls.filter((_, n) => n % oneIn === first % oneIn).map((call) => attempt(each, call)));
  const refused = ended.filter((one) => one.error instanceof CortexError && one.error.code === 'outside-root');
  return { refused: refused.length, tried: ended.length };
}
