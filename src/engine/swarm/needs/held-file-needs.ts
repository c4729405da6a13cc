import path from 'node:path';
import { createNeed, type Need, type NeedAction } from '../../platform/need.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { HeldFileChange } from '../held-files/records.ts';
import { HeldFilesWatch } from '../held-files/watching.ts';

/** Maximum length of a command in the text of a need. */
const MAX_LENGTH = 60;

const shortCommand = (command: string): string => (command.length > MAX_LENGTH ? `${command.slice(0, MAX_LENGTH)}…` : command);

function needOfChange({ id, path: name, tree, holder, agent, vendor, command, to, what, before, mayBeHolder }: HeldFileChange): Need {
  const resolve = (title: string, how: 'restore' | 'keep'): NeedAction => ({
    title,
    operation: 'lock resolve',
    input: { change: id, [how]: true },
    asks: ['by'],
  });
  const doubt = mayBeHolder ? `; it may have been ${holder}` : '';
  const mayRestore = before !== null || what === 'created';
  return createNeed({
    kind: 'held-file',
    about: [tree, id],
    rank: 'at-risk',
    title: name,
    since: to,
    why: `${what} while ${agent ?? `a session of ${vendor}`} ran “${shortCommand(command)}”, although ${holder} holds it${doubt}`,
    place: { file: path.join(tree, name), line: null },
    actions: [...(mayRestore ? [resolve('Restore', 'restore')] : []), resolve('Keep Change', 'keep')],
  });
}

/**
 * Returns the changes to held files of a project on this machine that a person has to resolve.
 * @throws CortexError `outside-root` when the folder of the records leads elsewhere
 */
export function heldFileNeeds(runtime: Runtime, root: string): Need[] {
  return new HeldFilesWatch(runtime, root).records.changes().map(needOfChange);
}
