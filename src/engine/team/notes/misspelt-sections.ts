import type { Section } from '../../text/markdown/sections.ts';
import { similarWord } from '../../text/similar-word.ts';
import type { NoteProblem, NoteText } from './note-text.ts';

/** Line that only a session log has. */
const ENTRY = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?Last session:/im;

/**
 * Returns the problems of headings that were probably meant as sections of a note which is without them, because nothing below such a
 * heading is read. None in a file with merge conflicts, which may contain the headings.
 * @param called names of the note's sections
 */
export function findMisspeltSections({ text, sections, conflicts }: NoteText, called: readonly string[]): NoteProblem[] {
  if (conflicts.length > 0) return [];
  const known = new Set(called.map((name) => name.toLowerCase()));
  const present = new Set(sections.map(({ name }) => name.toLowerCase()));
  const hasEntry = ({ bodyFrom, to }: Section): boolean => ENTRY.test(text.slice(bodyFrom, to));
  return sections.flatMap((section): NoteProblem[] => {
    if (section.level > 2 || known.has(section.name.toLowerCase())) return [];
    const meant = similarWord(section.name, called);
    // A command may have added the section since.
    if (meant === null || (present.has(meant.toLowerCase()) && !(meant === 'Session Log' && hasEntry(section)))) return [];
    const message = `unknown heading "${'#'.repeat(section.level)} ${section.name}", so the text below it is not read (expected: ## ${meant})`;
    return [{ message, line: section.line, isError: true }];
  });
}
