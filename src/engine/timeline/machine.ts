import { hash } from 'node:crypto';
import * as z from 'zod';
import { PROTOCOL_AUTHOR } from '../crtx/people.ts';
import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { shortId, shortLine } from '../crtx/shorten.ts';
import type { LogMachine } from '../log/machine.ts';
import type { RecordPosition } from '../log/record-place.ts';
import { onDemand } from '../platform/on-demand.ts';
import { cut } from '../text/cut.ts';
import { ownProperty } from '../text/foreign-data.ts';
import { type ArchivedChange, ArchivedChanges } from './archived-changes.ts';
import { compareEntries } from './differences.ts';
import { Ledger } from './ledger.ts';
import {
  type EntryChange,
  type RefusedChange,
  type TimelineRecord,
  type TimelineRecordOf,
  timelineRecordSchema,
  type UnknownMembers,
} from './records.ts';

/** A refused change of an immutable field. `recorded`: the value that stays; `undefined` if the entry has none or is not current. */
export interface RefusedField extends RefusedChange {
  readonly recorded: unknown;
}

/** The result of each operation. */
export interface TimelineAnswers {
  /** The entry in the timeline. `again`: its id was known before, so nothing changed. */
  entry: { readonly entry: TimelineEntry; readonly again: boolean };
  /** `late` for an archived entry, `meanwhile` if the outcome differs from `was`, `null` if there is no such entry. */
  outcome: TimelineEntry | 'late' | 'meanwhile' | null;
  adopt: { readonly added: number; readonly refused: readonly RefusedField[] };
  /** How many entries are current. */
  flush: number;
  /** How many entries were archived. */
  roll: number;
  /** How many late changes are settled. */
  settled: number;
}

export type TimelineAnswer = {
  [Op in keyof TimelineAnswers]: { readonly op: Op; readonly result: TimelineAnswers[Op] };
}[keyof TimelineAnswers];

/** Maximum number of refused changes that one entry lists with their values. */
const MAX_NAMED = 50;
/**
 * Longer values are recorded as the start of their JSON text: nested more deeply than before, they could not be written. UTF-16 code units.
 */
const MAX_VALUE = 1_000;

function digest(refusal: RefusedChange): string {
  return hash('sha256', JSON.stringify([refusal.id, refusal.field, refusal.value]), 'hex').slice(0, 16);
}

function shortValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_VALUE ? cut(text, MAX_VALUE) : value;
}

/** Returns the entry that records refused changes. Its id follows from the record's, so that all processes agree. */
function refusalEntry(file: string, refused: readonly RefusedChange[], { id, time }: RecordPosition): TimelineEntry {
  const named = refused.slice(0, MAX_NAMED);
  const places = named.map((refusal) => `${refusal.field} of ${shortLine(refusal.id)}`).join(', ');
  const more = refused.length > named.length ? ` and ${refused.length - named.length} more` : '';
  const state = { refused: named.map(({ id: of, field, value }) => ({ id: shortId(of), field, value: shortValue(value) })) };
  return {
    id: id.replace(/^[a-z]+_/, 'tle_'),
    timestamp: time,
    agentId: PROTOCOL_AUTHOR,
    type: 'conflict',
    action: `Did not adopt all changes that another program made to ${file}`,
    reasoning: `Only the outcome and the children of an entry can be changed. Unchanged: ${places}${more}.`,
    confidence: 1,
    context: { files: [`.cortex/${file}`], trigger: 'timeline', state },
    refs: [...new Set(state.refused.map((refusal) => refusal.id))],
    outcome: 'failure',
  };
}

/** Applies or notes a change. @returns whether `timeline.crtx` shows it */
function applyChange(ledger: Ledger, change: EntryChange): boolean {
  if (ledger.has(change.id)) return ledger.change(change);
  ledger.late.note(change, ledger.place);
  return false;
}

/**
 * Applies entries whose ids have become known meanwhile.
 * @returns whether something changed
 * @param refused collects refused changes, for records of earlier versions; `null`: the entries are versions
 */
function applyKnownEntries(ledger: Ledger, entries: readonly TimelineEntry[], refused: RefusedChange[] | null): boolean {
  let changed = false;
  for (const entry of entries) {
    const present = ledger.get(entry.id);
    if (present === undefined) continue;
    const difference = compareEntries(entry, present);
    if (difference.change !== null) changed = applyChange(ledger, difference.change) || changed;
    if (refused === null) changed = ledger.uniteVersion(entry) || changed;
    else refused.push(...difference.refused);
  }
  return changed;
}

/** Records refused changes that are new. @returns whether there are any */
function recordRefusals(ledger: Ledger, file: string, refused: readonly RefusedChange[], place: RecordPosition): boolean {
  const fresh = refused.filter((refusal) => {
    const key = digest(refusal);
    return !ledger.refused.has(key) && ledger.refused.add(key);
  });
  if (fresh.length > 0) ledger.add([refusalEntry(file, fresh, place)]);
  return fresh.length > 0;
}

function applyBeside(ledger: Ledger, beside: UnknownMembers): boolean {
  if (Object.keys(beside).length === 0) return false;
  ledger.beside = { ...ledger.beside, ...beside };
  return true;
}

function adopt(ledger: Ledger, file: string, record: TimelineRecordOf<'adopt'>, place: RecordPosition) {
  const first = ledger.created === null;
  ledger.created ??= record.created;
  const refused: RefusedChange[] = [...record.refused];
  const known = ledger.add(record.entries);
  const added = record.entries.length - known.length;
  const changed = [
    first,
    record.left !== undefined,
    added > 0,
    applyKnownEntries(ledger, known, record.versions === undefined ? refused : null),
    ...(record.versions ?? []).map((version) => ledger.uniteVersion(version)),
    applyBeside(ledger, record.beside),
    ...record.changes.map((change) => applyChange(ledger, change)),
    recordRefusals(ledger, file, refused, place),
  ];
  const fields = refused.map((refusal) => ({ ...refusal, recorded: ownProperty(ledger.get(refusal.id), refusal.field) }));
  return { answer: { op: record.op, result: { added, refused: fields } }, changed: changed.includes(true) };
}

function record(ledger: Ledger, { op, entry }: TimelineRecordOf<'entry'>, { time }: RecordPosition) {
  ledger.created ??= time;
  const again = ledger.add([entry]).length > 0;
  return { answer: { op, result: { entry: ledger.get(entry.id) ?? entry, again } }, changed: !again };
}

function end(ledger: Ledger, { op, entryId, outcome, outcomeDetail, archived, was }: TimelineRecordOf<'outcome'>) {
  if (archived === true && !ledger.has(entryId)) {
    ledger.late.note({ id: entryId, ending: { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) } }, ledger.place);
    return { answer: { op, result: 'late' as const }, changed: false };
  }
  const present = ledger.get(entryId)?.outcome;
  if (was !== undefined && present !== undefined && present !== was)
    return { answer: { op, result: 'meanwhile' as const }, changed: false };
  const changed = ledger.end(entryId, outcome, outcomeDetail);
  return { answer: { op, result: ledger.get(entryId) ?? null }, changed };
}

/** Reported as a change, because changes are published. */
function flush({ created, size }: Ledger, { op }: TimelineRecordOf<'flush'>) {
  return { answer: { op, result: size }, changed: created !== null };
}

function roll(ledger: Ledger, { op, beginning, upTo, archives, ids, late }: TimelineRecordOf<'roll'>) {
  if (beginning !== ledger.beginning) return { answer: { op, result: 0 }, changed: false };
  for (const { name, hash: content } of archives) ledger.archives.set(name, content);
  // Only for entries that are still current: those archived earlier may have later changes by now.
  for (const change of late) if (ledger.has(change.id)) ledger.late.note(change, ledger.place);
  const gone = ledger.archive(ids, upTo);
  return { answer: { op, result: gone }, changed: gone > 0 };
}

function dropArchivedChanges(ledger: Ledger, { op, beginning, upTo, archive, ids }: TimelineRecordOf<'settled'>) {
  if (beginning !== ledger.beginning) return { answer: { op, result: 0 }, changed: false };
  ledger.archives.set(archive.name, archive.hash);
  return { answer: { op, result: ledger.late.removeArchived(ids, upTo) }, changed: false };
}

// Long lists are not validated: this program wrote them, and their checkpoint has a checksum.
const snapshotSchema = onDemand(() =>
  z.object({
    created: z.int().nullable(),
    beside: z.custom<UnknownMembers>((value) => typeof value === 'object' && value !== null),
    entries: z.custom<readonly TimelineEntry[]>(Array.isArray, 'is not a list'),
    changed: z.custom<readonly number[]>(Array.isArray, 'is not a list'),
    bytes: z.number(),
    refused: z.array(z.string()),
    beginning: z.string(),
    late: z.custom<readonly ArchivedChange[]>(Array.isArray, 'is not a list'),
    archives: z.array(z.tuple([z.string(), z.string()])),
  }),
);

function restore(value: unknown): Ledger {
  const { created, beside, refused, beginning, late, archives, ...held } = snapshotSchema().parse(value);
  const ledger = new Ledger();
  ledger.created = created;
  ledger.beside = beside;
  ledger.beginning = beginning;
  ledger.restore(held);
  ledger.late = new ArchivedChanges(late);
  for (const [name, content] of archives) ledger.archives.set(name, content);
  for (const key of refused) ledger.refused.add(key);
  return ledger;
}

/**
 * Returns the state machine of a log of entries (RULINGS, crtx 10).
 * @param file its published file, below `.cortex/`
 */
export const entryMachine = (file: string): LogMachine<TimelineRecord, Ledger, TimelineAnswer> => ({
  parse: (value) => timelineRecordSchema().safeParse(value).data ?? null,
  create: () => new Ledger(),
  snapshot: (ledger) => ({
    created: ledger.created,
    beside: ledger.beside,
    ...ledger.snapshot(),
    refused: [...ledger.refused],
    beginning: ledger.beginning,
    late: [...ledger.late.all()],
    archives: [...ledger.archives],
  }),
  restore,
  apply: (ledger, operation, place) => {
    if (ledger.beginning === '') ledger.beginning = place.id;
    ledger.place = place;
    switch (operation.op) {
      case 'entry':
        return record(ledger, operation, place);
      case 'outcome':
        return end(ledger, operation);
      case 'adopt':
        return adopt(ledger, file, operation, place);
      case 'flush':
        return flush(ledger, operation);
      case 'roll':
        return roll(ledger, operation);
      case 'settled':
        return dropArchivedChanges(ledger, operation);
    }
  },
});

/** The state machine of the timeline's log. */
export const timelineMachine = entryMachine('timeline.crtx');
