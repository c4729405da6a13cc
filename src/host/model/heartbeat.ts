import type { Pause } from '../../engine/swarm/index.ts';
import { namedWhy, type WaitingNeed } from '../needs/model/waiting.ts';
import { phaseOf } from './swarm/swarm-phase.ts';
import { agentStatus, isAlive, manifestOf, type ProjectViewModel, type ViewModel } from './swarm/view-model.ts';
import { counted, grouped, oneLine } from './text.ts';

/** Content of the status bar item. */
export interface Heartbeat {
  readonly text: string;
  /** State of the swarm, one sentence each. */
  readonly facts: readonly string[];
  /** Open needs, most urgent first, and the number of further ones; plain text. */
  readonly waiting: readonly string[];
  readonly accessibility: string;
  /** Whether to highlight the item, because a need is urgent. */
  readonly warns: boolean;
}

/** Maximum number of needs to list in the tooltip. */
const MOST_NAMED = 5;

/** Returns the content of the status bar item, or `null` if there is nothing to show. @param needs most urgent first */
export function heartbeat(viewModel: ViewModel, needs: readonly WaitingNeed[]): Heartbeat | null {
  if (viewModel.kind !== 'project') return needs.length === 0 ? null : beatOf([], [], needs);
  if (viewModel.view === null) return beatOf(['$(error)'], ['The swarm and the locks cannot be read'], needs);
  const manifest = manifestOf(viewModel);
  const agents = (manifest?.agents ?? []).filter((agent) => agentStatus(agent) !== 'left');
  const alive = agents.filter((agent) => isAlive(agent, viewModel)).length;
  const locks = viewModel.view.locks.length;
  const standing = standText(viewModel);
  const sentences = [
    manifest === null ? 'No swarm' : `${grouped(alive)} of ${counted(agents.length, 'agent')} alive`,
    counted(locks, 'lock'),
  ];
  const texts = [`${standing?.icon ?? '$(pulse)'} ${grouped(alive)}/${grouped(agents.length)}`, `$(lock) ${grouped(locks)}`];
  return beatOf(texts, [...(standing === null ? [] : [standing.text]), ...sentences], needs);
}

function beatOf(texts: readonly string[], sentences: readonly string[], needs: readonly WaitingNeed[]): Heartbeat {
  const named = needs.slice(0, MOST_NAMED).map((need) => `${oneLine(need.title, 60)}: ${oneLine(namedWhy(need), 120)}`);
  const more = needs.length > MOST_NAMED ? [`and ${grouped(needs.length - MOST_NAMED)} more`] : [];
  const waiting = needs.length === 0 ? [] : [counted(needs.length, 'thing needs you', 'things need you'), ...named, ...more];
  return {
    text: [...texts, ...(needs.length === 0 ? [] : [`$(bell-dot) ${grouped(needs.length)}`])].join(' '),
    facts: sentences,
    waiting,
    accessibility: ['Cortex', ...sentences, ...waiting].join(', '),
    warns: needs.some(({ rank }) => rank === 'blocked' || rank === 'at-risk'),
  };
}

/** Returns the text for a paused or aborted swarm, else `null`. */
function standText({ view }: ProjectViewModel): { readonly icon: string; readonly text: string } | null {
  if (view === null || view.manifest === null) return null;
  const phase = phaseOf(view.manifest, view);
  if (phase === 'aborted') return { icon: '$(circle-slash)', text: 'Aborted' };
  if (phase !== 'paused' || view.pause === null) return null;
  return { icon: '$(debug-pause)', text: pauseText(view.pause) };
}

/** `Paused by person:eva: tests are red` */
export function pauseText({ by, reason }: Pause): string {
  return `Paused by ${oneLine(by, 60)}${reason === '' ? '' : `: ${oneLine(reason)}`}`;
}
