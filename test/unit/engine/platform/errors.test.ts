import { describe, expect, test } from 'vitest';
import { resolveInside } from '../../../../src/engine/files/safe-path.ts';
import { CortexError, describeError, fileError, joinSentences } from '../../../../src/engine/platform/errors.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: the system's words`), { code });

describe('an error of the file system', () => {
  test.each([
    ['EACCES', 'read', 'read-only', 'no read permission', 'readable for this user'],
    ['EPERM', 'read', 'read-only', 'no read permission', 'readable for this user'],
    ['EACCES', 'write', 'read-only', 'no write permission', 'writable for this user'],
    ['EPERM', 'write', 'read-only', 'no write permission', 'writable for this user'],
    ['EROFS', 'write', 'read-only', 'the file system is read-only', 'Mount it for writing'],
    ['ENOSPC', 'write', 'disk-full', 'the disk is full', 'Free some space'],
    ['EDQUOT', 'write', 'disk-full', 'the disk is full', 'Free some space'],
  ] as const)('%s while trying to %s states the problem and the next step', (system, access, code, why, next) => {
    const error = fileError(systemError(system), '/f', 'do it', access);
    expect(error).toMatchObject({ code, message: `cannot do it: ${why}`, data: { file: '/f', next: expect.stringContaining(next) } });
  });

  test('with another code contains the message of the system', () => {
    expect(fileError(systemError('EIO'), '/f', 'do it')).toMatchObject({ code: 'io', message: "cannot do it: EIO: the system's words" });
    expect(fileError(systemError('ENOENT'), '/f', 'do it')).toMatchObject({ code: 'not-found', data: { file: '/f' } });
  });

  test('while reading does not suggest to make a folder writable', () => {
    const realpathSync = () => {
      throw systemError('EACCES');
    };
    expect(() => resolveInside({ ...nodeFileSystem, realpathSync }, '/root', 'a')).toThrow(
      expect.objectContaining({ message: 'cannot resolve the root folder: no read permission' }),
    );
  });
});

describe('joinSentences', () => {
  test.each([
    ['it is broken', undefined, 'it is broken.'],
    ['it is broken', null, 'it is broken.'],
    ['it is broken', 'Mend it.', 'it is broken. Mend it.'],
    ['It is broken.', 'Mend it.', 'It is broken. Mend it.'],
    ['is it broken?', 'Mend it.', 'is it broken? Mend it.'],
    ['Mend it: git add -- a.md', null, 'Mend it: git add -- a.md'],
  ])('%s, %s', (what, next, text) => expect(joinSentences(what, next)).toBe(text));

  test('describeError appends the next step last, even if the message is similar', () => {
    const data = { file: '/f', line: 2, value: 'x', allowed: 'y', next: 'Write y.' };
    expect(describeError(new CortexError('broken-file', 'is not y; write y', data))).toBe(
      '/f:2: is not y; write y (got "x"; allowed: y). Write y.',
    );
  });
});
