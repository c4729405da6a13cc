import { readGit } from '../../platform/git/git.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { calendarDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Note } from '../notes/note.ts';
import { changesOf } from '../trust/code-history.ts';

/** Dates of a note's creation and last change, `YYYY-MM-DD`. */
interface NoteDays {
  readonly created: string;
  readonly updated: string;
}

const LOG = ['log', '--no-renames', '--name-only', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-color'] as const;
const FORM = ['--format=%x00%ct', '-z', '--relative', 'HEAD', '--', '.'];

/** Returns the dates of all notes from one run of git, or else from the file's mtime. */
export async function noteHistory(
  { fs }: Pick<Runtime, 'fs'>,
  { root, timeZone }: VaultConfig,
  signal: AbortSignal,
): Promise<(note: Note) => NoteDays> {
  const answer = await readGit(fs.realpathSync(root), [...LOG, ...FORM], signal);
  const times = new Map<string, { first: number; last: number }>();
  for (const [file, time] of changesOf('output' in answer ? answer.output.toString('utf8') : '')) {
    const known = times.get(file);
    if (known === undefined) times.set(file, { first: time, last: time });
    else times.set(file, { first: Math.min(known.first, time), last: Math.max(known.last, time) });
  }
  const day = (ms: number) => calendarDay(ms, timeZone);
  return ({ path, file }) => {
    const own = times.get(path);
    const written = day(Number(BigInt(file.mtimeNs) / 1_000_000n));
    return own === undefined ? { created: written, updated: written } : { created: day(own.first), updated: day(own.last) };
  };
}
