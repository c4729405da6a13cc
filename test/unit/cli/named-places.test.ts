import path from 'node:path';
import { expect, test } from 'vitest';
import { doctorOutput } from '../../../src/cli/doctor.ts';
import { statusOutput } from '../../../src/engine/needs/status/status-schemas.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { writeFiles } from '../../support/stack-folders.ts';
import { projectNote, taskText } from '../../support/team-folder.ts';

/** Creates a team and a vault that no configuration names. */
function elsewhere(): { readonly place: NeedsPlace; readonly team: string; readonly vault: string; readonly options: string[] } {
  const place = new NeedsPlace();
  const folder = temporaryFolder();
  const [team, vault] = [path.join(folder, 'team'), path.join(folder, 'notes')];
  writeFiles(folder, {
    'team/projects/p.md': projectNote(taskText('2026-03-28T10:00', 'A', '')),
    'notes/cortex.toml': '',
    'notes/rules/r.md': '---\nid: r\nname: R\n',
  });
  return { place, team, vault, options: ['--team', team, '--vault', vault] };
}

test('status, needs-you and doctor read the team and the vault that are named, and repeat the options in their commands', async () => {
  const { place, team, vault, options } = elsewhere();
  expect((await place.answer()).needs).toEqual([]);
  const { needs } = await place.answer(...options);
  expect(new Set(needs.map(({ place: at }) => at?.file))).toEqual(new Set([`${vault}/rules/r.md`, `${team}/projects/p.md`]));
  const text = await place.project.printed(['needs-you', ...options]);
  expect(text.out).toContain(`cortex team reopen p 2026-03-28T10:00 --root ${place.root} --team ${team}`);
  const status = statusOutput().parse(await place.project.json(['status', ...options]));
  expect(status).toMatchObject({ needs: { count: needs.length }, team: { directory: team }, memory: { notes: 1 } });
  const shown = await place.project.printed(['status', ...options]);
  expect(shown.out).toMatch(new RegExp(`\\(cortex needs-you --team ${team} --vault ${vault} --root [^)]+\\)`));
  const { parts } = doctorOutput().parse(await place.project.json(['doctor', ...options]));
  expect(parts.filter(({ state }) => state === 'errors').map(({ part }) => part)).toContain('memory vault');
  expect(parts.find(({ part }) => part === 'team')?.findings).not.toEqual([]);
});

test('a snoozed item of a named team is found by its id', async () => {
  const { place, options } = elsewhere();
  const [need, ...others] = (await place.answer(...options)).needs;
  await place.cortex(['snooze', String(need?.id), ...options]);
  expect((await place.answer(...options)).needs).toEqual(others);
});

test('a named directory that does not exist is reported by all of them', async () => {
  const { place } = elsewhere();
  for (const option of ['--team', '--vault']) {
    const options = [option, '/nowhere'];
    expect((await place.answer(...options)).needs).toMatchObject([{ kind: 'broken', place: { file: '/nowhere' } }]);
    expect(statusOutput().parse(await place.project.json(['status', ...options])).problems).toEqual([expect.stringContaining('/nowhere')]);
    const { parts } = doctorOutput().parse(await place.project.json(['doctor', ...options]));
    expect(parts.find(({ part }) => part.endsWith(option === '--team' ? 'team' : 'vault'))).toMatchObject({ state: 'failed' });
  }
});
