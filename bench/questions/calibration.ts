import Table from 'cli-table3'

/** The verdict on a question, with the confidence of its draft. */
interface Graded {
  readonly verdict?: string
  /** Only of a draft with a query. */
  readonly confidence?: number
}

/** Answers with similar confidence. */
export interface Band {
  readonly from: number
  readonly to: number
  readonly answers: number
  /** Mean confidence of the answers. */
  readonly meanConfidence: number
  /** Share of them that is right. */
  readonly right: number
}

/** Tenths, and the last one halved, because most answers are in it. */
const EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]

/** Answers by bands of confidence, without empty bands; declined and refused questions have no confidence. */
export const calibrationOf = (graded: readonly Graded[]): readonly Band[] =>
  EDGES.flatMap((from, index): Band[] => {
    const to = EDGES[index + 1] ?? 1
    const isLast = index === EDGES.length - 1
    const within = graded.flatMap(({ verdict, confidence }) =>
      confidence !== undefined &&
      (verdict === 'right' || verdict === 'wrong') &&
      confidence >= from &&
      (confidence < to || isLast)
        ? [{ confidence, isRight: verdict === 'right' }]
        : [],
    )
    if (within.length === 0) return []
    const meanConfidence = within.reduce((sum, { confidence }) => sum + confidence, 0) / within.length
    return [
      {
        from,
        to,
        answers: within.length,
        meanConfidence,
        right: within.filter((one) => one.isRight).length / within.length,
      },
    ]
  })

/** The bands as a table for a terminal. */
export const calibrationTable = (bands: readonly Band[]): string => {
  const table = new Table({
    head: ['confidence', 'answers', 'said', 'right'],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  })
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  for (const { from, to, answers, meanConfidence, right } of bands)
    table.push([`${from.toFixed(2)} to ${to.toFixed(2)}`, answers, percent(meanConfidence), percent(right)])
  return table.toString()
}
