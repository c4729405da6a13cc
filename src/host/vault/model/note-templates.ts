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
export function templateOf(type: string): string {
  const headings = HEADINGS.get(type) ?? [];
  return headings.length === 0 ? '\n$0' : headings.map((heading, at) => `\n## ${heading}\n\n$${at + 1}\n`).join('');
}

/** Short description of each note type. */
export const TYPE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['rule', 'what always holds here'],
  ['insight', 'what was found out'],
  ['incident', 'what went wrong'],
  ['project', 'what is being worked on'],
  ['person', 'who somebody is'],
  ['reference', 'where something is found'],
  ['decision', 'what was decided, and why'],
  ['lesson', 'what to do otherwise'],
  ['event', 'what happened'],
  ['loss', 'what was lost'],
  ['win', 'what worked out'],
  ['concept', 'what a word means'],
  ['feedback', 'what somebody said about the work'],
  ['user', 'how the person likes to work'],
]);
