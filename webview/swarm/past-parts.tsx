import { Icon, Text } from '../parts.tsx';

/** What is missing of the past. */
export function PastProblem({ text }: { readonly text: string }) {
  return (
    <p className="past-problem">
      <Icon name="warning" tone="warning" />
      <Text value={text} className="message" />
    </p>
  );
}

/** What stands where there is nothing of it to show. */
export function PastNone({ text }: { readonly text: string }) {
  return (
    <p className="past-none">
      <Text value={text} className="message" />
    </p>
  );
}
