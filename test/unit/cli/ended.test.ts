import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CliProject, cortexFile } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { WAIT_MS } from '../../support/limits.ts';

/** Creates a marker file, and does not answer. */
const SILENT_GIT = '#!/bin/sh\n: > "$STARTED"\nexec sleep 600\n';

test.skipIf(process.platform === 'win32')('an interrupted build reports the interruption, not a defect, and writes nothing', async () => {
  const project = new CliProject();
  await project.run('init');
  const programs = temporaryFolder();
  fs.writeFileSync(path.join(programs, 'git'), SILENT_GIT, { mode: 0o755 });
  const started = path.join(programs, 'started');
  const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH}`, STARTED: started };
  const child = spawn(process.execPath, [cortexFile, 'graph', 'build', '--json'], {
    cwd: project.root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await vi.waitFor(() => expect(fs.existsSync(started)).toBe(true), { timeout: WAIT_MS, interval: 25 });
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  const [out, err] = await said;
  expect(code).toBe(3);
  expect(err).toBe('error: interrupted before it was done. Run the command again.\n');
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'busy' } });
  expect(fs.existsSync(path.join(project.root, '.cortex', 'graph.crtx'))).toBe(false);
});
