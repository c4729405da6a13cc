import fs from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { cstackProgram } from '../../src/cli/cstack-program.ts';
import { insideOf, type Run, runProgramHere } from './cortex-cli.ts';
import { temporaryFolder } from './folders.ts';

/** A repository in a temporary folder, and `cstack` in it. */
export class CstackProject {
  readonly root = temporaryFolder();

  constructor() {
    fs.mkdirSync(path.join(this.root, '.git'));
  }

  /** Runs a command in this process, as an agent in the root of the repository. */
  run(...words: string[]): Promise<Run> {
    return this.in('.', ...words);
  }

  /** Runs a command in a subfolder. */
  async in(folder: string, ...words: string[]): Promise<Run> {
    const root = path.join(this.root, folder);
    return insideOf(root, await runProgramHere(cstackProgram, [...words, '--root', root]));
  }

  /** Returns the output of a command with `--json` in a folder. */
  async json(folder: string, ...words: string[]): Promise<unknown> {
    return JSON.parse((await this.in(folder, ...words, '--json')).out);
  }

  /** Returns the messages in the INBOX of a folder from `recv`. */
  async inbox(folder: string): Promise<Record<string, unknown>[]> {
    const answer = await this.json(folder, 'recv');
    return typeof answer === 'object' && answer !== null && 'messages' in answer && Array.isArray(answer.messages) ? answer.messages : [];
  }

  /** Creates agents, each with a stack in the folder of its name. */
  async agents(...names: string[]): Promise<void> {
    const sections = names.map((name) => `## ${name}\n- Role: ${name}\n- Stack: ./${name}/.cstack/\n`);
    this.write('AGENTS.md', ['# Agents\n', ...sections].join('\n'));
    for (const name of names) await this.in('.', 'init', name);
  }

  path(name: string): string {
    return path.join(this.root, name);
  }

  read(name: string): string {
    return fs.readFileSync(this.path(name), 'utf8');
  }

  /** Writes a file without `cstack`, and creates its folder. */
  write(name: string, content: string | Uint8Array): void {
    fs.mkdirSync(path.dirname(this.path(name)), { recursive: true });
    fs.writeFileSync(this.path(name), content);
  }

  append(name: string, content: string): void {
    fs.appendFileSync(this.path(name), content);
  }
}

/** Returns a project with this PLAN.md in its own stack. */
export function withPlan(text: string | Uint8Array): CstackProject {
  const project = new CstackProject();
  project.write('.cstack/PLAN.md', text);
  return project;
}

/** The installed build of `cstack`, from `build-programs.ts`. */
export const cstackFile = fromRoot('dist', 'bin', 'cstack.cjs');
