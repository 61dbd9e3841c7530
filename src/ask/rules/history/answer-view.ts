import type { ChartType } from '../../../charts/rules/choose-chart.ts'

export const VIEW_KINDS = ['chart', 'table'] as const

/** How a reader has arranged the rows of an answer, or of one of its parts; what is absent is as it is without a choice. */
export interface AnswerView {
  readonly shows?: (typeof VIEW_KINDS)[number] | undefined
  readonly chart_type?: ChartType | undefined
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined
  /** In CSS pixels, by the name of a column of the result. */
  readonly column_widths?: Readonly<Record<string, number>> | undefined
}

/** Characters of a view as JSON: it is kept with its message. */
export const VIEW_LENGTH_MAX = 8_000

/** By which the views of an answer are kept: those of parts by their number, counted from 1. */
export const viewKey = (part: number | undefined): string => String(part ?? 0)
