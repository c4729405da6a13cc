import type { OverviewCard, OverviewState, OverviewStep, OverviewView } from '../../src/host/dashboards/overview/protocol.ts';
import { counted } from '../format.ts';
import { PageStore, type StoreOptions } from '../page-store.ts';
import type { SavedLists } from '../saved.ts';
import { storeContext } from '../store-context.ts';
import { clip, plain } from '../text.ts';

/** All cards are in view, so nothing has to be saved over reloads. */
type SavedOverview = SavedLists<never>;

const NOTHING_SAVED: SavedOverview = { cursors: {}, tops: {} };
const MAX_NEWS_LENGTH = 160;

/** All cards, with the text that screen readers announce about new needs. */
export interface OverviewShown extends OverviewState {
  readonly news: string;
}

const needsIn = (cards: readonly OverviewCard[]): OverviewCard | undefined => cards.find(({ name }) => name === 'needs');

/** Returns the announcement of new needs. Neither the initial needs are new, nor those that move up because others were resolved. */
function timelineEntriesOf(before: OverviewShown | null, cards: readonly OverviewCard[]): string {
  const [then, now] = [before === null ? undefined : needsIn(before.cards), needsIn(cards)];
  if (before === null || then === undefined || now === undefined) return '';
  const come = (now.count ?? 0) - (then.count ?? 0);
  const known = new Set(then.lines.map(({ id }) => id));
  const first = now.lines.find(({ id }) => !known.has(id));
  if (come <= 0) return before.news;
  const count = counted(come, 'new thing needs you', 'new things need you');
  return first === undefined ? count : `${count}: ${clip(plain(first.label), MAX_NEWS_LENGTH)}`;
}

/** Store of the Overview. */
export class OverviewStore extends PageStore<never, OverviewShown, OverviewView, OverviewStep, SavedOverview> {
  private received: OverviewShown | null = null;

  constructor(around: StoreOptions<OverviewView, OverviewStep>) {
    super(around, () => ({}), NOTHING_SAVED);
  }

  /** Applies an update from the host, which contains only the cards that changed. */
  override show(state: OverviewState): void {
    const others = (this.received?.cards ?? []).map((card) => state.cards.find(({ name }) => name === card.name) ?? card);
    const cards = this.received === null ? state.cards : others;
    this.received = { ...state, cards, news: timelineEntriesOf(this.received, cards) };
    super.show(this.received);
  }

  protected override takeIn({ now }: OverviewShown, at: number): void {
    this.clock.set(now, at);
  }

  protected override wanted(): OverviewView {
    return {};
  }
}

export const { Context: OverviewContext, use: useOverview } = storeContext<OverviewStore>();
