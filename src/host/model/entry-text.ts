import type { TimelineEntry } from '../../engine/crtx/index.ts';
import { counted, oneLine, pickText } from './text.ts';

/** What may turn the reading direction round, or is no text; line ends and tabs stay. */
const UNRULY = /[\p{Bidi_Control}]|(?![\n\t])\p{Cc}/gu;

/** The name of an entry's tab. Its end keeps the editor from taking `Fix clock.ts` for a program. */
export function entryTitle({ action, id }: TimelineEntry): string {
  return `${tabName(oneLine(action, 60) || id)} – Timeline`;
}

/** The name of the tab with the trace of a task. */
export function traceTitle(task: string): string {
  return `${tabName(task)} – Reasoning`;
}

/** A slash would make a folder of what stands before it. */
function tabName(text: string): string {
  return oneLine(text, 60).replace(/[\\/]/g, '∕');
}

/** The trace of a task for a person to read. @param entries the oldest first */
export function traceText(task: string, entries: readonly TimelineEntry[]): string {
  const steps = entries.map((entry, place) => `${'─'.repeat(60)}\n${place + 1}. ${entryText(entry)}`);
  return [`How ${oneLine(task, 60)} was thought through: ${counted(entries.length, 'step')}\n`, ...steps].join('\n');
}

/** An entry of the timeline for a person to read. */
export function entryText(entry: TimelineEntry): string {
  const { id, timestamp, agentId, type, action, reasoning, confidence, outcome, outcomeDetail, refs, parent, context } = entry;
  const { files, task, branch, state } = context;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Time', localTime(timestamp)],
    ['Type', type],
    ['Agent', agentId],
    ['Outcome', outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`],
    ['Confidence', `${Math.round(confidence * 100)} %`],
    ['Task', task],
    ['Branch', branch],
    ['Follows from', parent],
    ['Id', id],
  ];
  const known = facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${`${name}:`.padEnd(14)}${plain(value ?? '')}`);
  const parts = [
    plain(action),
    known.join('\n'),
    section('Why', reasoning),
    section('Files', files.join('\n')),
    section('Refers to', refs.join('\n')),
    section('What was known', Object.keys(state).length === 0 ? '' : JSON.stringify(state, null, 2)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  return text.trim() === '' ? '' : `${title}\n${plain(text).replace(/^/gm, '  ')}`;
}

function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNRULY, ' ');
}

/** `2026-02-03T14:05:06+01:00`, in the zone of this machine. @param at milliseconds since 1970 UTC */
export function localTime(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  // No date of the calendar: a file may say anything.
  if (Number.isNaN(offset)) return String(at);
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) => String(part).padStart(2, '0'));
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** What an entry is, and how it ended: once where both are one word, as a `failure` is. */
export function typeAndOutcome({ type, outcome }: Pick<TimelineEntry, 'type' | 'outcome'>): string[] {
  return type === outcome ? [type] : [type, outcome];
}

/** An entry in a list to choose from. */
export function entryLine(entry: TimelineEntry) {
  const { action, agentId, type, timestamp, reasoning } = entry;
  const facts = [pickText(agentId, 60), ...typeAndOutcome(entry).map((fact) => pickText(fact, 30)), new Date(timestamp).toLocaleString()];
  return { label: pickText(action) || pickText(type, 30), description: facts.join(' · '), detail: pickText(reasoning, 200) };
}
