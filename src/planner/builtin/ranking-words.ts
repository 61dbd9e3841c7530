import pluralize from 'pluralize'
import { targetAt } from './read-head.ts'
import type { Ranking, Reader } from './reader.ts'

export const NUMBERED = ['most', 'least', 'fewest', 'top', 'bottom', 'maximum', 'minimum', 'best', 'worst']

export const isPlural = (text: string): boolean => pluralize.isPlural(text.split(' ').at(-1) ?? '')

export const isModifier = (reader: Reader, index: number): boolean => {
  const link = reader.noun(index)
  const cue = reader.cue(index)
  return (
    reader.isFiller(index) ||
    reader.items[index]?.kind === 'number' ||
    link?.kind === 'filter' ||
    link?.kind === 'value' ||
    reader.items[index]?.kind === 'window' ||
    (cue !== null && ['count', 'aggregate', 'distinct', 'share'].includes(cue))
  )
}

export const isNoun = (reader: Reader, index: number): boolean => {
  const link = reader.noun(index)
  const item = reader.items[index]
  return (
    link?.kind === 'table' ||
    link?.kind === 'column' ||
    link?.kind === 'measure' ||
    (item?.kind === 'bucket' && item.soft)
  )
}

/** "top 5", "5 best", "the 3 cheapest": how many rows are wanted. */
export const takeLimit = (reader: Reader, index: number): void => {
  const after = reader.next(
    index + 1,
    (at) => reader.items[at]?.kind === 'number',
    (at) => reader.isFiller(at),
  )
  const before = reader.previous(
    index - 1,
    (at) => reader.items[at]?.kind === 'number',
    (at) => reader.isFiller(at) || reader.cue(at) === 'adjective' || reader.cue(at) === 'extreme',
  )
  const at = after >= 0 && reader.used[after] !== true ? after : before
  const number = reader.items[at]?.number ?? null
  if (at < 0 || number === null || reader.used[at] === true) return
  reader.limit = number
  reader.use(at)
}

export const nounAfter = (reader: Reader, index: number): number =>
  reader.next(
    index + 1,
    (at) => isNoun(reader, at),
    (at) => isModifier(reader, at),
  )

export const averaged = (reader: Reader, from: number, to: number): boolean => {
  for (let index = from; index <= to; index++) {
    const cue = reader.items[index]?.cue
    if (cue?.cue === 'aggregate' && cue.aggregate === 'avg') return true
  }
  return false
}

export const useBetween = (reader: Reader, from: number, to: number): void => {
  for (let index = from; index <= to; index++) {
    const cue = reader.cue(index)
    if (reader.isFiller(index) || (cue !== null && ['count', 'aggregate', 'distinct'].includes(cue))) reader.use(index)
  }
}

export const rank = (reader: Reader, descending: boolean, by: Ranking['by']): void => {
  reader.rankings.push({ descending, by })
}

export const targetIndex = (reader: Reader): number =>
  reader.items.findIndex((_, index) => JSON.stringify(targetAt(reader, index)) === JSON.stringify(reader.target))
