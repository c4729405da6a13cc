import type { NoteScore } from '../../src/host/dashboards/memory/protocol.ts';
import { Text } from '../parts.tsx';

/** One digit is enough, because points are multiples of one half. */
const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

function Line({ title, said, value }: { readonly title: string; readonly said: string; readonly value: string }) {
  return (
    <tr>
      <th scope="row">
        <Text value={title} />
      </th>
      <td>{said}</td>
      <td className="number">{value}</td>
    </tr>
  );
}

/** Explains a note's score: the points of each word, and the factors and bonuses. */
export function Score({ score, words, allWords, bonus, factor }: NoteScore) {
  return (
    <div>
      <h3>Score {score.toFixed(1)}</h3>
      <table className="score" aria-label="Score calculation">
        <tbody>
          {words.map(({ word, field, points }) => (
            <Line key={`${field}:${word}`} title={word} said={`in the ${field}`} value={`+ ${number(points)}`} />
          ))}
          {allWords ? <Line title="All words" said="match" value="× 1.5" /> : null}
          {bonus > 0 ? (
            <Line title="Recent" said={bonus > 1 ? 'in the last days' : 'in the last weeks'} value={`+ ${number(bonus)}`} />
          ) : null}
          {factor === 1 ? null : <Line title="Superseded or archived" said="lower score" value={`× ${number(factor)}`} />}
        </tbody>
      </table>
    </div>
  );
}
