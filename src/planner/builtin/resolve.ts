import { type Catalog, columnOf } from './catalog.ts'
import type { Link } from './lexicon.ts'
import type { Item } from './link.ts'

/** An item with the one link that fits its surroundings best. */
export interface Resolved extends Item {
  readonly link: Link | null
  /** Links that fit about as well: other tables for the same measure, or two columns that share a word. */
  readonly rivals: readonly Link[]
}

const DISTANCE_COST = 0.3
/** What lies further off than this is a coincidence of words. */
const FAR = 4.5
const UNRELATED = -10
const NEXT_GAIN = 0.25
/** A value of the very table that is spoken of. */
const OWN_VALUE_GAIN = 0.12
/** "works in sales": what follows a preposition is rather a value than a measure. */
const IN_GAIN = 0.15
const PREVIOUS_GAIN = 0.12
const RIVAL_MARGIN = 0.06

const topLinks = (item: Item): readonly Link[] => {
  if (item.links.length === 0) return item.links
  const best = item.links.reduce((most, { weight }) => Math.max(most, weight), 0)
  return item.links.filter((link) => link.weight >= best - 0.15)
}

/** The table that an item means beyond doubt. */
const certainTable = (item: Item, top: readonly Link[]): string | null => {
  if (item.kind !== 'link' || item.soft) return null
  const tables = new Set(top.filter((link) => link.kind === 'table').map((link) => link.table))
  const [table] = tables
  if (table === undefined || tables.size > 1) return null
  const rivals = top.filter((link) => link.table !== table && link.kind !== 'column')
  return rivals.every((link) => link.kind === 'value' && link.weight < 1) ? table : null
}

interface Mention {
  readonly index: number
  readonly tables: readonly string[]
}

const mentionsOf = (items: readonly Item[]): Mention[] => {
  const tops = items.map(topLinks)
  const topOf = (index: number): readonly Link[] => tops[index] ?? []
  const certain = items.flatMap((item, index): Mention[] => {
    const table = certainTable(item, topOf(index))
    return table === null ? [] : [{ index, tables: [table] }]
  })
  const measured = items.flatMap((item, index): Mention[] => {
    const tables = topOf(index).flatMap((link) => (link.kind === 'measure' ? [link.table] : []))
    return tables.length === 0 || item.kind !== 'link' ? [] : [{ index, tables }]
  })
  if (certain.length + measured.length > 0) return [...certain, ...measured]
  return items.flatMap((item, index): Mention[] => {
    const tables = item.soft ? [] : topOf(index).map((link) => link.table)
    return new Set(tables).size === 1 ? [{ index, tables: tables.slice(0, 1) }] : []
  })
}

const isNextToTime = (items: readonly Item[], index: number): boolean =>
  [index + 1, index - 1].some((at) => items[at]?.kind === 'window')

const isMeasured = (items: readonly Item[], index: number): boolean =>
  ['aggregate', 'extreme', 'how-much'].includes(items[index - 1]?.cue?.cue ?? '')

/** True when the word may name a date: "delivered last week" is about the day of delivery. */
const isDated = (catalog: Catalog, item: Item | undefined): boolean =>
  item?.links.some((link) => link.kind === 'column' && columnOf(catalog, link.column)?.kind === 'date') === true

/** Filters say more than values, values more than columns; keys stand for the table they point to. */
const kindGain = (catalog: Catalog, link: Link, timed: boolean, measured: boolean): number => {
  if (timed && (link.kind === 'value' || link.kind === 'filter')) return -0.4
  switch (link.kind) {
    case 'filter':
      return 0.03
    case 'measure':
      return 0.02
    case 'column': {
      const info = columnOf(catalog, link.column)
      if (info?.refTable != null && info.kind === 'key') return -0.2
      return (info?.kind === 'date' && timed) || (info?.kind === 'number' && measured) ? 0.2 : 0
    }
    default:
      return 0
  }
}

/** What surrounds one item, the same for all its links. */
interface Place {
  readonly others: readonly Mention[]
  readonly timed: boolean
  readonly measured: boolean
  readonly next: Mention | undefined
  readonly previous: Mention | undefined
  /** True after "in" and "as". */
  readonly inside: boolean
  nearest(table: string): number
}

const placeOf = (catalog: Catalog, items: readonly Item[], mentions: readonly Mention[], index: number): Place => {
  const others = mentions.filter((mention) => mention.index !== index)
  const said = new Set(others.flatMap(({ tables }) => tables))
  const known = new Map<string, number>()
  return {
    others,
    timed: isNextToTime(items, index) && isDated(catalog, items[index]),
    measured: isMeasured(items, index),
    next: others.find((mention) => mention.index > index && mention.index <= index + 2),
    previous: others.findLast((mention) => mention.index < index),
    inside: ['in', 'as'].includes(items[index - 1]?.lower ?? ''),
    nearest(table) {
      let least = known.get(table)
      if (least !== undefined) return least
      least = Math.min(...[...said].map((one) => catalog.graph.distance(one, table)))
      known.set(table, least)
      return least
    },
  }
}

const score = (catalog: Catalog, place: Place, link: Link): number => {
  const { others, timed, measured, next, previous } = place
  const nearest = others.length === 0 ? 0 : place.nearest(link.table)
  if (nearest > FAR && link.kind !== 'table') return UNRELATED
  return (
    link.weight +
    kindGain(catalog, link, timed, measured) -
    // A table is said for its own sake; everything else is read as part of what stands near it.
    DISTANCE_COST * (link.kind === 'table' ? Math.min(nearest, 1) * 0.3 : nearest) +
    (link.kind === 'value' && link.weight >= 0.9 && nearest === 0 && others.length > 0 ? OWN_VALUE_GAIN : 0) +
    (catalog.tables.get(link.table)?.isPerson === true ? 0.03 : 0) +
    (link.kind === 'value' && place.inside ? IN_GAIN : 0) +
    (next?.tables.includes(link.table) === true ? NEXT_GAIN : 0) +
    (previous?.tables.includes(link.table) === true ? PREVIOUS_GAIN : 0)
  )
}

/** General words count as schema words only beside something else of their table. */
const isNear = (mentions: readonly Mention[], index: number, link: Link): boolean =>
  mentions.some((mention) => mention.index !== index && mention.tables.includes(link.table))

/** A key column that is called like the table it points to stands for that table. */
const ownerOf = (catalog: Catalog, item: Item, link: Link): Link => {
  const owner = link.kind === 'column' ? columnOf(catalog, link.column) : undefined
  if (owner?.kind !== 'key' || owner.refTable === null) return link
  return item.links.find((one) => one.kind === 'table' && one.table === owner.refTable) ?? link
}

/** Chooses one link for every item: near the other mentions by keys, and near in the sentence. */
export const resolveLinks = (catalog: Catalog, items: readonly Item[], context: readonly string[] = []): Resolved[] => {
  const said = mentionsOf(items)
  const mentions = context.length === 0 ? said : [...said, { index: -1, tables: context }]
  return items.map((item, index): Resolved => {
    if (item.links.length === 0) return unlinked(item)
    const place = placeOf(catalog, items, mentions, index)
    const ranked = item.links
      .map((link) => ({ link, score: score(catalog, place, link) }))
      .sort((a, b) => b.score - a.score)
    const [best] = ranked
    if (
      best === undefined ||
      best.score <= UNRELATED / 2 ||
      (item.soft && item.kind === 'link' && !isNear(mentions, index, best.link))
    )
      return unlinked(item)
    const rivals = ranked.slice(1).filter((one) => one.score > best.score - RIVAL_MARGIN || one.link.kind === 'measure')
    return { ...item, link: ownerOf(catalog, item, best.link), rivals: rivals.map((one) => one.link) }
  })
}

const unlinked = (item: Item): Resolved => ({
  ...item,
  kind: item.kind === 'link' ? 'word' : item.kind,
  link: null,
  rivals: [],
})
