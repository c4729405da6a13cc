import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeFileName, isPortableFileName, resolveInside, sameFileNameKey } from '../../../../src/engine/files/safe-path.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { undoFileName } from '../../../support/file-names.ts';

let base = '';
let root = '';

beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'safe-path-')));
  root = path.join(base, 'root');
  fs.mkdirSync(path.join(root, 'sub'), { recursive: true });
  fs.mkdirSync(path.join(base, 'root-of-another'));
  fs.writeFileSync(path.join(root, 'file.txt'), '');
  fs.writeFileSync(path.join(base, 'secret.txt'), '');
});

afterEach(() => {
  fs.rmSync(base, { recursive: true });
});

const resolve = (relative: string) => resolveInside(nodeFileSystem, root, relative);
const refusal = (message: string) => expect.objectContaining({ code: 'outside-root', message: expect.stringContaining(message) });

describe('resolveInside', () => {
  it.each([
    ['file.txt', 'file.txt'],
    ['sub/new/deep.txt', 'sub/new/deep.txt'],
    ['./sub/./x', 'sub/x'],
    ['sub/../file.txt', 'file.txt'],
    ['not-there/../x', 'x'],
    ['sub/', 'sub'],
    ['file.txt/x', 'file.txt/x'],
    ['..x/...', '..x/...'],
    ['', ''],
    ['.', ''],
  ])('accepts %j as inside the root', (relative, expected) => {
    expect(resolve(relative)).toBe(path.join(root, expected));
  });

  it.each([
    ['..', 'leads out of its root folder'],
    ['../root-of-another', 'leads out of its root folder'],
    ['sub/../../secret.txt', 'leads out of its root folder'],
    ['sub/../../root/file.txt', 'leads out of its root folder'],
    ['..\\secret.txt', 'leads out of its root folder'],
    ['sub\\..\\..\\secret.txt', 'leads out of its root folder'],
    ['/etc/passwd', 'is absolute'],
    ['\\windows', 'is absolute'],
    ['\\\\server\\share', 'is absolute'],
    ['//server/share', 'is absolute'],
    ['\\\\?\\C:\\x', 'is absolute'],
    ['C:\\x', 'names a drive'],
    ['c:/x', 'names a drive'],
    ['C:x', 'names a drive'],
    ['file.txt\0.md', 'holds a NUL character'],
  ])('refuses %j', (relative, message) => {
    expect(() => resolve(relative)).toThrow(refusal(message));
  });

  it('follows links that stay inside, and returns the real path', () => {
    fs.symlinkSync('sub', path.join(root, 'link'));
    fs.symlinkSync(path.join(root, 'file.txt'), path.join(root, 'sub', 'back'));
    expect(resolve('link/new.txt')).toBe(path.join(root, 'sub', 'new.txt'));
    expect(resolve('link/back')).toBe(path.join(root, 'file.txt'));
  });

  it('refuses links that lead out, at any depth', () => {
    fs.symlinkSync('../secret.txt', path.join(root, 'a'));
    fs.symlinkSync('..', path.join(root, 'sub', 'up'));
    fs.symlinkSync(path.join(base, 'root-of-another'), path.join(root, 'twin'));
    expect(() => resolve('a')).toThrow(refusal('through a symbolic link'));
    expect(() => resolve('sub/up/../secret.txt/x')).not.toThrow();
    expect(resolve('sub/up/file.txt')).toBe(path.join(root, 'file.txt'));
    expect(() => resolve('twin')).toThrow(refusal('through a symbolic link'));
    expect(() => resolve('twin/not/there')).toThrow(refusal('through a symbolic link'));
  });

  it('refuses dangling links and link cycles, because a file created through them could be anywhere', () => {
    fs.symlinkSync('../not-there-yet', path.join(root, 'dangling'));
    fs.symlinkSync('loop', path.join(root, 'loop'));
    expect(() => resolve('dangling')).toThrow(refusal('target does not exist'));
    expect(() => resolve('dangling/x')).toThrow(refusal('target does not exist'));
    expect(() => resolve('loop/x')).toThrow(refusal('points to itself'));
  });

  it('resolves a root that is a link', () => {
    fs.symlinkSync(root, path.join(base, 'alias'));
    expect(resolveInside(nodeFileSystem, path.join(base, 'alias'), 'file.txt')).toBe(path.join(root, 'file.txt'));
  });

  it('reports a missing root', () => {
    expect(() => resolveInside(nodeFileSystem, path.join(base, 'no'), 'x')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('works in the root of the file system', () => {
    expect(resolveInside(nodeFileSystem, path.parse(root).root, path.relative(path.parse(root).root, root))).toBe(root);
  });
});

describe('encodeFileName', () => {
  it.each([
    ['fix-login_2.crtx', 'fix-login_2.crtx'],
    ['T1', '%541'],
    ['t1', 't1'],
    ['a/b\\c:d', 'a%2fb%5cc%3ad'],
    ['..', '%2e%2e'],
    ['.', '%2e'],
    ['.git', '%2egit'],
    ['end.', 'end%2e'],
    ['end ', 'end%20'],
    ['con', '%63on'],
    ['CON.txt', '%43%4f%4e.txt'],
    ['nul.tar.gz', '%6eul.tar.gz'],
    ['com1', '%63om1'],
    ['console', 'console'],
    ['lpt9.x', '%6cpt9.x'],
    ['100%', '100%25'],
    ['é日😀', '%c3%a9%e6%97%a5%f0%9f%98%80'],
    ['\ud83d', '%ed%a0%bd'],
    ['\0\n', '%00%0a'],
    ['', '%'],
  ])('encodes %j as %s, reversibly', (name, fileName) => {
    expect(encodeFileName(name)).toBe(fileName);
    expect(undoFileName(fileName)).toBe(name);
  });

  it('shortens names over 200 bytes and keeps them unique', () => {
    const whole = encodeFileName('x'.repeat(200));
    const cut = encodeFileName('x'.repeat(201));
    expect(whole).toBe('x'.repeat(200));
    expect(cut).toMatch(/^x{166}%~[0-9a-f]{32}$/);
    expect(new Set([...'abc'].map((last) => encodeFileName('日'.repeat(100) + last))).size).toBe(3);
  });

  it('never cuts inside an escape', () => {
    for (let shift = 0; shift < 6; shift += 1) {
      const [prefix] = encodeFileName('x'.repeat(shift) + '日'.repeat(100)).split('%~');
      expect(prefix).toMatch(/^x*(%[0-9a-f]{2})*$/);
    }
  });
});

describe('isPortableFileName', () => {
  it.each(['T1', 'tsk_01JDXYZ', 'fix login', 'Zażółć', '日本', '.hidden', 'a.b-c', 'می\u200cخواهم', 'שלום'])('accepts %j', (name) => {
    expect(isPortableFileName(name)).toBe(true);
  });

  it.each([
    '',
    '.',
    '..',
    'a.',
    'a ',
    ' a',
    'a/b',
    'a\\b',
    'a:b',
    'a*',
    'a?',
    'a"',
    'a<',
    'a>',
    'a|',
    '100%',
    'con',
    'Nul.txt',
    'COM1',
    'LPT¹.x',
    'a\nb',
    'a\u007f',
    'a\u009b',
    'fdp.\u202eexe',
    'a\u200fb',
    'a\u2028b',
    '\ud800',
    'é'.repeat(101),
  ])('refuses %j', (name) => {
    expect(isPortableFileName(name)).toBe(false);
  });
});

describe('sameFileNameKey', () => {
  it.each([
    ['T1', 't1'],
    ['é', 'e\u0301'],
    ['STRASSE', 'straße'],
    ['Σ', 'ς'],
    ['\u212a', 'k'],
  ])('is equal for %s and %s, which may be one file', (left, right) => {
    expect(sameFileNameKey(left)).toBe(sameFileNameKey(right));
  });

  it('differs for different names', () => {
    expect(sameFileNameKey('a1')).not.toBe(sameFileNameKey('a2'));
  });
});
