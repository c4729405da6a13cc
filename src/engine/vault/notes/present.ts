import { determineLayer } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Layer, NoteHead } from './note.ts';

/** Inputs of an answer besides the notes. */
export interface AnswerContext {
  /** `YYYY-MM-DD` in the vault's time zone. */
  readonly today: string;
  readonly config: Pick<VaultConfig, 'hot' | 'warm' | 'timeZone'>;
}

/**
 * Returns a function that finds the layers of notes. Layers are cached by date, because a vault has few different dates and computing an
 * age is slower.
 */
export function layerFinder({ today, config }: AnswerContext): (note: NoteHead) => Layer {
  const known = new Map<string, Layer>();
  return (note) => {
    const { updated } = note;
    if (updated === null) return determineLayer(note, today, config);
    const layer = known.get(updated) ?? determineLayer(note, today, config);
    known.set(updated, layer);
    return layer;
  };
}
