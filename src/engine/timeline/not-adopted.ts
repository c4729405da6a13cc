import { repairedText } from '../crtx/invalid/tolerant-format.ts';
import { jsonEqual } from '../crtx/json-equal.ts';
import { shortLine } from '../crtx/shorten.ts';
import type { Content } from '../files/file-content.ts';
import { type LeftOutParts, leftOutParts } from '../log/publishing/left-out.ts';
import { cut } from '../text/cut.ts';
import { ownProperty } from '../text/foreign-data.ts';
import { type JsonPath, lineAndColumn, locateJsonPath } from '../text/json/json-position.ts';
import { decodeRepairable } from '../text/utf8.ts';
import type { RefusedField, TimelineAnswer } from './machine.ts';

/** Longest recorded value to show, in UTF-16 code units of JSON. */
const SHOWN_VALUE = 80;

function sentenceFor({ id, field, recorded }: RefusedField): string {
  const stays = recorded === undefined ? '' : `: ${cut(JSON.stringify(recorded), SHOWN_VALUE)} stays`;
  const remedy = recorded === undefined ? 'Delete it there' : 'Write that value there again, or delete the entry there';
  return `${field} of ${shortLine(id)} cannot be changed${stays}. ${remedy}. When a command adopts the file, a conflict entry of the timeline records the other value (context.state.refused).`;
}

/** Returns the place of a refused field. Of several entries with its id, the one with that value is meant. @param entries `data` of the file */
function pathOf(entries: readonly unknown[], { id, field, value }: RefusedField): JsonPath {
  const isMeant = (entry: unknown) => ownProperty(entry, 'id') === id;
  const exact = entries.findIndex((entry) => isMeant(entry) && jsonEqual(ownProperty(entry, field), value));
  const index = exact === -1 ? entries.findIndex(isMeant) : exact;
  return index === -1 ? ['data'] : ['data', index, field];
}

/** Returns the changed fields of an edited file that are final, with their positions; `null` if there are none. */
export function findNotAdopted(answer: TimelineAnswer, { bytes }: Content): LeftOutParts | null {
  const refused = answer.op === 'adopt' ? answer.result.refused : [];
  if (refused.length === 0) return null;
  const written = decodeRepairable(bytes).replace(/^\ufeff/, '');
  const text = repairedText(written, 'timeline');
  const data = ownProperty(JSON.parse(text), 'data');
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  const parts = refused.map((field) => ({ sentence: sentenceFor(field), written: field.value, field }));
  return leftOutParts(parts, ({ field }) => lineAndColumn(written, locateJsonPath(text, pathOf(entries, field))));
}
