import { join, relative, resolve, sep } from 'node:path';
import { isInside } from '../files/safe-path.ts';
import { conflictCopies } from '../files/second-look/conflict-copies.ts';
import { type CortexError, describeError, joinSentences } from '../platform/errors.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { commandAtEnd, typedWord } from '../platform/suggested.ts';
import { compareCodePoints } from '../text/code-point-order.ts';
import { parentFolder } from './cache/tree-entry.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { VaultProblem } from './cache/vault-tree.ts';
import type { VaultConfig } from './config/config.ts';
import { isConflict, settleAdvice } from './conflicts.ts';
import type { HeadingLink, Note, NoteProblem } from './notes/note.ts';
import { quotedNames } from './quoted-names.ts';
import { type AmbiguousLink, type BadLink, findBadLinks } from './report.ts';
import { isCurrentStatus } from './trust/reviews.ts';
import { type Supersession, supersession } from './trust/supersession.ts';

/** Problem that a person should know of or fix. */
export interface Finding {
  /** Errors make a check fail; warnings do not (RULINGS, all protocols 9). */
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** Relative to the vault's root; empty if it concerns the whole vault. */
  readonly path: string;
  /** 1-based. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly next: string | null;
}

/** State of a vault as last seen. */
export interface ExaminedVault {
  readonly index: VaultIndex;
  readonly config: Pick<VaultConfig, 'root' | 'problems' | 'broken'>;
  readonly problems: readonly VaultProblem[];
  /** Links out of the vault, which are not followed. */
  readonly links: readonly VaultProblem[];
}

/** Problems that prevent reading or updating a note or a part of it. With other problems, the note is still read. */
const ERRORS: ReadonlySet<NoteProblem['code']> = new Set([
  'not-utf8',
  'nul',
  'too-large',
  'unreadable',
  'code-header',
  'unclosed-header',
  'unopened-header',
  'merge-conflict',
  'half-merge-conflict',
  'unclosed-marker',
]);

/** Next steps, for problems whose message contains none. */
const NEXT: Partial<Record<NoteProblem['code'], string>> = {
  'not-utf8': 'Save the file as UTF-8.',
  nul: 'Save the file as UTF-8, or remove the character.',
  'code-header': 'Write the header as YAML.',
  yaml: 'Put the value in quotes; "cortex vault migrate" shows how.',
  'unclosed-list': 'Close the list with "]"; "cortex vault migrate" shows how.',
  'unopened-header': 'Begin the file with a line "---"; "cortex vault migrate" shows how.',
  'bad-header': 'Correct it; a line is such as "type: rule".',
  'repeated-key': 'Keep one of the two.',
  'second-header': 'Merge both into the first one: by hand if a key is in both, else "cortex vault migrate" shows how.',
  'unclosed-marker': 'Close the section; until then the file is not refreshed.',
};

function warning(code: string, path: string, message: string, next: string, line: number | null = null): Finding {
  return { severity: 'warning', code, path, line, column: null, message, next };
}

/** Returns the folders of the vault that contain notes, as absolute paths. @param root the vault's root */
export function listNoteFolders(root: string, index: VaultIndex): Set<string> {
  const folders = new Set(Array.from(index.known(), ({ path }) => parentFolder(path)));
  return new Set([root, ...Array.from(folders, (folder) => join(root, folder))]);
}

/** Returns findings for conflict copies, which stay beside notes until a person has checked them. */
export function conflictCopyFindings(fs: FileSystem, root: string, index: VaultIndex): Finding[] {
  return conflictCopies(fs, listNoteFolders(root, index)).map(({ file, message, next }) =>
    warning('kept-copy', relative(root, file).split(sep).join('/'), message, next),
  );
}

/** Converts a problem of a note to a finding. */
export function noteFinding(path: string, { code, message, line, column }: NoteProblem): Finding {
  const next = isConflict(code) ? settleAdvice(code, path) : (NEXT[code] ?? null);
  return { severity: ERRORS.has(code) ? 'error' : 'warning', code, path, line, column, message, next };
}

function ofNotes(index: VaultIndex): Finding[] {
  return index.faulty().flatMap(({ path, problems }) => problems.map((problem) => noteFinding(path, problem)));
}

/** Returns a finding for each note that shares its id with others. */
function ofIds(index: VaultIndex): Finding[] {
  const known = new Map<string, Note>();
  const shared = new Map<string, Note[]>();
  for (const note of index.notes()) {
    const { id } = note;
    if (id === '') continue;
    const first = known.get(id);
    // Most ids belong to one note only.
    if (first === undefined) known.set(id, note);
    else if (shared.get(id)?.push(note) === undefined) shared.set(id, [first, note]);
  }
  return [...shared].flatMap(([id, notes]) => notes.map(({ path }) => sharedIdFinding(id, path, notes)));
}

function* othersOf(path: string, notes: readonly Pick<Note, 'path'>[]): Iterable<string> {
  for (const note of notes) if (note.path !== path) yield note.path;
}

/** @param notes notes that have the id; may include the one at `path` */
export function sharedIdFinding(id: string, path: string, notes: readonly Pick<Note, 'path'>[]): Finding {
  const message = `the id ${JSON.stringify(id)} is also used by ${quotedNames(othersOf(path, notes), ', ')}`;
  const next = 'Change one of the ids; until then, links to this id are ambiguous.';
  return { severity: 'error', code: 'duplicate-id', path, line: 1, column: null, message, next };
}

export function deadLinkFinding({ path, line, target }: BadLink): Finding {
  return warning('dead-link', path, `no such note: ${JSON.stringify(target)}`, 'Correct the link, or create the note.', line);
}

export function ambiguousLinkFinding({ path, line, target, candidates }: AmbiguousLink): Finding {
  const message = `${JSON.stringify(target)} may mean ${quotedNames(candidates, ' or ')}`;
  return warning('ambiguous-link', path, message, 'Use the path of the intended note.', line);
}

/** @param from path of the note that contains the link @param path path of the target note */
export function deadHeadingFinding(from: string, path: string, { heading, line }: HeadingLink): Finding {
  const which = from === path ? 'this note' : JSON.stringify(path);
  const block = /(?:^|#)\s*(\^[A-Za-z0-9-]+)\s*$/.exec(heading)?.[1];
  const message = block === undefined ? `no such heading in ${which}: ${JSON.stringify(heading)}` : `no such block in ${which}: ${block}`;
  const next = block === undefined ? 'Correct the link, or add the heading.' : `Correct the link, or add ${block} at the end of the block.`;
  return warning('dead-heading', from, message, next, line);
}

function ofLinks(index: VaultIndex): Finding[] {
  const { dead, ambiguous } = findBadLinks(index);
  return [...dead.map(deadLinkFinding), ...ambiguous.map(ambiguousLinkFinding)];
}

/** @param field field of the header */
export function deadReferenceFinding(field: string, { path, line, target }: BadLink): Finding {
  return warning('dead-reference', path, `${field} does not name exactly one note: ${JSON.stringify(target)}`, 'Correct it.', line);
}

/** Returns findings for header references that do not resolve to a note. */
function ofReferences(index: VaultIndex): Finding[] {
  return Array.from(index.notes()).flatMap(({ path, supersedes, supersededBy, contradicts }) => {
    if (supersedes.length + supersededBy.length + contradicts.length === 0) return [];
    const fields = Object.entries({ supersedes, superseded_by: supersededBy, contradicts });
    return fields.flatMap(([field, targets]) =>
      targets
        .filter((target) => index.resolve(target, path).kind !== 'found')
        .map((target) => deadReferenceFinding(field, { path, line: 1, target })),
    );
  });
}

function ofCycles({ cycles }: Supersession): Finding[] {
  return cycles.map((paths): Finding => {
    const message = `these notes supersede each other in a cycle: ${paths.map((path) => JSON.stringify(path)).join(', ')}`;
    const next = 'Remove one of the links, so that one note is current.';
    return { severity: 'error', code: 'supersession-cycle', path: paths[0] ?? '', line: 1, column: null, message, next };
  });
}

/** Returns findings for replaced notes whose status still lets them count. */
function ofReplaced(index: VaultIndex, { replacedBy }: Supersession): Finding[] {
  return [...replacedBy].flatMap(([path, fresh]) => {
    const note = index.get(path);
    if (note === undefined || !isCurrentStatus(note)) return [];
    const message = `${JSON.stringify(fresh)} replaces it, but its status is ${JSON.stringify(note.status)}`;
    return warning(
      'not-superseded',
      path,
      message,
      `Record it in both: cortex vault supersede ${typedWord(path, 'OLD')} ${typedWord(fresh, 'NEW')}`,
      1,
    );
  });
}

/** Converts an error of a configuration to a finding. The readable parts of the configuration are used. */
function brokenConfig(root: string, { code, message, data }: CortexError): Finding {
  const { file = '', line = null, column = null, next = null } = data;
  const path = isInside(root, file) ? relative(root, file) : file;
  return { severity: 'error', code, path, line, column, message, next };
}

function ofVault({ config, problems, links }: ExaminedVault): Finding[] {
  const found = { severity: 'error', line: null, column: null, next: null } as const;
  return [
    ...config.broken.map((error) => brokenConfig(config.root, error)),
    ...config.problems.map((message) => warning('configuration', 'cortex.toml', message, 'Correct the configuration.')),
    ...problems.map(({ path, error }): Finding => ({ ...found, code: error.code, path, message: describeError(error) })),
    ...links.map(({ path, error: { message, data } }) => warning('link', path, message, data.next ?? '')),
  ];
}

/** Returns the errors that `listFindings` would find. Faster, because dead links, which are only warnings, are not checked. */
function listErrors(vault: ExaminedVault): Finding[] {
  const { index } = vault;
  const found = [...ofVault(vault), ...ofNotes(index), ...ofIds(index), ...ofCycles(supersession(index))];
  return found.filter(({ severity }) => severity === 'error');
}

/** Counts the errors of a vault. */
export const countErrors = (vault: ExaminedVault): number => listErrors(vault).length;

/**
 * Returns the errors of a vault as problems of its files. Notes that share an id are one problem, at the last of them.
 * @param further findings of checks that read files
 * @param placed returns a finding about a header with its line
 */
export function errorProblems(
  vault: ExaminedVault,
  further: readonly Finding[],
  placed: (finding: Finding) => Finding = (finding) => finding,
): FileProblem[] {
  const { root } = vault.config;
  // What concerns the whole vault is a need of its own.
  const found = [...listErrors(vault), ...further].filter(({ path, severity }) => path !== '' && severity === 'error');
  const single = new Map(found.map((each) => [each.code === 'duplicate-id' ? idOf(vault, each) : each, each]));
  return [...single.values()].map((each): FileProblem => {
    const { path, line, column, message, next } = placed(each);
    const [file, summary] = [resolve(root, path), joinSentences(message, next)];
    const text = `${file}:${line ?? 1}: ${summary}`;
    return { severity: 'error', message: text, summary, file, line: line ?? 1, column: column ?? 1, command: commandAtEnd(next ?? '') };
  });
}

const idOf = ({ index }: ExaminedVault, { path }: Finding): string => index.get(path)?.id ?? path;

/** Returns all problems of a vault, sorted by path and position. Reads no files. For notes that wait for a decision see `listOpenDecisions`. */
export function listFindings(vault: ExaminedVault): Finding[] {
  const { index } = vault;
  const replaced = supersession(index);
  const found = [
    ...[...ofVault(vault), ...ofNotes(index), ...ofIds(index), ...ofLinks(index), ...ofReferences(index)],
    ...[...ofCycles(replaced), ...ofReplaced(index, replaced)],
  ];
  return found.sort(
    (one, other) =>
      compareCodePoints(one.path, other.path) ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0) ||
      compareCodePoints(one.code, other.code) ||
      compareCodePoints(one.message, other.message),
  );
}
