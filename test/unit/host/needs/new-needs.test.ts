import { expect, test } from 'vitest';
import { type Need, type NeedRank, needOf } from '../../../../src/engine/kernel/need.ts';
import { NewNeeds, noticeText } from '../../../../src/host/needs/model/new-needs.ts';

const need = (title: string, rank: NeedRank = 'stands still', since: number | null = null): Need =>
  needOf({ kind: 'approval', about: [title], rank, title, why: 'waits for approval', since, place: null, actions: [] });

/** What is told of pictures, one after the other. */
function told(...pictures: readonly { needs: readonly Need[]; snoozed?: readonly Need[]; scope?: string }[]): string[][] {
  const found = new NewNeeds();
  return pictures.map(({ needs, snoozed = [], scope = 'shop' }) => found.take({ needs, snoozed, scope, now: 0 }).map(({ title }) => title));
}

test('only what is new and makes work stand still is told, and once', () => {
  const there = [need('old'), need('odd', 'in danger')];
  const more = [...there, need('new'), need('late', 'asks'), need('soon', 'soon')];
  expect(told({ needs: there }, { needs: more }, { needs: more }, { needs: there }, { needs: more })).toEqual([[], ['new'], [], [], []]);
});

test('what comes with another project or team was there before, and what comes later is new', () => {
  const other = { needs: [need('theirs')], scope: 'bank' };
  expect(told({ needs: [] }, other, { ...other, needs: [...other.needs, need('now')] })).toEqual([[], [], ['now']]);
  expect(told({ needs: [] }, other, { needs: [] }, { needs: other.needs })).toEqual([[], [], [], []]);
});

test('what was put aside is not told when its time is over, and is when it is about something newer', () => {
  const aside = need('budget', 'stands still', 5);
  expect(told({ needs: [], snoozed: [aside] }, { needs: [aside] }, { needs: [need('budget', 'stands still', 6)] })).toEqual([
    [],
    [],
    ['budget'],
  ]);
});

test('one message says what it is about, and of several how many they are', () => {
  expect(noticeText([need('The logo')])).toBe('Work waits for you. The logo: waits for approval');
  expect(noticeText([need('The\nlogo'), need('x')])).toBe('Work waits for you in 2 places. First: The logo: waits for approval');
});
