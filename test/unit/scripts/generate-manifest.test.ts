import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';

test('package.json and the command line list the commands of src/host/manifest', () => {
  const script = fromRoot('scripts', 'generate-manifest.mjs');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});
