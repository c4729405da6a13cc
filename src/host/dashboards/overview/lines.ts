import type { CommandId } from '../../manifest/manifest.ts';
import { clipText } from '../../model/pages.ts';
import { MAX_OF_ID, type Row, type Subject } from '../../model/row.ts';
import type { LineTone, OverviewAction, OverviewCard, OverviewLine } from './protocol.ts';

/** Target of a line or action: a command and its argument. */
export interface Lead {
  readonly command: CommandId;
  readonly subject?: Subject;
}

export interface ActionWithTarget extends Omit<OverviewAction, 'id'> {
  readonly to: Lead;
}

export interface LineWithTarget extends Omit<OverviewLine, 'leads' | 'actions'> {
  /** `null`: the line is not a link. */
  readonly to: Lead | null;
  readonly actions: readonly ActionWithTarget[];
}

/** A card with the targets of its lines. The targets are not sent to the page. */
export interface CardWithTargets extends Pick<OverviewCard, 'name' | 'count'> {
  readonly lines: readonly LineWithTarget[];
  readonly ways: readonly ActionWithTarget[];
}

const PLAIN = { tone: 'quiet', hint: '', said: '', time: null, to: null, actions: [] } as const;

/** Creates a line. Omitted parts have plain defaults. */
export function createLine(parts: Partial<LineWithTarget> & Pick<LineWithTarget, 'id' | 'icon' | 'label'>): LineWithTarget {
  return { ...PLAIN, ...parts };
}

/** Creates an action that only shows something. */
export function viewAction(label: string, icon: string, command: CommandId): ActionWithTarget {
  return { label, icon, short: false, changes: false, to: { command } };
}

/** Creates an action that creates something. */
export function createAction(label: string, icon: string, command: CommandId): ActionWithTarget {
  return { label, icon, short: false, changes: true, to: { command } };
}

/** Tones for the theme colors of tree rows. */
const TONES: ReadonlyMap<string, LineTone> = new Map([
  ['charts.blue', 'busy'],
  ['charts.green', 'good'],
  ['charts.yellow', 'warning'],
  ['testing.iconPassed', 'good'],
  ['testing.iconFailed', 'bad'],
  ['problemsErrorIcon.foreground', 'bad'],
  ['problemsWarningIcon.foreground', 'warning'],
]);

/** Converts the icon of a tree row. */
export function toIconAndTone({ name, color = '' }: Row['icon']): Pick<LineWithTarget, 'icon' | 'tone'> {
  return { icon: name, tone: TONES.get(color) ?? 'quiet' };
}

/** Converts a tree row to a line. */
export function rowToLine({ id, label, description, icon, command, subject }: Row): LineWithTarget {
  return createLine({ id, ...toIconAndTone(icon), label, said: description, to: command === null ? null : { command, subject } });
}

/** The cards as they are sent to the page, and the targets of their ids. */
export interface SentCards {
  readonly cards: readonly OverviewCard[];
  readonly leads: ReadonlyMap<string, Lead>;
}

/** Assigns a unique id to everything that can be clicked. */
export function withActionIds(all: readonly CardWithTargets[]): SentCards {
  const leads = new Map<string, Lead>();
  const free = (wanted: string): string => {
    let id = wanted;
    for (let next = 2; leads.has(id); next += 1) id = `${wanted}/${next}`;
    return id;
  };
  const actionOf = (parent: string, { label, icon, short, changes, to }: ActionWithTarget): OverviewAction => {
    const id = free(`${parent}#${to.command}`);
    leads.set(id, to);
    return { id, label: clipText(label), icon, short, changes };
  };
  const cards = all.map(({ name, count, lines, ways }): OverviewCard => {
    const seen = new Set<string>();
    return {
      name,
      count,
      ways: ways.map((way) => actionOf(name, way)),
      lines: lines.map((each, at): OverviewLine => {
        const short = `${name}/${each.id.slice(0, MAX_OF_ID)}`;
        const id = seen.has(short) ? `${short}/again/${at}` : short;
        seen.add(id);
        const { icon, tone, hint, time, to } = each;
        if (to !== null) leads.set(id, to);
        const texts = { label: clipText(each.label), said: clipText(each.said) };
        return { id, icon, tone, hint, ...texts, time, leads: to !== null, actions: each.actions.map((action) => actionOf(id, action)) };
      }),
    };
  });
  return { cards, leads };
}
