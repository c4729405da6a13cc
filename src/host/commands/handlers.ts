import type { RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';

/** What a command does. @param subject the row that it was chosen from; `null` from the palette */
export type Run = (subject: Subject | null) => unknown;

/** What is behind commands, by id. */
export type Handlers<Id extends RegisteredId> = Readonly<Record<Id, Run>>;
