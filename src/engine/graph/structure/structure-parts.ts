import type { Names } from './names.ts';
import type { TestFiles } from './tests/test-files.ts';
import type { Project } from './unit.ts';

/** The inputs from which edges between files are computed. */
export interface StructureParts {
  readonly project: Project;
  readonly names: Names;
  readonly tests: TestFiles;
}
