import { type NeedRank, RANK_TEXTS } from '../../../engine/platform/need.ts';
import { limitRows, type MoreText, noRows, type Row } from '../../model/row.ts';
import { duration, oneLine } from '../../model/text.ts';
import { type NeedsViewModel, reasonWithProject, type WaitingNeed } from './waiting.ts';

/** Icon of each rank. */
export const RANK_ICONS: Readonly<Record<NeedRank, Row['icon']>> = {
  blocked: { name: 'bell-dot', color: 'problemsErrorIcon.foreground' },
  'at-risk': { name: 'warning', color: 'problemsWarningIcon.foreground' },
  question: { name: 'question', color: 'charts.blue' },
  soon: { name: 'clock' },
};

const IN_TERMINAL: MoreText = {
  description: 'less urgent',
  tooltip: 'Search for one, or list all with "cortex needs-you" in a terminal.',
  // A command that works without workspace trust, so that the row can always be clicked.
  command: 'cortex.needs.open',
  subject: { kind: 'more' },
};

/** Returns the rows of the view Needs You. */
export function needRows({ needs, now }: NeedsViewModel): readonly Row[] {
  return limitRows('needs', needs, (need) => needRow(need, now), IN_TERMINAL);
}

function needRow(need: WaitingNeed, now: number): Row {
  const { id, rank, title, since, day, actions } = need;
  const why = reasonWithProject(need);
  const age = since === null || since > now ? [] : [day === undefined ? duration(now - since) : `since ${day}`];
  const said = [oneLine(why, 120), ...age].join(' · ');
  const settles = actions.map((action) => action.title).join(', ');
  const label = oneLine(title, 100);
  return {
    id: `need/${id}`,
    subject: { kind: 'need', id },
    label,
    description: said,
    icon: RANK_ICONS[rank],
    tooltip: [RANK_TEXTS[rank], oneLine(title, 300), oneLine(why, 600), ...(settles === '' ? [] : [`Resolved by: ${settles}`])].join('\n'),
    accessibility: `${label}, ${RANK_TEXTS[rank]}: ${said}`,
    context: actions.length === 0 ? 'need' : 'need.actions',
    command: 'cortex.needs.open',
    unfolded: null,
    children: noRows,
  };
}
