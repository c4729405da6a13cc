import { compareCodePoints } from '../../text/code-point-order.ts';
import { layerDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Layer, Note } from '../notes/note.ts';
import { layerFinder } from '../notes/present.ts';

/** Returns the notes of each layer without archived ones, newest first. @param today as in `indexFiles` */
export function groupByLayer(notes: readonly Note[], config: VaultConfig, today: string): Readonly<Record<Layer, readonly Note[]>> {
  const dated = notes.filter(({ status }) => status !== 'archived').map((note) => ({ note, day: layerDay(note, config.timeZone) }));
  dated.sort((one, other) => compareCodePoints(other.day, one.day) || compareCodePoints(one.note.path, other.note.path));
  const layers: Record<Layer, Note[]> = { hot: [], warm: [], cold: [] };
  const layerOf = layerFinder({ today, config });
  for (const { note } of dated) layers[layerOf(note)].push(note);
  return layers;
}

/** Entry of a note in the files of `layers/`. */
export function layerEntry({ path, name, type, project, tags, updated, lines }: Note): object {
  return { path, name, type, project, tags, updated: updated ?? '', lines };
}
