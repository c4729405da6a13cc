import { agentsOutput, installOutput } from '../../engine/install/install-schemas.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import { duration, escapeText, formatChanges, type Text, type TypedInput, table, textOutput } from './layout.ts';

function installed(answer: Checked<typeof installOutput>, _now: number, { remove }: TypedInput): string {
  const changes = formatChanges(answer, remove === true ? 'Removed it from' : 'Wrote');
  return answer.written ? [changes, ...answer.steps].join('\n') : changes;
}

/** Returns when an agent's last session started, as reported by its hooks. */
function lastSession(session: Checked<typeof agentsOutput>['agents'][number]['session'], now: number): string {
  if (session === null) return 'never';
  const ago = duration(Math.max(0, now - Date.parse(session.startedAt)));
  return `${ago} ago, as ${session.agent}${session.mayRun ? '' : ' (ended)'}`;
}

function agentsChecked({ program, agents }: Checked<typeof agentsOutput>, now: number): string {
  const rows = agents.map(({ agent, setUp, session, next }) => {
    return [agent, setUp, agent === 'git' ? '' : lastSession(session, now), next ?? ''];
  });
  const found =
    program === null ? 'The program cortex is not on the PATH: hooks and servers do nothing.' : `Hooks and servers start ${program}.`;
  const problems = agents.flatMap(({ agent, setUp, problems: all }) =>
    all.map((each) => `${agent}: ${setUp === 'partly' ? `not complete: ${each}` : each}`),
  );
  return [
    escapeText(found),
    '',
    table([['', 'set up', 'last session', 'next'], ...rows]),
    ...(problems.length > 0 ? ['', ...problems.map(escapeText)] : []),
  ].join('\n');
}

export const installTexts: Readonly<Record<string, Text>> = {
  install: textOutput(installOutput, installed),
  'doctor agents': textOutput(agentsOutput, agentsChecked),
};
