import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { toManifest } from '../../src/engine/swarm/projection.ts';
import type { Change } from '../../src/engine/swarm/replay/change.ts';
import { listChanges } from '../../src/engine/swarm/replay/change-list.ts';
import { type Cursor, decodeCursor } from '../../src/engine/swarm/replay/cursor.ts';
import type { Moment } from '../../src/engine/swarm/replay/moment.ts';
import { earliestMoment, type PastState, stateAt } from '../../src/engine/swarm/replay/past.ts';
import { Outline } from './replay-outline.ts';
import { Scene, shown } from './replay-scene.ts';
import { settings, steps } from './replay-steps.ts';

const RUNS = Number(process.env.RUNS ?? 30);
const scenes = fc.record({ scene: settings, steps: fc.array(steps, { minLength: 10, maxLength: 120, size: 'max' }) });
type Wanted = typeof scenes extends fc.Arbitrary<infer One> ? One : never;

async function played({ scene: wanted, steps: list }: Wanted): Promise<Scene> {
  const scene = new Scene(wanted);
  await scene.run(list);
  return scene;
}

/** Kinds of change that occur in any run; all others need more scenes. */
const COMMON = [
  'adopted',
  'budget-warning',
  'split',
  'joined',
  'left',
  'lock-expired',
  'lock-granted',
  'paused',
  'task',
  'usage',
  'unresponsive',
];

/** Every third element, counted from the last. */
const everyThird = <T>(list: readonly T[]): T[] => list.filter((_, place) => (list.length - 1 - place) % 3 === 0);

const at = (scene: Scene, moment: Moment): PastState => stateAt(scene.reader, scene.directory, moment);

test('the state at a moment equals the state observed then, up to the end, across seals, checkpoints and sweeps', async () => {
  let kept = 0;
  let swept = 0;
  await fc.assert(
    fc.asyncProperty(scenes, async (wanted) => {
      const scene = await played(wanted);
      const earliest = earliestMoment(scene.reader, scene.directory) ?? { ordinal: 0, time: 0 };
      for (const { ordinal, state } of everyThird(scene.states)) {
        if (ordinal < earliest.ordinal) {
          expect(() => at(scene, { ordinal })).toThrow(CortexError);
          swept += 1;
        } else {
          expect(shown(at(scene, { ordinal }).state)).toBe(state);
          kept += 1;
        }
      }
      for (const { time, manifest } of everyThird(scene.looks)) {
        if (time < earliest.time) continue;
        const past = at(scene, { time });
        expect(toManifest(past.state, past.at.time)).toEqual(JSON.parse(manifest));
      }
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(kept, swept)).toBeGreaterThan(0);
});

test('the changes between two moments lead from one state to the other, with pages of any size', async () => {
  const kinds = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(scenes, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 7 }), async (wanted, one, other, limit) => {
      const scene = await played(wanted);
      const earliest = earliestMoment(scene.reader, scene.directory) ?? { ordinal: 0, time: 0 };
      const ordinals = scene.states.map(({ ordinal }): Moment => ({ ordinal }));
      const moments = [...ordinals, ...scene.looks.map(({ time }): Moment => ({ time }))].filter((moment) =>
        'ordinal' in moment ? moment.ordinal >= earliest.ordinal : moment.time >= earliest.time,
      );
      const first = moments[0] ?? earliest;
      const pairs = [
        [first, ordinals.at(-1) ?? first],
        [moments[one % moments.length] ?? first, moments[other % moments.length] ?? first],
      ];
      for (const [from = first, to = first] of pairs.map((pair) => pair.sort(laterLast(scene)))) {
        const { changes, next } = listChanges(scene.reader, scene.directory, { from, to, after: null, limit: 10_000 });
        expect(next).toBeNull();
        expect(paged(scene, { from, to, limit })).toEqual(changes);
        expect(changes.toSorted((a, b) => a.time - b.time || a.ordinal - b.ordinal)).toEqual(changes);
        const outline = Outline.of(at(scene, from));
        for (const change of changes) outline.apply(change, (ordinal) => at(scene, { ordinal }));
        expect(outline.atEnd()).toEqual(Outline.of(at(scene, to)).atEnd());
        for (const { kind } of changes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }),
    { numRuns: RUNS },
  );
  expect([...kinds.keys()]).toEqual(expect.arrayContaining(COMMON));
});

/** Orders moments by their states. */
function laterLast(scene: Scene): (one: Moment, other: Moment) => number {
  return (one, other) => {
    const [a, b] = [at(scene, one).at, at(scene, other).at];
    return a.ordinal - b.ordinal || a.time - b.time;
  };
}

function paged(scene: Scene, query: { from: Moment; to: Moment; limit: number }): Change[] {
  const found: Change[] = [];
  let next: string | null = null;
  do {
    const after: Cursor | null = next === null ? null : decodeCursor(next);
    const page = listChanges(scene.reader, scene.directory, { ...query, after });
    expect(page.changes.length).toBeLessThanOrEqual(query.limit);
    found.push(...page.changes);
    next = page.next;
  } while (next !== null);
  return found;
}
