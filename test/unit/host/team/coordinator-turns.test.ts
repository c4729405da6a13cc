import { describe, expect, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { OWN_ZONE } from '../../../../src/engine/platform/zoned-time.ts';
import { TeamStore } from '../../../../src/engine/team/index.ts';
import {
  type AnnouncementPlan,
  lastDueTime,
  type PendingAnnouncements,
  planAnnouncements,
} from '../../../../src/host/team/model/coordinator-turns.ts';
import { teamFolder } from './team-folder.ts';

const at = (time: string): number => Date.parse(time);
const DAY = 86_400_000;

describe('the last due time of a page', () => {
  test('follows the time zone, also on the day of a clock change', () => {
    expect(lastDueTime('09:00', 'Europe/Paris', at('2026-03-28T12:00:00Z'))).toBe(at('2026-03-28T08:00:00Z'));
    expect(lastDueTime('09:00', 'Europe/Paris', at('2026-03-29T12:00:00Z'))).toBe(at('2026-03-29T07:00:00Z'));
    expect(lastDueTime('09:00', 'Europe/Paris', at('2026-03-29T06:59:59Z'))).toBe(at('2026-03-28T08:00:00Z'));
  });

  test.each([
    ['left out in spring', '02:30', 'Europe/Paris', '2026-03-28T20:00:00Z', ['2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z']],
    ['shown twice in autumn', '02:30', 'Europe/Paris', '2026-10-24T20:00:00Z', ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
    ['moved by half an hour', '02:15', 'Australia/Lord_Howe', '2026-10-02T18:00:00Z', ['2026-10-03T15:30:00Z', '2026-10-04T15:15:00Z']],
    ['midnight, which is left out', '00:00', 'Africa/Cairo', '2026-04-22T23:00:00Z', ['2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z']],
  ])('occurs once a day, also for a time that is %s', (_, time, zone, from, wanted) => {
    const quarters = Array.from({ length: 4 * 50 }, (__, n) => at(from) + n * (DAY / 96));
    const dues = quarters.map((now) => lastDueTime(time, zone, now));
    expect(dues.every((due, n) => due <= (quarters[n] ?? 0) && due >= (dues[n - 1] ?? 0))).toBe(true);
    expect([...new Set(dues)].slice(1).map((due) => new Date(due).toISOString().replace('.000', ''))).toEqual(wanted);
  });

  test('is now at exactly the given time', () => {
    expect(lastDueTime('18:30', 'UTC', at('2026-03-28T18:30:00Z'))).toBe(at('2026-03-28T18:30:00Z'));
  });

  test('follows the local time zone if none is given', () => {
    const last = new Date(lastDueTime('07:15', OWN_ZONE, at('2026-03-28T12:00:00Z')));
    expect([last.getHours(), last.getMinutes()]).toEqual([7, 15]);
  });
});

const due = (briefing: number, review: number): PendingAnnouncements => ({ due: { briefing, review }, down: new Map() });
const remembered = (toTell: PendingAnnouncements): string | null => planAnnouncements(null, toTell).text;

describe('a turn of the coordinator', () => {
  test('announces nothing from before the first turn', () => {
    expect(planAnnouncements(null, due(DAY, DAY / 2))).toMatchObject({ pages: [], text: expect.any(String) });
  });

  test('announces a due page once', () => {
    const turn = planAnnouncements(remembered(due(DAY, DAY / 2)), due(2 * DAY, DAY / 2));
    expect(turn.pages).toEqual(['briefing']);
    expect(planAnnouncements(turn.text, due(2 * DAY, DAY / 2))).toEqual({ pages: [], down: [], text: null });
  });

  test('announces a page that was missed for several days once, in order of due times', () => {
    const before = remembered(due(DAY, DAY / 2));
    expect(planAnnouncements(before, due(9 * DAY, 8.5 * DAY)).pages).toEqual(['review', 'briefing']);
  });

  test('does not repeat a page when the clock is set back and forth', () => {
    const set = planAnnouncements(remembered(due(5 * DAY, 5 * DAY)), due(4 * DAY, 4 * DAY));
    expect(set.pages).toEqual([]);
    expect(planAnnouncements(set.text ?? remembered(due(5 * DAY, 5 * DAY)), due(5 * DAY, 5 * DAY)).pages).toEqual([]);
  });

  test('announces the next page even after the clock was a year ahead', () => {
    const ahead = planAnnouncements(remembered(due(5 * DAY, 5 * DAY)), due(370 * DAY, 370 * DAY));
    const right = planAnnouncements(ahead.text, due(5 * DAY, 5 * DAY));
    expect(right.pages).toEqual([]);
    expect(planAnnouncements(right.text, due(6 * DAY, 5 * DAY)).pages).toEqual(['briefing']);
  });

  test('announces that an agent is down, once for each time that it becomes unresponsive', () => {
    const silent: PendingAnnouncements = { ...due(DAY, DAY), down: new Map([['dev', 7] as const, ['other', null] as const]) };
    const first = planAnnouncements(remembered(due(DAY, DAY)), silent);
    expect(first.down).toEqual(['dev', 'other']);
    expect(planAnnouncements(first.text, silent).down).toEqual([]);
    const back = planAnnouncements(first.text, { ...silent, down: new Map([['other', null]]) });
    expect(back.down).toEqual([]);
    expect(planAnnouncements(back.text, { ...silent, down: new Map([['dev', 9] as const, ['other', null] as const]) }).down).toEqual([
      'dev',
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('announces once that an agent with the note %s.md is down', (slug) => {
    const silent: PendingAnnouncements = { ...due(DAY, DAY), down: new Map([[slug, 7]]) };
    const first = planAnnouncements(remembered(due(DAY, DAY)), silent);
    expect(first.down).toEqual([slug]);
    expect(planAnnouncements(first.text, silent)).toEqual({ pages: [], down: [], text: null });
  });

  test('starts again if its saved state cannot be read', () => {
    expect(planAnnouncements('{"briefing": "soon"', due(DAY, DAY)).pages).toEqual([]);
    expect(planAnnouncements('{"briefing": "soon"', due(DAY, DAY)).text).not.toBeNull();
  });

  test('announces pages in only one of several windows at the same time', async () => {
    const root = teamFolder({ '.local/coordinator.json': remembered(due(DAY, DAY)) ?? '' });
    const windows = Array.from({ length: 8 }, () => TeamStore.open(nodeRuntime({}), root));
    const turns = await Promise.all(
      windows.map(async (store) => {
        let turn: AnnouncementPlan = { pages: [], down: [], text: null };
        await store.edits.edit('.local/coordinator.json', (text) => {
          turn = planAnnouncements(text, due(2 * DAY, 2 * DAY));
          return turn.text;
        });
        return turn.pages;
      }),
    );
    expect(turns.filter((pages) => pages.length > 0)).toEqual([['briefing', 'review']]);
    await Promise.all(windows.map((store) => store.edits.whenIdle()));
  });
});
