import type { BurnDownState, BurnStep, ChangeRow, HistoryState } from '../../src/host/dashboards/swarm/past-protocol.ts';
import type { SwarmSnapshot } from '../../src/host/dashboards/swarm/protocol.ts';
import { FAMILY, hostile, LONG, MARKUP, NOW, normal, OVERRIDE } from './projects.ts';
import type { Project } from './stand-in-host.ts';

const MINUTE = 60_000;
/** What the swarm of these tests lived, in milliseconds. */
const LIFE = 23 * MINUTE;

/** Sixty steps of a swarm's life, of which a function says what was spent at which part of it. */
export const stepsOf = (at: (part: number) => Omit<BurnStep, 'time' | 'durationMs'>): readonly BurnStep[] =>
  Array.from({ length: 61 }, (_, step) => {
    const ms = (LIFE * step) / 60;
    return { time: NOW - LIFE + ms, durationMs: ms, ...at(step / 60) };
  });

const about = (minutes: number, before: number, behind: number) => ({
  at: NOW + minutes * MINUTE,
  earliest: NOW + (minutes - before) * MINUTE,
  latest: NOW + (minutes + behind) * MINUTE,
});

export const burnt: Extract<BurnDownState, { kind: 'burnt' }> = {
  kind: 'burnt',
  steps: stepsOf((part) => ({
    tokens: Math.round(170_600 * part ** 1.6),
    costUsd: 1.45 * (part < 0.5 ? part : 0.5 + (part - 0.5) ** 2 * 2),
    done: Math.floor(part * 6),
  })),
  limits: { tokens: 200_000, cost: 50, duration: 60 * MINUTE },
  left: 4,
  total: 12,
  forecast: { done: about(11, 3, 6), tokens: about(4, 1, 2), cost: about(640, 200, 90), duration: about(37, 0, 0) },
  problems: [],
};

/** A swarm at work, with all that is known of its past. */
export const burning: Project = { ...normal, problems: [], burnDown: burnt };

export const hostileBurning: Project = {
  ...hostile,
  burnDown: {
    ...burnt,
    steps: stepsOf((part) => ({ tokens: Number.MAX_SAFE_INTEGER * (1 - part), costUsd: 1e15 * part, done: 1e12 })),
    limits: { tokens: 0, cost: Number.MAX_SAFE_INTEGER, duration: 1 },
    forecast: { done: { at: 1e300, earliest: NOW, latest: 1e300 }, tokens: null, cost: about(1, 0, 1e9), duration: null },
    problems: [`${OVERRIDE}${LONG}`, MARKUP, FAMILY],
  },
};

const FROM = NOW - 3 * LIFE;
const TO = NOW - MINUTE;

type Known = Extract<HistoryState, { kind: 'known' }>;

/** A history, while now is shown. */
export const known: Known = { kind: 'known', from: FROM, to: TO, past: null, problem: null, isReading: false, now: NOW };

const change = (minute: number, kind: string, subject: string, detail: string, agent: string | null = null): ChangeRow => {
  return { id: `${minute}.${subject}`, time: FROM + minute * MINUTE, kind, subject, detail, agent };
};

const CHANGES: readonly ChangeRow[] = [
  change(31, 'task', 'tax', 'pending → active', 'ben'),
  change(31, 'lock-granted', 'src/checkout/tax.ts', 'exclusive', 'ben'),
  change(33, 'usage', 'tax', '12,000 tokens, $0.14', 'ben'),
  change(36, 'unresponsive', 'dan', 'was silent for 30 min'),
  change(40, 'lock-expired', 'src/stock/', 'shared', 'cleo'),
  change(44, 'task', 'cart-total', 'active → done', 'ada'),
  change(47, 'submitted', 'receipt', '', 'eve'),
];

const READ_ONLY = 'This is an earlier state. Go back to now to make changes.';

/** How a moment of the past was: half of it was not done yet, and before the first half hour there was no swarm. */
const pastAt = (at: number): Partial<SwarmSnapshot> => ({
  history: { ...known, past: { at, changes: CHANGES.filter(({ time }) => time > at), hasMore: at < FROM + 40 * MINUTE, problems: [] } },
  swarm: at < FROM + 30 * MINUTE ? null : normal.swarm && { ...normal.swarm, percent: 12, created: FROM + 30 * MINUTE },
  now: at,
  readOnly: READ_ONLY,
});

/** A swarm at work, with a history. */
export const withHistory: Project = { ...normal, problems: [], burnDown: burnt, history: known, pastAt };

export const hostileHistory: Project = {
  ...hostileBurning,
  history: { ...known, problem: `${MARKUP}${LONG}` },
  pastAt: (at) => ({
    history: {
      ...known,
      problem: `${MARKUP}${LONG}`,
      past: {
        at,
        changes: [MARKUP, LONG, FAMILY, OVERRIDE].map((text, place) => ({ ...change(place, text, text, text, text), id: `${place}` })),
        hasMore: true,
        problems: [LONG, `${OVERRIDE}${MARKUP}`],
      },
    },
    readOnly: READ_ONLY,
  }),
};
