import type { ReactNode } from 'react'
import { formatDuration, formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { plannerNames, RunState, useDatabaseName, useShare } from './evaluation-words.tsx'
import { type Report, VERDICTS } from './queries.ts'
import { evaluationTexts as says } from './texts.ts'

/** The parameters and total figures of a run. */
export const FiguresSection = ({ report }: { readonly report: Report }) => {
  const texts = useTexts()
  const nameOf = useDatabaseName()
  const share = useShare()
  const { total, questions, repeat, stable, planners, started_at: startedAt, finished_at: finishedAt } = report
  const number = (value: number) => formatNumber(value, texts)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [says.database, <bdi key="name">{nameOf(report.database_id)}</bdi>],
    [says.status, <RunState key="state" status={report.status} />],
    [says.startedAt, formatMoment(startedAt, texts)],
    ...(finishedAt === null ? [] : [[says.finishedAt, formatMoment(finishedAt, texts)] as const]),
    ...(planners.length === 0 ? [] : [[says.planner, <bdi key="planner">{plannerNames(planners)}</bdi>] as const]),
    [says.questions, repeat === 1 ? number(questions) : says.repeated(number(questions), number(repeat))],
    [says.answered, share(total.asked === 0 ? null : total.answered_share)],
    [says.precision, share(total.precision)],
    ...(stable === null || report.status !== 'finished' ? [] : [[says.stable, number(stable)] as const]),
    ...(total.latency_ms === null
      ? []
      : [
          [
            says.latency,
            says.latencies(formatDuration(total.latency_ms.p50, texts), formatDuration(total.latency_ms.p95, texts)),
          ] as const,
        ]),
    ...(total.tokens === null
      ? []
      : [[says.cost, says.tokens(number(total.tokens.input), number(total.tokens.output))] as const]),
    ...(total.sentences === null
      ? []
      : [
          [
            says.sentences,
            says.sentenceCounts(number(total.sentences.kept), number(total.sentences.left_out)),
          ] as const,
        ]),
  ]
  return (
    <section>
      <h2>{says.figures}</h2>
      <ListTable
        caption={says.figures}
        rows={[total]}
        rowKey={() => 'all'}
        columns={[
          { label: says.asked, cell: ({ asked }) => number(asked) },
          ...VERDICTS.map((verdict) => ({
            label: says.verdicts[verdict],
            cell: (counts: Report['total']) => number(counts[verdict]),
            isNumber: true,
          })),
        ]}
      />
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The verdicts per tag. */
export const TagsSection = ({ report: { tags, total } }: { readonly report: Report }) => {
  const texts = useTexts()
  if (tags.length === 0 || total.asked === 0) return null
  return (
    <section>
      <h2>{says.tags}</h2>
      <ListTable<Report['tags'][number]>
        caption={says.tags}
        rows={tags}
        rowKey={({ tag }) => tag}
        columns={[
          { label: says.tag, cell: ({ tag }) => <bdi>{tag}</bdi> },
          { label: says.asked, isNumber: true, cell: ({ asked }) => formatNumber(asked, texts) },
          ...VERDICTS.map((verdict) => ({
            label: says.verdicts[verdict],
            isNumber: true,
            cell: (counts: Report['tags'][number]) => formatNumber(counts[verdict], texts),
          })),
        ]}
      />
    </section>
  )
}
