import { describe, expect, test } from 'vitest';
import { pageHtml } from '../../../src/host/dashboards/html.ts';
import { clipText } from '../../../src/host/model/pages.ts';
import {
  duration,
  isPlain,
  messageText,
  nextTimeLeftChange,
  oneLine,
  pickText,
  timeLeft,
  tokens,
  visible,
} from '../../../src/host/model/text.ts';

test.each([
  [1, '5s'],
  [5_000, '5s'],
  [5_001, '10s'],
  [55_000, '55s'],
  [55_001, '1m'],
  [60_000, '1m'],
  [3_599_999, '59m'],
  [3_600_000, '1h'],
  [3_661_000, '1h 1m'],
  [86_400_000, '24h'],
  [172_799_999, '47h 59m'],
  [172_800_000, '2d'],
  [930_600_000, '10d 18h'],
])('%d ms are formatted as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [-1, '5s'],
  [60_001, '2m'],
  [390_000, '7m'],
  [3_600_001, '1h 1m'],
  [172_800_001, '2d 1h'],
])('%d ms that are left are formatted as %s', (ms, text) => {
  expect(timeLeft(ms)).toBe(text);
});

test('nextTimeLeftChange gives exactly the time after which the text of a countdown changes', () => {
  const times = [
    5_001, 9_999, 10_000, 54_999, 55_000, 55_001, 60_000, 119_999, 120_000, 120_001, 3_599_999, 3_600_000, 3_661_000, 172_800_000,
    930_600_000,
  ];
  for (const ms of times) {
    const change = nextTimeLeftChange(ms) ?? Number.NaN;
    expect(timeLeft(ms - change + 1), `${ms} ms`).toBe(timeLeft(ms));
    expect(timeLeft(ms - change), `${ms} ms`).not.toBe(timeLeft(ms));
  }
  expect(nextTimeLeftChange(5_000)).toBeNull();
});

test.each([
  [999, '999'],
  [1_000, '1k'],
  [12_345, '12.3k'],
  [999_999, '999k'],
  [1_500_000, '1.5M'],
])('%d tokens are formatted as %s', (count, text) => {
  expect(tokens(count)).toBe(text);
});

describe('a text of an agent', () => {
  test.each(['[x](command:evil)', '[x]\n(command:evil)', '[[x]](command:evil)', '[x](https://evil)', `[x]\u202e(command:evil)`])(
    'cannot become a link in a message: %j',
    (text) => {
      // The pattern with which the editor finds links in messages and prompts.
      expect(messageText(text)).not.toMatch(/\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+\)/i);
      expect(messageText(text)).toContain('evil');
    },
  );

  test('cannot add icons, line breaks or bidirectional control characters to a message', () => {
    expect(messageText('$(trash) a\r\nb\u2028c\u202ed\u2066e')).toBe('$ (trash) a b c d e');
  });

  test('cannot become an icon in a list', () => {
    expect(pickText('$(trash) x $(sync~spin)')).toBe('\\$(trash) x \\$(sync~spin)');
    // The editor would show the backslash.
    expect(pickText('echo $(date +%s) $(')).toBe('echo $(date +%s) $(');
  });

  test('is plain enough for the clipboard only without control and bidirectional characters', () => {
    expect(['src/one.ts', 'src/naïve 1.ts', 'a\nrm -rf .', 'a\u202eb', 'a\u001b[2J'].map(isPlain)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('is cut at the maximum length', () => {
    expect(oneLine('a'.repeat(50), 10)).toBe(`${'a'.repeat(9)}…`);
    expect(oneLine(`a${'\n'.repeat(5_000_000)}b`, 10)).toBe('a…');
    expect(oneLine('short', 10)).toBe('short');
  });

  test.each([0, 1, 2, 3])('is never cut within a surrogate pair that starts %i code units in', (before) => {
    const text = `${'a'.repeat(before)}${'👍'.repeat(4_000)}`;
    const spaced = `${'a'.repeat(before)}${' 👍'.repeat(4_000)}`;
    for (const each of [oneLine(text, 10), oneLine(spaced, 11), oneLine(`${'\n'.repeat(36 + before)}${text}`, 10), clipText(text)]) {
      expect(each).toMatch(/…$/);
      // A lone surrogate would become a replacement character here.
      expect(Buffer.from(each).toString()).toBe(each);
    }
  });
});

test('the page of the dashboard runs its own script and loads nothing else', () => {
  const html = pageHtml({
    script: 'https://x/main.js',
    style: 'https://x/main.css',
    source: 'https://x',
    nonce: 'abc',
    title: 'Swarm',
    page: 'swarm',
  });
  expect(html).toContain(
    `content="default-src 'none'; script-src 'nonce-abc'; style-src https://x; font-src https://x; img-src https://x"`,
  );
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/unsafe| on\w+=/);
});

test('visible escapes invisible characters', () => {
  expect(visible('run \u202e\n\u0007 $(x) [a](b)')).toBe('run \\u{202e}\\u{a}\\u{7} $(x) [a](b)');
});
