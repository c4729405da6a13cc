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

/** Output and exit code of a command. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Arguments of a command. A string is split at spaces. */
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

/** Removes `--root` from suggested commands, so that the output is the same as in the folder itself. */
export function insideOf(root: string, { code, out, err }: Run): Run {
  const named = new RegExp(` --root ${root.replaceAll('.', '\\.')}(?![/\\w])`, 'g');
  return { code, out: out.replace(named, ''), err: err.replace(named, '') };
}

/** A project in a temporary folder, and the command line in it. */
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

  /** Removes `--root` from suggested commands, so that the output is the same as in the project itself. */
  async #run(words: Words, interactive: boolean): Promise<Run> {
    return insideOf(this.root, await this.printed(words, interactive));
  }

  /** Runs a command from outside of the project; suggested commands have `--root`. */
  printed(words: Words, interactive = false): Promise<Run> {
    return runProgramHere(cortexProgram, [...wordsOf(words), '--root', this.root], interactive);
  }

  /** Returns the output of a command with `--json`. */
  async json(words: Words): Promise<unknown> {
    return JSON.parse((await this.run([...wordsOf(words), '--json'])).out);
  }

  /** Writes a file of the project. Returns its path. */
  write(name: string, content: string | Uint8Array): string {
    const file = path.join(this.root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  }

  /** The swarm in `swarm.crtx`. */
  get manifest(): SwarmManifest {
    return JSON.parse(fs.readFileSync(path.join(this.root, '.cortex/swarm.crtx'), 'utf8')).data;
  }

  /** Rewrites `swarm.crtx` like a program that knows only the seed. */
  edit(change: (manifest: SwarmManifest) => void): void {
    const file = path.join(this.root, '.cortex/swarm.crtx');
    const value = JSON.parse(fs.readFileSync(file, 'utf8'));
    change(value.data);
    fs.writeFileSync(file, JSON.stringify(value, null, 2));
  }

  /** Returns all entries of the timeline, oldest first. */
  async timeline(): Promise<TimelineEntry[]> {
    const { out } = await this.run('timeline list --limit 1000 --json');
    return JSON.parse(out).entries.toReversed();
  }
}

/** The installed build of `cortex`, from `build-programs.ts`. */
export const cortexFile = fromRoot('dist', 'bin', 'cortex.cjs');

async function ended(child: ChildProcess): Promise<number> {
  await once(child, 'exit');
  return child.exitCode ?? -1;
}

/** An empty home, because the home of the person who runs the tests must not affect them. */
const HOME = path.join(os.tmpdir(), 'cortex-test-no-home');

/**
 * Runs a program as a separate process with an empty home. Its code is -1 if it was killed.
 * @param directory current folder of the process
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
