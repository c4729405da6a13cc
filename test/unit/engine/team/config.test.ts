import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { teamConfig } from '../../../../src/engine/team/config.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';

function homeWith(yaml?: string | Uint8Array): string {
  const home = temporaryFolder();
  fs.mkdirSync(path.join(home, '.cortex'));
  if (yaml !== undefined) fs.writeFileSync(path.join(home, '.cortex/config.yaml'), yaml);
  return home;
}

const configOf = (home: string, named?: string) =>
  teamConfig(nodeFileSystem, { home, cwd: '/work', ...(named !== undefined && { named }) });

describe('team configuration', () => {
  it('has the defaults of the seed if the file does not exist', () => {
    const home = homeWith();
    expect(configOf(home)).toEqual({
      directory: path.join(home, 'cortex-team'),
      heartbeatMinutes: 15,
      staleMinutes: 30,
      dailyBriefing: '09:00',
      dailyReview: '18:00',
      timeZone: 'local',
      file: null,
      problems: [],
    });
  });

  it('is read from config.yaml, and a directory given by the caller takes precedence', () => {
    const home = homeWith(
      '\ufeffteam_dir: ~/team\r\nheartbeat_minutes: 5\r\nstale_minutes: 20\r\ndaily_briefing: "08:15"\r\ndaily_review: 17:30\r\ntimezone: Europe/Paris\r\nmore: 1\r\n',
    );
    const file = path.join(home, '.cortex/config.yaml');
    expect(configOf(home)).toEqual({
      directory: path.join(home, 'team'),
      heartbeatMinutes: 5,
      staleMinutes: 20,
      dailyBriefing: '08:15',
      dailyReview: '17:30',
      timeZone: 'Europe/Paris',
      file,
      problems: [
        `${file}: unknown key: more (allowed: team_dir, heartbeat_minutes, stale_minutes, daily_briefing, daily_review, timezone).`,
      ],
    });
    expect(configOf(home, 'here').directory).toBe('/work/here');
    expect(configOf(home, '~').directory).toBe(`${home}/`.slice(0, -1));
    expect(configOf(home, '').directory).toBe(path.join(home, 'team'));
  });

  it('reports a stale_minutes that is less than heartbeat_minutes', () => {
    const home = homeWith('heartbeat_minutes: 60\n');
    expect(configOf(home).problems).toEqual([expect.stringContaining('stale_minutes (30) is less than heartbeat_minutes (60)')]);
  });

  it.each(['', '---\n', '# nothing\n'])('has the defaults if the file is empty: %j', (yaml) => {
    expect(configOf(homeWith(yaml)).heartbeatMinutes).toBe(15);
  });

  it.each([
    ['heartbeat_minutes: "15"', 'heartbeat_minutes must be a number of minutes'],
    ['heartbeat_minutes: 0', 'heartbeat_minutes must be at least 1'],
    ['stale_minutes: 0', 'stale_minutes must be at least 1'],
    ['daily_briefing: 24:00', 'daily_briefing must be a time'],
    ['daily_review: 9:00', 'daily_review must be a time'],
    ['daily_review: 540', 'daily_review must be a time'],
    ['timezone: Mars/Olympus', 'timezone must be the name of a time zone'],
    ['team_dir: ""', 'team_dir must not be empty'],
    ['team_dir: [a', 'invalid YAML'],
    ['- a', 'the file must be lines such as'],
    [Uint8Array.of(0xff), 'UTF-8'],
  ])('throws an error that names the file and the key: %j', (yaml, message) => {
    const home = homeWith(yaml);
    expect(() => configOf(home)).toThrow(message);
    try {
      configOf(home);
    } catch (error) {
      expect(error).toMatchObject({ code: 'broken-file', data: { file: path.join(home, '.cortex/config.yaml') } });
    }
  });

  it('throws an error that contains the invalid value', () => {
    const home = homeWith('stale_minutes: "soon"\n');
    expect(() => configOf(home)).toThrow(expect.objectContaining({ data: expect.objectContaining({ value: 'soon' }) }));
  });

  it('throws instead of waiting if the file is a named pipe', () => {
    const home = homeWith();
    makeNamedPipe(path.join(home, '.cortex/config.yaml'));
    expect(() => configOf(home)).toThrow('pipe or socket, not a file');
  });
});
