import type { Entry, Glossary } from './glossary.ts'

export type EntryKind = Entry['of']

/** The key of an entry: entries with equal keys are one entry. */
export const entryKey = (entry: Entry): string => {
  switch (entry.of) {
    case 'table':
      return entry.gloss.table
    case 'column':
      return `${entry.gloss.table}.${entry.gloss.column}`
    case 'phrase':
      return `${entry.gloss.table}: ${entry.gloss.phrase.toLowerCase()}`
  }
}

export const entriesOf = ({ tables, columns, phrases }: Glossary): readonly Entry[] => [
  ...tables.map((gloss) => ({ of: 'table' as const, gloss })),
  ...columns.map((gloss) => ({ of: 'column' as const, gloss })),
  ...phrases.map((gloss) => ({ of: 'phrase' as const, gloss })),
]

export const glossaryOf = (entries: readonly Entry[]): Glossary => ({
  tables: entries.flatMap((entry) => (entry.of === 'table' ? [entry.gloss] : [])),
  columns: entries.flatMap((entry) => (entry.of === 'column' ? [entry.gloss] : [])),
  phrases: entries.flatMap((entry) => (entry.of === 'phrase' ? [entry.gloss] : [])),
})

/** Adds an entry, in place of the replaced one. */
export const withEntry = (entries: readonly Entry[], entry: Entry, replaced?: Entry): readonly Entry[] => {
  const others = entries.filter((one) => one === replaced || !isSame(one, entry))
  return replaced !== undefined && others.includes(replaced)
    ? others.map((one) => (one === replaced ? entry : one))
    : [...others, entry]
}

/** Adds a proposal: an existing entry of the same table or column keeps its fields, and gets the additional synonyms. */
export const withProposal = (entries: readonly Entry[], entry: Entry): readonly Entry[] => {
  const known = entries.find((one) => isSame(one, entry))
  return known === undefined
    ? [...entries, entry]
    : entries.map((one) => (one === known ? together(known, entry) : one))
}

const isSame = (one: Entry, other: Entry): boolean => one.of === other.of && entryKey(one) === entryKey(other)

const together = (known: Entry, added: Entry): Entry => {
  if (known.of === 'table' && added.of === 'table') return { of: 'table', gloss: withWords(known.gloss, added.gloss) }
  if (known.of === 'column' && added.of === 'column')
    return { of: 'column', gloss: withWords(known.gloss, added.gloss) }
  return added
}

const withWords = <Gloss extends { readonly synonyms: readonly string[] }>(known: Gloss, added: Gloss): Gloss => ({
  ...added,
  ...known,
  synonyms: [...new Set([...known.synonyms, ...added.synonyms])],
})

/** Number of entries that differ from the saved ones. */
export const changesOf = (saved: readonly Entry[], edited: readonly Entry[]): number => {
  const before = new Map(saved.map((entry) => [entry.of + entryKey(entry), JSON.stringify(entry)]))
  const after = new Map(edited.map((entry) => [entry.of + entryKey(entry), JSON.stringify(entry)]))
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key)).length
}
