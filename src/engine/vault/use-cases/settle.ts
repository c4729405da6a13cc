import path from 'node:path';
import { mergedVersions } from '../../crtx/merging/merged-versions.ts';
import { isInside } from '../../files/safe-path.ts';
import { TextEdits } from '../../files/second-look/text-edits.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import {
  type AfterSettling,
  afterSettling,
  NOTHING_LEFT,
  placed,
  SETTLEMENT,
  type SettledOutput,
  sidesOf,
} from '../../text/conflicts/settling-conflicts.ts';
import { shellWord } from '../../text/shell-word.ts';
import { LOCAL_FOLDER } from '../cache/cache.ts';
import { findVaultAnyway } from '../config/config.ts';
import { CONFIG_FILE, keepBothConfigs } from '../config/config-file.ts';
import { settleCommand } from '../conflicts.ts';
import { inItsLineEnds } from '../line-ends.ts';
import { certainNote, type SettledNote, settleNote } from '../notes/settle-note.ts';
import type { SettleInput } from '../schemas/upkeep.ts';
import { asPerson } from './deciding.ts';
import { vaultOf } from './open-vault.ts';

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
  const { root } = vaultOf(context, input.vault, findVaultAnyway);
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
  const command = [...['cortex', 'vault', 'accept', relative, ...named].map(shellWord), asPerson(context)].join(' ');
  const what = `${relative}: the sides differ in ${disputed.join(', ')}; the note waits for review, and both values are in comments in its header`;
  return `${what}. If it is correct, a person must run: ${command}`;
}

/** @param file absolute path */
function settledText(relative: string, file: string, text: string): SettledNote {
  return relative === CONFIG_FILE ? { text: keepBothConfigs(file, text), disputed: [], contradictions: [] } : settleNote(text);
}

/** Resolves all merge conflicts of a file by keeping both sides, and returns them (rulings, all protocols 10). */
export async function settleFile(context: OperationContext, input: SettleInput): Promise<Outcome<SettledOutput>> {
  context.signal.throwIfAborted();
  const { root, relative } = placeOf(context, input);
  const edits = new TextEdits(context.runtime, { root, local: LOCAL_FOLDER });
  let kept: SettledOutput['kept'] = [];
  let disputed: readonly string[] = [];
  let contradictions: readonly string[] = [];
  let left: AfterSettling = NOTHING_LEFT;
  const place = { file: path.join(root, relative), command: settleCommand(relative, input.vault) };
  const versions = await mergedVersions(place.file);
  await edits.edit(
    relative,
    (text) => {
      if (text === null) return null;
      return inItsLineEnds(text, (readable) => {
        const certain = placed(place.file, () => certainNote(readable, versions));
        kept = sidesOf(certain, place);
        const settled =
          kept.length === 0
            ? { text: readable, disputed: [], contradictions: [] }
            : placed(place.file, () => settledText(relative, place.file, certain));
        ({ disputed, contradictions } = settled);
        left = afterSettling(settled.text, place);
        return settled.text;
      });
    },
    { what: () => SETTLEMENT },
  );
  const review = disputed.length === 0 ? [] : [waitsForReview(context, input, { relative, disputed })];
  const told = contradictions.map((each) => `${place.file}:${each}`);
  return { ok: left.isSettled, output: { path: place.file, kept }, warnings: [...review, ...told, ...left.warnings, ...edits.problems] };
}
