import { describe, expect, test } from 'vitest';
import { doctorOutput } from '../../../src/cli/doctor.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { writeFiles } from '../../support/stack-folders.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const CONFLICT = '<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n';
const AGENTS = `## api
- Role: r
- Stack: ./api/.cstack/

## web
- Role: r
- Role: other
- Stack: ./web/.cstack/

## agent-api
- Role: r
- Stack: ./api2/.cstack/

## far
- Role: r
- Stack: ../far/.cstack/

## agent-none
- Role: r

## again
- Stack: ./web/.cstack/
`;

const STACKS = {
  'AGENTS.md': AGENTS,
  'api/.cstack/INBOX.md': '# Inbox\n',
  'api/.cstack/OUTBOX.md': '# Outbox\n\n---\nFrom: api\nTo: managr\nType: task\n---\nx\n\n---\nFrom: api\nType: task\n---\nx\n',
  'api/.cstack/PLAN.md': '- [x] A (id: a)\n- [ ] A (id: a)\n- [ ] B (id: b, depends: nope)\n',
  'web/.cstack/INBOX.md': '# Inbox\n',
  'web/.cstack/PLAN.md': '- [ ] C (id: c, depends: d)\n- [ ] D (id: d, depends: c)\n',
  'web/.cstack/CURRENT.md': CONFLICT,
  'lost/.cstack/INBOX.md': '# Inbox\n',
  'lost/.cstack/OUTBOX.md': '---\nFrom: who\nTo: manager\nType: task\n---\nx\n',
};

const note = (id: string, more = '') => `---\nid: ${id}\nname: ${id}\ntype: rule\n${more}---\ntext\n`;
const VAULT = {
  'vault/cortex.toml': 'timezone = "UTC"\n',
  'vault/atoms/one.md': note('same'),
  'vault/atoms/two.md': note('same'),
  'vault/atoms/a.md': note('a', 'supersedes: [b]\n'),
  'vault/atoms/b.md': note('b', 'supersedes: [a]\n'),
  'vault/atoms/open.md': '---\nid: open\nname: open\n',
  'vault/atoms/conflict.md': `${note('conflict')}${CONFLICT}`,
  'vault/_moc/map.md': '# Map\n\n<!-- AUTO:recent -->\n',
};

const TEAM = {
  '.cortex/config.yaml': 'timezone: UTC\nteam_dir: ~/team\n',
  'team/agents/ann.md': agentNote('ann', ['p']),
  'team/projects/p.md': projectNote(`${taskText('2026-03-28T10:00', 'A', 'ready')}\n${CONFLICT}`),
};

/** Returns the files in which `cortex doctor` reports errors. */
async function filesWithErrors(place: NeedsPlace): Promise<string[]> {
  const { parts } = doctorOutput().parse(await place.project.json('doctor'));
  const findings = parts.filter(({ part }) => part !== 'coding agents').flatMap((each) => each.findings);
  return [...new Set(findings.flatMap(({ severity, path }) => (severity === 'error' && path !== null ? path : [])))].sort();
}

/** Returns the files of all items. */
async function filesOfNeeds(place: NeedsPlace): Promise<string[]> {
  const { needs } = await place.answer();
  return needs.flatMap((need) => need.place?.file ?? []);
}

describe('every error that a doctor reports is an item of Needs You', () => {
  test.each([
    ['the stacks', STACKS, {}, 6],
    ['the vault', VAULT, {}, 5],
    ['the team', {}, TEAM, 1],
  ])('for %s', async (_what, files, ofHome, least) => {
    const place = new NeedsPlace();
    place.write(files);
    writeFiles(place.home, ofHome);
    const wrong = await filesWithErrors(place);
    const items = await filesOfNeeds(place);
    expect(wrong.length).toBeGreaterThanOrEqual(least);
    const isNamed = (file: string) => items.some((item) => item === file || item.endsWith(`/${file}`));
    // Of notes with the same id, or in one cycle, one item is enough.
    expect(wrong.filter((file) => !isNamed(file) && !/(?:one|two)\.md$/.test(file))).toEqual([]);
  });

  test('once for each file, with the number of further errors', async () => {
    const place = new NeedsPlace();
    place.write(STACKS);
    const { needs } = await place.answer();
    const ofPlan = needs.filter((need) => need.place?.file.endsWith('api/.cstack/PLAN.md'));
    expect(ofPlan).toMatchObject([{ kind: 'broken', rank: 'at-risk', place: { line: 2 } }]);
    expect(ofPlan[0]?.why).toMatch(
      /^the task a is also in line 1: .* Keep the right line and remove the other\. 1 more error in this file\.$/,
    );
  });

  test('and is gone when it is corrected', async () => {
    const place = new NeedsPlace();
    place.write({ ...STACKS, 'api/.cstack/PLAN.md': '- [x] A (id: a)\n' });
    expect((await filesOfNeeds(place)).filter((file) => file.endsWith('api/.cstack/PLAN.md'))).toEqual([]);
  });

  test('notes that share an id are one item', async () => {
    const place = new NeedsPlace();
    place.write(VAULT);
    const { needs } = await place.answer();
    const ofId = needs.filter(({ why }) => why.includes('is also used by'));
    expect(ofId).toMatchObject([{ place: { line: 2 } }]);
    expect(ofId).toHaveLength(1);
  });
});
