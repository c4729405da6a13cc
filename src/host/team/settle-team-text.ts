/** Loaded when a file of a team has a git merge conflict. */

import path from 'node:path';
import { certainTeamText, resolveTeamText, teamFile } from '../../engine/team/index.ts';

/**
 * Returns the text of a file of a team with both sides of every conflict.
 * @param root of the team @param file absolute @throws CortexError if only a person can tell the sides
 */
export function settleTeamText(root: string, file: string, text: string): string {
  const kind = teamFile(path.relative(root, file).split(path.sep).join('/'))?.kind ?? null;
  return resolveTeamText(certainTeamText(text, kind, null), kind).text;
}
