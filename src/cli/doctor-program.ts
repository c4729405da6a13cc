import { createCortex, DOCTOR } from './cortex-frame.ts';
import type { Program } from './dispatch.ts';
import { doctorOperation, type LoadConflicts, type PartCheck } from './doctor.ts';
import { EXIT } from './exit-codes.ts';
import { doctorTexts } from './text/doctor.ts';

type Load = PartCheck['load'];

/** The files of the commands that check. */
interface Files {
  readonly project: Load;
  readonly vault: Load;
  readonly stacks: Load;
  readonly team: Load;
  readonly install: Load;
}

const checksOf = ({ project, vault, stacks, team, install }: Files): PartCheck[] => [
  { part: '.cortex', program: 'cortex', words: ['verify'], load: project },
  { part: 'memory vault', program: 'cortex', words: ['vault', 'doctor'], load: vault, place: 'vault' },
  { part: 'stacks', program: 'cstack', words: ['doctor'], load: stacks },
  { part: 'team', program: 'cortex', words: ['team', 'doctor'], load: team, place: 'team' },
  { part: 'agents', program: 'cortex', words: ['doctor', 'agents'], load: install },
];

/** Returns the program for `cortex doctor`. Its exit code is that of the worst check. */
export function createDoctorProgram(files: Files, conflicts: LoadConflicts): Program {
  const checks = checksOf(files);
  return async (args, output, interactive) => {
    let worst: number = EXIT.yes;
    const onFailed = () => {
      worst = EXIT.failed;
    };
    const code = await createCortex([doctorOperation(DOCTOR, { checks, conflicts }, onFailed)], doctorTexts)(args, output, interactive);
    return Math.max(code, worst);
  };
}
