import { expect, test } from 'vitest';
import { createNeed, type NeedRank } from '../../../../src/engine/platform/need.ts';
import { NewNeeds, noticeText, notificationDelay } from '../../../../src/host/needs/model/new-needs.ts';
import type { WaitingNeed } from '../../../../src/host/needs/model/waiting.ts';

const need = (title: string, rank: NeedRank = 'blocked', since: number | null = null): WaitingNeed => ({
  ...createNeed({ kind: 'approval', about: [title], rank, title, why: 'waits for approval', since, place: null, actions: [] }),
  source: 'shop',
  folder: '/shop',
  project: null,
});

interface Shown {
  readonly needs: readonly WaitingNeed[];
  readonly snoozed?: readonly WaitingNeed[];
  readonly sources?: readonly string[];
}

/** Returns the titles that are announced for each of several successive view models. */
function told(...viewModels: readonly Shown[]): string[][] {
  const found = new NewNeeds();
  return viewModels.map(({ needs, snoozed = [], sources = ['shop'] }) =>
    found.take({ needs, snoozed, sources, now: 0 }).map(({ title }) => title),
  );
}

test('only new needs that block work are announced, and only once', () => {
  const there = [need('old'), need('odd', 'at-risk')];
  const more = [...there, need('new'), need('late', 'question'), need('soon', 'soon')];
  expect(told({ needs: there }, { needs: more }, { needs: more }, { needs: there }, { needs: more })).toEqual([[], ['new'], [], [], []]);
});

test('needs of an added project or team are not announced, but later ones are', () => {
  const ofBank = (title: string): WaitingNeed => ({ ...need(title), source: 'bank' });
  const both = { needs: [ofBank('theirs')], sources: ['shop', 'bank'] };
  expect(told({ needs: [] }, both, { ...both, needs: [...both.needs, ofBank('now'), need('here')] })).toEqual([[], [], ['now', 'here']]);
  expect(told({ needs: [] }, both, { needs: [] }, both)).toEqual([[], [], [], []]);
});

test('needs that appear while a source is unreadable are announced afterwards, but needs of the first reading are not', () => {
  const unread = { needs: [], sources: [] };
  expect(told({ needs: [need('old')] }, unread, { needs: [need('old'), need('new')] })).toEqual([[], [], ['new']]);
  expect(told(unread, { needs: [need('old')] }, { needs: [need('old'), need('new')] })).toEqual([[], [], ['new']]);
});

test('a snoozed need is not announced when its snooze ends, but is once it concerns something newer', () => {
  const aside = need('budget', 'blocked', 5);
  expect(told({ needs: [], snoozed: [aside] }, { needs: [aside] }, { needs: [need('budget', 'blocked', 6)] })).toEqual([
    [],
    [],
    ['budget'],
  ]);
});

test('announcements are delayed to be combined, and limited in rate', () => {
  expect([notificationDelay(null, 0), notificationDelay(0, 60_000)]).toEqual([2_000, 2_000]);
  expect([notificationDelay(1_000, 1_500), notificationDelay(1_000, 11_000), notificationDelay(1_000, 20_500)]).toEqual([
    19_500, 10_000, 2_000,
  ]);
});

test('a notice names a single need, or the number of needs and the first of them', () => {
  expect(noticeText([need('The logo')])).toBe('Work waits for you. The logo: waits for approval');
  expect(noticeText([need('The\nlogo'), need('x')])).toBe('Work waits for you in 2 places. First: The logo: waits for approval');
  expect(noticeText([{ ...need('The logo'), project: 'bank' }])).toBe('Work waits for you. The logo: bank: waits for approval');
});
