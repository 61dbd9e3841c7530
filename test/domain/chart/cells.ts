import type { Json } from '../../../src/platform/values/json.ts'

const DAY_MS = 86_400_000
const day = (at: number): string => new Date(Date.UTC(2025, 0, 1) + at * DAY_MS).toISOString().slice(0, 10)
const month = (at: number): string => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`

/** Cells of a column by their name in `decisions.md`. */
const CELLS: Readonly<Record<string, (at: number) => Json>> = {
  names: (at) => `name ${at}`,
  truths: (at) => at % 2 === 0,
  numbers: (at) => at + 1,
  'numbers * 1000': (at) => (at + 1) * 1_000,
  decimals: (at) => ((at * 7) % 10) + 0.25,
  'decimals - 3': (at) => ((at * 7) % 10) - 2.75,
  sevens: () => 7,
  digits: (at) => `${at}2345678901234567.89`,
  nulls: () => null,
  nested: (at) => [at],
  mixed: (at) => (at % 2 === 0 ? at : String(at)),
  years: (at) => 2_020 + at,
  'year texts': (at) => String(2_020 + at),
  quarters: (at) => `${2025 + Math.floor(at / 4)}-Q${(at % 4) + 1}`,
  months: month,
  weeks: (at) => `2025-W${String(at + 1).padStart(2, '0')}`,
  days: day,
  midnights: (at) => `${day(at)}T00:00:00Z`,
  moments: (at) => `${day(at)}T08:30:00Z`,
  grains: (at) => (at % 2 === 0 ? day(at) : month(at)),
}

/** @param at index of the row, from 0 */
export const cellOf = (words: string, at: number): Json => {
  const [, what = words, orNull] = /^(.*?)( or null)?$/.exec(words) ?? []
  if (orNull !== undefined && at === 0) return null
  const [, kind, each] = /^(?:each|pairs) ?(\w+)? of (\d+)$/.exec(what) ?? []
  if (each !== undefined)
    return cellAt(`${kind ?? 'name'}s`, (what.startsWith('pairs') ? Math.floor(at / 2) : at) % Number(each))
  const [, long = 'names', run] = /^(?:(\w+) )?run of (\d+)$/.exec(what) ?? []
  return run === undefined ? cellAt(what, at) : cellAt(long, Math.floor(at / Number(run)))
}

const cellAt = (what: string, at: number): Json => {
  const cell = CELLS[what]
  if (cell === undefined) throw new Error(`cells.ts has no ${what}`)
  return cell(at)
}
