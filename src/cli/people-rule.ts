import os from 'node:os';
import path from 'node:path';
import { systemCode } from '../engine/platform/errors.ts';
import type { FileSystem } from '../engine/platform/file-system.ts';
import type { OperationContext } from '../engine/platform/operation.ts';

type Environment = NonNullable<OperationContext['environment']>;

const IN_FOLDER = path.join('cortex', 'config.toml');
/** Settings of the machine, which only an administrator can change. */
const OF_MACHINE = process.platform === 'win32' ? [] : ['/etc/xdg'];

/**
 * Returns the settings files, which no project can provide (XDG Base Directory Specification). The file of the account always counts,
 * because the caller controls the environment.
 */
function settingsFiles({ XDG_CONFIG_HOME = '', HOME, USERPROFILE }: Environment): string[] {
  const named = path.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : path.join(HOME || USERPROFILE || os.homedir(), '.config');
  return [...new Set([named, path.join(os.userInfo().homedir, '.config'), ...OF_MACHINE])].map((folder) => path.join(folder, IN_FOLDER));
}

/** Returns false only if the file certainly does not exist. An unreadable file may contain a restriction. */
function mayBeThere(fs: FileSystem, file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    return systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR';
  }
}

/** The person's own rule for acting at this terminal (docs/decisions/0042-voting-and-admission.md). */
export interface PeopleRule {
  readonly context: Pick<OperationContext, 'refusePerson'>;
  /** Returns a text with the editor's commands, if people are refused at this terminal. */
  suggest(text: string): string;
}

export const ANYWHERE: PeopleRule = { context: {}, suggest: (text) => text };

/** Costs only a file lookup when there are no settings. */
export async function peopleRule(fs: FileSystem, environment: Environment, operation: string): Promise<PeopleRule> {
  const files = settingsFiles(environment).filter((file) => mayBeThere(fs, file));
  if (files.length === 0) return ANYWHERE;
  const { refusePersonReason, withEditorCommands } = await import('./people-in-editor.ts');
  const refusePerson = () => files.map((file) => refusePersonReason(fs, file, operation)).find((refusal) => refusal !== null) ?? null;
  const isRefused = () => {
    try {
      return refusePerson() !== null;
    } catch {
      // Unreadable settings refuse people, too.
      return true;
    }
  };
  return { context: { refusePerson }, suggest: (text) => (text.includes('person:') && isRefused() ? withEditorCommands(text) : text) };
}
