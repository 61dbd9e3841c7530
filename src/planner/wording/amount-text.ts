import pluralize from 'pluralize'
import type { Json } from '../../platform/values/json.ts'
import { cellText, numberText } from './cell-text.ts'
import type { Figure } from './subject.ts'

const WHOLE_MAX = Number.MAX_SAFE_INTEGER
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const UNGROUPED = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 2 })

/** A cell formatted by its figure: `37,020.10 EUR`, `62.98 %`, `1962`, `1,217 orders`. */
export const amountText = (cell: Json | undefined, figure: Figure): string => {
  if (cell === null || cell === undefined) return figure.says === '' ? 'none' : `no ${figure.says}`
  if (figure.kind === 'yes-no' && (cell === 0 || cell === 1)) return cell === 1 ? 'yes' : 'no'
  const amount = typeof cell === 'string' && NUMERIC.has(figure.kind) && isDecimal(cell) ? Number(cell) : cell
  if (typeof amount !== 'number') return cellText(cell)
  const shown = typeof cell === 'string' && Math.abs(amount) > WHOLE_MAX ? cellText(cell) : figureText(amount, figure)
  return withUnit(shown, amount, figure)
}

/** Decimals with more digits than a JSON number holds are text. */
const NUMERIC: ReadonlySet<Figure['kind']> = new Set(['number', 'money', 'percent'])

const isDecimal = (text: string): boolean => /^-?\d+\.\d+$/.test(text)

const figureText = (cell: number, { kind }: Figure): string => {
  if (kind === 'plain' && Math.abs(cell) <= WHOLE_MAX) return numberText(cell, UNGROUPED)
  if (kind === 'money') return numberText(cell, CENTS)
  return cellText(cell)
}

const withUnit = (text: string, cell: number, { kind, unit, one }: Figure): string => {
  if (kind === 'percent') return `${text} %`
  const word = cell === 1 ? (one ?? singularUnit(unit)) : unit
  return word === null ? text : `${text} ${word}`
}

/** `units` → `unit`; currencies and signs have no singular. */
const singularUnit = (unit: string | null): string | null =>
  unit !== null && /^[a-z]{4,}$/.test(unit) ? pluralize.singular(unit) : unit
