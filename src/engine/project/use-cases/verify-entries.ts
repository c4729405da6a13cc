import path from 'node:path';
import { type InspectedFile, inspectFile } from '../../crtx/inspect.ts';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { brief } from '../../crtx/shorten.ts';
import { showTime } from '../../crtx/typed/typed-time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lineAndColumn, locateJsonPath } from '../../text/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { timesInName } from '../../timeline/archives/roll-plan.ts';
import { entryDifference } from '../../timeline/differences.ts';
import type { Finding } from '../schemas/project.ts';

type TimelineFile = InspectedFile<'timeline'>;

/** So many places are named in one finding. */
const MOST_PLACES = 5;

function findingAt({ content, file }: TimelineFile, index: number, finding: Pick<Finding, 'message' | 'next'>): Finding {
  const text = decodeUtf8(content.bytes, file);
  return { severity: 'warning', ...lineAndColumn(text, locateJsonPath(text, ['data', index])), ...finding };
}

/** Entries of other times than the name of their archive says: who looks for them by the name does not find them. */
export function timeFindings(found: TimelineFile): Finding[] {
  const times = timesInName(path.basename(found.file));
  if (times === null) return [];
  const { data } = found.value;
  const strays = data.filter(({ timestamp }) => timestamp < times.first || timestamp > times.last);
  const [stray] = strays;
  if (stray === undefined) return [];
  const [first, last] = [times.first, times.last].map(showTime);
  const others = strays.length > 1 ? ` and ${strays.length - 1} more` : '';
  const message = `Entry ${brief(stray.id)}${others} is not of the time that the file's name says, ${first} to ${last}.`;
  return [findingAt(found, data.indexOf(stray), { message, next: 'Give the file the times of its first and its last entry.' })];
}

/** The copies that files have of the same entries, in the order in which they count (docs/decisions/0007-large-timelines.md). */
export class EntryCopies {
  /** By id the first file that has the entry, below `.cortex/`. A million of them are some hundred megabytes less than the entries. */
  readonly #firstFile = new Map<string, string>();

  constructor(
    private readonly runtime: Runtime,
    /** The `.cortex` folder. */
    private readonly folder: string,
  ) {}

  /** Where a file says something else of an entry than an earlier one does that must not change. */
  async findings(name: string, found: TimelineFile): Promise<Finding[]> {
    const again = new Map<string, number[]>();
    found.value.data.forEach(({ id }, index) => {
      const first = this.#firstFile.get(id);
      if (first === undefined) this.#firstFile.set(id, name);
      else {
        const others = again.get(first) ?? [];
        again.set(first, others);
        others.push(index);
      }
    });
    const findings: Finding[] = [];
    for (const [first, indexes] of again) {
      const source = first === name ? 'Further up the same file says' : `${CORTEX_FOLDER}/${first} says`;
      findings.push(...atOdds(found, indexes, { source, entries: await this.#entriesOf(first) }));
    }
    return findings;
  }

  async #entriesOf(name: string): Promise<readonly TimelineEntry[]> {
    const found = await inspectFile(this.runtime, this.folder, { type: 'timeline', file: path.join(this.folder, name) });
    return found?.value.data ?? [];
  }
}

interface Earlier {
  /** Who says so, in words. */
  readonly source: string;
  readonly entries: readonly TimelineEntry[];
}

/** The entries, by index, of which the earlier file says something else. */
function atOdds(found: TimelineFile, indexes: readonly number[], { source, entries }: Earlier): Finding[] {
  // The first one counts.
  const byId = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
  const odd = indexes.flatMap((index) => {
    const copy = found.value.data[index];
    const first = copy && byId.get(copy.id);
    const places = copy === undefined || first === undefined ? '' : placesAtOdds(copy, first);
    return places === '' ? [] : [{ index, places }];
  });
  const [one] = odd;
  if (one === undefined) return [];
  const named = odd.slice(0, MOST_PLACES).map(({ places }) => places);
  const more = odd.length > named.length ? ` and ${odd.length - named.length} more` : '';
  const message = `${source} something else, and counts: ${named.join('; ')}${more}.`;
  return [
    findingAt(found, one.index, { message, next: 'Give an entry that is another one an id of its own; otherwise remove the wrong copy.' }),
  ];
}

/** Which fields of an entry are not those of its first copy; empty when all are. */
function placesAtOdds(copy: TimelineEntry, first: TimelineEntry): string {
  const fields = entryDifference(copy, first).refused.map(({ field }) => field);
  return fields.length === 0 ? '' : `${fields.join(', ')} of ${brief(copy.id)}`;
}
