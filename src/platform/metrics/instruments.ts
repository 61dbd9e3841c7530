import { Counter, Histogram, type Registry } from 'prom-client'

/** Seconds, from a cached answer to the longest turn. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** The values of each label that are known from the start; `learnt` for those that a process learns, such as models. */
type LabelValues<Label extends string> = Readonly<Record<Label, readonly string[] | 'learnt'>>

/** Creates the metrics of the service in a registry. */
export const instruments = (register: Registry) => ({
  /**
   * A counter whose series all begin at 0, because `increase()` of Prometheus does not see the first increase of a series that
   * begins at 1. A counter with a label whose values are learnt has no series at first.
   */
  counter<Label extends string = never>(name: string, help: string, labels: LabelValues<Label>) {
    const created = new Counter<string>({
      name: `tabletalk_${name}`,
      help,
      labelNames: Object.keys(labels),
      registers: [register],
    })
    for (const series of combinations(labels)) created.inc(series, 0)
    return { inc: (of: Readonly<Record<Label, string | number>>, by = 1) => created.inc(of, by) }
  },

  /** A histogram of durations, in seconds. */
  histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
    return new Histogram({
      name: `tabletalk_${name}`,
      help,
      labelNames: [...labelNames],
      buckets: SECONDS,
      registers: [register],
    })
  },
})

export type Instruments = ReturnType<typeof instruments>

const combinations = (labels: LabelValues<string>): readonly Readonly<Record<string, string>>[] =>
  Object.entries(labels).reduce<readonly Readonly<Record<string, string>>[]>(
    (series, [label, values]) =>
      values === 'learnt' ? [] : series.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  )
