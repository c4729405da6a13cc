import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { cortexProgram } from '../../src/cli/cortex-program.ts';
import { insideOf, type Run, runProgramHere } from './cortex-cli.ts';
import { temporaryFolder } from './folders.ts';

const { USER } = process.env;

/** The vault of the documentation. */
export const EXAMPLE_VAULT = path.join(import.meta.dirname, '../../examples/vault');

/** A vault in a temporary folder, and the command line beside it. */
export class CliVault {
  /** The current folder of commands, which contains the vault. */
  readonly folder = temporaryFolder();
  readonly root = path.join(this.folder, 'vault');

  /** Runs `cortex vault …` as an agent does. */
  async run(...words: string[]): Promise<Run> {
    return insideOf(this.folder, await runProgramHere(cortexProgram, ['vault', ...words, '--root', this.folder]));
  }

  /** Runs `cortex vault …` as a person at a terminal. */
  async asPerson(...words: string[]): Promise<Run> {
    return insideOf(this.folder, await runProgramHere(cortexProgram, ['vault', ...words, '--root', this.folder], true));
  }

  /** Returns the output of a command with `--json`. */
  async json(...words: string[]): Promise<unknown> {
    return JSON.parse((await this.run(...words, '--json')).out);
  }

  write(name: string, content: string | Uint8Array): string {
    const file = path.join(this.root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  }

  read(name: string): string {
    return fs.readFileSync(path.join(this.root, name), 'utf8');
  }

  /** Returns every file of the vault by path, except machine-local ones. */
  files(): Map<string, string> {
    const names = fs.readdirSync(this.root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('.local'));
    const files = names.sort().filter((name) => fs.statSync(path.join(this.root, name)).isFile());
    return new Map(files.map((name) => [name, this.read(name)]));
  }
}

/** Copies the example vault. */
export function exampleVault(): CliVault {
  const vault = new CliVault();
  fs.cpSync(EXAMPLE_VAULT, vault.root, { recursive: true });
  return vault;
}

/** Sets the date of the example notes for each test of a file, removes CORTEX_VAULT, and sets the login to eva. */
export function useExampleDay(): void {
  beforeEach(() => {
    process.env.CORTEX_NOW = '2026-04-13T12:00:00Z';
    delete process.env.CORTEX_VAULT;
    process.env.USER = 'eva';
  });
  afterEach(() => {
    process.env.USER = USER;
    delete process.env.CORTEX_NOW;
  });
}
