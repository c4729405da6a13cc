import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { markdownParts } from '../../text/markdown/markdown.ts';
import { findSection, parseSections } from '../../text/markdown/sections.ts';

/** An agent's current work (seed 3, "CURRENT.md"; later revisions of the public project). Missing parts are empty. */
export interface CurrentState {
  readonly task: string;
  readonly focus: string;
  readonly nextSteps: readonly string[];
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const BOX = /^\[([^\]])\][ \t]+(.*)$/;
const RULE = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/;
/** Sections that are never nested in another section, whatever their heading level. */
const OTHERS: ReadonlySet<string> = new Set(['focus', 'next steps']);
/** Marks the current subtask. */
const MARKER = '<-- you are here';

/** Returns the text without trailing rules; empty for an unfilled placeholder of a template. */
function filled(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  while (lines.length > 0 && (lines.at(-1) === '' || RULE.test(lines.at(-1) ?? ''))) lines.pop();
  const trimmed = lines.join('\n').trim();
  return isPlaceholder(trimmed) ? '' : trimmed;
}

/** Returns the text after `**Name:**`, up to the next such field. */
function boldField(text: string, name: string): string {
  const mark = `**${name}:**`;
  const line = text.split('\n').find((each) => each.includes(mark)) ?? '';
  const behind = line.slice(line.indexOf(mark) + mark.length);
  return line === '' ? '' : filled(behind.split(' | **', 1)[0] ?? '');
}

/** Returns the filled items of a list. */
function items(text: string): string[] {
  const found = text.split('\n').flatMap((line) => ITEM.exec(line.trimEnd())?.[1]?.trim() ?? []);
  return found.filter((item) => item !== '' && !isPlaceholder(item));
}

/** Returns the open subtasks, starting at the marked one. */
function openParts(text: string): string[] {
  const open = items(text).flatMap((item) => {
    const [, box, words = ''] = BOX.exec(item) ?? [];
    return box === undefined || box.toLowerCase() === 'x' ? [] : [words];
  });
  const at = open.findIndex((part) => part.includes(MARKER));
  const parts = open.slice(Math.max(at, 0)).map((part) => part.replace(MARKER, '').trim());
  return parts.filter((part) => part !== '' && !isPlaceholder(part));
}

/** Parses a CURRENT.md. Missing parts are empty; comments and unfilled placeholders of its template are ignored. */
export function parseCurrentText(whole: string): CurrentState {
  const settled = maskConflicts(whole);
  const text = settled.includes('<!--') ? maskConflicts(settled, markdownParts(settled).comments) : settled;
  const sections = parseSections(text);
  const body = (name: string): string => {
    const section = findSection(sections, name);
    if (section === undefined) return '';
    // `# Current Task` may be the title of the file, with the other sections nested below it.
    const next = sections.find(({ from, name: other }) => from >= section.bodyFrom && OTHERS.has(other.toLowerCase()));
    return text.slice(section.bodyFrom, Math.min(next?.from ?? section.to, section.to));
  };
  /** Returns the text of a section before its first subsection. */
  const ownText = (name: string): string => {
    const section = findSection(sections, name);
    const part = section && sections.find(({ from }) => from >= section.bodyFrom && from < section.to);
    return section === undefined ? '' : text.slice(section.bodyFrom, part?.from ?? section.to);
  };
  const now = ownText('Now');
  const current = body('Current Task');
  const steps = items(body('Next Steps'));
  return {
    task: boldField(current, 'Task') || filled(current) || boldField(body('Active Task'), 'Task') || boldField(text, 'Active Task'),
    focus: filled(body('Focus')) || (ITEM.test(now.trimStart().split('\n', 1)[0] ?? '') ? items(now).join('\n') : filled(now)),
    nextSteps: steps.length > 0 ? steps : openParts(body('Subtasks')),
  };
}

/** Placeholders of templates: `<task>`, `(No active task)`, `[next action]`, `_none_`, `*none*`. */
const FORMS = [/^<[^<>]*>$/, /^\([^()]*\)$/, /^\[[^[\]]*\]$/, /^_[^_]*_$/, /^\*[^*]*\*$/];
const NOTHING = /^(?:none|nothing|n\/a|no(?: active| current)? tasks?(?: yet)?|-+|\u2014|\u2013|\u2026|\.\.\.)\.?$/i;

/** Reports whether a one-line text is an unfilled placeholder of a template. */
export function isPlaceholder(text: string): boolean {
  return NOTHING.test(text) || FORMS.some((form) => form.test(text));
}
