import { CortexError } from '../../platform/errors.ts';
import { blankMarks, mergeConflicts, touchesConflict } from '../../text/conflicts/merge-conflicts.ts';
import { conflictAround } from '../conflicts.ts';
import { findAgent, parseAgents } from './agents-file.ts';

/**
 * Explains why an agent inside an unresolved merge conflict of AGENTS.md cannot be used; `null` when no agent in a conflict has the name.
 * @param file absolute
 */
export function hiddenAgentError(text: string, file: string, name: string): CortexError | null {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0 || findAgent(parseAgents(text), name) !== undefined) return null;
  const found = findAgent(parseAgents(blankMarks(text)), name);
  if (found === undefined || !touchesConflict(conflicts, found.range)) return null;
  const place = conflictAround(text, file, found.range);
  return new CortexError('broken-file', 'the agent is inside an unresolved merge conflict', { ...place, value: name });
}
