/** Locks for the Locks dashboard. */
import type { HeldLock } from '../../src/engine/workspace/swarm-source.ts';
import type { ProjectViewModel } from '../../src/host/model/swarm/view-model.ts';
import { agent, broken, lock, manifest, NOW, type PictureParts, task, VANISH_AFTER, viewModel, waiting } from '../unit/host/view-models.ts';
import { type Held, PERSON } from './locks-host.ts';
import { FAMILY, LONG, MARKUP, OVERRIDE } from './projects.ts';

const MINUTE = 60_000;

export const project = (name: string, parts: PictureParts): ProjectViewModel => ({
  ...viewModel(parts),
  name,
  root: `/${name}`,
  folder: `/${name}`,
});

const held = (path: string, who: string, sinceMs: number, leftMs: number, more: Partial<HeldLock> = {}): HeldLock =>
  lock(path, who, { acquiredAt: NOW - sinceMs, expiresAt: NOW + leftMs, ...more });

const REASON =
  'The rates come from a table now, one row for each country and year.\nRounding goes to the last step; see decision “Rounding”.';

const shop = project('shop', {
  manifest: manifest(
    task('root', { children: [task('tax', { description: 'Compute the tax of each country', status: 'active', assignedTo: 'ben' })] }),
    {
      agents: [
        agent('ben', { status: 'working' }),
        agent('cleo'),
        agent('dan', { status: 'done', completedAt: NOW - MINUTE }),
        agent('eve', { status: 'working' }),
      ],
    },
  ),
  seen: { ben: NOW - 20_000, cleo: NOW - 4_000, eve: NOW - VANISH_AFTER - MINUTE },
  locks: [
    held('src/checkout/tax.ts', 'ben', 4 * MINUTE, 6 * MINUTE, { reason: REASON, fence: 1_042 }),
    held('src/checkout/rates.json', 'ben', MINUTE, 9 * MINUTE, { reason: REASON, fence: 1_043 }),
    held('src/stock/', 'cleo', 30 * MINUTE, 45_000, { type: 'shared', reason: 'Reading all of it', fence: 977 }),
    held('docs/**/*.md', 'dan', 50 * MINUTE, 11 * MINUTE, { reason: 'One spelling everywhere', fence: 901 }),
    held('src/receipt/print.ts', 'eve', 58 * MINUTE, 2 * MINUTE, { fence: 888 }),
    held('package.json', PERSON, 12 * MINUTE, 62 * MINUTE, { reason: 'Upgrade by hand', fence: 1_001 }),
  ],
  waiting: [
    waiting('cleo', ['src/checkout/tax.ts'], { requestedAt: NOW - 2 * MINUTE, until: NOW + 3 * MINUTE, reason: 'Discounts before tax' }),
    waiting('fay', ['src/checkout/'], { requestedAt: NOW - 30_000, until: NOW + MINUTE, type: 'shared' }),
  ],
});

export const busy: Held = { projects: [shop], wanted: null };

/** The same path is locked in both. */
export const several: Held = {
  projects: [
    shop,
    project('warehouse', {
      locks: [
        held('package.json', 'gil', MINUTE, 20 * MINUTE, { reason: 'Release 2.0' }),
        held('src/shelves.ts', 'ben', MINUTE, 3_600_000),
      ],
    }),
  ],
  wanted: null,
};

export const idle: Held = { projects: [project('shop', {})], wanted: null };

export const untrusted: Held = {
  projects: [{ ...shop, readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.' }],
  wanted: null,
};

/** Nothing could be read. */
export const unread: Held = { projects: [{ ...project('shop', { problems: [broken] }), view: null }], wanted: null };

/** As long as a lock path can be. */
const LONG_PATH = Array.from({ length: 4 }, () => LONG.slice(0, 220)).join('/');

export const hostile: Held = {
  projects: [
    project(MARKUP, {
      locks: [
        held(LONG_PATH, LONG, MINUTE, MINUTE, { reason: `${MARKUP}\n\n${LONG}\u0000\u001b[31m` }),
        held(`src/${OVERRIDE}gpj.exe`, OVERRIDE, MINUTE, 1e15, { reason: OVERRIDE }),
        held('src/إيصال.ts', 'مبرمج', 1e15, 2 * MINUTE, { reason: 'إصلاح حساب الضريبة لكل بلد' }),
        held(MARKUP.replace(/[{}]/g, ''), MARKUP, MINUTE, 3 * MINUTE, { reason: FAMILY }),
      ],
      waiting: Array.from({ length: 200 }, () => waiting(LONG, [LONG_PATH], { reason: MARKUP })),
      problems: [broken],
    }),
    project(LONG, { locks: [held(OVERRIDE, FAMILY, 0, 1)] }),
  ],
  wanted: null,
};

/** Every tenth has somebody who waits. @param count of locks */
export function hugeHeld(count: number): Held {
  const all = Array.from({ length: count }, (_, n) => {
    const path = `src/${n % 97}/file-${n}.ts`;
    return held(path, `agent-${n % 211}`, n, 1_000 * (n + 1), { reason: `Lock ${n}`, fence: n });
  });
  const queue = all.filter((_, n) => n % 10 === 0).map(({ path }, n) => waiting(`late-${n}`, [path]));
  return { projects: [project('shop', { locks: all, waiting: queue })], wanted: null };
}
