import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ManagePage } from '../frame/manage-page.tsx'
import { formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { plannerNames, RunState, useDatabaseName } from './evaluation-words.tsx'
import { type Evaluation, useEvaluations, VERDICTS } from './queries.ts'
import { RunFileDialog } from './run-file-dialog.tsx'
import { evaluationTexts as says } from './texts.ts'

/** Evaluation runs, and the button to start one. */
export const EvaluationsPage = () => {
  const { pages } = useTexts()
  const [isStarting, setStarting] = useState(false)
  const run = (
    <button type="button" className="primary" onClick={() => setStarting(true)}>
      {says.runFile}
    </button>
  )
  return (
    <ManagePage title={pages.evaluation} action={run}>
      <p className="lead">{says.intro}</p>
      <RunList />
      {isStarting && <RunFileDialog onClose={() => setStarting(false)} />}
    </ManagePage>
  )
}

const RunList = () => {
  const texts = useTexts()
  const runs = useEvaluations()
  const nameOf = useDatabaseName()
  return (
    <Loaded query={runs}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{says.empty}</p>
        ) : (
          <ListTable<Evaluation>
            caption={texts.pages.evaluation}
            rows={items}
            rowKey={({ id }) => id}
            onMore={runs.hasNextPage ? () => void runs.fetchNextPage() : undefined}
            columns={[
              {
                label: says.startedAt,
                cell: ({ id, started_at: startedAt }) => (
                  <Link to="/evaluation/$run" params={{ run: id }} className="nowrap">
                    {formatMoment(startedAt, texts)}
                  </Link>
                ),
              },
              { label: says.database, cell: (run) => <bdi>{nameOf(run.database_id)}</bdi> },
              { label: says.status, cell: RunState },
              ...VERDICTS.map((verdict) => ({
                label: says.verdicts[verdict],
                isNumber: true,
                cell: (run: Evaluation) => formatNumber(run[verdict], texts),
              })),
              { label: says.planner, cell: ({ planners }) => <bdi>{plannerNames(planners)}</bdi> },
            ]}
          />
        )
      }
    </Loaded>
  )
}
