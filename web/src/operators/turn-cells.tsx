import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { problemText } from '../ui/problem-text.ts'
import { operatorsTexts, translated } from './texts.ts'
import type { TurnRun } from './turns.ts'

const says = operatorsTexts.turns

interface CellProps {
  readonly turn: TurnRun
}

export const OrganizationCell = ({ turn: { organization_id: id, organization_name: name } }: CellProps) => (
  <>
    <FilterLink by={{ organization: String(id) }} name={name ?? String(id)}>
      {name ?? id}
    </FilterLink>
    <span className="muted">{name === null ? says.removed : id}</span>
  </>
)

export const DatabaseCell = ({ turn: { database_id: id, database_name: name } }: CellProps) => (
  <>
    <FilterLink by={{ database: id }} name={name ?? id}>
      {name ?? id}
    </FilterLink>
    {name === null && <span className="muted">{says.disconnected}</span>}
  </>
)

interface FilterLinkProps {
  readonly by: { readonly organization?: string; readonly database?: string }
  readonly name: string
  readonly children: ReactNode
}

/** A link that filters by this value. */
const FilterLink = ({ by, name, children }: FilterLinkProps) => {
  const search = useSearch({ from: '/operators/turns' })
  return (
    <Link to="/operators/turns" search={{ ...search, ...by }} className="plain" title={says.only(name)}>
      <bdi>{children}</bdi>
    </Link>
  )
}

/** The message that the user got, and, collapsed below, advice for operators. */
export const ProblemCell = ({ turn: { state, problem, message, advice, turn_id: id } }: CellProps) => {
  const texts = useTexts()
  if (state !== 'failed') return null
  const headline =
    message === null ? (problem ?? says.noProblem) : problemText({ problem: problem ?? undefined, message }, texts)
  return (
    <details className="problem">
      <summary>{headline}</summary>
      {advice !== null && <p>{translated.advice[problem ?? ''] ?? advice}</p>}
      <p className="muted">
        {problem !== null && (
          <>
            <code>{problem}</code>
            {' · '}
          </>
        )}
        {says.turnId} <code>{id}</code>
      </p>
    </details>
  )
}
