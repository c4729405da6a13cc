import type { BurnDownState, BurnStep } from '../../src/contract/swarm.ts';
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
