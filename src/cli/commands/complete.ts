import type { CommandTable } from '../completion/command-table.ts';
import tables from '../completion/command-tables.json' with { type: 'json' };
import { complete } from '../completion/complete.ts';
import { swarmNames } from '../completion/swarm-names.ts';
import type { Program } from '../dispatch.ts';
import { EXIT } from '../exit-codes.ts';
import { escapeText } from '../text/layout.ts';

/** Answers a shell's completion script: `complete SHELL WORDS… =WORD` (docs/decisions/0062-shell-completion.md). */
const answering =
  (table: CommandTable): Program =>
  (args, output) => {
    const found = complete(table, args.slice(2), swarmNames(process.cwd()));
    for (const { value, about } of found) output.write(`${value}\t${escapeText(about)}\n`);
    return Promise.resolve(EXIT.yes);
  };

export const runCortexCompletion = answering(tables.cortex);
export const runStackCompletion = answering(tables.cstack);
