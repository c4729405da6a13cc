import { installOperations } from '../../engine/install/install-operations.ts';
import { createCortex } from '../cortex-frame.ts';
import { installTexts } from '../text/install.ts';

export { createDoctorProgram } from '../doctor-program.ts';

/** Runs `cortex install` and `cortex doctor agents`. */
export const runInstall = createCortex(installOperations, installTexts);
