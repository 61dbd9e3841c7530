import { z } from 'zod'
import {
  EXPLORE_COMMANDS_MAX,
  EXPLORE_TEXT_LENGTH_MAX,
  type ExploreCommand,
  type ExploreKind,
} from '../../ask/rules/explore-command.ts'

/** The schema of explore requests, with every key required for strict schemas. */
export const exploreReply = (offered: readonly ExploreKind[]) =>
  z.array(z.object({ kind: z.enum(offered), text: z.string(), within: z.string().nullable() }))

type LookReply = z.infer<ReturnType<typeof exploreReply>>

/** Converts requests with a missing key or bracket to the requested shape; plain words become a search for tables. */
export const repairedCommands = (found: unknown): readonly unknown[] =>
  (Array.isArray(found) ? found : found === undefined || found === null || found === '' ? [] : [found])
    .slice(0, EXPLORE_COMMANDS_MAX)
    .map((one: unknown) => {
      if (typeof one === 'string') return { kind: 'search', text: cut(one), within: null }
      if (typeof one !== 'object' || one === null) return one
      const { kind, text, within = null } = { kind: 'search', text: '', ...one } satisfies Record<string, unknown>
      return { kind, text: cut(text), within: cut(within) }
    })

const cut = (text: unknown): unknown => (typeof text === 'string' ? text.slice(0, EXPLORE_TEXT_LENGTH_MAX) : text)

/** Non-empty requests, without duplicates. */
export const exploreCommandsOf = (replies: LookReply): readonly ExploreCommand[] => {
  const looks = replies
    .filter(({ kind, text, within }) => says(text) || (kind === 'values' && says(within)))
    .map(lookOf)
  return [...new Map(looks.map((look) => [JSON.stringify(look), look])).values()]
}

const says = (text: string | null): text is string => text !== null && text.trim() !== ''

const lookOf = ({ kind, text, within }: LookReply[number]): ExploreCommand => {
  switch (kind) {
    case 'search':
      return { kind, words: text }
    case 'describe':
      return { kind, table: text }
    case 'values':
      if (!says(within)) return { kind, text }
      return says(text) ? { kind, text, within } : { kind: 'list', within }
  }
}
