import { expect, test } from 'vitest';
import { TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { type Aftermath, exploreCrashes } from '../../../support/crash-explorer.ts';
import { readText, readTree, writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';

const ROOT = '/vault';
const NOTE = `${ROOT}/a.md`;
const NEW = `${ROOT}/deep/new.md`;

/** The result of one edit. */
interface Outcome {
  readonly what: 'signed' | 'ended' | 'made' | 'late' | 'closed';
  /** `null` when the edit succeeded. */
  readonly error: unknown;
  /** The file's content right after the edit. */
  readonly after: string | null;
}

interface World {
  readonly time: SimulatedTime;
}

const sign = (text: string | null) => `# signed\n${text}`;
const end = (text: string | null) => `${text}the end\n`;

function open(fs: FaultFileSystem, { time }: World, seed: number): TextEdits {
  return new TextEdits(simulatedRuntime(fs, { time, seed }), { root: ROOT, local: '.local' });
}

function setup(fs: FaultFileSystem): World {
  fs.mkdirSync(ROOT, { recursive: true });
  writeText(fs, NOTE, 'one\n');
  fs.syncAll();
  return { time: new SimulatedTime() };
}

function textOrNull(fs: FaultFileSystem, file: string): string | null {
  try {
    return readText(fs, file);
  } catch {
    return null;
  }
}

/** Edits that continue after failures, beside a foreign program that appends to the file through an old descriptor. */
async function scenario(fs: FaultFileSystem, outcomes: Outcome[], world: World): Promise<void> {
  const other = fs.processView();
  const old = other.openSync(NOTE, OPEN.append);
  const own = open(fs, world, 1);
  const attempt = async (what: Outcome['what'], file: string, work: () => Promise<unknown>) => {
    const error = await work().then(
      () => null,
      (thrown: unknown) => thrown ?? 'nothing was thrown',
    );
    outcomes.push({ what, error, after: textOrNull(other, file) });
  };
  await attempt('signed', NOTE, () => own.edit('a.md', sign));
  const bytes = Buffer.from('late\n');
  other.writeSync(old, bytes, 0, bytes.length, null);
  other.closeSync(old);
  await attempt('ended', NOTE, () => own.edit('a.md', end));
  await attempt('made', NEW, () => own.edit('deep/new.md', () => 'new\n'));
  await attempt('closed', NOTE, () => own.whenIdle());
}

const PARTS = { signed: '# signed\n', ended: 'the end\n', late: 'late\n' } as const;
const howOften = (text: string, part: string) => text.split(part).length - 1;

/** Returns whether the file was changed, also when the change may not be durable. */
function isMade(error: unknown, file: string): boolean {
  if (error === null) return true;
  return error instanceof CortexError && error.data.file === file && error.message.includes('sync the file to disk');
}

/** Checks the content of a file after an edit that succeeded or failed. */
function expectMade({ what, error }: Outcome, text: string | null, called: string): void {
  const because = `${called}: ${what} ${error}: ${text}`;
  if (what === 'made') expect(text, because).toBe(isMade(error, NEW) ? 'new\n' : null);
  else if (what !== 'closed') expect(howOften(text ?? '', PARTS[what]), because).toBe(isMade(error, NOTE) ? 1 : 0);
}

/** Returns the files after another process has run, long after the death of the first one. */
async function settledTree(fs: FaultFileSystem, time: SimulatedTime): Promise<Record<string, string>> {
  const world = { time: time.fork() };
  world.time.advance(fs, 61_000);
  const next = open(fs, world, 8);
  await next.edit('other.md', () => null);
  await next.whenIdle();
  const files = Object.entries(readTree(fs, ROOT));
  return Object.fromEntries(files.filter(([file]) => !/\/\.local\/(?:turns\/|\.gitignore$|kept\/clock$)/.test(file)));
}

async function verify({ fs, acknowledged: outcomes, context, point, ending }: Aftermath<World, Outcome>): Promise<void> {
  // Power loss is not checked here, only the end of the process.
  if (ending !== 'process death') return;
  const called = `${point.call?.op} ${point.call?.path} ${point.call?.to ?? ''}`;
  for (const outcome of outcomes) {
    if (outcome.error !== null) expect(outcome.error, `${called}: ${outcome.what}: ${outcome.error}`).toBeInstanceOf(CortexError);
    expectMade(outcome, outcome.after, called);
  }
  const { [NOTE]: text = '', [NEW]: made = null, ...rest } = await settledTree(fs, context.time);
  expect(howOften(text, PARTS.late), `${called}: the foreign addition is there once: ${text}`).toBe(1);
  for (const outcome of outcomes) expectMade(outcome, outcome.what === 'made' ? made : text, called);
  expect(rest, `${called}: no strays remain`).toEqual({});
  expect(fs.openCount, 'open descriptors').toBe(0);
}

test.each(['EIO', 'ENOSPC', 'EACCES'] as const)(
  'edits with one failing call (%s) succeed or fail as reported, lose nothing and leave no strays',
  async (code) => {
    const report = await exploreCrashes<World, Outcome>({
      setup,
      scenario,
      verify,
      modes: { before: false, after: false, short: () => [], fail: [code], cut: code === 'ENOSPC', losses: 0 },
    });
    expect(report.runs).toBeGreaterThan(250);
  },
);

/** Simulates a process that died right after it changed the file, and a foreign program that then appended to the replaced file. */
async function setupLeftover(fs: FaultFileSystem): Promise<World> {
  const world = setup(fs);
  const other = fs.processView();
  const old = other.openSync(NOTE, OPEN.append);
  const dying = fs.processView();
  dying.onCall = ({ op, to }) => (op === 'renameSync' && to === NOTE ? 'crash-after' : 'proceed');
  void open(dying, world, 2)
    .edit('a.md', sign)
    .catch(() => undefined);
  await dying.whenCrashed;
  const bytes = Buffer.from('late\n');
  other.writeSync(old, bytes, 0, bytes.length, null);
  other.closeSync(old);
  world.time.advance(fs, 2_000);
  return world;
}

test.each(['EIO', 'ENOSPC', 'EACCES'] as const)(
  'leftovers of a dead process are recovered once, even if any call fails with %s',
  async (code) => {
    const report = await exploreCrashes<World, Outcome>({
      setup: setupLeftover,
      scenario: async (fs, _, world) => {
        const own = open(fs, world, 1);
        await own.edit('other.md', () => null).catch(() => undefined);
        await own.whenIdle().catch(() => undefined);
      },
      verify: async ({ fs, context, point, ending }) => {
        if (ending !== 'process death') return;
        const called = `${point.call?.op} ${point.call?.path} ${point.call?.to ?? ''}`;
        expect(await settledTree(fs, context.time), called).toEqual({ [NOTE]: '# signed\none\nlate\n' });
      },
      modes: { before: false, after: false, short: () => [], fail: [code], cut: code === 'ENOSPC', losses: 0 },
    });
    expect(report.runs).toBeGreaterThan(90);
  },
);

test('an addition is written even if its note cannot be', async () => {
  const fs = new FaultFileSystem();
  const edits = open(fs, setup(fs), 1);
  await edits.append('a.md', () => ({ text: 'two\n' }));
  fs.onCall = ({ op, path }) => (op === 'openSync' && path?.includes('/kept/') === true ? { fail: 'ENOSPC' } : 'proceed');
  const part = { text: 'three\n', what: 'message 3' };
  expect(await edits.append('a.md', () => ({ text: part.text, parts: [part] }))).toBe(true);
  expect(readText(fs, NOTE)).toBe('one\ntwo\nthree\n');
  expect(edits.problems).toEqual([expect.stringMatching(/the text was added, but it is not checked again.*: the disk is full/)]);
});
