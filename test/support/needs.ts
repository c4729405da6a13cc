import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { cortexProgram } from '../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../src/cli/cstack-program.ts';
import { needsOutput } from '../../src/engine/needs/needs-schemas.ts';
import type { Checked } from '../../src/engine/platform/on-demand.ts';
import { CliProject, type Run, runProgramHere } from './cortex-cli.ts';
import { temporaryFolder } from './folders.ts';
import { writeFiles } from './stack-folders.ts';

export type SeenNeed = Checked<typeof needsOutput>['needs'][number];

export const NOW = Date.parse('2026-03-28T14:00:00Z');

const PROGRAMS = { cortex: cortexProgram, cstack: cstackProgram };
const programSchema = z.enum(['cortex', 'cstack']);

/** A person with temporary home and project folders, at a time that the test sets. Create it in a test. */
export class NeedsPlace {
  readonly home = temporaryFolder();
  readonly project = new CliProject();
  readonly root = this.project.root;

  constructor() {
    const environment = { HOME: this.home, USERPROFILE: this.home, CSTACK_AGENT: undefined, CORTEX_VAULT_ROOT: undefined };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    this.at(NOW);
  }

  /** Sets the time. @param ms since 1970 UTC */
  at(ms: number): void {
    vi.stubEnv('CORTEX_NOW', new Date(ms).toISOString());
  }

  /** Writes files without Cortex. */
  write(files: Readonly<Record<string, string>>): void {
    writeFiles(this.root, files);
  }

  async cstack(...words: readonly string[]): Promise<void> {
    expect(await runProgramHere(cstackProgram, [...words, '--root', this.root]), words.join(' ')).toMatchObject({ code: 0 });
  }

  async cortex(...commands: readonly (string | readonly string[])[]): Promise<void> {
    for (const command of commands) expect(await this.project.asPerson(command), String(command)).toMatchObject({ code: 0 });
  }

  async answer(...more: readonly string[]): Promise<Checked<typeof needsOutput>> {
    return needsOutput().parse(await this.project.json(['needs-you', ...more]));
  }

  async needs(...more: readonly string[]): Promise<SeenNeed[]> {
    return (await this.answer('--limit', '100000', ...more)).needs;
  }

  /** Returns the only need. */
  async only(): Promise<SeenNeed> {
    const needs = await this.needs();
    expect(needs.map(({ kind, title }) => `${kind}: ${title}`)).toHaveLength(1);
    const [need] = needs;
    if (need === undefined) throw new Error('there is no need');
    return need;
  }

  /** Returns the commands that are printed for `person:ada`, without the prompt. */
  async commands(): Promise<string[]> {
    vi.stubEnv('USER', 'ada');
    const { out } = await this.project.printed('needs-you');
    return out.split('\n').flatMap((line) => /^ {4}\$ (.*)$/.exec(line)?.[1] ?? []);
  }

  /** Runs a printed command as a person at a terminal, with its placeholders replaced. */
  type(command: string, blanks: Readonly<Record<string, string>> = {}): Promise<Run> {
    const line = Object.entries(blanks).reduce(
      (rest, [name, value]) => rest.replace(` ${name.toUpperCase()}`, () => ` '${value}'`),
      command,
    );
    const [program, ...words] = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
    return runProgramHere(PROGRAMS[programSchema.parse(program)], words, true);
  }

  /** Runs the only command with this beginning, and expects an empty list afterwards. */
  async settles(beginning: string, blanks: Readonly<Record<string, string>> = {}): Promise<void> {
    const found = (await this.commands()).filter((command) => command.startsWith(beginning));
    expect(found).toHaveLength(1);
    const run = await this.type(found[0] ?? '', blanks);
    expect(run, found[0]).toMatchObject({ code: 0 });
    expect(await this.needs(), found[0]).toEqual([]);
  }
}
