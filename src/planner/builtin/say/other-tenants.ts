import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { tableName } from '../../../guard/schema.ts'
import { catalogOf } from '../schema/index.ts'

/** Words before the owners of other tenants' data. */
const OTHERS = new Set(
  'other others another different competing rival neighbouring all every each various across'.split(' '),
)
const BETWEEN = new Set('the our of own any some'.split(' '))
const NUMBER = new Set('no number nr id num'.split(' '))
/** Names of tenants on any platform. */
const ACCOUNTS = new Set('account accounts organization organizations organisation organisations'.split(' '))
const TENANTS = new Set(['tenant', 'tenants'])

/**
 * Whether a message asks for rows of other tenants: "how do we compare with other shops". No name is looked up, so that
 * the answer does not reveal which tenants exist.
 */
export const asksForOthers = (message: string, knowledge: Knowledge): boolean => {
  const { tables, graph } = catalogOf(knowledge.view)
  const nouns = new Set([...tables.values()].flatMap(({ singular, plural }) => [singular, plural]))
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.some((word) => TENANTS.has(word) && !nouns.has(word))) return true
  // The table that most others reference, if the caller sees only one row of it.
  const singles = new Set(knowledge.view.schema.tables.filter(({ single }) => single === true).map(tableName))
  const owners = new Set(
    [...tables.values()].flatMap(({ name, singular, plural }) =>
      graph.isHub(name) && singles.has(name) ? [singular, plural] : [],
    ),
  )
  const isOwner = (word: string): boolean => owners.has(word) || (ACCOUNTS.has(word) && !nouns.has(word))
  return words.some((word, at) => isOwner(word) && (followsOthers(words, at) || isNumbered(words, at)))
}

const followsOthers = (words: readonly string[], at: number): boolean => {
  const before = words.slice(Math.max(0, at - 3), at).filter((word) => !BETWEEN.has(word))
  return OTHERS.has(before.at(-1) ?? '')
}

const isNumbered = (words: readonly string[], at: number): boolean => {
  const [next = '', second = ''] = words.slice(at + 1, at + 3)
  return /^\d+$/.test(NUMBER.has(next) ? second : next)
}
