import { installOperations } from '../../engine/install/install-operations.ts';
import { completionOperation } from '../completion/completion-operation.ts';
import { createCortex } from '../cortex-frame.ts';
import { completionTexts } from '../text/completion.ts';
import { installTexts } from '../text/install.ts';

export { createDoctorProgram } from '../doctor-program.ts';

/** Runs `cortex install`, `doctor agents` and `completion`. */
export const runInstall = createCortex([...installOperations, completionOperation('cortex')], { ...installTexts, ...completionTexts });
