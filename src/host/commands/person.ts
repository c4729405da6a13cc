import os from 'node:os';
import { readTextSetting } from '../text-setting.ts';

/** Returns the id of the user of this editor: the setting `cortex.person`, else the name of the system user. */
export function personId(): string {
  const name = readTextSetting('person');
  return `person:${name === '' ? userName() : name}`;
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // The user id has no name, as in some containers.
    return 'me';
  }
}
