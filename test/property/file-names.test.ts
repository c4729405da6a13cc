import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasoningFileName } from '../../src/engine/crtx/names.ts';
import { encodeFileName, isPortableFileName, sameFileNameKey } from '../../src/engine/files/safe-path.ts';
import { OPEN } from '../../src/engine/platform/file-system.ts';
import { FaultFileSystem } from '../support/fault-fs.ts';
import { undoFileName } from '../support/file-names.ts';

/** Any string, with a high share of names that file systems treat specially. */
const names = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aA.% /\\:*éÃ©\u0301ßsſıiIİ\ud800\udc00\0~uU0eE') }),
  fc.constantFrom('con', 'CON', 'nul.x', 'com1', 'lpt0', 'aux.', 'prn .txt', '%41', '%u0041', '%', '%~', '', '.', '..'),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

describe('the file of a trace', () => {
  it('never matches the file of another id on any file system, in any order of creation', () => {
    const folder = '/project/.cortex/reasoning';
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 2, maxLength: 5 }), (ids) => {
        const disk = new FaultFileSystem();
        disk.mkdirSync(folder, { recursive: true });
        const files = ids.map((id) => {
          const file = reasoningFileName(disk, folder, id);
          disk.closeSync(disk.openSync(`${folder}/${file}`, OPEN.writeOrCreate, 0o666));
          return file;
        });
        // Two spellings of one letter are one id when they are looked up.
        const apart = new Set(ids.map((id) => (isPortableFileName(id) ? id.normalize('NFC') : id)));
        expect(new Set(files.map(sameFileNameKey)).size).toBe(apart.size);
        expect(ids.map((id) => reasoningFileName(disk, folder, id))).toEqual(files);
      }),
      { numRuns: 500 },
    );
  });
});

describe('encodeFileName', () => {
  it('returns a name that is valid on every system', () => {
    fc.assert(
      fc.property(names, (name) => {
        const fileName = encodeFileName(name);
        expect(fileName).toMatch(/^[a-z0-9._%~-]{1,200}$/);
        expect(fileName).not.toMatch(/^\.|\.$/);
        expect(fileName).not.toMatch(DEVICE);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is reversible', () => {
    fc.assert(
      fc.property(names, (name) => {
        const fileName = encodeFileName(name);
        if (!fileName.includes('%~')) expect(undoFileName(fileName)).toBe(name);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never returns names that a system could treat as equal, nor a name that is used unencoded', () => {
    fc.assert(
      fc.property(names, names, (left, right) => {
        if (left === right) return;
        expect(sameFileNameKey(encodeFileName(left))).not.toBe(sameFileNameKey(encodeFileName(right)));
        if (!isPortableFileName(right) || right === encodeFileName(right)) return;
        expect(encodeFileName(left) === right && left !== right).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('distinguishes long names', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 200, maxLength: 260 }),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (name, at, char) => {
          const place = at % name.length;
          const other = name.slice(0, place) + char + name.slice(place + 1);
          if (other !== name) expect(encodeFileName(other)).not.toBe(encodeFileName(name));
        },
      ),
    );
  });
});
