import type { CommandsOf, OperationId, RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import type { ViewModel } from '../model/swarm/view-model.ts';

/** Groups of commands whose code is loaded when one of them is first asked for. */
type GroupName = 'needs' | 'memory' | 'graph' | 'crtx' | 'stack' | 'team';

/** The commands of all other names, without operations. */
export type ProjectCommandId = Exclude<RegisteredId, CommandsOf<GroupName> | OperationId>;

/**
 * What a command does.
 * @param subject the row that it was chosen from; `null` from the palette
 * @param shown what was shown when it was chosen: another project may be by now
 */
export type Run = (subject: Subject | null, shown: ViewModel) => unknown;

/** What is behind commands, by id. */
export type Handlers<Id extends RegisteredId> = Readonly<Record<Id, Run>>;
