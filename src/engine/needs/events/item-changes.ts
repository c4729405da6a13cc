import path from 'node:path';
import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import type { ChangeEvent } from './events-schemas.ts';

/** What is kept of an item for the next comparison. */
export const keptItemSchema = onDemand(() =>
  z.object({ key: z.string(), kind: z.string(), title: z.string(), state: z.string(), version: z.string(), file: z.string() }),
);
export type KeptItem = Checked<typeof keptItemSchema>;

type Change = Omit<ChangeEvent, 'at' | 'source'> & { readonly since: number | null };

export interface ItemComparison {
  readonly changes: readonly Change[];
  readonly kept: readonly KeptItem[];
}

/** Yields items whose keys differ: the first one of a key ends in `#1`. All get a number, so that no key looks like that of another item. */
function* withUniqueKeys(items: readonly TrackedItem[]): Iterable<TrackedItem> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const count = (counts.get(item.key) ?? 0) + 1;
    counts.set(item.key, count);
    yield { ...item, key: `${item.key}#${count}` };
  }
}

function changeOf(what: 'added' | 'changed' | 'removed', item: Pick<TrackedItem, 'kind' | 'title' | 'file'>, detail: string): Change {
  const kind = `${item.kind.replaceAll(' ', '-')}-${what}`;
  return { kind, agent: null, subject: item.title, detail, file: item.file, line: null, since: null };
}

/** Returns the change of an item that exists; `null` if it is as before. */
function ofPresent(item: TrackedItem, before: KeptItem | undefined): Change | null {
  const { agent, line, since, state } = item;
  if (before === undefined) return { ...changeOf('added', item, state), agent, line, since };
  if (before.state !== state) return { ...changeOf('changed', item, `${before.state || 'no state'} → ${state || 'no state'}`), line };
  if (before.title !== item.title) return { ...changeOf('changed', item, `was: ${before.title}`), line };
  return before.version === item.version ? null : { ...changeOf('changed', item, ''), line };
}

/** Returns whether a file or a folder around it cannot be read. */
function isUnread(file: string, unread: ReadonlySet<string>): boolean {
  for (let at = file; ; at = path.dirname(at)) {
    if (unread.has(at)) return true;
    if (path.dirname(at) === at) return false;
  }
}

/**
 * Compares the items of a protocol with those of an earlier reading.
 * @param unread files and folders that cannot be read now: their items keep the earlier state
 */
export function compareItems(before: readonly KeptItem[], items: readonly TrackedItem[], unread: ReadonlySet<string>): ItemComparison {
  const left = new Map(before.map((each) => [each.key, each]));
  const changes: Change[] = [];
  const kept: KeptItem[] = [];
  for (const item of withUniqueKeys(items)) {
    const change = ofPresent(item, left.get(item.key));
    if (change !== null) changes.push(change);
    left.delete(item.key);
    const { key, kind, title, state, version, file } = item;
    kept.push({ key, kind, title, state, version, file });
  }
  for (const item of left.values()) {
    if (unread.size > 0 && isUnread(item.file, unread)) kept.push(item);
    else changes.push(changeOf('removed', item, item.state === '' ? '' : `was ${item.state}`));
  }
  return { changes, kept };
}
