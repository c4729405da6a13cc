import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fromRoot, listFiles, root } from '../../scripts/lib/project.mjs';
import { runNode } from '../../scripts/lib/run.mjs';
import type { Case } from './compare.ts';

const PACKAGE = fromRoot('package.json');

/** The program that people start by a name, relative to the top of the project. */
function programOf(name: string): string {
  const { bin }: { bin: Record<string, string> } = JSON.parse(fs.readFileSync(PACKAGE, 'utf8'));
  const program = bin[name];
  if (program === undefined) throw new Error(`${PACKAGE} names no program "${name}" in "bin".`);
  return program;
}

/** Whether the program is there and no source is newer: what was built long ago says nothing about today. */
function isBuilt(program: string): boolean {
  const built = fs.statSync(fromRoot(program), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return listFiles(root, 'src', () => true).every((file) => fs.statSync(fromRoot(file)).mtimeMs <= built);
}

/** Builds the programs as people install them, if need be. @returns the one that is asked for @throws Error with the output of a failed build */
export async function builtProgram(name: 'cortex' | 'cstack', say: (line: string) => void): Promise<string> {
  const program = programOf(name);
  if (!isBuilt(program)) {
    say(`  build: ${program} is missing or older than its sources …`);
    const { code, output } = await runNode(fromRoot('scripts', 'build.mjs'), ['--production']);
    if (code !== 0) throw new Error(`The build failed:\n${output}`);
  }
  return fromRoot(program);
}

/** The figure of `nodeRun`. */
export const WHOLE_PROCESS = 'the whole process';

/** A whole run of Node, in milliseconds. @throws Error when it does not say yes */
export function nodeRun(name: string, args: readonly string[]): Case {
  const { CORTEX_NOW: _pinned, ...env } = process.env;
  return {
    name,
    measure: async () => {
      const begun = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: Number.POSITIVE_INFINITY,
      });
      const ms = performance.now() - begun;
      if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
      return { [WHOLE_PROCESS]: ms };
    },
  };
}
