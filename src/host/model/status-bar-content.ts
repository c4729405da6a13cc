import type { Pause } from '../../engine/swarm/index.ts';
import { reasonWithProject, type WaitingNeed } from '../needs/model/waiting.ts';
import { determinePhase } from './swarm/swarm-phase.ts';
import { agentStatus, isAlive, manifestOf, type ProjectViewModel, type ViewModel } from './swarm/view-model.ts';
import { counted, grouped, oneLine } from './text.ts';

/** Content of the status bar item. */
export interface StatusBarContent {
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
const MAX_NAMED = 5;

/** Returns the content of the status bar item, or `null` if there is nothing to show. @param needs most urgent first */
export function statusBarContent(viewModel: ViewModel, needs: readonly WaitingNeed[]): StatusBarContent | null {
  if (viewModel.kind !== 'project') return needs.length === 0 ? null : toContent([], [], needs);
  if (viewModel.view === null) return toContent(['$(error)'], ['The swarm and the locks cannot be read'], needs);
  const manifest = manifestOf(viewModel);
  const agents = (manifest?.agents ?? []).filter((agent) => agentStatus(agent) !== 'left');
  const alive = agents.filter((agent) => isAlive(agent, viewModel)).length;
  const locks = viewModel.view.locks.length;
  const standing = describeStoppedSwarm(viewModel);
  const sentences = [
    manifest === null ? 'No swarm' : `${grouped(alive)} of ${counted(agents.length, 'agent')} alive`,
    counted(locks, 'lock'),
  ];
  const texts = [`${standing?.icon ?? '$(pulse)'} ${grouped(alive)}/${grouped(agents.length)}`, `$(lock) ${grouped(locks)}`];
  return toContent(texts, [...(standing === null ? [] : [standing.text]), ...sentences], needs);
}

function toContent(texts: readonly string[], sentences: readonly string[], needs: readonly WaitingNeed[]): StatusBarContent {
  const named = needs.slice(0, MAX_NAMED).map((need) => `${oneLine(need.title, 60)}: ${oneLine(reasonWithProject(need), 120)}`);
  const more = needs.length > MAX_NAMED ? [`and ${grouped(needs.length - MAX_NAMED)} more`] : [];
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
function describeStoppedSwarm({ view }: ProjectViewModel): { readonly icon: string; readonly text: string } | null {
  if (view === null || view.manifest === null) return null;
  const phase = determinePhase(view.manifest, view);
  if (phase === 'aborted') return { icon: '$(circle-slash)', text: 'Aborted' };
  if (phase !== 'paused' || view.pause === null) return null;
  return { icon: '$(debug-pause)', text: pauseText(view.pause) };
}

/** `Paused by person:eva: tests are red` */
export function pauseText({ by, reason }: Pause): string {
  return `Paused by ${oneLine(by, 60)}${reason === '' ? '' : `: ${oneLine(reason)}`}`;
}

interface MarkdownText {
  appendText(text: string): unknown;
  appendMarkdown(text: string): unknown;
}

/** Appends a plain text that can break between its words. VS Code makes every space of a plain text non-breaking. */
export function appendWords(to: MarkdownText, text: string): void {
  for (const [place, word] of text.split(' ').entries()) {
    if (place > 0) to.appendMarkdown(' ');
    to.appendText(word);
  }
}
