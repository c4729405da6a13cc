import { beforeEach, describe, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = new CliVault();
  vault.write('accepted.md', note('Accepted', 'accepted_by: person:ann\naccepted: 2026-04-01\n'));
  vault.write('own.md', note('Own', 'author: person:ann\n'));
  vault.write('plain.md', note('Plain', 'author: agent-7\n'));
  vault.write('waiting.md', note('Waiting', 'author: agent-7\n').replace('active', 'review'));
});

function note(name: string, more: string): string {
  return `---\nname: ${name}\nstatus: active\n${more}---\nText of ${name}.\n`;
}

const requireReviews = (required = true) => vault.write('cortex.toml', `[review]\nrequired = ${required}\n`);

/** Expects a command to be refused without changes. Returns its error. */
async function refused(...words: string[]): Promise<string> {
  const before = vault.files();
  const { code, out, err } = await vault.run(...words);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(vault.files()).toEqual(before);
  return err;
}

/** Returns the arguments of the command at the end of an error. */
function commandIn(error: string): string[] {
  const words = /: cortex vault (.+?)\n$/.exec(error)?.[1]?.match(/"[^"]*"|\S+/g) ?? [];
  return words.map((word) => word.replace(/^"|"$/g, ''));
}

test('a name that two notes have is ambiguous, even if one has it as its file name', async () => {
  vault.write('rules/alpha.md', note('Alpha', ''));
  vault.write('lessons/other.md', note('Alpha', ''));
  expect(await refused('archive', 'Alpha')).toContain(
    'several notes have this name (got "Alpha"; allowed: "lessons/other.md", "rules/alpha.md")',
  );
  expect(await vault.run('archive', 'alpha')).toMatchObject({ code: 0, out: expect.stringContaining('rules/alpha.md is now archived') });
});

describe('the header records who decided', () => {
  const BY = [
    [[], 'user:eva'],
    [['--by', 'agent-7'], 'agent-7'],
  ] as const;

  test.each(BY)('for an archived note: %j', async (by, who) => {
    const before = vault.read('accepted.md');
    expect((await vault.run('archive', 'accepted', ...by)).code).toBe(0);
    const after = before.replace('active', 'archived').replace('04-01\n', `04-01\ndecided_by: ${who}\ndecided: 2026-04-13\n`);
    expect(vault.read('accepted.md')).toBe(after);
    await vault.run('archive', 'accepted', '--by', 'another');
    expect(vault.read('accepted.md')).toBe(after);
  });

  test.each(BY)('for a superseded note, not for its replacement: %j', async (by, who) => {
    await vault.run('supersede', 'accepted', 'plain', ...by);
    expect(vault.read('accepted.md')).toContain(`superseded_by: [plain]\ndecided_by: ${who}\ndecided: 2026-04-13\n`);
    expect(vault.read('plain.md')).not.toContain('decided');
  });

  test.each(BY)('for a new note: %j', async (by, who) => {
    const { path } = Object(await vault.json('add', '--name', 'New', '--type', 'rule', '--project', 'ops', ...by));
    expect(vault.read(path)).toContain(`author: ${who}\n`);
  });

  test('and an agent cannot act as a person', async () => {
    expect(await refused('archive', 'plain', '--by', 'person:ann')).toContain('only a person at a terminal or in the editor');
    expect(await refused('archive', 'plain', '--by', ' Person:ann')).toContain('only a person at a terminal or in the editor');
    await vault.asPerson('archive', 'plain');
    expect(vault.read('plain.md')).toContain('decided_by: user:eva\n');
  });
});

describe('with [review] required = true', () => {
  beforeEach(() => {
    requireReviews();
  });

  test.each([
    ['archive', ['archive', 'accepted'], 'can archive a note that person:ann accepted'],
    ['supersede', ['supersede', 'accepted', 'plain'], 'can supersede a note that person:ann accepted'],
    ['archive of what a person wrote', ['archive', 'own', '--by', 'agent-7'], 'can archive a note that person:ann accepted'],
  ])('%s is restricted to persons, with a command that runs as printed', async (_, words, why) => {
    const error = await refused(...words);
    expect(error).toContain(`[review] required = true in cortex.toml: only a person ${why}`);
    const command = commandIn(error);
    expect(command.slice(-2)).toEqual(['--by', 'person:eva']);
    expect(await refused(...command)).toContain('only a person at a terminal');
    expect((await vault.asPerson(...command)).code).toBe(0);
    expect(vault.read(`${words[1]}.md`)).toContain('decided_by: person:eva\n');
  });

  test('the commands that resolve a contradiction name the person where only a person may run them', async () => {
    const { out } = await vault.run('contradict', 'accepted', 'plain');
    const [ofPlain = '', ofAccepted = ''] = out.split('\n').flatMap((line) => /: cortex (vault supersede .*)$/.exec(line)?.[1] ?? []);
    expect(ofPlain).not.toContain('--by');
    expect(ofAccepted).toContain('--by person:eva');
    expect((await vault.asPerson(...ofAccepted.split(' ').slice(1))).code).toBe(0);
  });

  test('the command that records a replacement names the person where only a person may run it', async () => {
    vault.write('new.md', '---\nname: New\nstatus: review\nsupersedes: [accepted, plain]\n---\n');
    const { err } = await vault.asPerson('accept', 'new', '--by', 'person:ann');
    const next = 'cortex vault supersede accepted.md new.md --by person:eva';
    expect(err).toContain(`: ${next}\n`);
    expect(err).toContain(': cortex vault supersede plain.md new.md\n');
    const findings: { next: string }[] = Object(await vault.json('doctor')).findings;
    expect(findings.map((finding) => finding.next)).toContain(`Record it in both: ${next}`);
    expect((await vault.asPerson(...next.split(' ').slice(2))).code).toBe(0);
    expect(vault.read('accepted.md')).toContain('status: superseded\n');
  });

  test('a note that no person accepted can be archived by any agent', async () => {
    expect((await vault.run('archive', 'plain', '--by', 'agent-7')).code).toBe(0);
    expect((await vault.run('archive', 'waiting')).code).toBe(0);
  });

  test.each(['agent-7', 'person:ann'])('%s cannot accept through a pipe', async (by) => {
    await refused('accept', 'waiting', '--by', by);
  });

  test('adding a note without review requires a person; the suggested command adds it for review', async () => {
    const add = ['add', '--name', 'A "b" c', '--type', 'rule', '--project', 'ops', '--body', "It's new.", '--link', 'own'];
    for (const status of [[], ['--status', 'active'], ['--status', 'archived']]) {
      expect(await refused(...add, ...status)).toContain('only a person can add a note without review');
    }
    await refused(...add, '--by', 'agent-7', '--status', 'active');
    expect(await vault.json(...add, '--by', 'agent-7')).toMatchObject({ status: 'review' });
    expect((await vault.asPerson(...add, '--by', 'person:ann')).out).toContain('active');
    const command = commandIn(await refused('add', '--name', 'One line', '--type', 'rule', '--project', 'ops', '--body', 'Is new.'));
    expect(await vault.json(...command)).toMatchObject({ path: 'rules/one_line.md', status: 'review' });
    expect(vault.read('rules/one_line.md')).toContain('Is new.');
  });
});

test('the way to undo archiving leads back to the status before', async () => {
  vault.write('waiting.md', vault.read('waiting.md').replace('status: review', 'status: review\nsupersedes: [plain]'));
  const before = vault.read('waiting.md');
  const { out } = await vault.run('archive', 'waiting');
  expect(out).toContain('To undo: set "status: review" in its header, and rename "declined_supersedes" to "supersedes".');
  const undone = vault.read('waiting.md').replace('archived', 'review').replace('declined_supersedes', 'supersedes');
  const linesOf = (text: string) =>
    text
      .replace(/^decided.*\n/gm, '')
      .split('\n')
      .sort();
  expect(linesOf(undone)).toEqual(linesOf(before));
});

test.each(['accept', 'confirm'])('%s is refused for a note with two texts', async (verb) => {
  const name = 'waiting.md';
  vault.write(name, `${vault.read(name)}<<<<<<< ours\nOne.\n=======\nTwo.\n>>>>>>> theirs\n`);
  const before = vault.read(name);
  const { code, err } = await vault.asPerson(verb, name, '--by', 'person:ann');
  expect([code, err]).toEqual([3, expect.stringContaining('waiting.md:7: merge conflict in lines 7 to 11')]);
  expect(err).toContain('To keep both sides: cortex vault settle waiting.md');
  expect(vault.read(name)).toBe(before);
});

test('an invalid value is reported with its position, and an unknown key causes a warning', async () => {
  vault.write('cortex.toml', '[review]\nrequired = "yes"\n');
  expect((await vault.run('summary')).err).toContain('cortex.toml:2:12: review.required must be true or false');
  vault.write('cortex.toml', '[review]\nrequierd = true\n');
  expect((await vault.run('summary')).err).toContain('unknown key: review.requierd (allowed: required)');
});

describe('a proposal to replace a note that a person accepted', () => {
  beforeEach(() => {
    requireReviews();
    vault.write('proposal.md', note('Proposal', 'author: agent-7\nsupersedes: [accepted]\n').replace('active', 'review'));
  });

  const packed = async () => Object(await vault.json('pack', 'Text of Accepted')).notes.map(({ path }: { path: string }) => path);

  test.each([
    ['archived', ['archive', 'proposal', '--by', 'agent-7']],
    ['superseded by it', ['supersede', 'proposal', 'accepted', '--by', 'agent-7']],
  ])('that is %s leaves the note active', async (_, words) => {
    expect((await vault.run(...words)).code).toBe(0);
    expect(vault.read('proposal.md')).toContain('declined_supersedes: [accepted]\n');
    expect(vault.read('proposal.md')).not.toMatch(/^supersedes:/m);
    expect(await packed()).toContain('accepted.md');
  });
});

test.each(['accepted_by: PERSON:ann\naccepted: 2026-04-01\n', 'author: [agent-7, "person:ann"]\n'])(
  'recognizes a person in any spelling: %j',
  async (header) => {
    requireReviews();
    vault.write('accepted.md', note('Accepted', header));
    await refused('archive', 'accepted', '--by', 'agent-7');
  },
);
