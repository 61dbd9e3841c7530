import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { isRunning, useIndexJobs } from './queries.ts'
import { TestResult, testedText } from './test-result.tsx'
import { databasesTexts } from './texts.ts'

const { overview: says, list } = databasesTexts

/** Tests the connection, and reads the schema again. */
export const ConnectionSection = ({ id }: { readonly id: string }) => {
  const texts = useTexts()
  const refresh = useRefresh()
  const path = { database_id: id }
  const testing = useAction(async () => {
    const { data } = await plainClient.call('post', '/api/v1/databases/{database_id}/test', { path })
    announce(testedText(data, texts))
    return data
  })
  const indexing = useAction(async () => {
    await plainClient.call('post', '/api/v1/databases/{database_id}/index', { path })
    await refresh('/api/v1/jobs')
  })
  const stopping = useAction(async (job: string) => {
    await plainClient.call('delete', '/api/v1/jobs/{job_id}', { path: { job_id: job } })
    await refresh('/api/v1/jobs')
  })
  const jobs = useIndexJobs().data?.filter(({ database_id: database }) => database === id) ?? []
  const running = jobs.find(isRunning)
  const last = jobs.find((job) => !isRunning(job))
  const error = testing.error ?? indexing.error ?? stopping.error
  return (
    <section aria-labelledby="connection">
      <h2 id="connection">{says.connection}</h2>
      <p className="hint">{says.indexHint}</p>
      <p className="actions">
        <button type="button" aria-disabled={testing.isBusy} onClick={() => testing.isBusy || testing.run()}>
          {testing.isBusy ? says.testing : says.test}
        </button>
        {running === undefined ? (
          <button type="button" aria-disabled={indexing.isBusy} onClick={() => indexing.isBusy || indexing.run()}>
            {says.index}
          </button>
        ) : (
          <>
            <progress aria-label={says.index} max={100} value={running.progress.percent} />
            <span>{says.indexing(running.progress.percent)}</span>
            <button type="button" onClick={() => stopping.run(running.id)}>
              {says.stopIndex}
            </button>
          </>
        )}
        <span className="hint">
          {list.indexed}: {last === undefined ? says.neverIndexed : formatMoment(last.updated_at, texts)}
        </span>
      </p>
      {error !== null && <ErrorNotice error={error} />}
      {last?.problem != null && (
        <p className="notice warn">
          {says.indexFailed} {last.problem.message}
        </p>
      )}
      {testing.data !== undefined && <TestResult tested={testing.data} />}
    </section>
  )
}
