import os from 'node:os';
import { textSetting } from '../text-setting.ts';

/** The id under which the person at this editor acts: the setting `cortex.person`, else the name of the system's user. */
export function personId(): string {
  const name = textSetting('person');
  return `person:${name === '' ? userName() : name}`;
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // A user id without a name, as in some containers.
    return 'me';
  }
}
