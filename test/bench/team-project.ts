import fs from 'node:fs';
import path from 'node:path';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { localTime, OWN_ZONE } from '../../src/engine/platform/zoned-time.ts';

const MINUTE_MS = 60_000;
/** In the work queue of each project. */
const TASKS = 20;
const STATUSES = ['ready', 'in-progress', 'done', 'done'];

function taskText(project: number, n: number, at: (minutes: number) => string): string {
  const status = STATUSES[(project + n) % STATUSES.length] ?? 'ready';
  const lines = [
    `### ${at(n * 60 + 1)}`,
    `**Task:** Part ${n} of the release of project ${project}`,
    `**Scope:** Write the endpoint, its tests and a page of the guide.\nThe tests cover expired sessions.`,
    `**Status:** ${status}`,
    ...(status === 'done' ? ['Summary: Wrote the endpoint, eleven tests and the page.'] : []),
    ...(status === 'ready' ? [] : [`**Agent:** agent-${project}`, `**Started:** ${at(n * 60)}`]),
    ...(status === 'done' ? [`**Completed:** ${at(n * 30)}`] : []),
  ];
  return `${lines.join('\n')}\n\n`;
}

function agentText(n: number, beat: string): string {
  const header = `name: Agent ${n}\nproject: ~/work/project-${n}\nstatus: active\njoined: 2026-03-28\nlast-heartbeat: "${beat}"`;
  const log = 'Last session: 2026-03-28\nStatus: active, implemented the endpoint';
  return `---\n${header}\n---\n## Role\nBuilds part ${n}.\n\n## Projects\n- project-${n}\n\n## Capabilities\n- Python\n- tests\n\n## Session Log\n${log}\n`;
}

/** Makes a team of so many agents, and of as many projects with twenty tasks each. */
export async function makeTeam(runtime: Runtime, root: string, size: number): Promise<void> {
  const now = runtime.clock.now();
  const at = (minutes: number) => localTime(now - minutes * MINUTE_MS, OWN_ZONE).slice(0, 16);
  for (const folder of ['agents', 'projects']) fs.mkdirSync(path.join(root, folder), { recursive: true });
  for (let n = 0; n < size; n += 1) {
    fs.writeFileSync(path.join(root, 'agents', `agent-${n}.md`), agentText(n, at(n % 60)));
    const tasks = Array.from({ length: TASKS }, (_, task) => taskText(n, task, at));
    const head = '---\ntype: project\ncreated: 2026-03-28\nstatus: active\n---\n## Next Action\n- The release\n\n## Notes\n';
    fs.writeFileSync(
      path.join(root, 'projects', `project-${n}.md`),
      `${head}- Agent: agent-${n} at ~/work\n\n## Work Queue\n\n${tasks.join('')}`,
    );
  }
}
