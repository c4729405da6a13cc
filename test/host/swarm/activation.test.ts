import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { waitFor } from '../../harness/wait.ts';
import { extension } from '../support.ts';

describe('a folder with a .cortex folder', () => {
  it('activates the extension without any command', async () => {
    await waitFor('activation', async () => extension().isActive);
    assert.equal(extension().isActive, true);
  });
});
