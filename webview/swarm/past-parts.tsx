import { Icon, Text } from '../parts.tsx';

/** Warning about missing history. */
export function PastProblem({ text }: { readonly text: string }) {
  return (
    <p className="past-problem">
      <Icon name="warning" tone="warning" />
      <Text value={text} className="message" />
    </p>
  );
}

/** Placeholder when there is no history to show. */
export function PastNone({ text }: { readonly text: string }) {
  return (
    <p className="past-none">
      <Text value={text} className="message" />
    </p>
  );
}
