import { maskConflicts } from '../kernel/merge-conflicts.ts';
import { sectionNamed, sectionsOf } from '../kernel/sections.ts';

/** What an agent is at (seed 3, "CURRENT.md"); an empty text where the file says nothing. */
export interface CurrentState {
  readonly task: string;
  readonly focus: string;
  readonly nextSteps: readonly string[];
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
/** A place of the template that nobody has filled in. */
const PLACEHOLDER = /^<[^<>]*>$/;

function filled(text: string): string {
  const trimmed = text.trim();
  return PLACEHOLDER.test(trimmed) ? '' : trimmed;
}

/** Reads a CURRENT.md; what is missing in it is empty. */
export function parseCurrentText(whole: string): CurrentState {
  const text = maskConflicts(whole);
  const sections = sectionsOf(text);
  const body = (name: string): string => {
    const section = sectionNamed(sections, name);
    return section === undefined ? '' : text.slice(section.bodyFrom, section.to);
  };
  const steps = body('Next Steps')
    .split('\n')
    .flatMap((line) => ITEM.exec(line.trimEnd())?.[1] ?? []);
  return { task: filled(body('Current Task')), focus: filled(body('Focus')), nextSteps: steps.map(filled).filter((step) => step !== '') };
}
