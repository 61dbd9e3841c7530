import { useEffect, useRef, useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Report } from './queries.ts'
import { evaluationTexts as says } from './texts.ts'

/** The progress of a run and its stop button; empty once it has ended. */
export const RunningSection = ({ report }: { readonly report: Report }) => {
  const texts = useTexts()
  const refresh = useRefresh()
  const [isAsking, setAsking] = useState(false)
  const isRunning = report.status === 'running'
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      announce(report.status === 'stopped' ? says.stopped : says.ended)
      void refresh('/api/v1/evaluations')
    }
    wasRunning.current = isRunning
  }, [isRunning, report.status, refresh])
  if (!isRunning) return null
  const total = report.questions * report.repeat
  const stop = async () => {
    const path = { evaluation_id: report.id }
    await plainClient.call('delete', '/api/v1/evaluations/{evaluation_id}', { path })
    await refresh('/api/v1/evaluations', '/api/v1/evaluations/{evaluation_id}')
  }
  return (
    <section className="list-tools" aria-label={says.statuses.running}>
      <progress aria-label={says.statuses.running} value={report.done} max={total} />
      <span>
        {report.done === 0 ? says.waiting : says.progress(formatNumber(report.done, texts), formatNumber(total, texts))}
      </span>
      <button type="button" onClick={() => setAsking(true)}>
        {says.stop}
      </button>
      {isAsking && (
        <ConfirmDialog title={says.stopTitle} action={says.stop} onConfirm={stop} onClose={() => setAsking(false)}>
          <p>{says.stopText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
