import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { TextEdits } from '../../files/second-look/text-edits.ts';
import { withGitState } from '../../files/unmerged-files.ts';
import { CortexError } from '../../platform/errors.ts';
import { mergedVersions } from '../../platform/git/merged-versions.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { ConflictResolution, RESOLUTION_TEXT, type ResolvedConflicts } from '../../text/conflicts/resolved-conflicts.ts';
import { shellWord } from '../../text/shell-word.ts';
import { LOCAL_FOLDER } from '../cache/cache.ts';
import { findVaultLeniently } from '../config/config.ts';
import { CONFIG_FILE, keepBothConfigs } from '../config/config-file.ts';
import { settleCommand } from '../conflicts.ts';
import { keepLineEnds } from '../line-ends.ts';
import { certainNote, type ResolvedNote, resolveNote } from '../notes/resolve-note.ts';
import { requireWritable } from '../require-writable.ts';
import type { SettleInput } from '../schemas/maintenance.ts';
import { personOption } from './decision.ts';
import { openConfig } from './open-vault.ts';

interface FilePlace {
  /** Absolute path. */
  readonly root: string;
  /** Relative to `root`, with `/`. */
  readonly relative: string;
}

function isThere({ runtime: { fs } }: OperationContext, file: string): boolean {
  try {
    return fs.statSync(file, { bigint: true }).isFile();
  } catch {
    // The reason is reported when the file is read.
    return false;
  }
}

/** Finds a configuration without opening the vault: while it has conflict markers, the vault cannot be found. */
function configPlace(context: OperationContext, { file, vault }: SettleInput): FilePlace | null {
  if (path.basename(file) !== CONFIG_FILE) return null;
  const found = [path.resolve(context.directory, file), path.resolve(context.directory, vault ?? '', file)].find((each) =>
    isThere(context, each),
  );
  return found === undefined ? null : { root: path.dirname(found), relative: CONFIG_FILE };
}

/** Returns the place of the file: in the vault, or else relative to the current directory. @throws CortexError `not-found` */
function placeOf(context: OperationContext, input: SettleInput): FilePlace {
  const config = configPlace(context, input);
  if (config !== null) return config;
  const vault = openConfig(context, input.vault, findVaultLeniently);
  requireWritable(vault);
  const { root } = vault;
  const typed = path.resolve(context.directory, input.file);
  const found = [path.resolve(root, input.file), typed].find((file) => isInside(root, file) && isThere(context, file));
  if (found !== undefined) return { root, relative: path.relative(root, found).split(path.sep).join('/') };
  const next = 'List the files with merge conflicts with "cortex vault doctor".';
  throw new CortexError('not-found', 'there is no such file in the vault', { file: input.file, next });
}

interface Disputed extends Pick<FilePlace, 'relative'> {
  readonly disputed: readonly string[];
}

function waitsForReview(context: OperationContext, { vault }: SettleInput, { relative, disputed }: Disputed): string {
  const named = vault === undefined ? [] : ['--vault', vault];
  const command = [...['cortex', 'vault', 'accept', relative, ...named].map(shellWord), personOption(context)].join(' ');
  const what = `${relative}: the sides differ in ${disputed.join(', ')}; the note waits for review, and both values are in comments in its header`;
  return `${what}. If it is correct, a person must run: ${command}`;
}

/** @param file absolute path */
function resolveText(relative: string, file: string, text: string): ResolvedNote {
  return relative === CONFIG_FILE ? { text: keepBothConfigs(file, text), disputed: [], contradictions: [] } : resolveNote(text);
}

/** Resolves all merge conflicts of a file by keeping both sides, and returns them (rulings, all protocols 10). */
export async function resolveConflicts(context: OperationContext, input: SettleInput): Promise<Outcome<ResolvedConflicts>> {
  context.signal.throwIfAborted();
  const { root, relative } = placeOf(context, input);
  const edits = new TextEdits(context.runtime, { root, local: LOCAL_FOLDER });
  const file = path.join(root, relative);
  const resolution = new ConflictResolution({ file, command: settleCommand(relative, input.vault) });
  const versions = await mergedVersions(file);
  const keepBoth = (delimited: string) => {
    const { text, disputed, contradictions } = resolveText(relative, file, delimited);
    const review = disputed.length === 0 ? [] : [waitsForReview(context, input, { relative, disputed })];
    return { text, warnings: [...review, ...contradictions.map((each) => `${file}:${each}`)] };
  };
  await edits.edit(
    relative,
    (text) => text && keepLineEnds(text, (readable) => resolution.resolve(readable, (whole) => certainNote(whole, versions), keepBoth)),
    { what: () => RESOLUTION_TEXT },
  );
  return withGitState(context.runtime.fs, file, resolution.outcome(edits.problems));
}
