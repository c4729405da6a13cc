import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { VIEW_LIMITS, viewProject } from '../../../../src/engine/dna/project-view.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';
import { detectIn, plant } from './tree.ts';

const view = (root: string) => viewProject(nodeFileSystem, root);

describe('viewProject', () => {
  test('excludes dependencies and build output', () => {
    const root = plant({
      'package.json': {},
      'node_modules/x/package.json': {},
      'a/Vendor/y/composer.json': {},
      '.git/config': '',
      '.cortex/manifest.crtx': '',
      '.venv/lib/x.py': '',
      'dist/a.js': '',
      'target/a.rs': '',
      'test/fixtures/p/package.json': {},
      '.github/workflows/ci.yml': '',
      '.env': 'SECRET=1',
      'src/a.ts': '',
    });
    expect(view(root).files).toEqual(['.env', 'package.json', 'src/a.ts', '.github/workflows/ci.yml'].sort(byDepth));
    expect([...view(root).texts.keys()]).toEqual(['package.json', '.github/workflows/ci.yml']);
  });

  test('follows no links', () => {
    const outside = temporaryFolder();
    fs.writeFileSync(path.join(outside, 'package.json'), '{"dependencies":{"react":"1"}}');
    const root = plant({ 'a/package.json': { dependencies: { vue: '1' } } });
    fs.symlinkSync(outside, path.join(root, 'out'));
    fs.symlinkSync(path.join(outside, 'package.json'), path.join(root, 'package.json'));
    fs.symlinkSync(path.join(root, 'a'), path.join(root, 'b'));
    fs.symlinkSync('/', path.join(root, 'a/root'));
    fs.symlinkSync('nowhere', path.join(root, 'Cargo.toml'));
    expect(view(root)).toMatchObject({ files: ['a/package.json'], notes: [] });
    expect(detectIn(root).stack.frameworks).toEqual(['Vue']);
  });

  test('skips and reports a manifest that is too large', () => {
    const root = plant({ 'a/package.json': { dependencies: { vue: '1' } } });
    const fd = fs.openSync(path.join(root, 'package.json'), 'w');
    fs.ftruncateSync(fd, 50 * 1_048_576);
    fs.closeSync(fd);
    const { stack, notes, complete } = detectIn(root);
    expect(notes).toEqual([expect.stringMatching(/^package\.json was not read: it is 50\.0 MiB .* larger than the limit of 1\.0 MiB$/)]);
    expect(complete).toBe(false);
    expect(stack.frameworks).toEqual(['Vue']);
  });

  test('stops at its limits, nearest to the root first, and reports it', () => {
    const root = temporaryFolder();
    for (let n = 0; n < VIEW_LIMITS.folders + 10; n += 1) fs.mkdirSync(path.join(root, `d${String(n).padStart(5, '0')}`));
    fs.writeFileSync(path.join(root, 'a.go'), '');
    fs.writeFileSync(path.join(root, 'd00000/b.go'), '');
    const { files, notes } = view(root);
    expect(files).toEqual(['a.go']);
    expect(notes).toEqual([`only the ${VIEW_LIMITS.folders} folders nearest to the root were read; the project has more`]);
  });

  test('limits the total size of manifests', () => {
    const text = `{"description":"${'x'.repeat(1_000_000)}"}`;
    const root = plant(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${10 + n}/package.json`, text])));
    const { texts, notes } = view(root);
    expect(texts.size).toBe(17);
    expect(notes).toHaveLength(3);
    expect(notes[0]).toBe(`p27/package.json was not read: all manifests together are larger than ${VIEW_LIMITS.bytes} bytes`);
  });

  test('does not block on a pipe, and skips unreadable folders', () => {
    const root = plant({ 'secret/package.json': {}, 'a.go': '' });
    makeNamedPipe(path.join(root, 'package.json'));
    fs.chmodSync(path.join(root, 'secret'), 0);
    const { files, notes } = view(root);
    fs.chmodSync(path.join(root, 'secret'), 0o700);
    expect(files).toContain('a.go');
    expect(files).not.toContain('package.json');
    if (os.userInfo().uid !== 0) expect(notes).toEqual(['secret was not read: EACCES']);
  });
});

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
