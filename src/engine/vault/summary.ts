import { compareCodePoints } from '../text/code-point-order.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import { layerDay } from './calendar.ts';
import { takeFirst } from './first-of.ts';
import type { Layer, Note, NoteHead } from './notes/note.ts';
import { type AnswerContext, layerFinder } from './notes/present.ts';

/** Number of notes with a value. */
export interface Count {
  readonly name: string;
  readonly notes: number;
}

/** Summary of a vault. Counts are sorted, largest first. Archived notes count only in `total` and `statuses`. */
export interface VaultSummary {
  readonly total: number;
  readonly layers: Readonly<Record<Layer, number>>;
  readonly projects: readonly Count[];
  readonly types: readonly Count[];
  readonly statuses: readonly Count[];
  readonly tags: readonly Count[];
  /** Newest hot notes, by the day that determines their layer. */
  readonly hot: readonly Pick<Note, 'path' | 'name' | 'project' | 'updated'>[];
}

const MAX_HOT = 10;

/** Counts names, most frequent first, then by name. */
export function countByName(names: Iterable<string>): Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = [...counts].map(([name, notes]) => ({ name, notes }));
  return all.sort((one, other) => other.notes - one.notes || compareCodePoints(one.name, other.name));
}

/** Returns the newest notes, then sorted by path. */
function newestOf(notes: readonly NoteHead[], { timeZone }: AnswerContext['config']): NoteHead[] {
  const dated = notes.map((note) => ({ note, day: layerDay(note, timeZone) }));
  const newest = takeFirst(dated, MAX_HOT, (one, other) => {
    return compareCodePoints(other.day, one.day) || compareCodePoints(one.note.path, other.note.path);
  });
  return newest.map(({ note }) => note);
}

/** Returns a summary of the vault. @param today `YYYY-MM-DD` */
export function summarise(index: VaultIndex, config: AnswerContext['config'], today: string): VaultSummary {
  const all = [...index.known()];
  const notes = all.filter(({ status }) => status !== 'archived');
  const layerOfNote = layerFinder({ today, config });
  const layers = { hot: 0, warm: 0, cold: 0 };
  const hot: NoteHead[] = [];
  for (const note of notes) {
    const layer = layerOfNote(note);
    layers[layer] += 1;
    if (layer === 'hot') hot.push(note);
  }
  return {
    total: all.length,
    layers,
    projects: countByName(notes.map(({ project }) => project)),
    types: countByName(notes.map(({ type }) => type)),
    statuses: countByName(all.map(({ status }) => status)),
    tags: countByName(notes.flatMap(({ tags }) => tags)),
    hot: newestOf(hot, config).map(({ path, name, project, updated }) => ({ path, name, project, updated })),
  };
}
