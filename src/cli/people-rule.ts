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

/** Whether people act in the editor alone, by their own settings (docs/decisions/0042-who-may.md). Costs a look where there are none. */
export async function editorOnly(
  fs: FileSystem,
  environment: Environment,
  operation: string,
): Promise<Pick<OperationContext, 'refusePerson'>> {
  const files = settingsFiles(environment).filter((file) => mayBeThere(fs, file));
  if (files.length === 0) return {};
  const { personRefusal } = await import('./people-in-editor.ts');
  return { refusePerson: () => files.map((file) => personRefusal(fs, file, operation)).find((refusal) => refusal !== null) ?? null };
}
