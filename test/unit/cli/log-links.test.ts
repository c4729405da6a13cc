import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const COMMANDS = {
  swarm: 'lock acquire b.ts --agent ann',
  timeline: 'timeline add --agent ann --type fix --action A --reasoning r',
};

test.each(Object.entries(COMMANDS))('the log of the %s is not appended to through a hard link', async (log, command) => {
  const project = new CliProject();
  const other = path.join(temporaryFolder(), 'rc');
  fs.writeFileSync(other, 'alias ll=ls\n');
  const file = path.join(project.root, '.cortex/.local', log, '000001.jsonl');
  await project.run('init');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { force: true });
  fs.linkSync(other, file);
  const { code, err } = await project.run(command);
  expect(code).toBe(1);
  expect(err).toContain('the log has another name (hard link)');
  expect(err).toContain(file);
  expect(fs.readFileSync(other, 'utf8')).toBe('alias ll=ls\n');
  fs.rmSync(other);
  expect(await project.run(command)).toMatchObject({ code: 0 });
});
