import { shellWord } from '../text/shell-word.ts';
import { STACK_FOLDER } from './files/find-stacks.ts';

/** Longest generated folder name. */
const MAX_NAME_LENGTH = 60;
const EXAMPLE = 'agent-api';

/** Returns the folder of an agent by its name, as a single path segment. */
function folderFor(name: string): string {
  const folder = name.replace(/^agent-/i, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return folder.replace(/^-+/, '').slice(0, MAX_NAME_LENGTH) || 'agent';
}

/** Returns the command that adds an agent to AGENTS.md. @param stack its path; default: derived from the name */
export function addAgentCommand(name = EXAMPLE, stack = `./${folderFor(name)}/${STACK_FOLDER}/`): string {
  return `cstack agents add ${shellWord(name)} --role "what it is responsible for" --stack ${shellWord(stack)}`;
}
