import { explainLimits } from '../../../engine/swarm/index.ts';
import { planOutput } from '../../../engine/swarm/schemas/plan.ts';
import { shellWord } from '../../../engine/text/shell-word.ts';
import { counted, escapeAndTruncate, escapeText, type Text, textOutput } from '../layout.ts';

const MAX_TASKS = 200;
const DESCRIPTION = 60;

export const planTexts: Readonly<Record<string, Text>> = {
  'swarm plan': textOutput(planOutput, ({ plan, file, tasks, budget }) => {
    if (plan !== null)
      return file === null
        ? plan.trimEnd()
        : `Wrote ${escapeText(file)}. Next: fill it in, and check it: cortex swarm plan check ${shellWord(file)}`;
    const leaves = tasks.filter(({ isGroup }) => !isGroup);
    const rows = tasks.slice(0, MAX_TASKS).map(({ id, description, level, dependencies }) => {
      const after = dependencies.length === 0 ? '' : `  (after ${escapeAndTruncate(dependencies.join(', '), DESCRIPTION)})`;
      return `${'  '.repeat(level + 1)}${escapeText(id)}  ${escapeAndTruncate(description, DESCRIPTION)}${after}`;
    });
    const more = tasks.length > MAX_TASKS ? [`  and ${counted(tasks.length - MAX_TASKS, 'more task')} (--json lists all)`] : [];
    const limits = budget === null ? '' : ` Limits: ${explainLimits(budget)}.`;
    const next = file === null ? [] : [`Create the swarm: cortex swarm create --task GOAL --coordinator NAME --file ${shellWord(file)}`];
    return [`No problems. ${counted(leaves.length, 'task')}.${limits}`, ...rows, ...more, ...next].join('\n');
  }),
};
