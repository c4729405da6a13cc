import type { ShownProject } from '../src/host/dashboards/protocol.ts';
import { counted } from './format.ts';
import { Text } from './parts.tsx';

/** Beside the title of a dashboard: which project it shows, and that there are others. */
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
