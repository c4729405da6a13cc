import { expect, test } from 'vitest';
import { PublishedLog } from '../../../../src/engine/log/publishing/published-log.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { type Aftermath, type CrashReport, exploreCrashes } from '../../../support/crash-explorer.ts';
import { readText, readTree, syncPath, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { addText, checksum, notesMachine, notesProjection, parseNotes } from '../../../support/notes.ts';
import {
  crashPoint,
  DIRECTORY,
  PUBLISHED,
  ROOT,
  type SimulatedProcessOptions,
  SimulatedTime,
  simulatedRuntime,
} from '../../../support/simulation.ts';

/** A text that must never be lost by a process crash and, if `durable`, by power loss. */
interface Promised {
  readonly text: string;
  /** Whether the text is a file that cannot be parsed. Its bytes must exist under some name. */
  readonly broken?: boolean;
  readonly durable: boolean;
}

interface World {
  readonly time: SimulatedTime;
  /** Complete contents that foreign writers left in the published file. */
  readonly foreign: Set<string>;
}

function open(fs: FaultFileSystem, options: SimulatedProcessOptions) {
  return new PublishedLog(simulatedRuntime(fs, options), {
    directory: DIRECTORY,
    root: ROOT,
    machine: notesMachine,
    projection: notesProjection(PUBLISHED),
    segmentBytes: 900,
  });
}

function setup(fs: FaultFileSystem): World {
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  fs.syncAll();
  return { time: new SimulatedTime(), foreign: new Set() };
}

/** Edits the file like a foreign program, which does not crash with ours and syncs its write. */
async function overwrite(actor: FaultFileSystem, { foreign }: World, edit: (text: string) => string): Promise<void> {
  if (actor.crash !== undefined) throw actor.crash;
  const fs = actor.processView();
  const text = edit(readText(fs, PUBLISHED));
  foreign.add(text);
  writeText(fs, PUBLISHED, text);
  await syncPath(fs, PUBLISHED);
}

async function say(fs: FaultFileSystem, world: World, seed: number, text: string, promised: Promised[], carried: readonly string[] = []) {
  const log = open(fs, { time: world.time, seed });
  await log.transact({ op: 'note', text });
  promised.push({ text, durable: false });
  await log.close();
  // Sealing reports its errors instead of throwing them; a crashed process must not continue.
  if (fs.crash !== undefined) throw fs.crash;
  for (const each of [text, ...carried]) promised.push({ text: each, durable: true });
}

/** First publication; an edit in place; a broken file; a write through an old descriptor; adoption from the replaced file. */
async function scenario(fs: FaultFileSystem, promised: Promised[], world: World): Promise<void> {
  await say(fs, world, 1, 'a', promised);
  await overwrite(fs, world, (text) => addText(text, 'foreign 1'));
  promised.push({ text: 'foreign 1', durable: true });
  await say(fs, world, 2, 'b', promised, ['foreign 1']);
  await overwrite(fs, world, () => '{"checksum":"torn');
  promised.push({ text: '{"checksum":"torn', durable: true, broken: true });
  await say(fs, world, 3, 'c', promised);
  world.time.advance(fs, 1_500);

  if (fs.crash !== undefined) throw fs.crash;
  const editor = fs.processView();
  const seen = readText(editor, PUBLISHED);
  const old = editor.openSync(PUBLISHED, OPEN.writeOrCreate);
  await say(fs, world, 4, 'd', promised);
  const late = Buffer.from(addText(seen, 'foreign 2'));
  editor.writeSync(old, late, 0, late.length, 0);
  editor.closeSync(old);
  promised.push({ text: 'foreign 2', durable: false });
  world.time.advance(fs, 1_500);
  await say(fs, world, 5, 'e', promised, ['foreign 2']);
}

/** A clone has the published file and no log. */
function setupClone(fs: FaultFileSystem): World {
  const world = setup(fs);
  const seen = ['cloned 1', 'cloned 2'];
  writeText(fs, PUBLISHED, JSON.stringify({ checksum: checksum(seen), seen }));
  fs.syncAll();
  return world;
}

async function scenarioOfClone(fs: FaultFileSystem, promised: Promised[], world: World): Promise<void> {
  for (const text of ['cloned 1', 'cloned 2']) promised.push({ text, durable: true });
  const reader = open(fs, { time: world.time, seed: 1 });
  await reader.read();
  await reader.close();
  await say(fs, world, 2, 'a', promised);
}

/** Expects that the file is missing or complete, as we published it or as a foreign program left it. */
function expectWhole(fs: FaultFileSystem, { foreign }: World): void {
  if (!fs.readdirSync(`${ROOT}/.cortex`).includes('notes.crtx')) return;
  const text = readText(fs, PUBLISHED);
  if (foreign.has(text)) return;
  const notes = parseNotes(text);
  expect(notes.checksum, `the published file is complete: ${text}`).toBe(checksum(notes.seen));
}

/** Calls that change nothing: a crash there equals a crash at the previous change. */
const IDLE: ReadonlySet<string> = new Set(['closeSync', 'readSync', 'fstatSync', 'statSync', 'lstatSync', 'readdirSync', 'realpathSync']);

async function verify({ fs, acknowledged, ending, context, point }: Aftermath<World, Promised>): Promise<void> {
  if (point.call !== undefined && IDLE.has(point.call.op)) return;
  // Power loss has no effect on what the mutex and the clock file guarantee.
  if (point.call?.label === 'other' && ending !== 'process death') return;
  expectWhole(fs, context);
  const time = context.time.fork();
  const boot = ending.startsWith('power loss') ? 'boot-2' : 'boot-1';
  const promised = acknowledged.filter(({ durable }) => durable || boot === 'boot-1');
  const expected = new Set(promised.filter(({ broken }) => broken !== true).map(({ text }) => text));
  // A boot takes at least this long. Until then the dead publisher's turn is respected.
  if (boot === 'boot-2') time.advance(fs, 6_000);
  await publishOnce(fs, { time, boot, seed: 8 }, 'after');
  // After this time, a kept file torn by power loss is abandoned and moved aside.
  time.advance(fs, 11_000);
  await publishOnce(fs, { time, boot, seed: 9 }, 'end');
  const { seen } = parseNotes(readText(fs, PUBLISHED));
  expect([...seen].sort(), 'no duplicates').toEqual([...new Set(seen)].sort());
  expect(
    [...expected].filter((text) => !seen.includes(text)),
    'nothing acknowledged is lost',
  ).toEqual([]);
  expect(seen.slice(-2)).toEqual(['after', 'end']);
  const kept = fs.readdirSync(DIRECTORY).filter((name) => name.startsWith('kept-'));
  expect(kept.length, 'only the last replaced file is kept').toBeLessThanOrEqual(1);
  expect(fs.openCount, 'open descriptors').toBe(0);
  for (const { text, broken } of promised) if (broken === true) expectAside(fs, text);
}

async function publishOnce(fs: FaultFileSystem, options: SimulatedProcessOptions, text: string): Promise<void> {
  const log = open(fs, options);
  await log.transact({ op: 'note', text });
  await log.close();
  expect(log.problems.filter((problem) => !TOLD.some((told) => problem.includes(told)))).toEqual([]);
}

/** Expected problem reports: a partial line of a dead process, and a broken file that was rebuilt. */
const TOLD = ['damaged line', 'was rebuilt from the log'];

/** Expects that unreadable bytes were moved aside. */
function expectAside(fs: FaultFileSystem, text: string): void {
  const files = Object.entries(readTree(fs, `${ROOT}/.cortex`)).filter(([, content]) => content === text);
  expect(files.map(([path]) => path.slice(0, `${PUBLISHED}.corrupt-`.length))).toContain(`${PUBLISHED}.corrupt-`);
}

const POINTS = ['begin.write', 'append.write', 'append.read', 'seal.create', 'seal.sync-file', 'seal.sync-dir', 'seal.write'];
const CHECKPOINT = ['checkpoint.write', 'checkpoint.place', 'checkpoint.sync', 'checkpoint.rename', 'checkpoint.sync-dir', 'sync.parents'];
const PUBLISH = ['temp', 'sync-temp', 'log', 'sync-log', 'keep', 'rename', 'sync-dir', 'settle', 'aside', 'sync-aside'];

function expectHits(report: CrashReport, points: readonly string[]): void {
  const missed = points.filter((point) => (report.hits.get(point) ?? 0) === 0);
  expect(missed, 'crash points that were not reached').toEqual([]);
}

test('a publication interrupted at any call leaves a complete file and loses nothing', async () => {
  const report = await exploreCrashes<World, Promised>({
    fileSystem: { label: crashPoint },
    setup,
    scenario,
    verify,
    // A crash before a call equals a crash after the previous one.
    modes: { before: false, losses: 1 },
  });
  expectHits(report, [...POINTS, ...CHECKPOINT, ...PUBLISH.map((point) => `publish.${point}`), 'adopt.write']);
  console.table({ runs: report.runs, images: report.images, ...Object.fromEntries([...report.hits].sort()) });
});

test('a clone whose first commands are interrupted at any call loses nothing of the cloned file', async () => {
  const report = await exploreCrashes<World, Promised>({
    fileSystem: { label: crashPoint },
    setup: setupClone,
    scenario: scenarioOfClone,
    verify,
    modes: { before: false, losses: 1 },
  });
  expectHits(report, ['begin.write', 'adopt.write', 'publish.log', 'publish.rename']);
});
