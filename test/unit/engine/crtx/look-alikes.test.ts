import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkAgent, checkLookAlike } from '../../../../src/engine/crtx/people.ts';
import { CONFUSABLE_CHARACTERS } from '../../../../src/engine/text/confusables/confusable-characters.ts';
import { lookAlike, toSkeleton } from '../../../../src/engine/text/confusables/skeleton.ts';

const AGENT = { interactive: false };
const PERSON = { interactive: true };

describe('an id that looks like that of a person', () => {
  const ids = {
    Cyrillic: '\u0440\u0435rs\u043en:ann',
    'Cyrillic capitals': '\u0420\u0415RS\u041eN:ann',
    'full width': '\uff50\uff45\uff52\uff53\uff4f\uff4e\uff1aann',
    'mathematical letters': '\u{1d429}\u{1d41e}\u{1d42b}\u{1d42c}\u{1d428}\u{1d427}:ann',
    'combining marks': 'p\u0301er\u0323son:ann',
    'composed marks': 'p\u00e9rs\u00f6n:ann',
    'zero width': 'per\u200bson\u2060:ann',
    'a soft hyphen': 'per\u00adson:ann',
    'the colon of another script': 'person\u02d0ann',
    'ratio sign': 'person\u2236ann',
    Greek: '\u03c1ers\u03bfn:ann',
    Armenian: 'pers\u0585n:ann',
    Cherokee: 'PE\u13d2SON:ann',
    'small letters of Cherokee': '\uabb2\uab7c\uaba2son:ann',
    'a digit': 'pers0n:ann',
    blanks: 'p e r s o n : ann',
    'the long s': 'per\u017fon:ann',
    'small capitals': '\u1d18\u1d07\u0280s\u1d0f\u0274:ann',
    'squared letters': '\u{1f17f}\u{1f174}\u{1f181}\u{1f182}\u{1f17e}\u{1f17d}:ann',
    'circled letters': '\u24df\u{1f154}\u24e1\u{1f162}\u24de\u24dd:ann',
    'letters in brackets': '\u24ab\u24a0\u24ad\u24ae\u24aa\u24a9:ann',
    'letters of flags': '\u{1f1f5}\u{1f1ea}\u{1f1f7}\u{1f1f8}\u{1f1f4}\u{1f1f3}:ann',
    'superscript letters': '\u1d56\u1d49\u02b3\u02e2\u1d52\u207f:ann',
    'a Mongolian colon': 'person\u1804ann',
    'a doubled colon': 'person\u2237ann',
    'a vertical colon': 'person\ufe30ann',
    'a visarga': 'person\u0c03ann',
    'a Khmer colon': 'person\u17d6ann',
    'an Arabic semicolon': 'person\u061bann',
    'an Ethiopic word space': 'person\u1361ann',
    'a Cyrillic n': '\u0440\u0435rs\u043e\u043f:ann',
    'a Greek e': 'p\u03b5rson:ann',
    'an r with a hook': 'pe\u027eson:ann',
    'letters turned around': 'PE\u042fSO\u0418:ann',
    'other case': 'Person:ann',
    'digits for e and s': 'p3r50n:ann',
    'a dollar sign': 'per$on:ann',
    'signs of currencies': '\u20b1\u20acrson:ann',
    'mathematical signs': 'p\u2211rso\u2229:ann',
    'a bullet': 'pers\u2022n:ann',
    Coptic: '\u2ca3\u2c89rs\u2c9f\u2c9b:ann',
    'a semicolon': 'person;ann',
    quotes: '\u201cperson\u201d:ann',
    Markdown: '**person:ann**',
    'angle brackets': '<person:ann>',
    'an at sign': '@person:ann',
    'a hyphen within': 'per-son:ann',
    'a list': 'ann,person:bob',
    'a path': 'team/person:ann',
    'a numeric character reference': 'person&#58;ann',
    'references to letters': '&#x70;erson&colon;ann',
  };

  test.each(Object.entries(ids))('is rejected from a program: %s', (_, id) => {
    expect(() => checkAgent(AGENT, id)).toThrow(expect.objectContaining({ code: 'denied' }));
  });

  test.each(Object.entries(ids))('is rejected at a terminal, too: %s', (_, id) => {
    expect(() => checkAgent(PERSON, id)).toThrow(expect.objectContaining({ code: 'denied' }));
  });

  test.each([
    'person',
    'persona',
    'personal-agent',
    'ann',
    'анна',
    'агент-7',
    '小明',
    'İpek',
    'ann:person',
    'מיכל',
    'person.ann',
    'people:ann',
    'bot-5:3',
    'a,b',
    'ann&#x110000;',
  ])('does not include %s', (id) => {
    expect(() => checkAgent(AGENT, id)).not.toThrow();
  });

  test('is not a real person id with any name at a terminal', () => {
    for (const id of ['person:ann', 'person:анна', 'person:小明']) expect(() => checkAgent(PERSON, id), id).not.toThrow();
  });

  test('is rejected like one that resembles the program itself', () => {
    for (const id of [
      'cortex',
      'Cortex',
      '\u0441ortex',
      'c0rtex',
      '\u0421\u041eRT\u0415\u0425',
      'c\u1d0f\u0280\u1d1b\u1d07x',
      'cor\u03c4e\u03c7',
    ])
      expect(() => checkAgent(PERSON, id), id).toThrow('this id is reserved for the program itself');
  });
});

describe('two ids', () => {
  test('look alike if their skeletons are equal', () => {
    expect(lookAlike('\u0430nn', ['bob', 'ann'])).toBe('ann');
    expect(lookAlike('ann\u200b', ['ann'])).toBe('ann');
    expect(lookAlike('\u0430nn', ['\u0430nn']), 'identical').toBeNull();
    expect(lookAlike('worker1', ['workerl', 'workerI']), 'ASCII is not compared').toBeNull();
    expect(lookAlike('анна', ['ann'])).toBeNull();
    expect(lookAlike('папа', ['nana']), 'letters that resemble no Latin ones').toBeNull();
    expect(lookAlike('\u24d0\u0274\u0274', ['ann'])).toBe('ann');
    expect(() => checkLookAlike('\u0430nn', ['ann'])).toThrow('the id looks like that of another agent, "ann"');
  });

  test('takes linear time for long text', () => {
    const long = '\u0440'.repeat(200_000);
    expect(toSkeleton(long)).toBe('p'.repeat(200_000));
  });
});

test('the table matches that of the package', () => {
  const top = path.join(import.meta.dirname, '../../../..');
  const print = 'import { confusables } from "./scripts/generate-confusables.mjs"; console.log(JSON.stringify(confusables()))';
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', print], { cwd: top, encoding: 'utf8' });
  expect(CONFUSABLE_CHARACTERS).toEqual(JSON.parse(printed));
});
