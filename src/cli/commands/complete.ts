import type { CommandTable } from '../completion/command-table.ts';
import tables from '../completion/command-tables.json' with { type: 'json' };
import { complete } from '../completion/complete.ts';
import { swarmNames } from '../completion/swarm-names.ts';
import type { Program } from '../dispatch.ts';
import { EXIT } from '../exit-codes.ts';
import { escapeAndTruncate } from '../text/layout.ts';

/** Maximum width of a description, in columns. */
const MAX_ABOUT = 120;

/** Answers a shell's completion script: `complete SHELL WORDS… =WORD` (docs/decisions/0061-shell-completion.md). */
const answering =
  (table: CommandTable): Program =>
  (args, output) => {
    const found = complete(table, args.slice(2), swarmNames(process.cwd()));
    for (const { value, about } of found) output.write(`${value}\t${escapeAndTruncate(about, MAX_ABOUT)}\n`);
    return Promise.resolve(EXIT.yes);
  };

export const runCortexCompletion = answering(tables.cortex);
export const runStackCompletion = answering(tables.cstack);
