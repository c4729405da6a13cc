import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../../platform/operation.ts';
import { requireOneText } from '../conflicts.ts';
import { editNoteHeader } from '../headers/note-header-edit.ts';
import { readNoteText, UNREAD } from '../notes/format.ts';
import type { ConfirmInput, StatusOutput } from '../schemas/notes.ts';
import { findActor } from './decision.ts';
import { findNote } from './find-note.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';
import { type CitedNow, readCitedNow } from './stale.ts';
import { changeText } from './texts.ts';

/** Maximum number of lines to name for one moved text. */
const MAX_LINES = 3;

/** Records in a note's header that it is still correct, who confirmed it, and the current content of cited code (decision 0031). */
export const confirmNote = vaultOperation(async (vault: OpenVault, input: ConfirmInput): Promise<Outcome<StatusOutput>> => {
  const { path, name } = findNote(vault, input.note);
  const by = findActor(vault.context, input.by);
  let now: CitedNow = { entries: [], missing: [], moved: [], blank: [] };
  const changed = await changeText(vault, path, (text) => {
    requireOneText(text, path, input.vault);
    now = readCitedNow(vault, path, text);
    const { cited } = readNoteText(path, text, UNREAD, vault.config);
    return editNoteHeader(text, {
      ...(!isDeepStrictEqual(now.entries, cited) && { cited: now.entries }),
      confirmed_by: by,
      confirmed: vault.today,
    });
  });
  vault.store.lookAt(path);
  const status = vault.store.index.get(path)?.status ?? '';
  const moved = now.moved.map(({ place, lines }) => {
    const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MAX_LINES).join(', ')}${lines.length > MAX_LINES ? ', …' : ''}`;
    return `cites ${place}, whose text is now in ${where}: correct the line in the note, and confirm it again`;
  });
  const warnings = [...now.missing.map(({ place, what }) => `cites ${place}, ${what}: correct the note`), ...moved];
  const missing = now.missing.map(({ place }) => place);
  const confirmed = { path, name, status, changed: changed !== null, ...(missing.length > 0 && { unconfirmed: missing }) };
  return { ok: true, output: { notes: [confirmed] }, warnings };
});
