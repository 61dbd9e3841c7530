import {
  type ColumnGloss,
  GLOSSARY_CHARACTERS_MAX,
  type Glossary,
  type TableGloss,
} from '../../../ask/rules/glossary.ts'
import { columnKey } from '../../../ask/rules/knowledge.ts'
import type { Sliced } from '../../../platform/values/sliced.ts'
import { DRAFTED_KINDS, type DraftSubject, type GlossaryProposal, type ProposedEntry } from './proposal.ts'
import { proposeAbbreviations } from './propose-abbreviations.ts'
import { proposeDates } from './propose-dates.ts'
import { proposeKeys } from './propose-keys.ts'
import { proposeLabels } from './propose-labels.ts'
import { proposeMeasures } from './propose-measures.ts'
import { proposeStates } from './propose-states.ts'

/** A proposed glossary; it has no effect until it is applied. */
export interface GlossaryDraft {
  /** The current glossary with all proposals added. */
  readonly glossary: Glossary
  readonly proposals: readonly GlossaryProposal[]
  /** What was omitted and why, one sentence each. */
  readonly notes: readonly string[]
}

const PROPOSALS_MAX = 500
/** Leaves room for entries written by managers. */
const CHARACTERS_MAX = GLOSSARY_CHARACTERS_MAX * 0.75

/**
 * Proposes a glossary from data visible to all callers: names, types, keys and published categories. Existing entries
 * are not proposed again, so a second draft contains what the first one omitted.
 */
export function* proposeGlossary(subject: DraftSubject): Sliced<GlossaryDraft> {
  const rules = {
    measure: proposeMeasures,
    key: proposeKeys,
    label: proposeLabels,
    state: proposeStates,
    date: proposeDates,
    abbreviation: proposeAbbreviations,
  }
  const draft = new Draft(subject.glossary)
  const leftOut: string[] = []
  for (const kind of DRAFTED_KINDS) {
    const proposals = yield* rules[kind](subject)
    const dropped = proposals.filter((proposal) => draft.add(proposal) === 'full').length
    if (dropped > 0) leftOut.push(`${dropped} of kind ${kind}`)
    yield
  }
  const notes = leftOut.length === 0 ? [] : [leftOutNote(leftOut)]
  return { glossary: draft.glossary, proposals: draft.proposals, notes }
}

const leftOutNote = (leftOut: readonly string[]): string =>
  `A draft has at most ${PROPOSALS_MAX} proposals. Omitted: ${leftOut.join(', ')}. Apply these proposals, then draft again.`

/** A glossary to which entries are added up to the limits. */
class Draft {
  readonly proposals: GlossaryProposal[] = []
  readonly #tables: Map<string, TableGloss>
  readonly #columns: Map<string, ColumnGloss>
  readonly #phrases: Glossary['phrases'][number][]
  readonly #said: Set<string>
  #characters: number

  constructor(glossary: Glossary) {
    this.#tables = new Map(glossary.tables.map((gloss) => [gloss.table, gloss]))
    this.#columns = new Map(glossary.columns.map((gloss) => [columnKey(gloss), gloss]))
    this.#phrases = [...glossary.phrases]
    this.#said = new Set(glossary.phrases.map(phraseKey))
    this.#characters = JSON.stringify(glossary).length
  }

  get glossary(): Glossary {
    return { tables: [...this.#tables.values()], columns: [...this.#columns.values()], phrases: this.#phrases }
  }

  add(proposal: GlossaryProposal): 'added' | 'known' | 'full' {
    const { entry } = proposal
    if (!this.#isNew(entry)) return 'known'
    const size = JSON.stringify(entry.gloss).length + 1
    if (this.proposals.length >= PROPOSALS_MAX || this.#characters + size > CHARACTERS_MAX) return 'full'
    this.#characters += size
    this.proposals.push(proposal)
    if (entry.of === 'phrase') {
      this.#said.add(phraseKey(entry.gloss))
      this.#phrases.push(entry.gloss)
    } else if (entry.of === 'table')
      this.#tables.set(entry.gloss.table, mergeGloss(this.#tables.get(entry.gloss.table), entry.gloss))
    else this.#columns.set(columnKey(entry.gloss), mergeGloss(this.#columns.get(columnKey(entry.gloss)), entry.gloss))
    return 'added'
  }

  #isNew(entry: GlossaryProposal['entry']): boolean {
    if (entry.of === 'phrase') return !this.#said.has(phraseKey(entry.gloss))
    const known = entry.of === 'table' ? this.#tables.get(entry.gloss.table) : this.#columns.get(columnKey(entry.gloss))
    const { synonyms, ...facts } = entry.gloss
    const said = new Set(known?.synonyms.map((synonym) => synonym.toLowerCase()))
    return (
      Object.keys(facts).some((fact) => !Object.hasOwn(known ?? {}, fact)) || synonyms.some((one) => !said.has(one))
    )
  }
}

/** Adds an entry to a glossary: existing facts of the same table or column stay, and synonyms are merged. */
export const glossaryWith = ({ tables, columns, phrases }: Glossary, entry: ProposedEntry): Glossary => {
  if (entry.of === 'table') return { tables: withGloss(tables, entry.gloss, ({ table }) => table), columns, phrases }
  if (entry.of === 'column') return { tables, columns: withGloss(columns, entry.gloss, columnKey), phrases }
  const key = phraseKey(entry.gloss)
  return { tables, columns, phrases: [...phrases.filter((one) => phraseKey(one) !== key), entry.gloss] }
}

const withGloss = <Gloss extends TableGloss | ColumnGloss>(
  all: readonly Gloss[],
  added: Gloss,
  keyOf: (gloss: Gloss) => string,
): readonly Gloss[] => {
  const known = all.find((one) => keyOf(one) === keyOf(added))
  const merged = mergeGloss(known, added)
  return known === undefined ? [...all, merged] : all.map((one) => (one === known ? merged : one))
}

const phraseKey = ({ phrase, table }: Glossary['phrases'][number]): string =>
  JSON.stringify([phrase.toLowerCase(), table])

/** Existing facts take precedence over proposed ones. */
const mergeGloss = <Gloss extends TableGloss | ColumnGloss>(known: Gloss | undefined, added: Gloss): Gloss =>
  known === undefined ? added : { ...added, ...known, synonyms: [...new Set([...known.synonyms, ...added.synonyms])] }
