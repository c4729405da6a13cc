/** Notes for the Memory dashboard. */
import { CortexError } from '../../src/engine/platform/errors.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { makeNote } from '../unit/engine/vault/make-note.ts';
import type { Remembered } from './memory-host.ts';
import { FAMILY, LONG, MARKUP, OVERRIDE } from './projects.ts';

const link = (target: string, line = 3) => ({ target, line, kind: 'wikilink' as const });

const notes: readonly Note[] = [
  makeNote('rules/tax-rounding.md', {
    id: 'tax-rounding',
    name: 'Tax is rounded once, at the end',
    type: 'rule',
    project: 'shop',
    tags: ['tax', 'cents', 'checkout'],
    created: '2026-03-02',
    updated: '2026-04-12',
    confidence: 0.9,
    description: 'Every sum is kept in cents until it is shown.',
    links: [link('rates-table'), link('old-rounding'), link('receipts')],
    supersedes: ['old-rounding'],
    citations: [
      { path: 'src/checkout/tax.ts', line: 41, at: 12 },
      { path: 'src/receipt/print.ts', line: null, at: 14 },
    ],
  }),
  makeNote('atoms/rates-table.md', {
    id: 'rates-table',
    name: 'The rates of 27 countries are in one table',
    type: 'decision',
    project: 'shop',
    tags: ['tax'],
    updated: '2026-04-08',
    links: [link('tax-rounding')],
  }),
  makeNote('rules/old-rounding.md', {
    id: 'old-rounding',
    name: 'Tax is rounded for each line',
    type: 'rule',
    project: 'shop',
    tags: ['tax'],
    status: 'superseded',
    updated: '2025-11-20',
    supersededBy: ['tax-rounding'],
  }),
  makeNote('incidents/missing-cents.md', {
    name: 'Cents were missing on 3,000 receipts',
    type: 'incident',
    project: 'shop',
    tags: ['cents'],
    updated: '2026-04-13',
    related: ['tax-rounding'],
    status: 'review',
  }),
  makeNote('people/cleo.md', { name: 'Cleo', type: 'person', project: 'shop', updated: '2026-01-10' }),
  makeNote('atoms/parser-speed.md', {
    name: 'The parser takes one pass',
    type: 'insight',
    project: 'compiler',
    tags: ['speed'],
    updated: '2026-04-10',
    contradicts: ['two-passes'],
  }),
  makeNote('atoms/two-passes.md', {
    id: 'two-passes',
    name: 'Two passes are easier to read',
    type: 'lesson',
    project: 'compiler',
    updated: '2026-02-01',
  }),
  makeNote('atoms/header.md', {
    name: 'A note with a broken header',
    status: 'archived',
    updated: '2025-01-01',
    problems: [{ code: 'yaml', message: 'the header is not YAML: a colon is missing', line: 3, column: 1 }],
  }),
];

const WHY = `Two roundings make a cent too much or too little, and customers notice.

See [[rates-table]] for the rates. It was otherwise in [[old-rounding]].
Receipts are printed from the same sums ([[receipts]]).`;

const bodies = Object.fromEntries(notes.map(({ path, description }) => [path, description]));

export const remembered: Remembered = { notes, bodies: { ...bodies, 'rules/tax-rounding.md': WHY }, request: null };

export const nothing: Remembered = { notes: [], bodies: {}, request: null };

export const untrusted: Remembered = {
  ...remembered,
  readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.',
};

/** A folder of the vault that cannot be listed, and a note that cannot be read. */
export const unread: Remembered = {
  ...remembered,
  bodies: {},
  problems: [{ path: 'people', error: new CortexError('denied', 'the folder cannot be listed', { file: '/shop/vault/people' }) }],
};

/** Texts that would like to be more than texts. */
const HOSTILE = [MARKUP, OVERRIDE, FAMILY, LONG, '[[x]](command:quit)', '$(trash) **no**'];

export const hostile: Remembered = {
  notes: HOSTILE.map((text, n) =>
    makeNote(`atoms/hostile-${n}.md`, {
      name: `tax ${text}`,
      type: text,
      project: text,
      status: n === 0 ? 'review' : text,
      tags: [text, `more-${n}`],
      id: text,
      updated: '2026-04-12',
      links: HOSTILE.map((target) => link(target)),
      related: ['hostile-0', 'hostile-1'],
      citations: [{ path: text, line: 1, at: 1 }],
      problems: [{ code: 'bad-value', message: text, line: 1, column: 1 }],
    }),
  ),
  bodies: Object.fromEntries(HOSTILE.map((text, n) => [`atoms/hostile-${n}.md`, `${text}\n\n${text}`])),
  request: null,
};

/** @param count how many notes */
export function hugeMemory(count: number): Remembered {
  const many = Array.from({ length: count }, (_, n) =>
    makeNote(`atoms/note-${n}.md`, {
      name: `Note ${n}`,
      type: n % 3 === 0 ? 'rule' : 'insight',
      project: `p${n % 7}`,
      tags: [`t${n % 50}`],
    }),
  );
  return { notes: many, bodies: {}, request: null };
}
