import * as z from 'zod';
import { readFileBounded } from '../engine/files/atomic-file.ts';
import { CortexError } from '../engine/platform/errors.ts';
import type { FileSystem } from '../engine/platform/file-system.ts';
import { parseToml } from '../engine/text/toml.ts';
import { decodeUtf8 } from '../engine/text/utf8.ts';

/** What the command of the editor is called that does what an operation does; the others have none of this kind. */
export const EDITOR_COMMANDS: Readonly<Record<string, string>> = {
  'swarm create': 'Create Swarm',
  'swarm recruit': 'Recruit Agent',
  'swarm admit': 'Admit Agent',
  'swarm retire': 'Retire Agent',
  'swarm assign': 'Assign Task',
  'swarm claim': 'Claim Task',
  'swarm start': 'Start Task',
  'swarm complete': 'Complete Task',
  'swarm fail': 'Fail Task',
  'swarm usage': 'Report Usage',
  'swarm heartbeat': 'Give Sign of Life of Agent',
  'swarm propose': 'Propose How a Task Is Done',
  'swarm vote': 'Vote',
  'swarm merge': 'Decide Between Results',
  'swarm approve': 'Approve Merge',
  'swarm pause': 'Pause Swarm',
  'swarm resume': 'Resume Swarm',
  'swarm abort': 'End Swarm Before Its End',
  'swarm budget': 'Change Budget of Swarm',
  'swarm retry': 'Let Task Be Tried Again',
  'swarm decompose': 'Divide Task',
  'lock acquire': 'Acquire Lock',
  'lock renew': 'Renew Lock',
  'lock release': 'Release Lock',
  'lock break': 'Break Lock',
  'timeline add': 'Add Timeline Entry',
  'reasoning add': 'Add Reasoning Step to a Task',
  'team approve': 'Approve Task of the Team',
  'team dispatch': 'Dispatch Task',
  'vault accept': 'Accept Note',
  'vault archive': 'Archive Note',
  'vault supersede': 'Replace Note by Another',
  'vault confirm': 'Confirm Note',
  'vault contradict': 'Mark Note as Contradicting Another',
};

const MOST_BYTES = 65_536;
const schema = z.looseObject({ people: z.strictObject({ require: z.literal('editor').optional() }).optional() });

/**
 * Why a person is refused at a terminal; `null` where none is.
 * @param file the person's settings, absolute
 * @throws CortexError `broken-file` for settings that cannot be read: what was closed must not be open for a typing error
 */
export function personRefusal(fs: FileSystem, file: string, operation: string): CortexError | null {
  const content = readFileBounded(fs, file, { maxBytes: MOST_BYTES });
  const { data, error } = schema.safeParse(content === null ? {} : parseToml(file, decodeUtf8(content.bytes, file)));
  if (data === undefined) {
    const at = error.issues[0]?.path.join('.') ?? '';
    const data = { file, allowed: 'require = "editor" in [people], or nothing', next: 'Correct the file; nothing was changed.' };
    throw new CortexError('broken-file', `${at === '' ? 'the settings are' : `${at} is`} not as expected`, data);
  }
  if (data.people?.require !== 'editor') return null;
  const title = EDITOR_COMMANDS[operation];
  const next = title === undefined ? 'Do it in the editor.' : `In the editor, run "Cortex: ${title}".`;
  return new CortexError('denied', 'people act in the editor alone on this computer ([people] require = "editor")', { file, next });
}
