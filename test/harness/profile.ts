import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
  /** What programs in the editor take for the person's home: nothing of the person who runs the tests is read or written. */
  readonly home: string;
  /** Replaces the user settings by the defaults of the harness and these on top, for the windows opened from now on. */
  writeSettings(settings?: Settings): Promise<void>;
  /** The user settings as they are on the disk now. @throws SyntaxError while a window is writing them */
  readSettings(): Promise<Settings>;
  dispose(): Promise<void>;
}

/** Quiet, still and offline: whatever moves, pops up or phones home makes runs differ. */
const QUIET: Settings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
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

/** Makes a profile in the system's temporary folder. */
export async function makeProfile(settings: Settings = {}): Promise<Profile> {
  const root = await mkdtemp(path.join(tmpdir(), 'cortex-ed-'));
  const folders = {
    userData: path.join(root, 'user'),
    extensions: path.join(root, 'ext'),
    serverData: path.join(root, 'server'),
    scratch: path.join(root, 't'),
    home: path.join(root, 'home'),
  };
  const userFolder = path.join(folders.userData, 'User');
  for (const folder of [...Object.values(folders), userFolder]) await mkdir(folder, { recursive: true });
  const file = path.join(userFolder, 'settings.json');
  const writeSettings = async (more: Settings = {}): Promise<void> => {
    const all = { ...QUIET, ...settings, ...more };
    // In one go: a window that reads half a file falls back to every default, and then asks to be reloaded.
    const part = path.join(root, 'settings.part');
    await writeFile(part, `${JSON.stringify(all, undefined, 2)}\n`);
    await rename(part, file);
  };
  await writeSettings();
  return {
    root,
    ...folders,
    logs: path.join(folders.userData, 'logs'),
    writeSettings,
    readSettings: async () => JSON.parse(await readFile(file, 'utf8')),
    // A server that was just ended may still have files of its own on the way to the disk.
    dispose: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** The environment of a program whose home is that of the profile. */
export function homeOf({ home }: Profile): Readonly<Record<string, string>> {
  return { HOME: home, USERPROFILE: home };
}
