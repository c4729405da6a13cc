import { describeInvalidEntries, parseTolerantly, type TolerantFile } from '../crtx/invalid/tolerant-format.ts';
import { unmergedText } from '../crtx/merging/merge-marks.ts';
import { renderWithChecksum } from '../crtx/render.ts';
import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import type { Projection } from '../log/publishing/projection.ts';
import { decodeRepairable } from '../text/utf8.ts';
import { compareLists, pickChangedMembers } from './differences.ts';
import type { Ledger } from './ledger.ts';
import type { TimelineRecord } from './records.ts';

export interface EntryFile {
  readonly type: 'timeline' | 'reasoning';
  /** Absolute path. */
  readonly file: string;
  /** Returns `header.project`. */
  readonly project: () => string;
}

const NOTHING: ReadonlyMap<string, TimelineEntry> = new Map();
const isBeside = (key: string) => key !== 'header' && key !== 'data';

/** Returns the projection that publishes a log of entries to a file. */
export function entryProjection({ type, file, project }: EntryFile): Projection<TimelineRecord, Ledger, TolerantFile<EntryFile['type']>> {
  return {
    file,
    render: (ledger, time) => {
      const { created } = ledger;
      if (created === null) return null;
      const times = { created, updated: Math.max(created, time), present: ledger.beside };
      const { text, checksum } = renderWithChecksum(type, project(), ledger.entries(), times);
      return { bytes: Buffer.from(text), checksum };
    },
    parse: (bytes, at = file) => {
      const text = decodeRepairable(bytes);
      // A file with merge conflicts must not be replaced: it has entries of two sides, and the log knows only one. Records made meanwhile
      // are in the log, and are published when the conflict is resolved.
      const unmerged = unmergedText(text, { file: at, type }, 'busy');
      if (unmerged !== null) throw unmerged;
      return parseTolerantly(text, at, type, { repair: true });
    },
    problems: describeInvalidEntries,
    belongs: () => true,
    checksum: ({ value }) => value.header.checksum,
    time: ({ value }) => value.header.updated,
    difference: ({ value: foreign, left }, base, from) => {
      const { size, entries, changes, refused, versions } = compareLists(foreign.data, base?.byId() ?? NOTHING, from);
      const besideBase = base?.beside ?? {};
      const beside = pickChangedMembers(foreign, besideBase, isBeside);
      const gone = Object.keys(besideBase).filter((key) => !Object.hasOwn(foreign, key));
      const { created } = foreign.header;
      // Without this, a change that was refused before would stay in the file.
      const notAdopted = left + refused.length;
      return {
        size: size + Object.keys(beside).length + gone.length + left,
        operation: (hash) => ({
          op: 'adopt',
          hash,
          created,
          beside,
          entries: [...entries],
          changes: [...changes],
          refused: [...refused],
          ...(from === 'elsewhere' && { versions: [...versions] }),
          ...(notAdopted > 0 && { left: notAdopted }),
        }),
      };
    },
  };
}

/** Returns the projection that publishes the timeline's log to `timeline.crtx`. */
export function timelineProjection(place: Omit<EntryFile, 'type'>): ReturnType<typeof entryProjection> {
  return entryProjection({ type: 'timeline', ...place });
}
