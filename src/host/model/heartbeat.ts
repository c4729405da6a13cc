import { budgetRows, limitText } from './budget.ts';
import { agentStatus, isHere, manifestOf, type Picture } from './picture.ts';
import { indexOf } from './task-index.ts';
import { counted } from './text.ts';

/** What the status bar says. */
export interface Heartbeat {
  readonly text: string;
  readonly tooltip: string;
  readonly accessibility: string;
  /** Something is wrong, and a person should look. */
  readonly warns: boolean;
}

/** From this share on a limit of the budget is worth a warning (RULINGS, crtx 9). */
const NEARLY = 0.8;

/** Agents alive of all, and locks; `null` where there is nothing to tell of. */
export function heartbeat(picture: Picture): Heartbeat | null {
  if (picture.kind !== 'project') return null;
  const manifest = manifestOf(picture);
  const agents = (manifest?.agents ?? []).filter((agent) => agentStatus(agent) !== 'left');
  const alive = agents.filter(isHere).length;
  const locks = picture.view?.locks.length ?? 0;
  const wrong = whatIsWrong(picture);
  const sentences = [manifest === null ? 'No swarm' : `${alive} of ${counted(agents.length, 'agent')} alive`, counted(locks, 'lock')];
  return {
    text: `${wrong.length > 0 ? '$(warning)' : '$(pulse)'} ${alive}/${agents.length} $(lock) ${locks}`,
    tooltip: ['Cortex', ...sentences, ...wrong].join('\n'),
    accessibility: ['Cortex', ...sentences, ...wrong].join(', '),
    warns: wrong.length > 0,
  };
}

/** Each thing that is wrong, in a few words. */
export function whatIsWrong(picture: Picture): string[] {
  if (picture.kind !== 'project') return [];
  const broken = picture.problems.filter(({ severity }) => severity === 'error').length;
  const wrong = broken > 0 ? [counted(broken, 'file or folder cannot be read', 'files or folders cannot be read')] : [];
  const manifest = manifestOf(picture);
  if (manifest === null) return wrong;
  const { failed } = indexOf(manifest).counts;
  if (failed > 0) wrong.push(counted(failed, 'failed task'));
  for (const row of budgetRows(manifest, picture.now)) {
    if (row.spent >= row.max * NEARLY) wrong.push(`${limitText(row)}${row.limit === 'cost' ? '' : ` ${row.limit}`} spent`);
  }
  return wrong;
}
