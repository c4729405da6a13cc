import { createHash } from 'node:crypto';
import { checkpointName, successorName } from '../../../../src/engine/log/layout.ts';
import { Log } from '../../../../src/engine/log/log.ts';
import { PublishedLog } from '../../../../src/engine/log/publishing/published-log.ts';
import { encodeRecord, encodeWith } from '../../../../src/engine/log/record.ts';
import { sweepLogFiles } from '../../../../src/engine/log/segments/checkpoint.ts';
import { LogReader } from '../../../../src/engine/log/segments/reader.ts';
import type { Search } from '../../../../src/engine/log/segments/reader-options.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import type { Runtime } from '../../../../src/engine/platform/runtime.ts';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { addText, type Note, notesMachine, notesProjection } from '../../../support/notes.ts';
import { DIRECTORY, PUBLISHED, ROOT, type SimulatedProcessOptions, simulatedRuntime } from '../../../support/simulation.ts';

/** Actions of other processes, all synchronous, so that each fits between any two calls of a process. */

const options = { directory: DIRECTORY, root: ROOT, machine: notesMachine };
const projection = notesProjection(PUBLISHED);

export function openLog(fs: FaultFileSystem, how: SimulatedProcessOptions, segmentBytes = 4_000_000) {
  return new Log(simulatedRuntime(fs, how), { ...options, segmentBytes });
}

export function openPublished(fs: FaultFileSystem, how: SimulatedProcessOptions, segmentBytes = 4_000_000) {
  return new PublishedLog(simulatedRuntime(fs, how), { ...options, projection, segmentBytes });
}

export function note(text: string): Note {
  return { op: 'note', text };
}

/** Appends a note and closes the log. */
export function appendOnce(fs: FaultFileSystem, how: SimulatedProcessOptions, text: string): number {
  const log = openLog(fs, how);
  const { place } = log.append(note(text));
  log.close();
  return place.ordinal;
}

/** Seals the current segment as `Log.maintain` does, without waiting for the disk. */
export function sealOnce(fs: FaultFileSystem, how: SimulatedProcessOptions): void {
  const runtime = simulatedRuntime(fs, how);
  const reader = new LogReader(runtime, { ...options, from: 'newest' });
  reader.refresh();
  const { segment } = reader;
  if (segment === null) return;
  const next = successorName(segment.name, Buffer.from(runtime.random(8)).toString('hex'));
  fs.closeSync(fs.openSync(`${DIRECTORY}/${next}`, OPEN.createNew));
  const search: Search<number> = { id: runtime.ids('rec'), found: null, span: null, snapshot: null };
  segment.append(encodeRecord({ id: search.id, t: runtime.clock.now(), op: 'seal', next }));
  reader.find(search);
  reader.close();
  writeText(fs, `${DIRECTORY}/${checkpointName(next)}`, checkpointText(runtime, next, search.snapshot));
}

function checkpointText(runtime: Runtime, segment: string, state: string | null): string {
  return encodeWith(
    { id: segment, t: runtime.clock.now(), op: 'checkpoint', boot: runtime.process.boot },
    'state',
    state ?? 'null',
  ).toString();
}

/** Seals often and late enough for a sweep of all segments except the first and the last two. */
export function sealAndSweep(fs: FaultFileSystem, how: SimulatedProcessOptions): void {
  for (const seed of [1, 2, 3]) sealOnce(fs, { ...how, seed: how.seed * 10 + seed });
  how.time.advance(fs, 31 * 24 * 3_600_000);
  for (const seed of [4, 5]) sealOnce(fs, { ...how, seed: how.seed * 10 + seed });
  sweepLogFiles(fs, DIRECTORY);
}

/** Publishes like the publisher, as far as other processes can observe it. */
export function publishOnce(fs: FaultFileSystem, how: SimulatedProcessOptions, text: string): void {
  const log = openLog(fs, how);
  log.append(note(text));
  adoptForeign(fs, log);
  const view = projection.render(log.state, log.core.time);
  if (view === null) return;
  const temporary = `${DIRECTORY}/other-${how.seed}.tmp`;
  writeText(fs, temporary, view.bytes.toString());
  how.time.advance(fs, 10);
  const hash = createHash('sha256').update(view.bytes).digest('hex');
  log.append({ op: 'publish', hash, checksum: view.checksum, upTo: log.core.ordinal, identity: identity(fs, temporary) });
  log.close();
  if (exists(fs, PUBLISHED)) {
    const kept = `kept-${String(how.seed).padStart(16, '0')}-${how.time.now}-${identity(fs, PUBLISHED)}`;
    fs.linkSync(PUBLISHED, `${DIRECTORY}/${kept}`);
  }
  fs.renameSync(temporary, PUBLISHED);
}

function adoptForeign(fs: FaultFileSystem, log: ReturnType<typeof openLog>): void {
  if (!exists(fs, PUBLISHED)) return;
  const bytes = Buffer.from(readText(fs, PUBLISHED));
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (log.core.knows(hash)) return;
  const operation = projection.difference(projection.parse(bytes), log.state).operation(hash);
  log.append(Object.assign(operation, { after: log.core.adopted }));
}

function identity(fs: FaultFileSystem, path: string): string {
  const { dev, ino, size, mtimeNs } = fs.lstatSync(path, { bigint: true });
  return `${dev}-${ino}-${size}-${mtimeNs}`;
}

export function exists(fs: FaultFileSystem, path: string): boolean {
  try {
    fs.lstatSync(path, { bigint: true });
    return true;
  } catch {
    return false;
  }
}

/** A foreign program reads the file and rewrites it in place with one more text. */
export function editInPlace(fs: FaultFileSystem, text: string): void {
  writeText(fs, PUBLISHED, addText(readText(fs, PUBLISHED), text));
}

/** A foreign program that opened the file long ago reads and writes it now. */
export function editThrough(fs: FaultFileSystem, fd: number, text: string): void {
  const size = Number(fs.fstatSync(fd, { bigint: true }).size);
  const before = Buffer.alloc(size);
  fs.readSync(fd, before, 0, size, 0);
  const after = Buffer.from(addText(before.toString(), text));
  fs.writeSync(fd, after, 0, after.length, 0);
}

/** A foreign program writes a new file and renames it over the old one. */
export function editByRename(fs: FaultFileSystem, text: string): void {
  writeText(fs, `${PUBLISHED}.new`, addText(readText(fs, PUBLISHED), text));
  fs.renameSync(`${PUBLISHED}.new`, PUBLISHED);
}

/** A foreign program writes into the file just before it is replaced. */
export function editBeforeRename(fs: FaultFileSystem): void {
  const other = fs.processView();
  fs.onCall = ({ to }) => {
    if (to !== PUBLISHED) return 'proceed';
    fs.onCall = undefined;
    editInPlace(other, 'foreign');
    return 'proceed';
  };
}

/** Removes the local folder like `rm -rf`, and advances the time by a second. */
export function removeLocal(fs: FaultFileSystem, { time }: SimulatedProcessOptions): void {
  const local = `${ROOT}/.cortex/.local`;
  if (!exists(fs, local)) return;
  removeFiles(fs, local);
  fs.renameSync(local, `/removed-${time.now}`);
  time.advance(fs, 1_000);
}

function removeFiles(fs: FaultFileSystem, directory: string): void {
  for (const name of fs.readdirSync(directory)) {
    const path = `${directory}/${name}`;
    if (fs.lstatSync(path, { bigint: true }).isDirectory()) removeFiles(fs, path);
    else fs.unlinkSync(path);
  }
}
