import { describe, expect, test } from 'vitest';
import { applyEdits, linkTarget, proposeLinks } from '../../../../src/engine/vault/links/auto-link.ts';
import { makeNote } from './make-note.ts';
import { noteText, readVault } from './read-vault.ts';

const FREEZE = { 'atoms/deploy_freeze.md': noteText({ id: '20260412_deploy_freeze', name: 'Deploy freeze' }) };
const LIMITS = { 'atoms/api_rate_limit.md': noteText({ id: '20260410_api_rate_limits', name: 'API rate limits' }) };

/** Returns the text of a note with the proposed links, in a vault with these other notes. */
function linked(text: string, others: Readonly<Record<string, string>> = { ...FREEZE, ...LIMITS }, path = 'note.md'): string {
  const index = readVault({ ...others, [path]: text });
  const edits = proposeLinks(index, index.get(path) ?? makeNote(path), text);
  return applyEdits(text, edits);
}

describe('mentions', () => {
  test('the first mention of a note becomes a link with the same text, in any case', () => {
    const text = 'Mind the deploy freeze. The Deploy freeze of May, and API RATE LIMITS.\n';
    expect(linked(text)).toBe(
      'Mind the [[atoms/deploy_freeze|deploy freeze]]. The Deploy freeze of May, and [[atoms/api_rate_limit|API RATE LIMITS]].\n',
    );
  });

  test('an id is a mention', () => {
    expect(linked('As 20260412_deploy_freeze says.')).toBe('As [[atoms/deploy_freeze|20260412_deploy_freeze]] says.');
  });

  test('the longest name at a position is linked', () => {
    const others = { ...FREEZE, 'atoms/may.md': noteText({ name: 'Deploy freeze during May' }) };
    expect(linked('The deploy freeze during May.', others)).toBe('The [[atoms/may|deploy freeze during May]].');
    expect(linked('The deploy freeze during Mayday.', others)).toBe('The [[atoms/deploy_freeze|deploy freeze]] during Mayday.');
  });

  test('the first of two overlapping names is linked', () => {
    const others = { ...FREEZE, 'atoms/may.md': noteText({ name: 'Freeze during May' }) };
    expect(linked('The deploy freeze during May.', others)).toBe('The [[atoms/deploy_freeze|deploy freeze]] during May.');
  });

  test.each([
    'Redeploy freeze.',
    'A deploy freezer.',
    'A pre-deploy freeze.',
    'A deploy freeze-up.',
    'docs/deploy freeze',
    '#deploy freeze',
    'deploy freeze/x',
    'x.deploy freeze',
    'deploy freeze.md',
    'x_deploy freeze',
    'deploy freezé',
    'deploy freeze\u0301',
  ])('part of another word is not a mention: %s', (text) => {
    expect(linked(text)).toBe(text);
  });

  test.each([
    '"deploy freeze"',
    '(deploy freeze)',
    '**deploy freeze**',
    "deploy freeze's",
    'deploy freeze.',
    '- deploy freeze: x',
    '部署 deploy freeze',
  ])('punctuation ends a mention: %s', (text) => {
    expect(linked(text)).toBe(text.replace('deploy freeze', '[[atoms/deploy_freeze|deploy freeze]]'));
  });

  test('punctuation at the end of a name is part of it, and distinguishes names with a common beginning', () => {
    const others = {
      'b.md': noteText({ name: 'Deploy (v2)?!' }),
      'b2.md': noteText({ name: 'Deploy (v2)?' }),
      'a.md': noteText({ name: 'Deploy (v2)' }),
      'c.md': noteText({ name: 'Deploy (v2) now' }),
    };
    const text = 'A deploy (v2) b deploy (v2)?! c deploy (v2) now d deploy (v2 e deploy (v2) nowhere.';
    expect(linked(text, others)).toBe(
      'A [[a|deploy (v2)]] b [[b|deploy (v2)?!]] c [[c|deploy (v2) now]] d deploy (v2 e deploy (v2) nowhere.',
    );
  });

  test('ambiguous names and the name of the note itself are not linked', () => {
    const others = { ...FREEZE, 'x/other.md': noteText({ name: 'Deploy Freeze' }) };
    expect(linked('The deploy freeze.', others)).toBe('The deploy freeze.');
    expect(linked(noteText({ name: 'Own matters' }, 'Own matters.'), {})).toBe(noteText({ name: 'Own matters' }, 'Own matters.'));
  });

  test('a note that is already linked by name, id or embed is not linked again', () => {
    for (const link of ['[[Deploy freeze]]', '[[20260412_deploy_freeze|x]]', '![[deploy_freeze#Why]]']) {
      expect(linked(`${link} and deploy freeze.`)).toBe(`${link} and deploy freeze.`);
    }
  });

  test('one-word names match only whole words', () => {
    const others = { 'a.md': noteText({ name: 'Risk!' }), 'b.md': noteText({ name: 'Risks!' }) };
    expect(linked('Risk! Risks!', others)).toBe('Risk! [[b|Risks!]]');
  });

  test('composed and decomposed letters are equal', () => {
    expect(linked('Das cafe\u0301 freeze.', { 'a.md': noteText({ name: 'Caf\u00e9 freeze' }) })).toBe('Das [[a|cafe\u0301 freeze]].');
  });

  test('letters with a longer lower case do not shift positions', () => {
    expect(linked('İİİ deploy freeze.')).toBe('İİİ [[atoms/deploy_freeze|deploy freeze]].');
  });

  test('names with brackets, and notes that no link can name, are not linked', () => {
    const others = { 'a.md': noteText({ name: '"[WIP] secret plan"' }), 'b[1].md': noteText({ name: 'Second plan' }) };
    expect(linked('The [WIP] secret plan and the second plan.', others)).toBe('The [WIP] secret plan and the second plan.');
    const withId = { 'b[1].md': noteText({ id: '20260401_second', name: 'Second plan' }) };
    expect(linked('The second plan.', withId)).toBe('The [[20260401_second|second plan]].');
  });
});

describe('unchanged text', () => {
  test.each([
    ['the header', noteText({ name: 'x', description: 'deploy freeze' })],
    ['fenced code', '```\ndeploy freeze\n```\n'],
    ['inline code', '`deploy freeze`'],
    ['indented code', 'Text:\n\n    deploy freeze\n\tdeploy freeze\n'],
    ['comments', '<!-- deploy freeze -->'],
    ['headings', '# Deploy freeze\n\nDeploy freeze\n---\n'],
    ['tables', '| a | b |\n|---|---|\n| deploy freeze | x |\n\n| deploy freeze |\n'],
    ['tables without bars around them', 'deploy freeze\n--|:-:\nx | deploy freeze\ndeploy freeze\n'],
    ['tables in quotes', '> a | deploy freeze\n> --|--\n> x | deploy freeze\n'],
    ['text of links', '[the deploy freeze](x.md) [deploy freeze][ref] ![deploy freeze](x.png)'],
    ['text of links over lines', '[the\ndeploy freeze `code`\nof May](x.md)'],
    ['text of links with a line of code', '[the\n`code`\ndeploy freeze](x.md)'],
    ['addresses of links', '[x](x.md "deploy freeze") ![x](<deploy freeze.png>)'],
    ['definitions of links', '[ref]: <x.md> "deploy freeze"'],
    ['tags of HTML', '<a title="deploy freeze">x</a>'],
    [
      'text of HTML that is shown as it is',
      '<pre class="x">\ndeploy freeze\n\n`atoms/deploy_freeze.md` deploy freeze\n</pre>\n<PRE>deploy freeze</PRE>\n',
    ],
    ['scripts and styles', '<script>\nvar x = "deploy freeze";\n</script>\n<style>/*\ndeploy freeze */</style>\n'],
    ['formulas', '$$\n\\text{deploy freeze}\n$$\n$$ deploy freeze $$\n$$ deploy freeze\ndeploy freeze $$\n'],
    ['sections that programs fill', '<!-- AUTO:recent -->\ndeploy freeze and `atoms/deploy_freeze.md`\n<!-- /AUTO:recent -->\n'],
    ['a file with a marker that is not closed', 'deploy freeze\n\n<!-- AUTO:recent -->\n'],
  ])('%s', (_, text) => {
    expect(linked(text)).toBe(text);
  });

  test('text after such a block is linked, and code that looks like its start does not open one', () => {
    const behind = (text: string) => expect(linked(`${text}deploy freeze.\n`)).toBe(`${text}[[atoms/deploy_freeze|deploy freeze]].\n`);
    behind('<pre>\nx\n</pre>\n');
    behind('$$\nx\n$$\n');
    behind('```sh\n$$\n<pre>\n```\n');
    behind('<preface>x</preface>\n');
  });

  test('prose with a vertical bar is linked, also after a table', () => {
    expect(linked('Either a | b, deploy freeze.\n')).toBe('Either a | b, [[atoms/deploy_freeze|deploy freeze]].\n');
    expect(linked('a | b\n--|--\nc | d\n\nOr | deploy freeze.\n')).toBe(
      'a | b\n--|--\nc | d\n\nOr | [[atoms/deploy_freeze|deploy freeze]].\n',
    );
  });

  test.each(['https://x.example/,runbook', 'www.x.example?(runbook)', 'me,runbook,@x.example'])('addresses: %s', (text) => {
    expect(linked(text, { 'a.md': noteText({ name: 'Runbook' }) })).toBe(text);
  });

  test('nested list items and their continuation lines are linked; indented code in and after lists is not', () => {
    expect(linked('- a\n\n    - the deploy freeze\n')).toBe('- a\n\n    - the [[atoms/deploy_freeze|deploy freeze]]\n');
    expect(linked('1. a\n\t* `atoms/deploy_freeze.md`\n')).toBe('1. a\n\t* [[atoms/deploy_freeze]]\n');
    expect(linked('- a\n\n    the deploy freeze\n')).toBe('- a\n\n    the [[atoms/deploy_freeze|deploy freeze]]\n');
    for (const text of ['- a\n\n      the deploy freeze\n', '- a\n\nb\n\n    - the deploy freeze\n', 'a\n\n    - the deploy freeze\n']) {
      expect(linked(text)).toBe(text);
    }
  });

  test('text after an unclosed bracket, or a bracket in an earlier paragraph, is linked', () => {
    const text = 'See [ the deploy freeze.\n';
    expect(linked(text)).toBe('See [ the [[atoms/deploy_freeze|deploy freeze]].\n');
    expect(linked('See [\n\nthe deploy freeze ].')).toBe('See [\n\nthe [[atoms/deploy_freeze|deploy freeze]] ].');
    expect(linked('See [\n```\nx\n```\nthe deploy freeze ].')).toBe('See [\n```\nx\n```\nthe [[atoms/deploy_freeze|deploy freeze]] ].');
    expect(linked('See \\[ the deploy freeze ].')).toBe('See \\[ the [[atoms/deploy_freeze|deploy freeze]] ].');
  });

  test('all other bytes are kept: byte order mark, line ends, spaces', () => {
    const text = '\ufeff---\r\nname: x\r\n---\r\n\r\n  The deploy freeze \t\r\n\r\n\r\n';
    expect(linked(text)).toBe(text.replace('deploy freeze', '[[atoms/deploy_freeze|deploy freeze]]'));
  });
});

describe('references to files', () => {
  test('paths of notes in backticks become links, all of them, as in the original program', () => {
    expect(linked('See `atoms/deploy_freeze.md`, and `atoms/deploy_freeze.md` in a | table.')).toBe(
      'See [[atoms/deploy_freeze]], and [[atoms/deploy_freeze]] in a | table.',
    );
  });

  test.each([
    '`docs/other.md`',
    '`./note.md`',
    '[`atoms/deploy_freeze.md`](x)',
    '    `atoms/deploy_freeze.md`',
    '```\n`atoms/deploy_freeze.md`\n```',
    '``` is no fence with `atoms/deploy_freeze.md` behind it',
  ])('other code and paths stay: %s', (text) => {
    expect(linked(text)).toBe(text);
  });

  test('a note that is linked by its path is not linked at its mention', () => {
    expect(linked('Deploy freeze: `atoms/deploy_freeze.md`')).toBe('Deploy freeze: [[atoms/deploy_freeze]]');
  });
});

test('proposeLinks follows changes of the vault: added names, and names that become ambiguous', () => {
  const index = readVault({ 'note.md': 'The deploy freeze.' });
  const propose = () => proposeLinks(index, makeNote('note.md'), 'The deploy freeze.');
  expect(propose()).toEqual([]);
  index.set(makeNote('a.md', { name: 'Deploy freeze' }));
  expect(propose()).toEqual([{ from: 4, to: 17, text: '[[a|deploy freeze]]' }]);
  index.set(makeNote('b.md', { name: 'Deploy freeze' }));
  expect(propose()).toEqual([]);
});

test('linkTarget names a note unambiguously by path or id, or returns null', () => {
  const notes = [makeNote('a/x.md'), makeNote('b.md', { id: 'a/x' }), makeNote('c#d.md', { id: 'cd' }), makeNote('e#f.md')];
  const index = readVault({});
  for (const note of notes) index.set(note);
  expect(notes.map((note) => linkTarget(index, note))).toEqual([null, 'b', 'cd', null]);
});
