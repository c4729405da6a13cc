import os from 'node:os';
import path from 'node:path';
import { systemCode } from '../engine/platform/errors.ts';
import type { FileSystem } from '../engine/platform/file-system.ts';
import type { OperationContext } from '../engine/platform/operation.ts';

type Environment = NonNullable<OperationContext['environment']>;

const IN_FOLDER = path.join('cortex', 'config.toml');
/** For all users of the machine; only an administrator can change it. */
const OF_MACHINE = process.platform === 'win32' ? [] : ['/etc/xdg'];

/**
 * Settings that no project brings along (XDG Base Directory Specification). That of the account counts whatever the environment says: whoever
 * starts the program chooses its environment.
 */
function settingsFiles({ XDG_CONFIG_HOME = '', HOME, USERPROFILE }: Environment): string[] {
  const named = path.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : path.join(HOME || USERPROFILE || os.homedir(), '.config');
  return [...new Set([named, path.join(os.userInfo().homedir, '.config'), ...OF_MACHINE])].map((folder) => path.join(folder, IN_FOLDER));
}

/** False only where there is certainly none: what cannot be looked at may say anything. */
function mayBeThere(fs: FileSystem, file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    return systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR';
  }
}

/** How people may act at this terminal, by their own settings (docs/decisions/0042-who-may.md). */
export interface PeopleRule {
  readonly context: Pick<OperationContext, 'refusePerson'>;
  /** A text of ours with the commands of the editor, where those that it suggests to people would be refused. */
  suggest(text: string): string;
}

export const ANYWHERE: PeopleRule = { context: {}, suggest: (text) => text };

/** Costs a look where there are no settings. */
export async function peopleRule(fs: FileSystem, environment: Environment, operation: string): Promise<PeopleRule> {
  const files = settingsFiles(environment).filter((file) => mayBeThere(fs, file));
  if (files.length === 0) return ANYWHERE;
  const { personRefusal, withEditorCommands } = await import('./people-in-editor.ts');
  const refusePerson = () => files.map((file) => personRefusal(fs, file, operation)).find((refusal) => refusal !== null) ?? null;
  const isRefused = () => {
    try {
      return refusePerson() !== null;
    } catch {
      // Settings that cannot be read refuse people, too.
      return true;
    }
  };
  return { context: { refusePerson }, suggest: (text) => (text.includes('person:') && isRefused() ? withEditorCommands(text) : text) };
}
