import { Link, useSearch } from '@tanstack/react-router'
import { formatDollars, formatNumber, formatUtcDay } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { daysOf } from './days.ts'
import { usageTexts } from './texts.ts'
import type { UsageReport } from './usage-report.ts'

/** Usage in the range, in total and per day. @param report by day */
export const UsedSection = ({ report }: { readonly report: UsageReport }) => {
  const texts = useTexts()
  const { totals, from, to } = report
  const number = (value: number) => formatNumber(value, texts)
  const figures = [
    [usageTexts.questions, number(totals.questions), usageTexts.failedOf(number(totals.failed))],
    [usageTexts.indexing, number(totals.indexing_runs), undefined],
    [usageTexts.input, number(totals.input_tokens), usageTexts.tokensOut(number(totals.output_tokens))],
    [
      usageTexts.cost,
      formatDollars(totals.cost_usd_micros, texts),
      totals.unpriced_calls === 0
        ? undefined
        : usageTexts.unpriced(number(totals.unpriced_calls), totals.unpriced_calls),
    ],
  ] as const
  return (
    <section aria-labelledby="used">
      <h2 id="used">{usageTexts.used}</h2>
      <p className="hint">{usageTexts.usedFrom(formatUtcDay(from, texts), formatUtcDay(to, texts))}</p>
      <dl className="figures">
        {figures.map(([name, value, beside]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong> {beside !== undefined && <span className="muted">{beside}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {totals.questions === 0 ? <p>{usageTexts.empty}</p> : <DayChart report={report} />}
    </section>
  )
}

/** In SVG units; the width is flexible. */
const HEIGHT = 120
const STEP = 10
const BAR = 8

const DayChart = ({ report: { from, to, rows } }: { readonly report: UsageReport }) => {
  const texts = useTexts()
  const search = useSearch({ from: '/logged-in/usage' })
  const counts = new Map(rows.map(({ group, questions }) => [group, questions]))
  const bars = daysOf(from, to).map((day) => ({ day, count: counts.get(day) ?? 0 }))
  const top = bars.reduce((best, bar) => (bar.count > best.count ? bar : best), { day: from, count: 0 })
  const most = formatNumber(top.count, texts)
  return (
    <figure className="days">
      <figcaption>
        <strong>{usageTexts.perDay}</strong> <span className="muted">{usageTexts.most(most)}</span>
        <Link to="/usage" search={{ ...search, by: 'day' }} hash="breakdown">
          {usageTexts.asTable}
        </Link>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={usageTexts.chart(formatNumber(bars.length, texts), most, formatUtcDay(top.day, texts))}
      >
        {bars.map(({ day, count }, at) => {
          const height = top.count === 0 ? 0 : (count / top.count) * HEIGHT
          return (
            <rect key={day} x={at * STEP + (STEP - BAR) / 2} y={HEIGHT - height} width={BAR} height={height}>
              <title>{usageTexts.dayCount(formatUtcDay(day, texts), formatNumber(count, texts))}</title>
            </rect>
          )
        })}
      </svg>
      <p className="muted" aria-hidden="true">
        <span>{formatUtcDay(from, texts)}</span> <span>{formatUtcDay(to, texts)}</span>
      </p>
    </figure>
  )
}
