import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TeamCli } from '../../../support/team-cli.ts';

/** Commands of one day of a team, with their times. Arguments with spaces are quoted. */
const DAY: readonly (readonly [string, string])[] = [
  ['08:50', 'setup'],
  ['08:51', 'register "Chief of Staff" --role "Coordinates the team"'],
  [
    '08:52',
    'register "Billing Dev" --role "Builds the billing service" --project billing --capability "Stripe integration" --directory ~/billing',
  ],
  ['08:53', 'register "Web Dev" --role "Builds the dashboard" --project dashboard --directory ~/dashboard'],
  [
    '09:00',
    'dispatch billing --title "Add the Stripe webhook" --scope "POST /webhooks/stripe, with its signature verified" --by chief-of-staff',
  ],
  ['09:00', 'dispatch billing --title "Refund a payment" --needs-approval --by chief-of-staff'],
  ['09:01', 'dispatch dashboard --title "Chart of the week" --by chief-of-staff'],
  ['09:05', 'heartbeat --agent billing-dev'],
  ['09:05', 'ready --agent billing-dev'],
  ['09:06', 'claim billing --agent billing-dev'],
  ['09:10', 'heartbeat --agent web-dev'],
  ['09:11', 'claim dashboard --agent web-dev'],
  ['09:12', 'claim dashboard 2026-03-28T09:01 --agent billing-dev'],
  ['09:15', 'briefing'],
  ['11:00', 'heartbeat --agent billing-dev'],
  ['11:01', 'status'],
  ['11:02', 'done billing 2026-03-28T09:00 --agent billing-dev --summary "POST /webhooks/stripe, with tests"'],
  ['11:03', 'flag dashboard 2026-03-28T09:01 "I know no charts" --agent billing-dev'],
  ['11:04', 'report "The webhook is done; refunds wait for approval" --agent billing-dev'],
  ['11:05', 'reassign dashboard 2026-03-28T09:01 --to chief-of-staff'],
  ['17:55', 'heartbeat --agent chief-of-staff'],
  ['18:00', 'review'],
  ['18:01', 'housekeeping --dry-run'],
  ['18:02', 'housekeeping'],
];

const wordsOf = (line: string): string[] => Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');

const OLD = `### 2026-03-10T09:00
**Task:** Set up the repository
**Status:** done
Summary: It is there.
**Agent:** billing-dev
**Started:** 2026-03-10T09:05
**Completed:** 2026-03-20T10:00

### 2026-03-20T09:00
**Task:** Choose a bank
**Status:** done
**Completed:** 2026-03-21T18:02
`;

/** Adds tasks that were completed weeks ago, and a file that a person has staged. */
function before(team: string, git: (...args: string[]) => string): void {
  fs.appendFileSync(path.join(team, 'projects/billing.md'), `\n${OLD}`);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A person');
  git('config', 'user.email', 'person@example.org');
  fs.writeFileSync(path.join(team, 'plans.txt'), 'Not for others yet.\n');
  git('add', 'plans.txt');
}

const block = (kind: string, text: string): string => `\`\`\`${kind}\n${text.trimEnd()}\n\`\`\`\n`;

it('a day of a team matches its snapshot: commands and output, the final files, and the git history', async () => {
  const cli = new TeamCli();
  const team = path.join(cli.home.root, 'team');
  for (const folder of ['billing', 'dashboard']) fs.mkdirSync(path.join(cli.home.root, folder));
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: team, encoding: 'utf8' });
  const told = ['# A day of a team', 'Made by test/unit/engine/team/day.test.ts: the 28th of March 2026, all times in UTC.'];
  for (const [time, line] of DAY) {
    if (time === '09:00' && !fs.existsSync(path.join(team, '.git'))) before(team, git);
    cli.at(`2026-03-28T${time}:00`);
    const { code, out, err } = await cli.run(wordsOf(line));
    told.push(`## ${time}`, block('console', `$ cortex team ${line}\n${out}${err}${code === 0 ? '' : `(exit code ${code})`}`));
  }
  told.push('# Its files in the evening');
  for (const file of [
    'agents/billing-dev.md',
    'agents/chief-of-staff.md',
    'agents/web-dev.md',
    'projects/billing.md',
    'projects/dashboard.md',
  ])
    told.push(`## ${file}`, block('markdown', fs.readFileSync(path.join(team, file), 'utf8')));
  told.push('# Its history', block('text', git('log', '--stat=80', '--format=%an: %s')));
  told.push(
    'What the person has staged is staged, and what nobody asked to commit is not committed:',
    block('text', git('status', '--short', '--', '.', ':!.local')),
  );
  const text = `${told.join('\n\n').replaceAll(`${cli.home.root}/`, '~/')}\n`.replace(/\n{3,}/g, '\n\n');
  await expect(text).toMatchFileSnapshot('../../../fixtures/team-day.md');
});
