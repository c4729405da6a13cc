// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { canInstallDebianPackages, installDebianPackages, onPath } from './debian.mjs';

/** The build of Chromium without a user interface, which is faster. */
const WITHOUT_WINDOWS = 'chromium-headless-shell';
/** Without fonts of their own, text and emoji in screenshots are empty boxes. */
const FONTS = ['fonts-dejavu-core', 'fonts-liberation', 'fonts-noto-color-emoji'];

const NAMES_ON_PATH = [WITHOUT_WINDOWS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Where the installers put a browser that is not on PATH. */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) => [
      `/Applications/${name}.app/Contents/MacOS/${name}`,
      path.join(process.env.HOME ?? '/', 'Applications', `${name}.app`, 'Contents', 'MacOS', name),
    ]);
  }
  const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  return folders.flatMap((folder) =>
    folder === undefined
      ? []
      : [
          path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ],
  );
}

/** Returns an installed browser, or undefined. */
export function findChromium() {
  for (const name of NAMES_ON_PATH) {
    const found = onPath(name);
    if (found !== undefined) return found;
  }
  return usualPlaces().find((file) => fs.existsSync(file));
}

/**
 * Finds a Chromium, and installs Debian's where that is possible.
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<string>} the path of the program
 * @throws Error that says what to install when there is none and we may not install it
 */
export async function ensureChromium({ log }) {
  const asked = process.env.CHROMIUM_PATH;
  if (asked !== undefined && asked !== '') {
    if (fs.existsSync(asked)) return asked;
    throw new Error(`browser: CHROMIUM_PATH names ${asked}, which does not exist. Correct it, or unset it.`);
  }
  const present = findChromium();
  if (present !== undefined) return present;
  if (!canInstallDebianPackages()) {
    throw new Error(
      'browser: no Chromium, Chrome or Edge found. Install one (Debian and Ubuntu, as root: apt-get install chromium), ' +
        'or set CHROMIUM_PATH to the program.',
    );
  }
  log(`browser: installing ${[WITHOUT_WINDOWS, ...FONTS].join(', ')} with apt-get; usually about a minute …`);
  const started = performance.now();
  // Not every system with these tools has it.
  await installDebianPackages([WITHOUT_WINDOWS, ...FONTS]).catch(() => installDebianPackages(['chromium', ...FONTS]));
  const installed = findChromium();
  if (installed === undefined) throw new Error('browser: apt-get installed one, but it is not on PATH.');
  log(`browser: installed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return installed;
}
