import type { Change, Comparison } from '../../manage/evaluation/rules/compare-reports.ts'
import type {
  Counts,
  EvaluationReport,
  QuestionReport,
  SampleReport,
  TrialReport,
} from '../../manage/evaluation/rules/report.ts'
import { printable } from '../../platform/values/printable.ts'
import { rowsTable } from '../rows-table.ts'
import type { Terminal } from '../terminal.ts'
import { textTable } from '../text-table.ts'

/** Prints wrong answers with both results, failures, the figures, and the comparison with the baseline. */
export const writeReport = (
  terminal: Pick<Terminal, 'write' | 'width' | 'colors'>,
  report: EvaluationReport,
  comparison: Comparison | undefined,
): void => {
  const parts = [
    ...report.results.flatMap((result) => troublesOf(terminal, result)),
    countsTable(terminal, report),
    figuresText(report),
    ...(comparison === undefined ? [] : [comparisonText(comparison)]),
  ]
  terminal.write(`${parts.join('\n\n')}\n`)
}

/** The wrong and failed trials of a question; equal trials are listed once. */
const troublesOf = (
  terminal: Pick<Terminal, 'width' | 'colors'>,
  { id, question, tenant, trials }: QuestionReport,
): readonly string[] => {
  const seen = new Set<string>()
  return trials.flatMap((trial) => {
    const { verdict, query, message } = trial
    const key = JSON.stringify([verdict, query, message])
    if ((verdict !== 'wrong' && verdict !== 'failed') || seen.has(key)) return []
    seen.add(key)
    const asked = `${verdict}  ${printable(id)}${tenant === null ? '' : ` (tenant ${tenant})`}: ${printable(question)}`
    return [[asked, ...troubleLines(terminal, trial)].join('\n')]
  })
}

const troubleLines = (
  terminal: Pick<Terminal, 'width' | 'colors'>,
  { query, message, found, gold }: TrialReport,
): readonly string[] => [
  ...(query === null ? [] : [`  ${printable(query)}`]),
  ...(message === null ? [] : [`  ${printable(message)}`]),
  ...(found === null ? [] : ['found:', sampleTable(terminal, found)]),
  ...(gold === null ? [] : ['gold:', sampleTable(terminal, gold)]),
]

const sampleTable = (
  { width, colors }: Pick<Terminal, 'width' | 'colors'>,
  { columns, rows, row_count: rowCount, truncated }: SampleReport,
): string => {
  if (rowCount === 0) return 'no rows'
  const shown = columns.map((name) => ({ name, type: typeof rows[0]?.[name] }))
  const table = rowsTable({ columns: shown, rows, truncated: false }, { width, colors, rowsMax: rows.length })
  const hidden = rowCount - rows.length
  return hidden > 0 || truncated ? `${table}\n… ${hidden} more of ${rowCount}${truncated ? ' and more' : ''}` : table
}

const COUNTED = ['right', 'declined', 'wrong', 'failed', 'asked'] as const

const countsTable = ({ width, colors }: Pick<Terminal, 'width' | 'colors'>, report: EvaluationReport): string => {
  const row = (name: string, counts: Counts) => [name, ...COUNTED.map((one) => String(counts[one]))]
  return textTable(
    {
      columns: [
        { head: 'tag' },
        ...COUNTED.map((head) => ({ head: head === 'asked' ? 'of' : head, align: 'right', whole: true }) as const),
      ],
      rows: [...report.tags.map(({ tag, ...counts }) => row(printable(tag), counts)), row('all', report.total)],
    },
    { width, colors, overflow: 'wrap' },
  )
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const figuresText = ({ total, planners, questions, repeat, stable }: EvaluationReport): string => {
  const { answered, answered_share: share, precision, repairs, reviews, sentences, tokens, latency_ms: latency } = total
  return [
    `${percent(share)} answered (${answered} of ${total.asked}), ${precision === null ? 'none' : percent(precision)} of these right, by ${planners.join(', ') || 'no planner'}`,
    ...(latency === null ? [] : [`p50 ${latency.p50} ms, p95 ${latency.p95} ms`]),
    `${repairs} ${repairs === 1 ? 'repair' : 'repairs'}`,
    ...(reviews.asked === 0
      ? []
      : [`${reviews.asked} results reviewed: ${reviews.mended} corrected, ${reviews.spoilt} made worse`]),
    ...(tokens === null
      ? []
      : [
          `${tokens.input} tokens in, ${tokens.output} out, in ${tokens.calls} ${tokens.calls === 1 ? 'call' : 'calls'}${tokens.estimated ? ' (estimated from lengths)' : ''}${tokens.cost_usd_micros === null ? '' : `, for ${(tokens.cost_usd_micros / 1_000_000).toFixed(4)} US dollars`}`,
        ]),
    ...(tokens === null || tokens.steps.reviewing + tokens.steps.wording === 0
      ? []
      : [
          `of these ${tokens.steps.drafting} for drafts, ${tokens.steps.reviewing} for reviews, ${tokens.steps.wording} for wording`,
        ]),
    ...(sentences === null
      ? []
      : [
          `${sentences.left_out} of ${sentences.kept + sentences.left_out} worded sentences removed: not supported by the rows`,
        ]),
    ...(stable === null ? [] : [`${stable} of ${questions} questions had the same verdict in all ${repeat} runs`]),
  ].join('\n')
}

const comparisonText = ({ is_worse: isWorse, compared, worse, better }: Comparison): string => {
  const listed = (name: string, changes: readonly Change[]) =>
    changes.map(({ id, before, now }) => `  ${name}  ${printable(id)}: ${wordsOf(before)} → ${wordsOf(now)}`)
  const verdict = isWorse ? 'Worse than the baseline' : 'Not worse than the baseline'
  const head = `${verdict}, by ${compared} questions: ${worse.length} worse, ${better.length} better`
  return [head, ...listed('worse ', worse), ...listed('better', better)].join('\n')
}

/** `right`, or `right, right, wrong`. */
const wordsOf = (verdicts: Change['now']): string =>
  new Set(verdicts).size === 1 ? (verdicts[0] ?? '') : verdicts.join(', ')
