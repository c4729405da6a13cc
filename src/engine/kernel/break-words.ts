type Break = 'fix' | 'revert';

/** Only words at the beginning count: `Fix`, `fix:`, `fix(scope)!:`, `hotfix`, `bugfix`, `Revert`, after a `[tag]` or an emoji too. */
const BREAK =
  /^(?:\[[^\]]{1,40}\]\s{0,4}|:[a-z_]{1,40}:\s{0,4}|[^\p{L}\p{N}\s[(]{1,4}\s{1,4})?(?<word>revert(?:s|ed|ing)?|(?:hot|bug)[ -]?fix(?:es|ed)?|fix(?:es|ed|ing)?)(?![\p{L}\p{N}_-])/iu;

/** Whether the subject of a commit says that something had broken. */
export function breakIn(subject: string): Break | null {
  const word = BREAK.exec(subject.slice(0, 200))?.groups?.word?.toLowerCase();
  if (word === undefined) return null;
  return word.startsWith('revert') ? 'revert' : 'fix';
}
