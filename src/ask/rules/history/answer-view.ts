import type { ChartType } from '../../../charts/rules/choose-chart.ts'

export const VIEW_KINDS = ['chart', 'table'] as const

/** How a user has arranged the rows of an answer, or of one of its parts; an absent field has its default. */
export interface AnswerView {
  readonly shows?: (typeof VIEW_KINDS)[number] | undefined
  readonly chart_type?: ChartType | undefined
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined
  /** In CSS pixels, by column name of the result. */
  readonly column_widths?: Readonly<Record<string, number>> | undefined
}

/** Maximum length of a view as JSON: it is stored with its message. */
export const VIEW_LENGTH_MAX = 8_000

/** The key of a view within its answer: the number of the part, counted from 1, or 0. */
export const viewKey = (part: number | undefined): string => String(part ?? 0)
