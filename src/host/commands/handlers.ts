import type { CommandsOf, OperationId, RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';

/** Groups of commands whose code is loaded when one of them is first asked for. */
type GroupName = 'needs' | 'memory' | 'graph' | 'crtx' | 'stack' | 'team';

/** The commands of all other names, without operations. */
export type ProjectCommandId = Exclude<RegisteredId, CommandsOf<GroupName> | OperationId>;

/** What a command does. @param subject the row that it was chosen from; `null` from the palette */
export type Run = (subject: Subject | null) => unknown;

/** What is behind commands, by id. */
export type Handlers<Id extends RegisteredId> = Readonly<Record<Id, Run>>;
