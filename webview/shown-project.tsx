import type { ShownProject } from '../src/host/dashboards/protocol.ts';
import { counted } from './format.ts';
import { Text } from './parts.tsx';

/** Name of the shown project, and the number of other projects, beside the title of a dashboard. */
export function ProjectName({ project: { name, others } }: { readonly project: ShownProject }) {
  return (
    <p className="origin">
      <span>
        <Text value={name} />
      </span>
      {others === 0 ? null : <span>{counted(others, 'other project')} in this window</span>}
    </p>
  );
}
