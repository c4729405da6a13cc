import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The programs that are run, each in the version that the guide was written with (docs/guides/agents.md). */
const VERSIONS = {
  '@anthropic-ai/claude-code': '2.1.332',
  '@github/copilot': '1.0.102',
  '@google/gemini-cli': '0.61.0',
  '@openai/codex': '0.171.0',
  'opencode-ai': '1.18.33',
} as const;

/** The folder in which the programs are installed, with `node_modules`. */
function programsFolder(): string {
  const given = process.env.CORTEX_AGENTS_DIR;
  if (given !== undefined && given !== '') return path.resolve(given);
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(cache, 'cortex-mission-control', 'agents');
}

const packageFolder = (name: string): string => path.join(programsFolder(), 'node_modules', name);

/** A file of an installed package. */
export const programFile = (name: string, file: string): string => path.join(packageFolder(name), file);

/** The version of a package that is installed; `null` where it is not. */
export function installedVersion(name: string): string | null {
  try {
    return JSON.parse(fs.readFileSync(programFile(name, 'package.json'), 'utf8')).version;
  } catch {
    return null;
  }
}

/** Installs the programs that are missing or have another version, unless CORTEX_AGENTS_DIR says where they are. Takes 2 GB. */
export async function setup(): Promise<void> {
  if (process.env.CORTEX_AGENTS_DIR) return;
  const missing = Object.entries(VERSIONS).filter(([name, version]) => installedVersion(name) !== version);
  if (missing.length === 0) return;
  const folder = programsFolder();
  fs.mkdirSync(folder, { recursive: true });
  const names = missing.map(([name, version]) => `${name}@${version}`);
  const options = ['--prefix', folder, '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund'];
  const child = spawn('npm', ['install', ...options, ...names], { cwd: folder, stdio: 'inherit' });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`npm could not install ${names.join(', ')} into ${folder}`);
}
