import { useEffect, useRef } from 'react';
import type { GraphTask, TaskGraphState } from '../../src/host/dashboards/swarm/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { count, counted, tokens } from '../format.ts';
import { ROW_PX } from '../grid/grid-scroller.ts';
import { Text } from '../parts.tsx';
import { StateIcon } from './states.tsx';
import { useSwarm } from './swarm-store.ts';

const NODE = { width: 170, height: 26 };
const GAP = { column: 44, row: 10 };
const EDGE_PX = 8;

const leftOf = ({ column }: GraphTask): number => EDGE_PX + column * (NODE.width + GAP.column);
const topOf = ({ row }: GraphTask): number => EDGE_PX + row * (NODE.height + GAP.row);

/** Distance that a line hangs below nodes that it would otherwise cross. */
const HANG_PX = 40;

/** Returns the path of an edge from the right side of one node to the left side of another, curving back when that is further left. */
function edgePath(from: GraphTask, to: GraphTask): string {
  const [x1, y1] = [leftOf(from) + NODE.width, topOf(from) + NODE.height / 2];
  const [x2, y2] = [leftOf(to), topOf(to) + NODE.height / 2];
  const bend = Math.max(GAP.column / 2, (x2 - x1) / 2);
  const hang = from.row === to.row && to.column > from.column + 1 ? HANG_PX : 0;
  return `M${x1} ${y1}C${x1 + bend} ${y1 + hang} ${x2 - bend} ${y2 + hang} ${x2} ${y2}`;
}

/** Returns the count shown after a node's name; `null` for a task without subtasks. */
function foldedText({ leaves, done, isRest }: GraphTask): string | null {
  if (isRest) return `and ${count(leaves - 1)} more`;
  return leaves === 1 ? null : `${count(done)}/${count(leaves)}`;
}

function Node({ task, index, chosen }: { readonly task: GraphTask; readonly index: number; readonly chosen: boolean }) {
  const folded = foldedText(task);
  const names = ['graph-task', task.isCritical ? 'critical' : '', folded === null ? '' : 'folded', chosen ? 'chosen' : ''];
  return (
    <foreignObject x={leftOf(task)} y={topOf(task)} width={NODE.width} height={NODE.height}>
      <div className={names.filter((name) => name !== '').join(' ')} data-node={index}>
        <StateIcon status={task.status} />
        <Text value={task.description} className="graph-name" />
        {folded === null ? null : <span className="graph-count">{folded}</span>}
      </div>
    </foreignObject>
  );
}

/** Scrolls a node into view, as little as necessary. */
function bringIntoView(pane: HTMLElement, task: GraphTask): void {
  const [left, top] = [leftOf(task) - EDGE_PX, topOf(task) - EDGE_PX];
  const right = left + NODE.width + 2 * EDGE_PX - pane.clientWidth;
  const bottom = top + NODE.height + 2 * EDGE_PX - pane.clientHeight;
  pane.scrollTo(Math.min(left, Math.max(pane.scrollLeft, right)), Math.min(top, Math.max(pane.scrollTop, bottom)));
}

/** Scrolls a row of the tree beside the graph to its middle if it is not in view. */
function bringRowIntoView(pane: HTMLElement, row: number): void {
  const tree = pane.closest('.tasks-section')?.querySelector('.tasks-grid');
  if (tree === null || tree === undefined) return;
  const isInView = row * ROW_PX >= tree.scrollTop && (row + 2) * ROW_PX <= tree.scrollTop + tree.clientHeight;
  if (!isInView) tree.scrollTo(0, Math.max(0, row * ROW_PX - tree.clientHeight / 2));
}

interface TaskGraphProps {
  readonly graph: TaskGraphState;
  /** Selected row of the tree. */
  readonly cursor: Cursor | null;
  /** Whether the graph is scaled into view. */
  readonly isFit: boolean;
}

/** Dependencies from left to right. The tree beside it shows the same tasks, for keyboards and screen readers. */
export function TaskGraph({ graph, cursor, isFit }: TaskGraphProps) {
  const store = useSwarm();
  const pane = useRef<HTMLElement>(null);
  const { tasks, edges, columns, rows, critical } = graph;
  const width = 2 * EDGE_PX + columns * (NODE.width + GAP.column) - GAP.column;
  const height = 2 * EDGE_PX + rows * (NODE.height + GAP.row) - GAP.row;
  const row = cursor === null || cursor.id === null ? -1 : cursor.index;
  const isChosen = (task: GraphTask): boolean => task.rows.from <= row && row < task.rows.to;
  const first = tasks.findIndex(isChosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: do not scroll when only the tasks change
  useEffect(() => {
    const task = tasks[first];
    if (pane.current !== null && task !== undefined) bringIntoView(pane.current, task);
  }, [first]);
  const choose = (target: EventTarget): void => {
    const node = target instanceof Element ? target.closest<HTMLElement>('[data-node]')?.dataset.node : undefined;
    const task = node === undefined ? undefined : tasks[Number(node)];
    if (task === undefined || pane.current === null) return;
    store.choose('tasks', task.rows.from);
    bringRowIntoView(pane.current, task.rows.from);
  };
  const text = `Critical path: ${counted(critical.tasks, 'task')}, ${tokens(critical.tokens)} tokens`;
  return (
    <>
      <p className="graph-legend">
        <span className="graph-sample" aria-hidden="true" /> {text}
      </p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree beside it handles the keyboard */}
      <section
        ref={pane}
        className="task-graph"
        aria-label="Graph of the Tasks"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        onClick={({ target }) => choose(target)}
      >
        <p className="sr-only">The dependencies between tasks. The same tasks are in the tree below.</p>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          className={isFit ? 'fit' : undefined}
          preserveAspectRatio="xMinYMin meet"
        >
          {edges.map(({ from, to, isCritical }) => {
            const [one, other] = [tasks[from], tasks[to]];
            if (one === undefined || other === undefined) return null;
            return <path key={`${from} ${to}`} className={isCritical ? 'graph-edge critical' : 'graph-edge'} d={edgePath(one, other)} />;
          })}
          {tasks.map((task, index) => (
            <Node key={`${task.column} ${task.row}`} task={task} index={index} chosen={isChosen(task)} />
          ))}
        </svg>
      </section>
    </>
  );
}
