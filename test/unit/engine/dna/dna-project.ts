import fs from 'node:fs';
import path from 'node:path';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import type { ProjectDNA } from '../../../../src/engine/crtx/schema.ts';
import { DNAManager } from '../../../../src/engine/dna/manager.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

/** A project of real files with a test clock, in which the second look does not really wait. */
export class DnaProject {
  readonly root = temporaryFolder();
  readonly file = path.join(this.root, '.cortex/manifest.crtx');
  now = 1_800_000_000_000;
  /** Called during the wait of the second look. */
  meanwhile: () => void = () => {};

  /** Creates a manager like another process. */
  manager(): DNAManager {
    return new DNAManager(new CortexIO(this.root, this.#runtime()));
  }

  read(): { header: object; data: ProjectDNA } {
    return JSON.parse(fs.readFileSync(this.file, 'utf8'));
  }

  /** Returns the text of the manifest with a manual change. */
  edited(change: (file: { header: object; data: ProjectDNA }) => void): string {
    const value = this.read();
    change(value);
    return JSON.stringify(value, null, 2);
  }

  #runtime(): Runtime {
    const real = nodeRuntime({});
    return {
      ...real,
      clock: { now: () => this.now, monotonic: () => real.clock.monotonic(), pinned: false },
      sleep: async (ms) => {
        if (ms >= 1_000) this.meanwhile();
        else await real.sleep(ms);
      },
    };
  }
}

export const rule = (words: string) => ({ type: 'cost', rule: words, severity: 'must', reason: 'r' }) as const;
