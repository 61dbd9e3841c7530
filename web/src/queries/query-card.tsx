import type { ReactNode } from 'react'
import { queriesTexts } from './texts.ts'

/** Longer queries are collapsed, in characters. */
const LONG = 600

interface QueryCardProps {
  readonly question: string
  readonly query: string
  /** Actions on the query. */
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** A question with its query and details. */
export const QueryCard = ({ question, query, actions, children }: QueryCardProps) => {
  const written = (
    <pre>
      <code>{query}</code>
    </pre>
  )
  return (
    <li>
      <div className="query-head">
        <h3>
          <bdi>{question}</bdi>
        </h3>
        <div className="row-actions">{actions}</div>
      </div>
      {query.length <= LONG ? (
        written
      ) : (
        <details>
          <summary>{queriesTexts.showQuery}</summary>
          {written}
        </details>
      )}
      {children}
    </li>
  )
}
