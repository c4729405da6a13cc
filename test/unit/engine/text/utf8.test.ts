import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../../../src/engine/text/utf8.ts';

describe('decodeUtf8', () => {
  it('returns the text, including a byte order mark', () => {
    expect(decodeUtf8(Buffer.from('\ufeffé日😀'), 'f')).toBe('\ufeffé日😀');
  });

  it('accepts a replacement character', () => {
    expect(decodeUtf8(Buffer.from('a\ufffdb'), 'f')).toBe('a\ufffdb');
  });

  it.each<[string, Buffer, number, number, string]>([
    ['Latin-1', Buffer.from('a\nbé', 'latin1'), 2, 2, 'byte 0xe9'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 1, 1, 'byte 0xff'],
    ['a cut character', Buffer.from('日日').subarray(0, 5), 1, 2, 'byte 0xe6'],
    ['a surrogate', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 1, 2, 'byte 0xed'],
    ['an error behind a replacement character', Buffer.from([0xef, 0xbf, 0xbd, 0xff]), 1, 2, 'byte 0xff'],
  ])('rejects %s with its position', (_, bytes, line, column, value) => {
    expect(() => decodeUtf8(bytes, 'a.crtx')).toThrow(
      expect.objectContaining({ code: 'broken-file', data: expect.objectContaining({ file: 'a.crtx', line, column, value }) }),
    );
  });
});
