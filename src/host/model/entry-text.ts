import type { TimelineEntry } from '../../engine/crtx/index.ts';
import { counted, oneLine, pickText } from './text.ts';

/** Control characters that could change the reading direction or are invisible. Line breaks and tabs are allowed. */
const UNRULY = /[\p{Bidi_Control}]|(?![\n\t])\p{Cc}/gu;

/** Returns the title of an entry's tab. The suffix keeps VS Code from opening `Fix clock.ts` as TypeScript. */
export function entryTitle({ action, id }: TimelineEntry): string {
  return `${tabName(oneLine(action, 60) || id)} – Timeline`;
}

/** Returns the title of the tab with a task's reasoning trace. */
export function traceTitle(task: string): string {
  return `${tabName(task)} – Reasoning`;
}

/** Replaces slashes, because VS Code would show the text before a slash as a folder. */
function tabName(text: string): string {
  return oneLine(text, 60).replace(/[\\/]/g, '∕');
}

/** Formats the reasoning trace of a task. @param entries oldest first */
export function traceText(task: string, entries: readonly TimelineEntry[]): string {
  const steps = entries.map((entry, place) => `${'─'.repeat(60)}\n${place + 1}. ${entryText(entry)}`);
  return [`Reasoning trace of ${oneLine(task, 60)}: ${counted(entries.length, 'step')}\n`, ...steps].join('\n');
}

/** Formats a timeline entry. */
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
    section('Context', Object.keys(state).length === 0 ? '' : JSON.stringify(state, null, 2)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  return text.trim() === '' ? '' : `${title}\n${plain(text).replace(/^/gm, '  ')}`;
}

function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNRULY, ' ');
}

/** Formats a time as `2026-02-03T14:05:06+01:00`, in the local time zone. @param at milliseconds since 1970 UTC */
export function localTime(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  // A file may contain a number that is not a valid date.
  if (Number.isNaN(offset)) return String(at);
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) => String(part).padStart(2, '0'));
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Returns the type and the outcome of an entry, or one word if they are equal, as for `failure`. */
export function typeAndOutcome({ type, outcome }: Pick<TimelineEntry, 'type' | 'outcome'>): string[] {
  return type === outcome ? [type] : [type, outcome];
}

/** Formats an entry for a pick list. */
export function entryLine(entry: TimelineEntry) {
  const { action, agentId, type, timestamp, reasoning } = entry;
  const facts = [pickText(agentId, 60), ...typeAndOutcome(entry).map((fact) => pickText(fact, 30)), new Date(timestamp).toLocaleString()];
  return { label: pickText(action) || pickText(type, 30), description: facts.join(' · '), detail: pickText(reasoning, 200) };
}
