import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
let file: string;
beforeEach(async () => {
  project = new CliProject();
  file = path.join(project.root, '.cortex/manifest.crtx');
  await project.run('init');
});

const data = () => JSON.parse(fs.readFileSync(file, 'utf8')).data;

describe('cortex dna detect', () => {
  test('creates manifest.crtx, then lists changes, and reports when there are none', async () => {
    project.write('package.json', '{"description":"Sells shoes.","dependencies":{"react":"19"}}');
    project.write('src/index.ts', '');
    const preview = await project.run('dna detect --dry-run');
    expect(preview).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Would create \.cortex\/manifest\.crtx\.\n\+ {2}project\.purpose {2,}Sells shoes\.\n\+ {2}stack\.languages/,
      ),
    });
    expect(fs.existsSync(file)).toBe(false);
    expect(fs.existsSync(path.join(project.root, '.cortex/.local'))).toBe(false);
    const made = await project.run('dna detect');
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Created \.cortex\/manifest\.crtx\.\n\+ {2}project\.purpose +Sells shoes\.\n\+ {2}stack\.languages +TypeScript\n/,
      ),
    });
    expect(data()).toMatchObject({ project: { purpose: 'Sells shoes.' }, stack: { frameworks: ['React'] } });
    project.write('package.json', '{"dependencies":{"vue":"3"}}');
    const changes = [
      { change: 'removed', place: 'stack.frameworks', value: 'React' },
      { change: 'added', place: 'stack.frameworks', value: 'Vue' },
    ];
    expect(await project.json('dna detect --dry-run')).toEqual({ created: false, dryRun: true, changes });
    expect((await project.run('dna detect')).out).toBe(
      'Changed .cortex/manifest.crtx:\n-  stack.frameworks  React\n+  stack.frameworks  Vue\n',
    );
    const bytes = fs.readFileSync(file);
    expect((await project.run('dna detect')).out).toBe('Nothing has changed.\n');
    expect(fs.readFileSync(file)).toEqual(bytes);
    expect((await project.run('verify')).code).toBe(0);
  });

  test('dna show prints all fields, including those written by hand', async () => {
    await project.run('dna detect');
    expect((await project.run('dna show')).out).toMatch(/\n\nArchitecture: monolith\n$/);
    const whole = JSON.parse(fs.readFileSync(file, 'utf8'));
    const { architecture, owner, risks } = whole.data;
    architecture.boundaries.push({ name: 'api', paths: ['src/api/'], owns: ['orders'], exposesTo: ['web'] });
    architecture.dataFlow.push({ from: 'web', to: 'api', protocol: 'HTTP', description: 'orders' });
    owner.timezone = 'Europe/Berlin';
    risks.push({ path: 'src/a.ts', reason: 'old', breakFrequency: 0.5, lastBroken: 0, mitigations: ['Run the tests', 'Ask mia'] });
    fs.writeFileSync(file, JSON.stringify(whole));
    const { out } = await project.run('dna show');
    for (const part of [
      'Architecture: monolith\napi  src/api/  owns orders  used by web\n',
      'Data flow\nweb → api  HTTP  orders\n',
      'old  Run the tests; Ask mia\n',
      'Owner\nTime zone: Europe/Berlin\n',
    ]) {
      expect(out).toContain(part);
    }
  });

  test('warns of sources that it could not read', async () => {
    project.write('Cargo.toml', '[broken');
    const { code, err } = await project.run('dna detect');
    expect(code).toBe(0);
    expect(err).toContain('warning: Cargo.toml was skipped, because it cannot be read: Invalid TOML');
    expect(err).toContain('warning: risk zones were not detected: the project is not in a git repository\n');
    execFileSync('git', ['-C', project.root, 'init', '--quiet']);
    expect((await project.run('dna detect')).err).toContain('were not detected: the git repository has no commits yet\n');
  });

  test('finds risk zones in the git history', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', project.root, '-c', 'user.name=n', '-c', 'user.email=e', '-c', 'commit.gpgsign=false', ...args]);
    git('init', '--quiet');
    for (let n = 0; n < 6; n += 1) {
      project.write('src/pay.ts', `${n}`);
      git('add', 'src');
      git('commit', '--quiet', '--message', n % 2 === 0 ? `fix: pay ${n}` : `Add ${n}`);
    }
    expect(await project.json('dna detect')).toMatchObject({
      changes: expect.arrayContaining([{ change: 'added', place: 'risks', value: 'src/pay.ts' }]),
    });
    expect((await project.run('dna show')).out).toMatch(/\nRisks\nsrc\/pay\.ts {2}50 % {2}last 20\S+Z {2}3 of its 6 changes were fixes\n/);
  });

  test('leaves a broken manifest unchanged, and names the position', async () => {
    fs.writeFileSync(file, '{\n  "header": [');
    expect(await project.run('dna detect')).toMatchObject({ code: 3, out: '', err: expect.stringContaining(`${file}:2:14`) });
    expect(fs.readFileSync(file, 'utf8')).toBe('{\n  "header": [');
  });
});

describe('cortex dna', () => {
  test.each([['show'], ['describe'], ['purpose x'], ['unconstrain x'], ['confirm x']])(
    '%s without a DNA says how to create one',
    async (words) => {
      const run = await project.run(`dna ${words}`);
      expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Create it: cortex dna detect') });
      expect(fs.existsSync(file)).toBe(false);
    },
  );

  test('stores rules, lessons and a purpose, and describes them for agents', async () => {
    await project.run('dna detect');
    expect((await project.run(['dna', 'purpose', 'Sells shoes.'])).out).toBe('Set the purpose: Sells shoes.\n');
    const rule = ['dna', 'constrain', '--type', 'security', '--severity', 'must', '--rule', 'No secrets in logs', '--reason', 'GDPR'];
    expect((await project.run(rule)).out).toBe('Added rule (must, security): No secrets in logs\n');
    const learn = ['dna', 'learn', '--domain', 'tests', '--pattern', 'Wait\nfor conditions', '--from', 'tle_1', '--from', 'a.ts', '--json'];
    const { pattern } = JSON.parse((await project.run(learn)).out);
    expect(pattern).toMatchObject({ confidence: 0.5, learnedFrom: ['tle_1', 'a.ts'] });
    expect((await project.run(`dna confirm ${pattern.id} --from b.ts`)).out).toBe(
      `Confirmed ${pattern.id}, confidence 60 %: Wait\\u{a}for conditions\n`,
    );
    expect((await project.run(`dna doubt ${pattern.id}`)).out).toContain('confidence 36 %');
    const { out } = await project.run('dna show');
    expect(out).toContain('\nConstraints\nmust  security  No secrets in logs  GDPR\n');
    expect(out).toContain(`\nPatterns\n${pattern.id}  36 %  tests  Wait\\u{a}for conditions`);
    expect(await project.json('dna show')).toMatchObject({ dna: data(), confidence: [expect.closeTo(0.36)] });
    const page = (await project.run('dna describe --tokens 150')).out;
    expect(page).toContain('## Must\n- [security] No secrets in logs (GDPR)\n');
    expect(page.length).toBeLessThanOrEqual(600);
    expect((await project.run(['dna', 'unconstrain', 'SECRETS'])).out).toBe('Removed rule (must, security): No secrets in logs\n');
    expect((await project.run(`dna forget ${pattern.id}`)).code).toBe(0);
    expect(data()).toMatchObject({ project: { purpose: 'Sells shoes.' }, constraints: [], patterns: [] });
  });

  test.each([
    [['describe', '--tokens', '149'], 2, '--tokens: at least 150'],
    [['constrain', '--type', 'taste', '--severity', 'must', '--rule', 'x', '--reason', 'y'], 2, 'Allowed choices are memory'],
    [['constrain', '--type', 'cost', '--severity', 'must', '--rule', ' ', '--reason', 'y'], 2, 'rule is empty'],
    [['purpose', ' '], 2, 'purpose is empty'],
    [['unconstrain', 'x'], 1, 'no rule contains these words'],
    [['confirm', 'pat_x'], 1, 'no pattern has this id (got "pat_x"'],
    [['shout'], 2, 'unknown command'],
  ])('%j: exits with %i, says why, and changes nothing', async (args, code, words) => {
    await project.run('dna detect');
    const bytes = fs.readFileSync(file);
    const run = await project.run(['dna', ...args]);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).toContain(words);
    expect(fs.readFileSync(file)).toEqual(bytes);
  });

  test('unconstrain with a text that matches several rules removes none, and exits with 1', async () => {
    await project.run('dna detect');
    for (const rule of ['No big files', 'No big loops'])
      await project.run(['dna', 'constrain', '--type', 'cost', '--severity', 'must', '--rule', rule, '--reason', 'y']);
    const run = await project.run('dna unconstrain big');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('several rules contain these words, such as "No big files" and "No big loops"');
  });
});
