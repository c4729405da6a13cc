import type { CommandId } from '../../manifest/manifest.ts';
import { clipped } from '../../model/pages.ts';
import { MOST_OF_ID, type Row, type Subject } from '../../model/row.ts';
import type { LineTone, OverviewAction, OverviewCard, OverviewLine } from './protocol.ts';

/** Where something leads: a command, and what it is about. */
export interface Lead {
  readonly command: CommandId;
  readonly subject?: Subject;
}

export interface ActionWithTarget extends Omit<OverviewAction, 'id'> {
  readonly to: Lead;
}

export interface LineWithTarget extends Omit<OverviewLine, 'leads' | 'actions'> {
  /** `null`: it leads nowhere. */
  readonly to: Lead | null;
  readonly actions: readonly ActionWithTarget[];
}

/** A card with what is behind its lines, which the page is not told. */
export interface CardWithTargets extends Pick<OverviewCard, 'name' | 'count'> {
  readonly lines: readonly LineWithTarget[];
  readonly ways: readonly ActionWithTarget[];
}

const PLAIN = { tone: 'quiet', hint: '', said: '', time: null, to: null, actions: [] } as const;

/** A line of which only what is said is out of the ordinary. */
export function line(parts: Partial<LineWithTarget> & Pick<LineWithTarget, 'id' | 'icon' | 'label'>): LineWithTarget {
  return { ...PLAIN, ...parts };
}

/** Something that only shows something. */
export function showing(label: string, icon: string, command: CommandId): ActionWithTarget {
  return { label, icon, short: false, changes: false, to: { command } };
}

/** Something that makes what is not there yet. */
export function making(label: string, icon: string, command: CommandId): ActionWithTarget {
  return { label, icon, short: false, changes: true, to: { command } };
}

/** What the colours of rows mean. */
const TONES: ReadonlyMap<string, LineTone> = new Map([
  ['charts.blue', 'busy'],
  ['charts.green', 'good'],
  ['charts.yellow', 'warning'],
  ['testing.iconPassed', 'good'],
  ['testing.iconFailed', 'bad'],
  ['problemsErrorIcon.foreground', 'bad'],
  ['problemsWarningIcon.foreground', 'warning'],
]);

/** How the icon of a row looks here. */
export function lookOf({ name, color = '' }: Row['icon']): Pick<LineWithTarget, 'icon' | 'tone'> {
  return { icon: name, tone: TONES.get(color) ?? 'quiet' };
}

/** A row of a tree as a line. */
export function lineOfRow({ id, label, description, icon, command, subject }: Row): LineWithTarget {
  return line({ id, ...lookOf(icon), label, said: description, to: command === null ? null : { command, subject } });
}

/** The cards as the page is told them, and where what is pressed leads. */
export interface SentCards {
  readonly cards: readonly OverviewCard[];
  readonly leads: ReadonlyMap<string, Lead>;
}

/** Gives everything that can be pressed an id of its own. */
export function sentCards(all: readonly CardWithTargets[]): SentCards {
  const leads = new Map<string, Lead>();
  const free = (wanted: string): string => {
    let id = wanted;
    for (let next = 2; leads.has(id); next += 1) id = `${wanted}/${next}`;
    return id;
  };
  const actionOf = (parent: string, { label, icon, short, changes, to }: ActionWithTarget): OverviewAction => {
    const id = free(`${parent}#${to.command}`);
    leads.set(id, to);
    return { id, label: clipped(label), icon, short, changes };
  };
  const cards = all.map(({ name, count, lines, ways }): OverviewCard => {
    const seen = new Set<string>();
    return {
      ...{ name, count, ways: ways.map((way) => actionOf(name, way)) },
      lines: lines.map((each, at): OverviewLine => {
        const short = `${name}/${each.id.slice(0, MOST_OF_ID)}`;
        const id = seen.has(short) ? `${short}/again/${at}` : short;
        seen.add(id);
        const { icon, tone, hint, time, to } = each;
        if (to !== null) leads.set(id, to);
        const texts = { label: clipped(each.label), said: clipped(each.said) };
        return { id, icon, tone, hint, ...texts, time, leads: to !== null, actions: each.actions.map((action) => actionOf(id, action)) };
      }),
    };
  });
  return { cards, leads };
}
