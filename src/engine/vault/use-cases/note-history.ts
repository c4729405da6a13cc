import { readGit } from '../../platform/git/git.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { calendarDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { MigrationFacts } from '../notes/migrate.ts';
import type { Note } from '../notes/note.ts';
import { parseChanges } from '../trust/code-history.ts';

/** What git and the file say about the age of a note. */
type NoteDays = Pick<MigrationFacts, 'committed' | 'changed' | 'written'>;

const LOG = ['log', '--no-renames', '--name-only', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-color'] as const;
const FORM = ['--format=%x00%ct', '-z', '--relative', 'HEAD', '--', '.'];

/** Returns the dates of all notes, from one run of git and from the mtimes of the files. */
export async function noteHistory(
  { fs }: Pick<Runtime, 'fs'>,
  { root, timeZone }: VaultConfig,
  signal: AbortSignal,
): Promise<(note: Note) => NoteDays> {
  const answer = await readGit(fs.realpathSync(root), [...LOG, ...FORM], signal);
  const times = new Map<string, { first: number; last: number }>();
  for (const [file, time] of parseChanges('output' in answer ? answer.output.toString('utf8') : '')) {
    const known = times.get(file);
    if (known === undefined) times.set(file, { first: time, last: time });
    else times.set(file, { first: Math.min(known.first, time), last: Math.max(known.last, time) });
  }
  const day = (ms: number) => calendarDay(ms, timeZone);
  return ({ path, file }) => {
    const own = times.get(path);
    const written = day(Number(BigInt(file.mtimeNs) / 1_000_000n));
    if (own === undefined) return { committed: null, changed: null, written };
    return { committed: day(own.first), changed: own.first === own.last ? null : day(own.last), written };
  };
}
