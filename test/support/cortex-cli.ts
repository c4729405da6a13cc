import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { cortexProgram } from '../../src/cli/cortex-program.ts';
import type { SwarmManifest, TimelineEntry } from '../../src/engine/crtx/index.ts';
import { temporaryFolder } from './folders.ts';

/** What a command said, and its exit code. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Words of a command; a text is divided at its spaces. */
type Words = string | readonly string[];

const wordsOf = (words: Words) => (typeof words === 'string' ? words.split(' ') : words);

/** Runs a program in this process. */
export async function runProgramHere(program: typeof cortexProgram, args: readonly string[], interactive = false): Promise<Run> {
  const said = { out: '', err: '' };
  const write = (text: string) => {
    said.out += text;
  };
  const error = (text: string) => {
    said.err += `${text}\n`;
  };
  return { code: await program(args, { write, error }, interactive), ...said };
}

/** What a command said, as it reads in the folder itself, where nobody names it: without the folder in the commands that are suggested. */
export function insideOf(root: string, { code, out, err }: Run): Run {
  const named = new RegExp(` --root ${root.replaceAll('.', '\\.')}(?![/\\w])`, 'g');
  return { code, out: out.replace(named, ''), err: err.replace(named, '') };
}

/** A project in a folder of its own that is gone after the test, and the command line on it. */
export class CliProject {
  readonly root = temporaryFolder();

  /** Runs a command in this process, as an agent does. */
  run(words: Words): Promise<Run> {
    return this.#run(words, false);
  }

  /** Runs a command as a person at a terminal does. */
  asPerson(words: Words): Promise<Run> {
    return this.#run(words, true);
  }

  /** As it reads in the project itself, where nobody names it: without the folder in the commands that are suggested. */
  async #run(words: Words, interactive: boolean): Promise<Run> {
    return insideOf(this.root, await this.printed(words, interactive));
  }

  /** Runs a command from outside: what it suggests names the project. */
  printed(words: Words, interactive = false): Promise<Run> {
    return runProgramHere(cortexProgram, [...wordsOf(words), '--root', this.root], interactive);
  }

  /** What a command answers with `--json`. */
  async json(words: Words): Promise<unknown> {
    return JSON.parse((await this.run([...wordsOf(words), '--json'])).out);
  }

  /** Writes a file of the project and gives its path. */
  write(name: string, content: string | Uint8Array): string {
    const file = path.join(this.root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  }

  /** The swarm as `swarm.crtx` shows it. */
  get manifest(): SwarmManifest {
    return JSON.parse(fs.readFileSync(path.join(this.root, '.cortex/swarm.crtx'), 'utf8')).data;
  }

  /** What a program does that knows only the seed: rewrites `swarm.crtx`. */
  edit(change: (manifest: SwarmManifest) => void): void {
    const file = path.join(this.root, '.cortex/swarm.crtx');
    const value = JSON.parse(fs.readFileSync(file, 'utf8'));
    change(value.data);
    fs.writeFileSync(file, JSON.stringify(value, null, 2));
  }

  /** All entries of the timeline, oldest first. */
  async timeline(): Promise<TimelineEntry[]> {
    const { out } = await this.run('timeline list --limit 1000 --json');
    return JSON.parse(out).entries.toReversed();
  }
}

/** `cortex` as it is built and installed; `build-programs.ts` has made it. */
export const cortexFile = fromRoot('dist', 'bin', 'cortex.cjs');

async function ended(child: ChildProcess): Promise<number> {
  await once(child, 'exit');
  return child.exitCode ?? -1;
}

/** Nobody's: what is in the home of whoever runs the tests is not theirs to read. */
const HOME = path.join(os.tmpdir(), 'cortex-test-no-home');

/**
 * Runs a program as a process of its own, by somebody whose home is empty; -1 as its code means that it was killed.
 * @param directory where it is typed
 */
export async function runProcess(args: readonly string[], directory?: string): Promise<Run> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: directory,
    env: { ...process.env, HOME, USERPROFILE: HOME },
  });
  const [code, out, err] = await Promise.all([ended(child), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}
