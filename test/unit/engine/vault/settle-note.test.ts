import { describe, expect, it } from 'vitest';
import { findMarkers } from '../../../../src/engine/vault/moc/markers.ts';
import { examineText } from '../../../../src/engine/vault/notes/examine-text.ts';
import { readNoteText, UNREAD } from '../../../../src/engine/vault/notes/format.ts';
import { resolveNote } from '../../../../src/engine/vault/notes/resolve-note.ts';
import { acceptNoteText } from '../../../../src/engine/vault/review.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { readVault } from './read-vault.ts';

const conflict = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> feature\n`;
const noteOf = (header: string) => `---\nname: Rule\n${header}tags: [x]\n---\nText.\n`;
const read = (text: string) => readNoteText('notes/a.md', text, UNREAD, vaultConfig());

const ARCHIVED = 'status: archived\ndecided_by: person:ann\n';

describe('a note with a conflict about its status', () => {
  it.each([
    ['status: active\n', ARCHIVED, ['status', 'decided_by']],
    [ARCHIVED, 'status: active\n', ['status', 'decided_by']],
    ['Status: "archived"\n', '', ['status']],
    ['status: superseded\nsuperseded_by:\n  - "[[b]]"\n', 'status: review\n', ['status', 'superseded_by']],
    ['accepted_by: person:ann\n', 'accepted_by: person:bob\n', ['accepted_by']],
  ])('gets the status review, and comments with the lines of both sides: %j and %j', (ours, theirs, keys) => {
    const { text, disputed } = resolveNote(noteOf(conflict(ours, theirs)));
    expect(disputed).toEqual(keys);
    const note = read(text);
    expect([note.status, note.problems, note.tags]).toEqual(['review', [], ['x']]);
    for (const line of ours.trimEnd().split('\n')) expect(text).toContain(`\n# ours: ${line}`);
    for (const line of theirs.split('\n').slice(0, -1)) expect(text).toContain(`\n# theirs: ${line}\n`);
    expect(read(acceptNoteText(text, { by: 'person:eve', day: '2026-03-28' })).status).toBe('active');
  });

  it('gets the status review if the common status is outside the conflict', () => {
    const text = `---\r\nstatus: active\r\n${conflict('accepted_by: person:ann\n', 'x: 1\n').replaceAll('\n', '\r\n')}---\r\nText.\r\n`;
    expect(resolveNote(text).text).toBe(
      '---\r\nstatus: review\r\n# ours: status: active\r\n# ours: accepted_by: person:ann\r\n# theirs: status: active\r\n# theirs: (no accepted_by)\r\nx: 1\r\n---\r\nText.\r\n',
    );
  });

  it('gets the status review if each side has written a whole note', () => {
    const { text } = resolveNote(conflict('---\nname: a\n---\nA\n', '---\nname: a\nstatus: archived\n---\nB\n'));
    expect(read(text).status).toBe('review');
    expect(text).toMatch(/\n---\nA\nB\n$/);
  });

  it('gets the same fix from examineText', () => {
    const text = noteOf(conflict('status: active\n', ARCHIVED));
    const [finding] = examineText({ text, note: read(text), links: [] }, readVault({}));
    expect(finding?.repair).toEqual({ from: 0, to: text.length, text: resolveNote(text).text });
  });
});

it.each([
  noteOf(conflict('project: a\n', 'project: b\n')),
  noteOf(conflict('status: Active\n', 'type: rule\n')),
  `${noteOf('status: archived\n')}${conflict('status: active\n', 'x\n')}`,
])('other conflicts keep the lines of both sides: %j', (text) => {
  expect(resolveNote(text)).toMatchObject({ text: text.replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''), disputed: [] });
});

describe('generated sections of both sides', () => {
  const open = '<!-- AUTO:vault_count -->\n';
  const close = '<!-- /AUTO:vault_count -->\n';

  it('stay one section if the conflict spans its end, with the text behind it of both sides', () => {
    const text = `# Map\n\n${open}${conflict(`5 notes\n${close}\nOurs.\n`, `6 notes\n${close}\nTheirs.\n`)}`;
    expect(resolveNote(text).text).toBe(`# Map\n\n${open}5 notes\n${close}\nOurs.\n\nTheirs.\n`);
  });

  it('stay one section if both sides added it', () => {
    const text = `# Map\n${conflict(`${open}5 notes\n${close}Ours.\n`, `${open}6 notes\n${close}Theirs.\n`)}`;
    const settled = resolveNote(text).text;
    expect(settled).toBe(`# Map\n${open}5 notes\n${close}Ours.\nTheirs.\n`);
    expect(findMarkers(settled)).toMatchObject({ sections: [{ name: 'vault_count' }], problems: [] });
  });

  it('are kept if they are different ones', () => {
    const other = '<!-- AUTO:hot -->\nx\n<!-- /AUTO:hot -->\n';
    expect(resolveNote(`# Map\n${conflict(`${open}5\n${close}`, other)}`).text).toBe(`# Map\n${open}5\n${close}${other}`);
  });
});
