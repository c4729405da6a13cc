import type { GraphSummary } from '../../../engine/crtx/index.ts';
import { describeShownProject } from '../../model/shown-project.ts';
import type { TaskTitle } from '../../needs/model/need-commands.ts';
import type { NeedsViewModel } from '../../needs/model/waiting.ts';
import { activityCard, type LastEntries, type TimedMessage } from './activity-card.ts';
import { type KnownVault, knowledgeCard } from './knowledge-card.ts';
import { type Lead, withActionIds } from './lines.ts';
import { locksCard } from './locks-card.ts';
import { needsCard } from './needs-card.ts';
import type { OverviewState } from './protocol.ts';
import { type Workers, workCard } from './work-card.ts';

/** All data of the Overview at one time. */
export interface OverviewViewModel extends Workers {
  readonly needs: NeedsViewModel;
  readonly entries: LastEntries;
  readonly messages: readonly TimedMessage[];
  readonly vault: KnownVault;
  readonly graph: GraphSummary | null;
  /** All open projects, including the one that is shown. */
  readonly projects: readonly { readonly root: string }[];
  readonly pausing: OverviewState['pausing'];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly readOnly: string | null;
}

/** The state for the page, and the targets of its ids. */
export interface OverviewShown {
  readonly state: OverviewState;
  readonly leads: ReadonlyMap<string, Lead>;
}

/** Builds the five cards. */
export function buildOverviewCards(viewModel: OverviewViewModel, titleOf: TaskTitle): OverviewShown {
  const { needs, entries, messages, vault, graph, projects, pausing, now, readOnly } = viewModel;
  const all = [
    needsCard(needs, titleOf),
    workCard(viewModel),
    locksCard(viewModel.viewModel),
    activityCard(entries, messages),
    knowledgeCard(viewModel.viewModel, vault, graph),
  ];
  const { cards, leads } = withActionIds(all);
  const project = viewModel.viewModel.kind === 'no-folder' ? null : describeShownProject(viewModel.viewModel, projects);
  return { state: { project, cards, pausing, now, readOnly }, leads };
}

/** Returns the update for a page that shows `before`, with only the changed cards; `null` if only the time differs. */
export function findOverviewChanges(before: OverviewState, now: OverviewState): OverviewState | null {
  const shown = new Map(before.cards.map((card) => [card.name, JSON.stringify(card)]));
  const cards = now.cards.filter((card) => shown.get(card.name) !== JSON.stringify(card));
  const headOf = ({ project, pausing, readOnly }: OverviewState) => JSON.stringify([project, pausing, readOnly]);
  const isSame = headOf(before) === headOf(now);
  return cards.length === 0 && isSame ? null : { ...now, cards };
}
