import path from 'node:path';
import { backupFinding, isBackupName } from '../../crtx/backup-files.ts';
import { listCortexFiles, REASONING, typeOfFileName } from '../../crtx/cortex-files.ts';
import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import { resolveCortexFolder } from '../../crtx/folder-inside.ts';
import { type InspectedFile, inspectFile } from '../../crtx/inspect.ts';
import { listUnmergedCopies } from '../../crtx/merging/unmerged-copy.ts';
import { mergedGraphWarning } from '../../crtx/merging/unmerged-file.ts';
import { ARCHIVE_FOLDER, reasoningLogName } from '../../crtx/names.ts';
import { CORTEX_FOLDER, findProject, LOCAL_FOLDER } from '../../crtx/root.ts';
import type { CortexFileType } from '../../crtx/schema.ts';
import { statOf } from '../../files/file-content.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { swarmMachine } from '../../swarm/state/machine.ts';
import type { SwarmState } from '../../swarm/state/state.ts';
import type { Ledger } from '../../timeline/ledger.ts';
import { entryMachine, timelineMachine } from '../../timeline/machine.ts';
import { timelineLog, traceLog } from '../../timeline/timeline-log.ts';
import { invalidEntries, originalName } from '../invalid-entries.ts';
import { rebuildAdvice } from '../rebuild-advice.ts';
import type { Finding, VerifiedFile, VerifyOutput } from '../schemas/project.ts';
import { notAdoptedFindings } from './verify-adoption.ts';
import { EntryCopies, timeFindings, wordFindings } from './verify-entries.ts';
import { toFinding, warning } from './verify-findings.ts';
import { type VerifiedLog, verifyLog } from './verify-log.ts';
import { swarmFindings } from './verify-swarm.ts';
import { withUnmerged } from './verify-unmerged.ts';

function warningsOf(found: InspectedFile<CortexFileType> | null): Finding[] {
  if (found === null) return [];
  const invalid = found.errors.map((error) => toFinding(error, found.file));
  const merged = mergedGraphWarning(found);
  const odd = [...(merged === null ? [] : [merged]), ...found.warnings];
  return [...invalid, ...odd.map(({ message, line, column, next }) => warning(message, { line, column, next }))];
}

interface Verification {
  readonly runtime: Runtime;
  /** The `.cortex` folder. */
  readonly folder: string;
  /** Names of files that a log can rebuild. */
  readonly rebuilt: ReadonlySet<string>;
  /** Names of files that are older than their log. */
  readonly unpublished: ReadonlySet<string>;
  /** Names of files that had all changes of their log at some time. */
  readonly written: ReadonlySet<string>;
  readonly copies: EntryCopies;
  readonly swarm: VerifiedLog<SwarmState>;
  readonly timeline: VerifiedLog<Ledger>;
  /** Logs of traces, by file name relative to `.cortex/`. */
  readonly traces: Readonly<Record<string, VerifiedLog<Ledger>>>;
}

/** Reports changes of fields of entries that the next command would not adopt. */
function refusedChanges({ runtime, folder, timeline, traces }: Verification, name: string): Finding[] {
  const log = name === FILE_NAMES.timeline ? timeline : traces[name];
  if (log?.core == null || log.state === null || (log.core.published === null && log.core.adopted === 0)) return [];
  const root = path.dirname(folder);
  const options = name === FILE_NAMES.timeline ? timelineLog(runtime, root) : traceLog(runtime, root, path.join(folder, name), name);
  return notAdoptedFindings(runtime, options, { core: log.core, state: log.state }, name);
}

/** Reports misspelled types and outcomes, but not in an archive, where they are final. */
function oddWords({ timeline, traces }: Verification, name: string, found: InspectedFile<'timeline' | 'reasoning'> | null): Finding[] {
  if (found === null || name.startsWith(ARCHIVE_FOLDER)) return [];
  return wordFindings(found, (name === FILE_NAMES.timeline ? timeline : traces[name])?.state ?? null);
}

async function inspect(verification: Verification, name: string, type: CortexFileType): Promise<Finding[]> {
  const { runtime, folder, copies, swarm } = verification;
  const file = path.join(folder, name);
  if (type === 'swarm') {
    const found = await inspectFile(runtime, folder, { type, file });
    return [...warningsOf(found), ...(found === null ? [] : swarmFindings(runtime, path.dirname(folder), swarm, found))];
  }
  if (type === 'reasoning') {
    const found = await inspectFile(runtime, folder, { type, file });
    return [...warningsOf(found), ...refusedChanges(verification, name), ...oddWords(verification, name, found)];
  }
  if (type !== 'timeline')
    return [...warningsOf(await inspectFile(runtime, folder, { type, file })), ...refusedChanges(verification, name)];
  const found = await inspectFile(runtime, folder, { type, file });
  if (found === null) return [];
  const differing = [...timeFindings(found), ...(await copies.findings(name, found))];
  return [...warningsOf(found), ...refusedChanges(verification, name), ...oddWords(verification, name, found), ...differing];
}

/** Returns what is wrong with a file that cannot be read as a whole, and what happens to it next. */
function brokenFindings(verification: Verification, name: string, failure: unknown): Finding[] {
  const { runtime, folder, rebuilt } = verification;
  const type = typeOfFileName(name);
  const why = type !== null && rebuilt.has(name) ? rebuildAdvice(runtime.fs, folder, { type, name }, failure) : [failure];
  return why.map((each) => toFinding(each, path.join(folder, name)));
}

const WRITTEN_NEXT = { next: 'Nothing is lost: the log has the changes, and the next command that changes the file writes them.' };
const UNPUBLISHED = warning('does not have the latest changes: the log records no command that wrote them to the file', WRITTEN_NEXT);
/** Git does so for an aborted merge, a checkout and a stash. */
const RESTORED = warning(
  'does not have the latest changes: a command wrote them, and then another program, such as git, put back an earlier version of the file',
  WRITTEN_NEXT,
);
const MISSING = warning('is missing, although the log has changes for it', WRITTEN_NEXT);

async function verifyFile(verification: Verification, name: string): Promise<VerifiedFile> {
  const file = `${CORTEX_FOLDER}/${name}`;
  const before = originalName(name);
  const type = typeOfFileName(before ?? name);
  if (before !== null && type !== null) {
    const errors = invalidEntries(verification.runtime, verification.folder, path.join(verification.folder, name), type);
    return { file, type, findings: errors.map((error) => ({ ...toFinding(error, file), severity: 'warning' as const })) };
  }
  if (isBackupName(name)) {
    const { message, next } = backupFinding(name);
    return { file, type, findings: [warning(message, { next })] };
  }
  if (type === null) {
    const next = 'Move it out of the folder, or rename it as the protocol requires.';
    return { file, type, findings: [warning('is not a file of this protocol', { next })] };
  }
  try {
    const behind = verification.unpublished.has(name) ? [verification.written.has(name) ? RESTORED : UNPUBLISHED] : [];
    return { file, type, findings: [...(await inspect(verification, name, type)), ...behind] };
  } catch (error) {
    return { file, type, findings: brokenFindings(verification, name, error) };
  }
}

/** Verifies the files of a folder below `.cortex/`: seed 1, "Directory Structure"; docs/decisions/0007-large-timelines.md. */
async function verifyFolder(verification: Verification, below: string): Promise<VerifiedFile[]> {
  const { runtime, folder } = verification;
  let names: string[];
  try {
    names = listCortexFiles(runtime.fs, resolveCortexFolder(runtime.fs, folder, below));
  } catch (error) {
    const file = `${CORTEX_FOLDER}/${below}`;
    return [{ file, type: null, findings: [toFinding(error, file)] }];
  }
  const files: VerifiedFile[] = [];
  for (const name of names) files.push(await verifyFile(verification, `${below}/${name}`));
  return files;
}

/** Reports whether a file is missing. A failure to find out is reported with its folder. */
function isMissing(fs: FileSystem, file: string): boolean {
  try {
    return statOf(fs, file) === null;
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

/** Reports archives into which the log has moved entries but which do not exist. */
function missingArchives({ fs }: Runtime, folder: string, ledger: Ledger | null): VerifiedFile[] {
  const places = [path.join(folder, ARCHIVE_FOLDER), path.join(folder, LOCAL_FOLDER, 'timeline', ARCHIVE_FOLDER)];
  const missing = [...(ledger?.archives.keys() ?? [])].filter((name) => places.every((place) => isMissing(fs, path.join(place, name))));
  const next = 'Restore it from version control, unless it was removed on purpose.';
  return missing.map((name) => ({
    file: `${CORTEX_FOLDER}/${ARCHIVE_FOLDER}/${name}`,
    type: 'timeline',
    findings: [warning('is missing, although the log has moved entries into it', { next })],
  }));
}

/** Verifies the logs of existing traces, by file name relative to `.cortex/`. */
function traceLogs(runtime: Runtime, root: string): Record<string, VerifiedLog<Ledger>> {
  let names: readonly string[] = [];
  try {
    names = listCortexFiles(runtime.fs, resolveCortexFolder(runtime.fs, path.join(root, CORTEX_FOLDER), REASONING));
  } catch (error) {
    // Problems of the folder are reported when it is verified.
    if (!(error instanceof CortexError)) throw error;
  }
  const logs = names
    .filter((name) => !isBackupName(name))
    .map((name) => {
      const file = `${REASONING}/${name}`;
      return [file, verifyLog(runtime, root, reasoningLogName(runtime.fs, root, name), file, entryMachine(file))] as const;
    });
  return Object.fromEntries(logs);
}

/** Checks the schema and checksum of every file of the protocol, the agreement of copies, and the logs. Writes nothing. */
export async function verifyProject({ runtime, directory, exactDirectory }: OperationContext): Promise<Outcome<VerifyOutput>> {
  const { root, tree } = findProject(runtime.fs, directory, exactDirectory);
  const folder = path.join(root, CORTEX_FOLDER);
  const swarm = verifyLog(runtime, root, 'swarm', FILE_NAMES.swarm, swarmMachine);
  const timeline = verifyLog(runtime, root, 'timeline', FILE_NAMES.timeline, timelineMachine);
  const traces = traceLogs(runtime, root);
  const published: Readonly<Record<string, VerifiedLog<unknown>>> = {
    [FILE_NAMES.swarm]: swarm,
    [FILE_NAMES.timeline]: timeline,
    ...traces,
  };
  const namesOf = (isMeant: (log: VerifiedLog<unknown>) => boolean) =>
    new Set(Object.entries(published).flatMap(([name, log]) => (isMeant(log) ? [name] : [])));
  const rebuilt = namesOf(({ canRebuild }) => canRebuild);
  const unpublished = namesOf(({ isUnpublished }) => isUnpublished);
  const written = namesOf(({ core }) => (core?.published?.upTo ?? -1) >= (core?.changed ?? 0));
  const verification = {
    runtime,
    folder,
    rebuilt,
    unpublished,
    written,
    swarm,
    timeline,
    traces,
    copies: new EntryCopies(runtime, folder),
  };
  // Archives first, because they take precedence over `timeline.crtx`.
  const archives = await verifyFolder(verification, ARCHIVE_FOLDER);
  const files: VerifiedFile[] = [];
  for (const name of listCortexFiles(runtime.fs, folder)) files.push(await verifyFile(verification, name));
  const missing = [...unpublished].filter((name) => isMissing(runtime.fs, path.join(folder, name)));
  files.push(...missing.map((name) => ({ file: `${CORTEX_FOLDER}/${name}`, type: typeOfFileName(name), findings: [MISSING] })));
  files.push(...archives, ...missingArchives(runtime, folder, timeline.state), ...(await verifyFolder(verification, REASONING)));
  files.push(...Object.values(published).flatMap((log) => log.files));
  const copies = listUnmergedCopies(runtime.fs, { root, tree });
  files.push(...copies.map(({ file, type, why }) => ({ file, type, findings: [toFinding(why, file)] })));
  const verified = await withUnmerged(runtime.fs, { root, tree }, files);
  const found = verified.flatMap(({ findings }) => findings);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  return { ok: errors === 0, output: { files: verified, errors, warnings: found.length - errors } };
}
