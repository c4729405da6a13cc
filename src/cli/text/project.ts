import type { Checked } from '../../engine/platform/on-demand.ts';
import { initOutput, verifyOutput } from '../../engine/project/index.ts';
import { counted, escapeText, problemCounts, type Text, type TypedInput, textOutput } from './layout.ts';
import { nextStepWithLocation } from './suggested-commands.ts';

function verified({ files, errors, warnings }: Checked<typeof verifyOutput>, _now: number, asked: TypedInput): string {
  const lines = files.flatMap(({ file, findings }) =>
    findings.map(({ severity, message, line, column, next }) => {
      const place = [file, line, column].filter((part) => part !== null).join(':');
      return escapeText(`${place}: ${severity}: ${message}${next === null ? '' : ` ${nextStepWithLocation(next, asked)}`}`);
    }),
  );
  return [...lines, problemCounts(counted(files.length, 'file'), errors, warnings)].join('\n');
}

/** First steps in a new project. */
const NEXT = [
  'Next:',
  '  cortex install claude                                connect a coding agent (other agents: cortex install --help)',
  '  cortex swarm create --task TASK --coordinator NAME   create a swarm (tasks from a plan: --file PLAN)',
  '  cortex graph build                                   build the graph of the code',
];

export const projectTexts: Readonly<Record<string, Text>> = {
  init: textOutput(initOutput, ({ root, created }) => {
    const folder = `${escapeText(root)}/.cortex`;
    return created ? [`Created ${folder}`, ...NEXT].join('\n') : `Already exists: ${folder}`;
  }),
  verify: textOutput(verifyOutput, verified),
};
