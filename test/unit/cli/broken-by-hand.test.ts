import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NeedsPlace, NOW } from '../../support/needs.ts';

/** After this time, unpublished work counts as left by a dead process. */
const LATER = NOW + 5_000;

let place: NeedsPlace;
const file = (name: string) => path.join(place.root, '.cortex', name);
const put = (name: string, content: string) => fs.writeFileSync(file(name), content);
const kept = () => fs.readdirSync(file('.')).filter((name) => name.includes('.corrupt-'));

/** Expects a warning that names the copy of the broken file. */
function expectTold(err: string, name: string): void {
  const [aside = 'nowhere', ...others] = kept();
  expect(others).toEqual([]);
  expect(fs.readFileSync(file(aside), 'utf8')).toBe('{ by hand');
  expect(err).toContain(`warning: ${file(aside)}:1:3: is not JSON`);
  expect(err).toContain(`${name} was rebuilt from the log. Copy what is missing from this file, then remove it.`);
}

beforeEach(async () => {
  place = new NeedsPlace();
  place.write({ 'plan.yaml': 'decomposition:\n  id: t\n  description: T\n' });
  await place.cortex(
    'init',
    ['swarm', 'create', '--task', 'T', '--coordinator', 'lead', '--file', path.join(place.root, 'plan.yaml')],
    'swarm recruit ann --role coder',
    'swarm claim --agent ann',
    'timeline add --agent ann --type decision --action a --reasoning r',
  );
});

describe.each([
  ['timeline.crtx', 'timeline list', '"id": "tle_', '"id": "by_hand_'],
  ['swarm.crtx', 'swarm status', '"description": "T"', '"description": "by_hand_"'],
])('commas after the last items of %s', (name, command, before, after) => {
  const withCommas = (text: string) => text.replace(/([}\]"])(\s*)([\]}])/g, '$1,$2$3');

  test('do not prevent an edit', async () => {
    put(name, withCommas(fs.readFileSync(file(name), 'utf8').replace(before, after)));
    expect(await place.project.run(command)).toEqual({ code: 0, out: expect.stringContaining('by_hand_'), err: '' });
    expect(kept()).toEqual([]);
    expect(JSON.stringify(JSON.parse(fs.readFileSync(file(name), 'utf8')))).toContain('by_hand_');
  });

  test('do not hide what cannot be adopted', async () => {
    const [final, other] =
      name === 'timeline.crtx' ? ['"reasoning": "r"', '"reasoning": "x"'] : ['"coordinator": "lead"', '"coordinator": 7'];
    put(name, withCommas(fs.readFileSync(file(name), 'utf8').replace(final, other)));
    const { code, err } = await place.project.run(command);
    expect([code, err]).toEqual([0, expect.stringContaining(name === 'timeline.crtx' ? 'reasoning' : 'coordinator')]);
  });
});

describe('an entry that is not JSON', () => {
  const right = '"action": "By hand two"';
  const slip = `${right} "oops"`;
  const entry = (id: string) => ({
    ...Object(JSON.parse(fs.readFileSync(file('timeline.crtx'), 'utf8'))).data[0],
    id,
    action: `By hand ${id}`,
  });
  const asText = (each: unknown) => JSON.stringify(each, null, 2);

  beforeEach(() => {
    const text = fs.readFileSync(file('timeline.crtx'), 'utf8');
    const broken = asText(entry('two')).replace(right, slip);
    // Without a comma after the entry that was there.
    put('timeline.crtx', text.replace(/\n {2}\]\n\}\s*$/, `\n${asText(entry('one'))},\n${broken},\n${asText(entry('three'))}\n]\n}\n`));
  });

  test('does not prevent the adoption of the others, and is named with its line until it is corrected', async () => {
    const { code, out, err } = await place.project.run('timeline list');
    expect(code).toBe(0);
    expect(out).toContain('By hand one');
    expect(out).toContain('By hand three');
    expect(out).not.toContain('By hand two');
    const [copy = 'none', ...others] = fs.readdirSync(file('.')).filter((name) => name.startsWith('timeline.crtx.'));
    const line =
      fs
        .readFileSync(file(copy), 'utf8')
        .split('\n')
        .findIndex((each) => each.includes('oops')) + 1;
    expect(others).toEqual([]);
    expect(err).toContain(`${file(copy)}:${line}:`);
    expect(err).toMatch(/data\[\d\] is not JSON: /);
    expect((await place.project.run('timeline list')).err).toContain(`${file(copy)}:${line}:`);
    put(copy, fs.readFileSync(file(copy), 'utf8').replace(slip, right));
    const corrected = await place.project.run('timeline list');
    expect([corrected.out, corrected.err]).toEqual([expect.stringContaining('By hand two'), '']);
    expect(fs.existsSync(file(copy))).toBe(false);
  });
});

describe('a slip in an edit of the timeline', () => {
  const text = () => fs.readFileSync(file('timeline.crtx'), 'utf8');
  const added = (id: string) => {
    const [first] = Object(JSON.parse(text())).data;
    const lines = JSON.stringify({ ...first, id, action: `By hand ${id}` }, null, 2).split('\n');
    return lines.map((line) => `    ${line}`).join('\n');
  };
  const withEntries = (...entries: readonly string[]) => text().replace(/\n {2}\]/, `,\n${entries.join(',\n')}\n  ]`);
  const findings = async () => Object(await place.project.json('verify')).files.flatMap((each: { findings: unknown }) => each.findings);

  test.each([
    ['a comment', (all: string) => all.replace(added('two'), `    // mine: {\n${added('two')}`), 'is a comment', ['one', 'two', 'three']],
    ['half an entry', (all: string) => all.replace(added('two'), added('two').slice(0, 90)), 'is not JSON', ['one', 'three']],
    ['no closing brace', (all: string) => all.replace(added('two'), added('two').slice(0, -1)), 'is not JSON', ['one', 'three']],
    ['text after the end', (all: string) => `${all}${added('four')}\n`, 'is after the end', ['one', 'two', 'three']],
    ['a byte that is not UTF-8', (all: string) => all.replace('By hand two', 'By hand \u0000'), 'is not text', ['one', 'three']],
  ])('does not prevent the adoption of the entries around it: %s', async (_what, slip, message, adopted) => {
    const written = slip(withEntries(added('one'), added('two'), added('three')));
    fs.writeFileSync(
      file('timeline.crtx'),
      Buffer.from(written).map((byte) => (byte === 0 ? 0xe9 : byte)),
    );
    const before = await findings();
    expect(before).toMatchObject([
      { message: expect.stringContaining(message), next: expect.stringContaining('adopts all valid entries') },
    ]);
    const { code, out, err } = await place.project.run('timeline list');
    expect(code).toBe(0);
    expect(['one', 'two', 'three', 'four'].filter((id) => out.includes(`By hand ${id}`))).toEqual(adopted);
    expect(err).toContain(message);
    // The copy has the same lines, and is named until it is corrected.
    expect(await findings()).toMatchObject([{ line: before[0].line, message: before[0].message, severity: 'warning' }]);
  });

  test('that only misses a comma is corrected, as verify says', async () => {
    put('timeline.crtx', withEntries(`${added('one')}\n${added('two')}`));
    expect(await findings()).toMatchObject([{ next: 'The next command that uses the file corrects this, and adopts all entries.' }]);
    expect((await place.project.run('timeline list')).out).toContain('By hand two');
    expect([await findings(), kept()]).toEqual([[], []]);
  });
});

describe('a slip in an edit of the DNA', () => {
  const rule = (text: string) => ['dna', 'constrain', '--type', 'cost', '--severity', 'must', '--rule', text, '--reason', 'r'];
  const text = () => fs.readFileSync(file('manifest.crtx'), 'utf8');

  beforeEach(async () => {
    await place.cortex('dna detect', rule('Cheap'), rule('Tested'));
  });

  test.each([
    ['a missing comma', '"rule": "Cheap"', ['Cheap', 'Tested']],
    ['single quotes', '\'rule\': "Cheap",', ['Tested']],
  ])('does not hide the rest, and nothing is written until it is corrected: %s', async (_what, slip, shown) => {
    const right = text();
    const written = right.replace('"rule": "Cheap",', slip);
    expect(written).not.toBe(right);
    put('manifest.crtx', written);
    const { code, out, err } = await place.project.run('dna show');
    expect([code, ['Cheap', 'Tested'].filter((each) => out.includes(each))]).toEqual([0, shown]);
    const line = written.split('\n').findIndex((each) => each.includes('Cheap')) + 1;
    expect(err).toMatch(new RegExp(`manifest\\.crtx:(?:${line}|${line + 1}):\\d+: .*is not JSON`));
    expect(await place.project.run(rule('Third'))).toMatchObject({ code: 3, out: '', err: expect.stringContaining('Correct it there.') });
    expect(text()).toBe(written);
    put('manifest.crtx', right);
    expect(await place.project.run(rule('Third'))).toMatchObject({ code: 0, err: '' });
  });
});

test('an agent and a task of swarm.crtx that are not JSON keep their earlier values', async () => {
  await place.project.run('swarm recruit bob --role coder');
  const text = fs.readFileSync(file('swarm.crtx'), 'utf8');
  const edited = text.replace('"description": "T"', '"description": "by_hand_"').replace('"id": "ann",', '"id": "ann" oops,');
  expect(edited).toContain('oops');
  put('swarm.crtx', edited);
  const { code, out, err } = await place.project.run('swarm status');
  expect([code, out, err]).toEqual([0, expect.stringContaining('by_hand_'), expect.stringContaining('data.agents[0] is not JSON')]);
  expect(fs.readFileSync(file('swarm.crtx'), 'utf8')).toMatch(/"ann"[\s\S]*"bob"/);
});

describe.each(['swarm.crtx', 'timeline.crtx'])('a hand edit that breaks %s', (name) => {
  beforeEach(() => put(name, '{ by hand'));

  test('is listed in needs-you with the copy of the file, until the copy is removed', async () => {
    place.at(LATER);
    const { out, err } = await place.project.run('needs-you');
    expectTold(err, name);
    const need = await place.only();
    expect(need).toMatchObject({
      kind: 'kept',
      rank: 'soon',
      why: expect.stringContaining('Copy what you still need from it, then delete it.'),
    });
    expect(out).toContain(`${need.title}  [${need.id}]`);
    expect(need.place?.file).toBe(file(kept()[0] ?? ''));
    fs.rmSync(need.place?.file ?? '');
    expect(await place.project.run('needs-you')).toEqual({ code: 0, out: 'Nothing needs you.\n', err: '' });
  });

  test('is reported by verify, and the next command rewrites the file', async () => {
    const { files } = Object(await place.project.json('verify'));
    const [{ next }] = files.find((each: { file: string }) => each.file === `.cortex/${name}`).findings;
    expect(next).toContain('rewrites it from the log');
    expect(kept()).toEqual([]);
    await place.project.run('needs-you');
    expect(fs.readFileSync(file(kept()[0] ?? ''), 'utf8')).toBe('{ by hand');
    expect(fs.readFileSync(file(name), 'utf8')).toContain('"header"');
  });

  test('names the next step when there is no log to rewrite from', async () => {
    fs.rmSync(file('.local'), { recursive: true });
    expect((await place.only()).why).toContain('Correct it there, or restore the file from version control. It was not changed.');
  });

  test('is reported by snooze', async () => {
    place.at(LATER);
    expectTold((await place.project.run('snooze 000000000000')).err, name);
  });
});

test('a command that fails still reports that it rebuilt the file', async () => {
  put('swarm.crtx', '{ by hand');
  place.at(LATER);
  const { code, err } = await place.project.run('swarm complete nope --agent ann --output x');
  expect(code).toBe(1);
  expect(err).toContain('There is no task "nope".');
  expectTold(err, 'swarm.crtx');
});

test('a swarm command reports that it rebuilt the timeline', async () => {
  put('timeline.crtx', '{ by hand');
  place.at(LATER);
  expectTold((await place.project.run('swarm fail t --agent ann --reason x')).err, 'timeline.crtx');
});
