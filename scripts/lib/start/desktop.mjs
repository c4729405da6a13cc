// @ts-check
import { onPath } from '../debian.mjs';
import { importTypeScript } from '../import-typescript.mjs';
import { fromRoot } from '../project.mjs';
import { run } from '../run.mjs';

const LOOK_TIMEOUT_MS = 20_000;
const INSTALL_TIMEOUT_MS = 120_000;
const windows = process.platform === 'win32';

/** The command of the desktop editor; a batch file on Windows. */
const command = () => (windows ? ['cmd', '/d', '/s', '/c', 'code'] : [onPath('code') ?? '']);

/** Whether there is a screen to open a window on. */
const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);

/** @typedef {import('../../../test/harness/profile.ts').Profile} Profile */

/** @param {Profile} profile */
const folders = (profile) => ['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions];

/**
 * Returns whether `code` can open a new window; in a remote window or a container it only controls that window.
 * @returns {Promise<boolean>}
 */
export async function hasDesktop() {
  if (onPath(windows ? 'code.cmd' : 'code') === undefined || !hasDisplay()) return false;
  const [program = '', ...words] = command();
  // In the terminal of a remote window these select a program that controls the window; without them it fails.
  const env = { VSCODE_IPC_HOOK_CLI: '', VSCODE_AGENT_FOLDER: '', ELECTRON_RUN_AS_NODE: '' };
  const { code, output } = await run(program, [...words, '--version'], { env, timeoutMs: LOOK_TIMEOUT_MS });
  return code === 0 && /^\d+\.\d+\.\d+/m.test(output);
}

/** @typedef {{ closed: Promise<unknown>, stop: () => Promise<void> }} Desktop */

/**
 * Opens a window of the desktop editor with a new profile: the person's own profile is neither read nor changed.
 * @param {{ workspace: string, vsix: string, settings: Record<string, unknown> }} options
 * @returns {Promise<Desktop>}
 * @throws Error with the output of the editor
 */
export async function openDesktop({ workspace, vsix, settings }) {
  const { makeProfile } = /** @type {typeof import('../../../test/harness/profile.ts')} */ (
    await importTypeScript('test/harness/profile.ts')
  );
  const { outerEnvironment, startChildProgram } = /** @type {typeof import('../../../test/harness/child-program.ts')} */ (
    await importTypeScript('test/harness/child-program.ts')
  );
  const profile = await makeProfile(settings);
  const [program = '', ...words] = command();
  const options = { env: outerEnvironment(), removeIfKilled: [profile.root] };
  try {
    const installer = startChildProgram(program, [...words, ...folders(profile), '--install-extension', vsix, '--force'], options);
    const timer = setTimeout(() => void installer.stop(), INSTALL_TIMEOUT_MS);
    const code = await installer.exited;
    clearTimeout(timer);
    if (code !== 0) throw new Error(`${program} could not install ${vsix} (exit code ${code}):\n${installer.output()}`);
    const open = [...words, ...folders(profile), '--disable-workspace-trust', '--new-window', '--wait', workspace];
    const script = fromRoot('scripts', 'lib', 'start', 'desktop-window.mjs');
    const window = startChildProgram(process.execPath, [script, profile.userData, program, ...open], options);
    return {
      closed: window.exited,
      stop: async () => {
        await window.stop();
        await profile.dispose();
      },
    };
  } catch (error) {
    await profile.dispose();
    throw error;
  }
}
