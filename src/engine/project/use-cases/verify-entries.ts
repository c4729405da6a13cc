import path from 'node:path';
import { type InspectedFile, inspectFile } from '../../crtx/inspect.ts';
import { jsonEqual } from '../../crtx/json-equal.ts';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import { type TimelineEntry, timelineEntryTypeSchema, timelineOutcomeSchema } from '../../crtx/schema/timeline.ts';
import { shortLine } from '../../crtx/shorten.ts';
import { showTime } from '../../crtx/typed/typed-time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { lineAndColumn, locateJsonPath } from '../../text/json/json-position.ts';
import { similarWord } from '../../text/similar-word.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { timesInName } from '../../timeline/archives/roll-plan.ts';
import { compareEntries } from '../../timeline/differences.ts';
import type { Ledger } from '../../timeline/ledger.ts';
import type { Finding } from '../schemas/project.ts';

type TimelineFile = InspectedFile<'timeline'>;

/** Largest number of places to name in one finding. */
const MAX_PLACES = 5;

function findingAt(
  { content, file, value, bad }: InspectedFile<'timeline' | 'reasoning'>,
  index: number,
  finding: Pick<Finding, 'message' | 'next'>,
  ...field: string[]
): Finding {
  const text = decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
  const place = bad.length === 0 ? index : indexInText(text, value.data[index]);
  return { severity: 'warning', ...lineAndColumn(text, locateJsonPath(text, ['data', place, ...field])), ...finding };
}

/** Returns the index of an entry in a file from which invalid entries were left out. */
function indexInText(text: string, entry: TimelineEntry | undefined): number {
  const data = ownProperty(JSON.parse(text), 'data');
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  return entries.findIndex((each) => ownProperty(each, 'id') === entry?.id && jsonEqual(each, entry));
}

/** Finds entries outside the time range in the name of their archive, which a search by that range would miss. */
export function timeFindings(found: TimelineFile): Finding[] {
  const times = timesInName(path.basename(found.file));
  if (times === null) return [];
  const { data } = found.value;
  const strays = data.filter(({ timestamp }) => timestamp < times.first || timestamp > times.last);
  const [stray] = strays;
  if (stray === undefined) return [];
  const [first, last] = [times.first, times.last].map(showTime);
  const others = strays.length > 1 ? ` and ${strays.length - 1} more` : '';
  const message = `Entry ${shortLine(stray.id)}${others} is outside the period in the file name, ${first} to ${last}.`;
  return [findingAt(found, data.indexOf(stray), { message, next: 'Rename the file to the times of its first and last entry.' })];
}

/** Most words to name in one file. */
const MAX_WORDS = 20;

/**
 * Finds types and outcomes that are nearly known words. Unknown words are allowed, but searches for the known one miss these entries.
 * @param recorded the entries of the log, whose types can no longer be changed
 */
export function wordFindings(found: InspectedFile<'timeline' | 'reasoning'>, recorded: Ledger | null): Finding[] {
  const words = { type: timelineEntryTypeSchema().options, outcome: timelineOutcomeSchema().options };
  return found.value.data
    .flatMap((entry, index) => {
      return (['type', 'outcome'] as const).flatMap((field) => {
        const isFinal = field === 'type' && recorded?.get(entry.id) !== undefined;
        const isKnown = words[field].some((word) => word === entry[field]);
        const meant = isKnown || isFinal ? null : similarWord(entry[field], words[field]);
        return meant === null ? [] : [{ index, field, meant }];
      });
    })
    .slice(0, MAX_WORDS)
    .map(({ index, field, meant }) => {
      const message = `${field} ${JSON.stringify(found.value.data[index]?.[field])} of ${shortLine(found.value.data[index]?.id ?? '')} is unknown; ${JSON.stringify(meant)} was probably meant.`;
      return findingAt(found, index, { message, next: 'Correct it there. Until then, it is kept as it is.' }, field);
    });
}

/** Compares copies of the same entry in several files, in their order of precedence (docs/decisions/0007-large-timelines.md). */
export class EntryCopies {
  /**
   * First file with each entry, by id, relative to `.cortex/`. For a million entries, that takes some hundred megabytes less than the
   * entries themselves.
   */
  readonly #firstFile = new Map<string, string>();

  constructor(
    private readonly runtime: Runtime,
    /** The `.cortex` folder. */
    private readonly folder: string,
  ) {}

  /** Reports where a file differs from an earlier copy of an entry in a field that must not change. */
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
      const source = first === name ? 'An earlier line of this file' : `${CORTEX_FOLDER}/${first}`;
      findings.push(...findDiffering(found, indexes, { source, entries: await this.#entriesOf(first) }));
    }
    return findings;
  }

  async #entriesOf(name: string): Promise<readonly TimelineEntry[]> {
    const found = await inspectFile(this.runtime, this.folder, { type: 'timeline', file: path.join(this.folder, name) });
    return found?.value.data ?? [];
  }
}

interface Earlier {
  /** The source of the earlier entries, as the beginning of a sentence. */
  readonly source: string;
  readonly entries: readonly TimelineEntry[];
}

/** Finds the entries, by index, that differ from the earlier file. */
function findDiffering(found: TimelineFile, indexes: readonly number[], { source, entries }: Earlier): Finding[] {
  // The first copy counts.
  const byId = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
  const odd = indexes.flatMap((index) => {
    const copy = found.value.data[index];
    const first = copy && byId.get(copy.id);
    const places = copy === undefined || first === undefined ? '' : differingFields(copy, first);
    return places === '' ? [] : [{ index, places }];
  });
  const [one] = odd;
  if (one === undefined) return [];
  const named = odd.slice(0, MAX_PLACES).map(({ places }) => places);
  const more = odd.length > named.length ? ` and ${odd.length - named.length} more` : '';
  const message = `${source} has a different value, which is used: ${named.join('; ')}${more}.`;
  return [
    findingAt(found, one.index, {
      message,
      next: 'If these are two entries, give one another id. If they are one, remove the wrong copy.',
    }),
  ];
}

/** Returns the fields in which an entry differs from its first copy; empty when there are none. */
function differingFields(copy: TimelineEntry, first: TimelineEntry): string {
  const fields = compareEntries(copy, first).refused.map(({ field }) => field);
  return fields.length === 0 ? '' : `${fields.join(', ')} of ${shortLine(copy.id)}`;
}
