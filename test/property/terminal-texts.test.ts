/** What agents and strangers write must not act on the terminal of the person who reads it (docs/security.md). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createCortex } from '../../src/cli/cortex-frame.ts';
import { dnaTexts } from '../../src/cli/text/dna.ts';
import { graphTexts } from '../../src/cli/text/graph.ts';
import { installTexts } from '../../src/cli/text/install.ts';
import type { Text } from '../../src/cli/text/layout.ts';
import { needsTexts } from '../../src/cli/text/needs.ts';
import { projectTexts } from '../../src/cli/text/project.ts';
import { mergeTexts } from '../../src/cli/text/resolved-files.ts';
import { messageTexts } from '../../src/cli/text/stack/stack.ts';
import { agentTexts } from '../../src/cli/text/stack/stack-agents.ts';
import { planTexts } from '../../src/cli/text/stack/stack-plan.ts';
import { readingTexts } from '../../src/cli/text/stack/stack-reading.ts';
import { routeTexts } from '../../src/cli/text/stack/stack-route.ts';
import { statusTexts } from '../../src/cli/text/status.ts';
import { terminalStyle } from '../../src/cli/text/suggested-commands.ts';
import { heldFileTexts } from '../../src/cli/text/swarm/held-files.ts';
import { lockTexts } from '../../src/cli/text/swarm/lock.ts';
import { replayTexts } from '../../src/cli/text/swarm/replay.ts';
import { swarmTexts } from '../../src/cli/text/swarm/swarm.ts';
import { teamTexts } from '../../src/cli/text/team.ts';
import { reasoningTexts, timelineTexts } from '../../src/cli/text/timeline.ts';
import { vaultTexts } from '../../src/cli/text/vault/vault.ts';
import { writeText } from '../../src/cli/write-text.ts';
import { graphOperations } from '../../src/engine/graph/operations/graph.ts';
import { installOperations } from '../../src/engine/install/install-operations.ts';
import { needsOperations } from '../../src/engine/needs/needs-operations.ts';
import { onDemand } from '../../src/engine/platform/on-demand.ts';
import { defineOperation, type Operation } from '../../src/engine/platform/operation.ts';
import { crtxOperations } from '../../src/engine/project/operations.ts';
import { stackOperations } from '../../src/engine/stack/operations.ts';
import { teamOperations } from '../../src/engine/team/operations.ts';
import { vaultOperations } from '../../src/engine/vault/operations.ts';
import { mergeDriverOperation } from '../../src/engine/workspace/merging/merge-operation.ts';
import { settleOperation } from '../../src/engine/workspace/merging/settle-operation.ts';
import { stackRouteOperations } from '../../src/engine/workspace/stack-route.ts';
import { runProgramHere } from '../support/cortex-cli.ts';
import { schemaValue } from '../support/schema-values.ts';

/** Characters that end a line, move the cursor, change colors or the order of characters, or are invisible. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Outputs that are pages with lines of their own. The engine escapes the values in them, and the program their lines. */
const PAGES: ReadonlySet<string> = new Set(['dna describe', 'graph export', 'install']);

type Texts = Readonly<Record<string, Text>>;

const CORTEX_TEXTS: Texts = {
  ...swarmTexts,
  ...replayTexts,
  ...lockTexts,
  ...heldFileTexts,
  ...timelineTexts,
  ...reasoningTexts,
  ...dnaTexts,
  ...graphTexts,
  ...vaultTexts,
  ...teamTexts,
  ...installTexts,
  ...projectTexts,
  ...statusTexts,
  ...mergeTexts,
  ...needsTexts(() => 'cortex'),
};
const CSTACK_TEXTS: Texts = { ...messageTexts.texts, ...planTexts, ...agentTexts, ...readingTexts, ...routeTexts.texts };

const CORTEX: readonly Operation[] = [
  ...[...crtxOperations, ...graphOperations, ...vaultOperations, ...teamOperations],
  ...[...installOperations, ...needsOperations, settleOperation, mergeDriverOperation],
];
const CSTACK: readonly Operation[] = [...stackOperations, ...stackRouteOperations];

const commandsOf = (program: string, operations: readonly Operation[], texts: Texts) =>
  operations.map((operation) => ({ command: `${program} ${operation.name}`, operation, texts }));

const commands = [...commandsOf('cortex', CORTEX, CORTEX_TEXTS), ...commandsOf('cstack', CSTACK, CSTACK_TEXTS)].filter(
  ({ operation }) => !PAGES.has(operation.name),
);

const NOW = 1_767_312_345_678;

function textOf({ name, summarize }: Operation, texts: Texts, output: unknown): string | null {
  return texts[name]?.(output, NOW, {}) ?? summarize(output, terminalStyle({}))?.join('\n') ?? null;
}

test.each(commands)('$command prints no character that acts on a terminal', ({ operation, texts }) => {
  const schema = operation.output();
  const outputs = fc.sample(schemaValue(schema), { numRuns: 150, seed: 7 }).filter((output) => schema.safeParse(output).success);
  const unsafe = new Set<string>();
  for (const output of outputs) {
    const line = textOf(operation, texts, output)
      ?.split('\n')
      .find((each) => UNSAFE.test(each));
    if (line !== undefined) unsafe.add(JSON.stringify(line));
  }
  expect(outputs.length).toBeGreaterThan(0);
  expect([...unsafe].slice(0, 3)).toEqual([]);
});

/** Prints a text as the program does. */
function printed({ operation, texts }: (typeof commands)[number], output: unknown, isColoured: boolean): string {
  let shown = '';
  const write = (text: string) => {
    shown += text;
  };
  const colours = { answers: isColoured, messages: isColoured };
  writeText({ write, error: write, colours }, output, () => textOf(operation, texts, output));
  return shown;
}

test.each(commands)('$command says the same with colours, and no value adds one', (command) => {
  const schema = command.operation.output();
  const outputs = fc.sample(schemaValue(schema), { numRuns: 60, seed: 9 }).filter((output) => schema.safeParse(output).success);
  for (const output of outputs) {
    const plain = printed(command, output, false);
    const coloured = printed(command, output, true);
    expect(withoutEnd(coloured.replaceAll(COLOUR, ''))).toBe(withoutEnd(plain));
    const unended = coloured.split('\n').filter((line) => (line.match(COLOUR) ?? [END]).at(-1) !== END);
    expect(unended).toEqual([]);
  }
});

const ESCAPE = '\u001b';
const END = `${ESCAPE}[0m`;
const COLOUR = new RegExp(`${ESCAPE}\\[(?:0|1|2|3[1236])m`, 'g');

/** A text that was cut has room for fewer characters with the marks of a style. */
const withoutEnd = (text: string): string => text.replaceAll(/.{0,9}…/gu, '…');

test('a program escapes the lines of all outputs, except their tabs', async () => {
  const page = onDemand(() => z.string());
  const operation = defineOperation({
    name: 'page',
    description: 'Print a page',
    effect: 'read',
    input: onDemand(() => z.object({})),
    output: page,
    summary: (text) => text,
    load: async () => async () => ({ ok: true, output: 'a\u001b[31mb\tc\u202e\r\nd' }),
  });
  const run = await runProgramHere(createCortex([operation], {}), ['page']);
  expect(run).toEqual({ code: 0, out: 'a\\u{1b}[31mb\tc\\u{202e}\\u{d}\nd\n', err: '' });
});
