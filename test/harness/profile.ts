import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/** A fresh editor profile: nothing in it was there before, and nothing of it stays. */
export interface Profile {
  readonly root: string;
  readonly userData: string;
  readonly extensions: string;
  readonly serverData: string;
  /** Where the server and the extension hosts write their logs. */
  readonly logs: string;
  /** Sockets and scratch files of the server: short, because the path of a socket may have no more than 107 bytes. */
  readonly scratch: string;
  /** Replaces the user settings by the defaults of the harness and these on top; a running editor applies them at once. */
  writeSettings(settings?: Settings): Promise<void>;
  dispose(): Promise<void>;
}

/** Quiet, still and offline: whatever moves, pops up or phones home makes runs differ. */
const QUIET: Settings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.fetchOnlinePackageInfo': false,
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.commandCenter': false,
  'workbench.colorTheme': 'Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

const SETTINGS_BYTES = 4096;

/**
 * Replaces a small text in one write that never makes the file shorter. An editor that reads it half written, or empty, takes
 * every setting back to its default and asks to be reloaded; and it no longer notices a file that was renamed into place.
 */
async function overwrite(file: string, text: string): Promise<void> {
  const bytes = Buffer.alloc(SETTINGS_BYTES, '\n');
  if (bytes.write(text) < Buffer.byteLength(text)) throw new Error(`the settings have more than ${SETTINGS_BYTES} bytes`);
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT);
  try {
    await handle.write(bytes, 0, bytes.length, 0);
  } finally {
    await handle.close();
  }
}

/** Makes a profile in the system's temporary folder. */
export async function makeProfile(settings: Settings = {}): Promise<Profile> {
  const root = await mkdtemp(path.join(tmpdir(), 'cortex-ed-'));
  const folders = {
    userData: path.join(root, 'user'),
    extensions: path.join(root, 'ext'),
    serverData: path.join(root, 'server'),
    scratch: path.join(root, 't'),
  };
  const userFolder = path.join(folders.userData, 'User');
  for (const folder of [...Object.values(folders), userFolder]) await mkdir(folder, { recursive: true });
  const writeSettings = async (more: Settings = {}): Promise<void> => {
    const all = { ...QUIET, ...settings, ...more };
    await overwrite(path.join(userFolder, 'settings.json'), JSON.stringify(all, undefined, 2));
  };
  await writeSettings();
  return {
    root,
    ...folders,
    logs: path.join(folders.userData, 'logs'),
    writeSettings,
    // A server that was just ended may still have files of its own on the way to the disk.
    dispose: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
