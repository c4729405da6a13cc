import { describe, expect, test } from 'vitest';
import { indexFiles } from '../../../../src/engine/vault/cache/index-files.ts';
import { VaultIndex } from '../../../../src/engine/vault/cache/vault-index.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from './make-note.ts';

const TODAY = '2026-04-13';

function filesOf(...notes: Note[]): ReadonlyMap<string, string> {
  const index = new VaultIndex();
  for (const note of notes) index.set(note);
  return indexFiles(index, vaultConfig(), TODAY);
}

const read = (files: ReadonlyMap<string, string>, name: string): unknown => JSON.parse(files.get(name) ?? '');

const link = (target: string, kind: 'wikilink' | 'embed' | 'file' = 'wikilink') => ({ target, kind, line: 1 });

const DEPLOY = makeNote('atoms/deploy.md', {
  id: '20260412_deploy',
  name: 'Deploy “freeze”',
  type: 'decision',
  project: 'ops',
  tags: ['deploy', 'risk'],
  updated: '2026-04-12',
  created: '2026-04-01',
  lines: 9,
  file: { size: 412, mtimeNs: '1', ino: '7' },
  description: 'No deploys.',
  related: ['limits'],
  links: [link('rules/a.md', 'file'), link('limits'), link('b', 'embed'), link('limits')],
  confidence: 0.5,
  pnlImpact: -3,
});
const PLAIN = makeNote('plain.md', { file: { size: 3, mtimeNs: '1', ino: '8' } });

describe('index files', () => {
  test('have the fields of the original program, and additional fields with known values', () => {
    const files = filesOf(PLAIN, DEPLOY);
    expect(read(files, 'index/manifest.json')).toEqual([
      {
        path: 'atoms/deploy.md',
        name: 'Deploy “freeze”',
        type: 'decision',
        project: 'ops',
        status: 'active',
        tags: ['deploy', 'risk'],
        updated: '2026-04-12',
        created: '2026-04-01',
        lines: 9,
        size_bytes: 412,
        description: 'No deploys.',
        id: '20260412_deploy',
        links: ['limits'],
        confidence: 0.5,
        pnl_impact: -3,
      },
      {
        path: 'plain.md',
        name: 'plain',
        type: 'unknown',
        project: 'unknown',
        status: 'active',
        tags: [],
        updated: '',
        created: '',
        lines: 1,
        size_bytes: 3,
        description: '',
      },
    ]);
    const member = { path: 'atoms/deploy.md', name: 'Deploy “freeze”', type: 'decision', tags: ['deploy', 'risk'], updated: '2026-04-12' };
    expect(read(files, 'index/by_project.json')).toMatchObject({ ops: [{ ...member, status: 'active', project: 'ops' }], unknown: [{}] });
    expect(read(files, 'index/by_type.json')).toMatchObject({ decision: [{ ...member, status: 'active', project: 'ops' }], unknown: [{}] });
    const tagged = { path: 'atoms/deploy.md', name: 'Deploy “freeze”', project: 'ops', type: 'decision' };
    expect(read(files, 'index/by_tag.json')).toEqual({ deploy: [tagged], risk: [tagged] });
    expect(read(files, 'index/graph.json')).toEqual({ 'atoms/deploy.md': ['limits', 'b', 'rules/a.md'] });
    expect(read(files, 'layers/hot.json')).toEqual([
      {
        path: 'atoms/deploy.md',
        name: 'Deploy “freeze”',
        type: 'decision',
        project: 'ops',
        tags: ['deploy', 'risk'],
        updated: '2026-04-12',
        lines: 9,
      },
    ]);
  });

  test('equal JSON.stringify with two spaces, in path order', () => {
    const many = Array.from({ length: 600 }, (_, n) =>
      makeNote(`n${String(n).padStart(3, '0')}.md`, { tags: ['é', 'x'], links: [link('a\nb')] }),
    );
    for (const notes of [[], [DEPLOY], [DEPLOY, PLAIN], many]) {
      for (const [name, text] of filesOf(...notes)) expect(text, name).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
    const paths = many.map(({ path }) => path);
    const files = filesOf(...many);
    for (const name of ['manifest', 'by_project', 'by_tag']) {
      const found = [...(files.get(`index/${name}.json`) ?? '').matchAll(/"path": "(.*)"/g)].map(([, path]) => path);
      expect(found, name).toEqual(name === 'by_tag' ? [...paths, ...paths] : paths);
    }
  });

  test('have their keys in code point order, also numbers and __proto__', () => {
    const keys = ['2', '10', '__proto__', 'a', '\ue000', '\u{1f600}', 'constructor', 'A'];
    const text = filesOf(makeNote('a.md', { tags: keys })).get('index/by_tag.json') ?? '';
    const inOrder = ['10', '2', 'A', '__proto__', 'a', 'constructor', '\ue000', '\u{1f600}'];
    expect([...text.matchAll(/^ {2}"(.*)": \[$/gm)].map(([, key]) => key)).toEqual(inOrder);
  });
});

describe('layer files', () => {
  const dated = (path: string, updated: string | null, parts: Partial<Note> = {}) => makeNote(path, { updated, ...parts });
  const pathsOf = (files: ReadonlyMap<string, string>) =>
    ['hot', 'warm', 'cold'].map((layer) =>
      [...(files.get(`layers/${layer}.json`) ?? '').matchAll(/"path": "(.*)"/g)].map(([, path]) => path),
    );

  test('contain each note that is not archived once, newest first, then by path', () => {
    const files = filesOf(
      ...[dated('a.md', '2026-04-11'), dated('b.md', '2026-04-13'), dated('c.md', '2026-04-13'), dated('future.md', '2026-05-01')],
      ...[dated('w1.md', '2026-04-10'), dated('w2.md', '2026-04-06'), dated('k.md', '2026-04-05'), dated('k2.md', '2026-04-05')],
      dated('gone.md', '2026-04-13', { status: 'archived' }),
      dated('old.md', '2026-04-13', { status: 'superseded' }),
    );
    expect(pathsOf(files)).toEqual([
      ['future.md', 'b.md', 'c.md', 'old.md', 'a.md'],
      ['w1.md', 'w2.md'],
      ['k.md', 'k2.md'],
    ]);
  });

  test('use the creation day, then the file time, of a note without an update day', () => {
    const mtimeNs = `${Date.parse('2026-04-08T12:00:00Z')}000000`;
    const file = { size: 1, mtimeNs, ino: '1' };
    const files = filesOf(dated('a.md', null, { created: '2026-04-12', file }), dated('b.md', null, { file }), dated('c.md', '2026-04-09'));
    expect(pathsOf(files)).toEqual([['a.md'], ['c.md', 'b.md'], []]);
  });
});
