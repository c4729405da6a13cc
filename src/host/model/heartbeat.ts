import type { Pause } from '../../engine/crtx/index.ts';
import { budgetRows, limitText } from './budget.ts';
import { decisionsOf, waitsForPerson } from './decisions.ts';
import { agentStatus, isAlive, manifestOf, type Picture, type ProjectPicture } from './picture.ts';
import { phaseOf } from './swarm-phase.ts';
import { indexOf } from './task-index.ts';
import { counted, oneLine } from './text.ts';

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
  const alive = agents.filter((agent) => isAlive(agent, picture)).length;
  const locks = picture.view?.locks.length ?? 0;
  const standing = standText(picture);
  const wrong = whatIsWrong(picture);
  const sentences = [manifest === null ? 'No swarm' : `${alive} of ${counted(agents.length, 'agent')} alive`, counted(locks, 'lock')];
  const all = ['Cortex', ...(standing === null ? [] : [standing.text]), ...sentences, ...wrong];
  return {
    text: `${wrong.length > 0 ? '$(warning)' : (standing?.icon ?? '$(pulse)')} ${alive}/${agents.length} $(lock) ${locks}`,
    tooltip: all.join('\n'),
    accessibility: all.join(', '),
    warns: wrong.length > 0,
  };
}

/** That a swarm is paused, or was ended before its end. */
function standText({ view }: ProjectPicture): { readonly icon: string; readonly text: string } | null {
  if (view === null || view.manifest === null) return null;
  const phase = phaseOf(view.manifest, view);
  if (phase === 'aborted') return { icon: '$(circle-slash)', text: 'Ended before its end' };
  if (phase !== 'paused' || view.pause === null) return null;
  return { icon: '$(debug-pause)', text: pauseText(view.pause) };
}

/** `Paused by person:eva: tests are red` */
export function pauseText({ by, reason }: Pause): string {
  return `Paused by ${oneLine(by, 60)}${reason === '' ? '' : `: ${oneLine(reason)}`}`;
}

/** Each thing that is wrong, in a few words. */
export function whatIsWrong(picture: Picture): string[] {
  if (picture.kind !== 'project') return [];
  const broken = picture.problems.filter(({ severity }) => severity === 'error').length;
  const wrong = broken > 0 ? [counted(broken, 'file or folder cannot be read', 'files or folders cannot be read')] : [];
  const { view } = picture;
  const manifest = view?.manifest ?? null;
  if (view === null || manifest === null) return wrong;
  const mine = decisionsOf(manifest).open.filter((subject) => waitsForPerson(subject, manifest)).length;
  if (mine > 0) wrong.push(counted(mine, 'decision waits for a person', 'decisions wait for a person'));
  const { failed } = indexOf(manifest).counts;
  if (failed > 0) wrong.push(counted(failed, 'failed task'));
  for (const row of budgetRows(manifest, view, picture.now)) {
    if (row.spent >= row.max * NEARLY) wrong.push(`${limitText(row)}${row.limit === 'cost' ? '' : ` ${row.limit}`} spent`);
  }
  return wrong;
}
