import { formatAgo, formatDuration, formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { type ListColumn, ListTable } from '../ui/list-table.tsx'
import { operatorsTexts } from './texts.ts'
import { DatabaseCell, OrganizationCell, ProblemCell } from './turn-cells.tsx'
import { keyOf, type TurnRun } from './turns.ts'

const says = operatorsTexts.turns
const KINDS = { running: 'none', answered: 'ok', failed: 'danger', cancelled: 'none' } as const

interface TurnTableProps {
  readonly isOperator: boolean
  readonly turns: readonly TurnRun[]
  readonly onMore: (() => void) | undefined
}

/** Turns, one per row, without their results. */
export const TurnTable = ({ isOperator, turns, onMore }: TurnTableProps) => {
  const { pages } = useTexts()
  const organization: ListColumn<TurnRun> = {
    label: says.organization,
    cell: (turn) => <OrganizationCell turn={turn} />,
  }
  const question: ListColumn<TurnRun> = {
    label: says.question,
    cell: ({ question: text }) =>
      text === null ? <span className="muted">{says.noQuestion}</span> : <bdi className="turn-question">{text}</bdi>,
  }
  const run: ListColumn<TurnRun> = {
    label: says.run,
    isActions: true,
    cell: ({ run_url: url }) => <RunLink url={url} />,
  }
  const columns: readonly ListColumn<TurnRun>[] = [
    { label: says.state, cell: (turn) => <StateCell turn={turn} /> },
    ...(isOperator ? [] : [question]),
    { label: says.started, cell: ({ started_at: at }) => <StartedCell at={at} /> },
    { label: says.took, isNumber: true, cell: ({ elapsed_ms: ms }) => <TookCell ms={ms} /> },
    ...(isOperator ? [organization] : []),
    { label: says.database, cell: (turn) => <DatabaseCell turn={turn} /> },
    { label: says.problem, cell: (turn) => <ProblemCell turn={turn} /> },
    ...(turns.some(({ run_url: url }) => url !== null) ? [run] : []),
  ]
  return (
    <ListTable
      caption={pages.turns}
      columns={columns}
      rows={turns}
      rowKey={keyOf}
      onMore={onMore}
      more={says.loadMore}
    />
  )
}

const StateCell = ({ turn: { state, step } }: { readonly turn: TurnRun }) => {
  const { stages } = useTexts()
  return (
    <>
      <span className="state" data-kind={KINDS[state]}>
        {says.states[state]}
      </span>
      {step !== null && <span className="muted">{stages[step]}</span>}
    </>
  )
}

const StartedCell = ({ at }: { readonly at: string }) => {
  const texts = useTexts()
  return (
    <>
      <span className="nowrap">{formatAgo(at, texts)}</span>
      <time className="muted nowrap" dateTime={at}>
        {formatMoment(at, texts)}
      </time>
    </>
  )
}

const TookCell = ({ ms }: { readonly ms: number }) => <span className="nowrap">{formatDuration(ms, useTexts())}</span>

const RunLink = ({ url }: { readonly url: string | null }) =>
  url !== null && (
    <a className="nowrap" href={url} target="_blank" rel="noopener noreferrer" title={says.openLong}>
      {says.open}
    </a>
  )
