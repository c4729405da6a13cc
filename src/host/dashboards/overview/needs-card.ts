import { RANK_TEXTS } from '../../../engine/platform/need.ts';
import { counted, oneLine } from '../../model/text.ts';
import { listNeedCommands, type TaskTitle } from '../../needs/model/need-commands.ts';
import { RANK_ICONS } from '../../needs/model/need-rows.ts';
import { type NeedsViewModel, reasonWithProject, type WaitingNeed } from '../../needs/model/waiting.ts';
import { type ActionWithTarget, type CardWithTargets, createLine, type LineWithTarget, toIconAndTone, viewAction } from './lines.ts';

const MAX_NEEDS = 5;

/** Returns the card of needs: the most urgent first, each with the commands that resolve it. */
export function needsCard({ needs, snoozed, now }: NeedsViewModel, titleOf: TaskTitle): CardWithTargets {
  const lines = needs.slice(0, MAX_NEEDS).map((need) => needLine(need, titleOf, now));
  const label = needs.length > MAX_NEEDS ? `All ${needs.length}` : 'All';
  return {
    name: 'needs',
    count: needs.length,
    lines: needs.length === 0 ? [quietLine(snoozed.length)] : lines,
    ways: needs.length === 0 ? [] : [viewAction(label, 'list-unordered', 'cortex.needs.focus')],
  };
}

function needLine(need: WaitingNeed, titleOf: TaskTitle, now: number): LineWithTarget {
  const { id, rank, title, since } = need;
  // A need may have a time in the future, from another clock. It is shown without a time.
  const time = since === null || since > now ? null : ({ kind: 'since', at: since } as const);
  const subject = { kind: 'need', id } as const;
  const needCommands = listNeedCommands(need, titleOf).map(
    (each): ActionWithTarget => ({
      label: each.title,
      icon: 'check',
      short: false,
      changes: true,
      to: { command: each.command, subject: each.subject },
    }),
  );
  const snooze: ActionWithTarget = {
    label: 'Snooze…',
    icon: 'bell-slash',
    short: true,
    changes: false,
    to: { command: 'cortex.needs.snooze', subject },
  };
  return createLine({
    id: `need/${id}`,
    ...toIconAndTone(RANK_ICONS[rank]),
    hint: RANK_TEXTS[rank],
    label: oneLine(title, 200),
    said: oneLine(reasonWithProject(need), 600),
    time,
    to: { command: 'cortex.needs.open', subject },
    actions: [...needCommands, snooze],
  });
}

function quietLine(snoozed: number): LineWithTarget {
  if (snoozed === 0) return createLine({ id: 'nothing', icon: 'pass', tone: 'good', label: 'Nothing needs you.' });
  return createLine({
    id: 'nothing',
    icon: 'pass',
    tone: 'good',
    label: 'Nothing needs you',
    said: `but ${counted(snoozed, 'thing')} that you snoozed`,
    actions: [viewAction('Unsnooze…', 'bell', 'cortex.needs.wake')],
  });
}
