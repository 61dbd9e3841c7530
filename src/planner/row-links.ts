import type { QueryResult } from '../ask/rules/outcome.ts'
import type { TurnPersonality } from '../manage/personalities/rules/personality.ts'

/** Candidates for web addresses: without brackets, quotes or white space. */
export const ADDRESSES = /https?:\/\/[^\s<>()[\]{}"'`\\|^]+/gi
const WHOLE_ADDRESS = /^https?:\/\/[^\s<>()[\]{}"'`\\|^]+$/i

const ADDRESS_LENGTH_MAX = 2_000
const ADDRESSES_MAX = 500
const NO_LINKS: ReadonlySet<string> = new Set()

/**
 * The addresses that an answer may link: whole cells of its rows, and links of the organization. None unless its
 * personality allows links: text in rows may ask for a link, and one made up by a model could exfiltrate data.
 */
export const rowLinks = ({ rows }: QueryResult, voice: TurnPersonality | undefined): ReadonlySet<string> => {
  if (voice?.personality.links !== true) return NO_LINKS
  const links = new Set<string>()
  const { systemPrompt, instructions } = voice.personality
  for (const [address] of `${systemPrompt}\n${instructions}`.matchAll(ADDRESSES)) links.add(withoutMarks(address))
  for (const row of rows) {
    for (const column in row) {
      if (links.size >= ADDRESSES_MAX) return links
      const cell = row[column]
      if (typeof cell === 'string' && cell.length <= ADDRESS_LENGTH_MAX && isWebAddress(cell)) links.add(cell)
    }
  }
  return links
}

/** An address without a user, because the part before an at sign is easily mistaken for the host. */
const isWebAddress = (text: string): boolean => {
  const url = WHOLE_ADDRESS.test(text) ? URL.parse(text) : null
  return url !== null && url.username === '' && url.password === ''
}

/** Without final punctuation, which belongs to the sentence. */
export const withoutMarks = (address: string): string => {
  let end = address.length
  while (end > 0 && MARKS.includes(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}

const MARKS = '.,;:!?…*_~'
