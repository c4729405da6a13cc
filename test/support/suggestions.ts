import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod';
import { cortexProgram } from '../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../src/cli/cstack-program.ts';
import { type Run, runProgramHere } from './cortex-cli.ts';
import { temporaryFolder } from './folders.ts';

const PROGRAMS = { cortex: cortexProgram, cstack: cstackProgram };
const programSchema = z.enum(['cortex', 'cstack']);

/** Matches commands in output: in double quotes, or after a colon or dollar sign up to the end of the line. */
const SUGGESTED = /"((?:cortex|cstack) [^"]*)"|(?:: |\$ )((?:cortex|cstack) .*)$/gm;

/** Values for the placeholders in capitals. */
const SAID: Readonly<Record<string, string>> = {
  AGENT: 'ann',
  AGENTS: '9',
  TOKENS: '90000',
  COST: '9',
  DURATION: '9h',
  TASK: 'parse',
  FOR: 'yes',
  OUTCOME: 'success',
  COORDINATOR: 'queen',
};

/** Returns every command that an output suggests, as printed. */
export function suggestedIn({ out, err }: Run): string[] {
  return [...`${out}\n${err}`.matchAll(SUGGESTED)].map(([, inQuotes, atEnd]) => inQuotes ?? atEnd ?? '');
}

/** Returns whether a word is a placeholder in capitals. */
const isBlank = (word: string) => /^[A-Z_]+$/.test(word);

/**
 * Runs a suggested command as a person at a terminal, in a copy of the folder that it names. Expects a complete command.
 * @returns the words of its name, such as `cortex swarm vote`
 */
export async function typeSuggested(command: string, root: string): Promise<string> {
  expect(command, 'it names the folder in which it was suggested').toContain(root);
  const copy = path.join(temporaryFolder(), 'copy');
  fs.cpSync(root, copy, { recursive: true });
  const shell = ['-c', `printf '%s\\0' ${command.replaceAll(root, copy)}`];
  const [program, ...words] = execFileSync('/bin/sh', shell, { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(command).not.toMatch(/[…<>]/);
  const typed = words.map((word) => (isBlank(word) ? (SAID[word] ?? 'x') : word));
  const run = await runProgramHere(PROGRAMS[programSchema.parse(program)], typed, true);
  // The command may be refused, but it must not be wrong usage.
  expect(run, command).toMatchObject({ code: expect.toSatisfy((code) => code === 0 || code === 1) });
  return command.split(/ (?=-|\S*[^a-z ])/)[0] ?? '';
}
