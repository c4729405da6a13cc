import { describe, expect, it } from 'vitest';
import { describeError } from '../../../../src/engine/platform/errors.ts';
import { proposeLinks } from '../../../../src/engine/vault/links/auto-link.ts';
import { findPlacedLinks } from '../../../../src/engine/vault/links/placed-links.ts';
import { CollectorRegistry, mocFacts } from '../../../../src/engine/vault/moc/collectors.ts';
import { refreshMoc } from '../../../../src/engine/vault/moc/refresh.ts';
import { examineText } from '../../../../src/engine/vault/notes/examine-text.ts';
import { readNoteText, UNREAD } from '../../../../src/engine/vault/notes/format.ts';
import { archiveNoteText } from '../../../../src/engine/vault/review.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { readVault } from './read-vault.ts';

const read = (text: string) => readNoteText('notes/a.md', text, UNREAD, vaultConfig());

function conflict(ours: string, theirs: string): string {
  return `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> feature\n`;
}

const BODY = `---\nname: Rule\nstatus: active\n---\nBefore [[b]].\n${conflict('On #friday, [[c]] [x](d.md).\n', 'Never: `src/a.ts:1`.\n')}After.\n`;
const HEADER = `---\nname: Rule\n${conflict('status: active\ntags: [x]\n', 'status: review\n')}---\nText.\n`;

describe("a note with git's conflict markers", () => {
  it('is read without the text between them', () => {
    const note = read(BODY);
    expect([note.links.map(({ target }) => target), note.tags, note.citations, note.summary]).toEqual([['b'], [], [], 'Before [[b]].']);
    expect(note.problems.map(({ code, line }) => [code, line])).toEqual([['merge-conflict', 6]]);
    expect(findPlacedLinks(BODY, 'notes/a.md').map(({ target }) => target)).toEqual(['b']);
  });

  it('has the status review if its status may be between them', () => {
    expect([read(HEADER).status, read(HEADER).name, read(HEADER).tags]).toEqual(['review', 'Rule', []]);
    expect(read(conflict('---\nname: x\n---\na\n', '---\nname: y\n---\nb\n'))).toMatchObject({ status: 'review', name: 'a' });
    expect(read(BODY).status).toBe('active');
  });

  it('has its header changed only if the markers are outside the header', () => {
    let said = '';
    try {
      archiveNoteText(HEADER);
    } catch (error) {
      said = describeError(error);
    }
    expect(said).toContain('3: the header contains git conflict markers');
    expect(archiveNoteText(BODY)).toBe(BODY.replace('status: active', 'status: archived'));
  });

  it('gets no proposed links between them', () => {
    const index = readVault({ 'b.md': '---\nname: Crane rota\n---\n', 'a.md': '' });
    const note = { ...read(''), path: 'a.md' };
    const text = `Crane rota.\n${conflict('Crane rota. `x/b.md`\n', 'y\n')}`;
    expect(proposeLinks(index, note, text).map(({ from, to }) => text.slice(from, to))).toEqual(['Crane rota']);
    expect(proposeLinks(index, note, conflict('Crane rota.\n', 'y\n'))).toEqual([]);
  });

  it('gets a finding at the conflict, with a fix that keeps both sides', () => {
    const index = readVault({ 'b.md': '' });
    const [finding] = examineText({ text: BODY, note: read(BODY), links: findPlacedLinks(BODY, 'notes/a.md') }, index);
    expect(finding).toMatchObject({
      severity: 'error',
      code: 'merge-conflict',
      repair: { text: 'On #friday, [[c]] [x](d.md).\nNever: `src/a.ts:1`.\n' },
    });
    expect(BODY.slice(finding?.at.from, finding?.at.to)).toBe(conflict('On #friday, [[c]] [x](d.md).\n', 'Never: `src/a.ts:1`.\n'));
  });

  it('is not refreshed if it is a map', () => {
    const text = `<!-- AUTO:recent -->\nold\n<!-- /AUTO:recent -->\n${conflict('a\n', 'b\n')}`;
    const index = readVault({ 'b.md': '' });
    const facts = mocFacts(index, vaultConfig(), '2026-04-13')('_moc/x.md');
    expect(refreshMoc(text, new CollectorRegistry(), facts)).toMatchObject({ text, problems: [{ line: 4 }] });
  });

  it('has no problem if the markers are in a code fence', () => {
    expect(read(`\`\`\`\n${conflict('a\n', 'b\n')}\`\`\`\n`).problems).toEqual([]);
  });
});
