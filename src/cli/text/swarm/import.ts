import { type ImportOutput, importOutput } from '../../../engine/swarm/schemas/import.ts';
import { shellWord } from '../../../engine/text/shell-word.ts';
import { counted, escapeAndTruncate, escapeText, type Text, type TypedInput, textOutput } from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';

const MAX_STARTED = 5;

/** Returns what the plan has, and what was left out. */
function summaryOf({ source, tasks, done, dropped, started }: ImportOutput): string[] {
  const left = [...(done === 0 ? [] : [`${counted(done, 'done task')}`]), ...(dropped === 0 ? [] : [`${dropped} cancelled or put off`])];
  const names = started.slice(0, MAX_STARTED).map((id) => escapeAndTruncate(id, 40));
  const more = started.length > MAX_STARTED ? ` and ${started.length - MAX_STARTED} more` : '';
  return [
    `${counted(tasks, 'open task')} of ${escapeText(source)}${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}`,
    ...(started.length === 0 ? [] : [`Already started there: ${names.join(', ')}${more}`]),
  ];
}

const createWith = (goal: string, file: string, asked: TypedInput): string =>
  commandWithLocation(`cortex swarm create --task ${shellWord(goal)} --coordinator NAME --file ${shellWord(file)}`, asked);

export const importTexts: Readonly<Record<string, Text>> = {
  import: textOutput(importOutput, (answer, _now, asked) => {
    const { plan, goal, written } = answer;
    const summary = summaryOf(answer);
    if (written !== null)
      return [`Wrote ${escapeText(written)}: ${summary.join('\n')}`, `Next: ${createWith(goal, written, asked)}`].join('\n');
    const next = `Save it with --out plan.yaml, then: ${createWith(goal, 'plan.yaml', asked)}`;
    return [...[...summary, next].map((line) => `# ${line}`), plan.trimEnd()].join('\n');
  }),
};
