import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { DatabaseFrame } from '../databases/database-frame.tsx'
import { isRunning } from '../databases/queries.ts'
import { formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { AttackReport, type AttackRun } from './attack-report.tsx'
import { attacksTexts } from './texts.ts'

const route = getRouteApi('/logged-in/databases/$database/attack')
const PATH = '/api/v1/databases/{database_id}/attacks'
const RUNNING_MS = 2_000

/** Runs attacks on the policy of a database, and shows the results. */
export const AttacksPage = () => {
  const { database: id } = route.useParams()
  return (
    <DatabaseFrame id={id} tab="attack">
      <Attacks id={id} key={id} />
    </DatabaseFrame>
  )
}

const Attacks = ({ id }: { readonly id: string }) => {
  const refresh = useRefresh()
  const path = { database_id: id }
  const runs = useQuery({
    queryKey: [PATH, id],
    queryFn: async ({ signal }) => (await plainClient.call('get', PATH, { path, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : false),
  })
  const starting = useAction(async () => {
    await plainClient.call('post', PATH, { path })
    await refresh(PATH)
  })
  const stopping = useAction(async (job: string) => {
    await plainClient.call('delete', '/api/v1/jobs/{job_id}', { path: { job_id: job } })
    await refresh(PATH)
  })
  const running = runs.data?.find(isRunning)
  const isBusy = starting.isBusy || running !== undefined
  const error = starting.error ?? stopping.error
  return (
    <>
      <p className="lead">{attacksTexts.intro}</p>
      <p className="actions">
        <button
          type="button"
          className="primary"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) starting.run()
          }}
        >
          {isBusy ? attacksTexts.running : attacksTexts.run}
        </button>
        {running !== undefined && (
          <button type="button" onClick={() => stopping.run(running.id)}>
            {attacksTexts.stop}
          </button>
        )}
      </p>
      {error !== null && <ErrorNotice error={error} />}
      <Loaded query={runs}>{(all) => <Results id={id} runs={all} />}</Loaded>
    </>
  )
}

const Results = ({ id, runs }: { readonly id: string; readonly runs: readonly AttackRun[] }) => {
  const last = runs.find((run) => !isRunning(run))
  const reported = runs.find(({ report }) => report !== null)
  return (
    <>
      {runs.length === 0 && <p>{attacksTexts.none}</p>}
      {last?.failure != null && <p className="notice warn">{last.failure}</p>}
      {reported !== undefined && <Verdict id={id} run={reported} />}
      {reported !== undefined && <AttackReport run={reported} />}
      {runs.length > 1 && <Runs runs={runs} />}
    </>
  )
}

/** The latest result in one line; a leak says what to do. */
const Verdict = ({ id, run: { report, started_at: at } }: { readonly id: string; readonly run: AttackRun }) => {
  const texts = useTexts()
  if (report === null) return null
  if (report.leaked === 0)
    return <p className="notice">{attacksTexts.held(formatNumber(report.drafts, texts), formatMoment(at, texts))}</p>
  return (
    <div className="notice danger" role="alert">
      <h2>{attacksTexts.leaked(report.leaked)}</h2>
      <p>{attacksTexts.leakedText}</p>
      {report.leaks.map(({ draft, what }) => (
        <pre key={draft}>
          {what}: {draft}
        </pre>
      ))}
      <p>
        <Link to="/databases/$database/policy" params={{ database: id }} search={{ show: 'open' }}>
          {attacksTexts.close}
        </Link>
      </p>
    </div>
  )
}

const KINDS = { queued: 'none', running: 'none', succeeded: 'ok', failed: 'warn', cancelled: 'none' } as const

const Runs = ({ runs }: { readonly runs: readonly AttackRun[] }) => {
  const texts = useTexts()
  const { columns, statuses } = attacksTexts
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">{attacksTexts.earlier}</h2>
      <ListTable<AttackRun>
        caption={attacksTexts.earlier}
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          { label: columns.started, cell: ({ started_at: at }) => formatMoment(at, texts) },
          {
            label: columns.status,
            cell: ({ status }) => (
              <span className="state" data-kind={KINDS[status]}>
                {statuses[status]}
              </span>
            ),
          },
          {
            label: columns.result,
            cell: ({ report, failure }) =>
              report === null ? (failure ?? '') : attacksTexts.leaks(formatNumber(report.leaked, texts)),
          },
        ]}
      />
    </section>
  )
}
