import type { GraphTask, TaskGraphState } from '../../src/host/dashboards/swarm/protocol.ts';
import { FAMILY, hostile, LONG, MARKUP, normal, OVERRIDE } from './projects.ts';
import type { Project } from './stand-in-host.ts';

const node = (id: string, description: string, column: number, row: number, treeRow: number, more: Partial<GraphTask> = {}): GraphTask => {
  const rows = { from: treeRow, to: treeRow + 1 };
  return { id, description, status: 'pending', leaves: 1, done: 0, isRest: false, column, row, isCritical: false, rows, ...more };
};

const tasks: readonly GraphTask[] = [
  node('cart-total', 'Add up the cart, with discounts per line', 0, 0, 2, { status: 'done' }),
  node('tax', 'Work out the tax per country', 0, 1, 3, { status: 'active', isCritical: true }),
  node('receipt', 'Print the receipt', 1, 0, 4, { isCritical: true }),
  node('refund', 'Refund a part of an order', 2, 0, 5, { isCritical: true }),
  node('stock', 'Stock', 0, 2, 6, { status: 'active', leaves: 4, done: 2, rows: { from: 6, to: 11 } }),
];

const graph: TaskGraphState = {
  tasks,
  edges: [
    { from: 1, to: 2, isCritical: true },
    { from: 2, to: 3, isCritical: true },
    { from: 1, to: 3, isCritical: false },
    { from: 0, to: 3, isCritical: false },
  ],
  columns: 3,
  rows: 3,
  critical: { tasks: 3, tokens: 85_000 },
};

/** A swarm at work, with the graph of its tasks. */
export const withGraph: Project = { ...normal, problems: [], taskGraph: graph };

/** As many nodes as there may be, each before the next five. */
export const hugeGraph: Project = {
  ...normal,
  problems: [],
  taskGraph: {
    tasks: Array.from({ length: 200 }, (_, at) =>
      node(`task-${at}`, `Step ${at}`, Math.floor(at / 10), at % 10, at % 11, { isCritical: at % 10 === 0 }),
    ),
    edges: Array.from({ length: 1_000 }, (_, at) => ({
      from: Math.floor(at / 5),
      to: Math.min(199, Math.floor(at / 5) + (at % 5) * 10),
      isCritical: false,
    })),
    columns: 20,
    rows: 10,
    critical: { tasks: 20, tokens: 1e15 },
  },
};

export const hostileGraph: Project = {
  ...hostile,
  taskGraph: {
    ...graph,
    tasks: [LONG, MARKUP, FAMILY, OVERRIDE, 'إصلاح حساب الضريبة'].map((text, at) =>
      node(text, text, at % 3, Math.floor(at / 3), 1, { leaves: 1e15, isRest: at % 2 === 0 }),
    ),
    edges: [{ from: 0, to: 99, isCritical: true }],
  },
};
