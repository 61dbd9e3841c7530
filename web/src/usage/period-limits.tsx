import { formatNumber, formatUtcDay } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { usageTexts } from './texts.ts'
import type { UsageReport } from './usage-report.ts'

const QUOTAS = ['questions', 'indexing', 'tokens'] as const
const NEAR = 0.8

/** Usage of the current billing period against its limits. */
export const PeriodLimits = ({ period }: Pick<UsageReport, 'period'>) => {
  const texts = useTexts()
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{usageTexts.limits}</h2>
      <p className="hint">{usageTexts.since(formatUtcDay(period.starts_on, texts))}</p>
      <dl className="quotas">
        {QUOTAS.map((name) => (
          <div key={name}>
            <dt>{usageTexts.quotas[name]}</dt>
            <dd>
              <Quota {...period[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Quota = ({ used, limit, resets_at: resets }: UsageReport['period']['questions']) => {
  const texts = useTexts()
  if (used === null) return <span className="muted">{usageTexts.uncounted}</span>
  const count = formatNumber(used, texts)
  if (limit === null) return usageTexts.unlimited(count)
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const kind = share === 1 ? 'danger' : share >= NEAR ? 'warn' : 'ok'
  return (
    <>
      <strong>{usageTexts.ofLimit(count, formatNumber(limit, texts))}</strong>
      <div className="meter" aria-hidden="true">
        <div data-kind={kind} style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <span className="muted">{usageTexts.resets(formatUtcDay(resets.slice(0, 10), texts))}</span>
    </>
  )
}
