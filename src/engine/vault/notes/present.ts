import { layerOf } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Layer, NoteHead } from './note.ts';

/** What an answer depends on besides the notes. */
export interface Present {
  /** `YYYY-MM-DD` in the vault's time zone. */
  readonly today: string;
  readonly config: Pick<VaultConfig, 'hot' | 'warm' | 'timeZone'>;
}

/** The layers of many notes: the days of a vault are few, and telling how long ago one was is not as quick. */
export function layerFinder({ today, config }: Present): (note: NoteHead) => Layer {
  const known = new Map<string, Layer>();
  return (note) => {
    const { updated } = note;
    if (updated === null) return layerOf(note, today, config);
    const layer = known.get(updated) ?? layerOf(note, today, config);
    known.set(updated, layer);
    return layer;
  };
}
