/** Headings of a new note, by type (seed 2, "Field"). Notes of other types start empty. */
const HEADINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['rule', ['Why', 'When it does not hold']],
  ['insight', ['How we know', 'What follows']],
  ['incident', ['What happened', 'Cause', 'What we changed']],
  ['decision', ['Context', 'Decision', 'Consequences']],
  ['lesson', ['What happened', 'What to do next time']],
  ['loss', ['What happened', 'What to do next time']],
  ['win', ['What happened', 'What to do again']],
]);

/** Returns the body of a new note as a snippet. Tab moves to the next section. */
export function noteTemplate(type: string): string {
  const headings = HEADINGS.get(type) ?? [];
  return headings.length === 0 ? '\n$0' : headings.map((heading, at) => `\n## ${heading}\n\n$${at + 1}\n`).join('');
}

/** Short description of each note type. */
export const TYPE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['rule', 'what always applies here'],
  ['insight', 'something discovered'],
  ['incident', 'what went wrong'],
  ['project', 'work in progress'],
  ['person', 'a person'],
  ['reference', 'where to find something'],
  ['decision', 'a decision and its reason'],
  ['lesson', 'what to do differently'],
  ['event', 'what happened'],
  ['loss', 'a loss'],
  ['win', 'a success'],
  ['concept', 'the meaning of a term'],
  ['feedback', 'feedback on the work'],
  ['user', 'how a person prefers to work'],
]);
