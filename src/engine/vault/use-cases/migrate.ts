import type { Outcome } from '../../platform/operation.ts';
import { counted } from '../../text/amounts.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { readNoteText } from '../notes/format.ts';
import { type MigratedNote, type MigrationFacts, migrateHeader } from '../notes/migrate.ts';
import type { Note } from '../notes/note.ts';
import { skipReason } from '../notes/skipped-note.ts';
import { quotedNames } from '../quoted-names.ts';
import type { MigrateInput, MigrateOutput } from '../schemas/maintenance.ts';
import { noteHistory } from './note-history.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';
import { checkWrite } from './rewriting.ts';
import { Rewriting } from './texts.ts';

/** Ids that were assigned in this run, to avoid duplicates. */
class GivenIds {
  readonly #given = new Map<string, string>();
  /** As for `newNoteId`. */
  readonly reached = new Map<string, number>();

  constructor(private readonly index: OpenVault['store']['index']) {}

  isTaken(id: string, path: string): boolean {
    const given = this.#given.get(id);
    return (given !== undefined && given !== path) || this.index.byId(id).some((note) => note.path !== path);
  }

  give(id: string, path: string): void {
    if (id !== '') this.#given.set(id, path);
  }
}

/** Returns warnings for notes whose headers cannot be fixed automatically. */
function leftWarnings(left: readonly string[]): string[] {
  if (left.length === 0) return [];
  const which =
    left.length === 1 ? '1 note is unchanged, because its header' : `${counted(left.length, 'note')} are unchanged, because their headers`;
  return [`${which} cannot be fixed here: ${quotedNames(left, ', ')}; "cortex vault doctor" shows what is wrong`];
}

/** Gives every note the standard header (seed 2, "Migration"; rulings, vault 8). */
export const migrateNotes = vaultOperation(async (vault: OpenVault, input: MigrateInput): Promise<Outcome<MigrateOutput>> => {
  const { write, dryRun, stats } = input;
  checkWrite(write, { '--dry-run': dryRun, '--stats': stats });
  const { store, config, today, runtime, context } = vault;
  const days = await noteHistory(runtime, config, context.signal);
  const ids = new GivenIds(store.index);
  const rewriting = new Rewriting(vault, write);
  const files: MigrateOutput['files'] = [];
  const left: string[] = [];
  let withHeader = 0;
  const migrate = (note: Note, text: string): MigratedNote => {
    const { path } = note;
    const facts: MigrationFacts = { ...days(note), taken: (id) => ids.isTaken(id, path), reached: ids.reached };
    const migrated = migrateHeader(text, path, config, today, facts);
    ids.give(readNoteText(path, migrated.text, note.file, config).id, path);
    return migrated;
  };
  const skipped = new Map<string, string>();
  const skip = ({ path }: Note, text: string): MigratedNote | null => {
    const reason = skipReason(text, path);
    if (reason === null) skipped.delete(path);
    else skipped.set(path, reason);
    return reason === null ? null : { text, fields: [], isLeft: false };
  };
  for (const note of store.index.notes()) {
    const tries: MigratedNote[] = [];
    const changed = await rewriting.change(note.path, (text) => {
      if (tries.length === 0 && splitHeader(text).header !== null) withHeader += 1;
      const migrated = skip(note, text) ?? migrate(note, text);
      tries.push(migrated);
      return migrated.text;
    });
    if (tries.at(-1)?.isLeft === true) left.push(note.path);
    if (changed !== null) files.push({ ...changed, fields: [...(tries.at(-1)?.fields ?? [])] });
  }
  const output = {
    written: write,
    total: store.index.size,
    withHeader,
    files,
    skipped: Array.from(skipped, ([path, reason]) => ({ path, reason })),
  };
  return { ok: rewriting.isDone, output, warnings: [...rewriting.warnings, ...leftWarnings(left)] };
});
