import { expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { controlOperations } from '../../../src/engine/swarm/operations/control.ts';
import { decisionOperations } from '../../../src/engine/swarm/operations/decisions.ts';
import { lockOperations } from '../../../src/engine/swarm/operations/locks.ts';
import { replayOperations } from '../../../src/engine/swarm/operations/replay.ts';
import { swarmOperations } from '../../../src/engine/swarm/operations/swarm.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';

const OPERATIONS = [...swarmOperations, ...decisionOperations, ...controlOperations, ...replayOperations, ...lockOperations];

/** Expressions that a reader would have to decode. */
const RIDDLES =
  /when nothing is said|sign of life|end a task|give\w* (?:\w+ ){0,2}(?:up|out)\b|given out|let an agent go|let (?:a|locks)\b|take an agent|begin\b|whatever|whoever|nobody|what came of|how sure|divide|before its end|in work\b|without it\b|what it is for|who holds (?:it|a task)\b|refuse it instead|runs no other command|dependents are|tasks below it/i;

test.each(OPERATIONS.map(({ name }) => name))('the help of "cortex %s" uses terms that a reader would search for', async (name) => {
  const { code, out } = await runProgramHere(cortexProgram, [...name.split(' '), '--help']);
  expect(code).toBe(0);
  expect(out.replace(/\s+/g, ' ')).not.toMatch(RIDDLES);
});

test('the help of "cortex swarm retire" says what happens to tasks and locks', async () => {
  const { out } = await runProgramHere(cortexProgram, ['swarm', 'retire', '--help']);
  expect(out.replace(/\s+/g, ' ')).toContain('other agents can claim its tasks; it keeps its locks until they expire or are released');
});

test.each(['swarm', 'lock'])('the list of commands of "cortex %s" uses terms that a reader would search for', async (group) => {
  expect((await runProgramHere(cortexProgram, [group, '--help'])).out.replace(/\s+/g, ' ')).not.toMatch(RIDDLES);
});
