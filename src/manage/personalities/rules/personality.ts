/** How answers may sound. */
export const STYLES = ['CASUAL', 'PROFESSIONAL', 'TECHNICAL', 'CONCISE', 'FRIENDLY'] as const

export type Style = (typeof STYLES)[number]

/** How an organization wants its answers to sound: tone and form, never what is looked up or who may see it. */
export interface Personality {
  readonly id: string
  /** Unique in its organization. */
  readonly name: string
  readonly style: Style
  /** Who answers, in the organization's own words (specification, custom system prompt); may be empty. */
  readonly systemPrompt: string
  /** How it answers, in the organization's own words; may be empty. */
  readonly instructions: string
  /** Opens the first answer of a conversation as it is; may be empty. */
  readonly greeting: string
  /** Whether answers may hold links: to addresses that stand in rows or in these words, and to no others. */
  readonly links: boolean
  /** Whether anything but questions about the data is answered. */
  readonly qa: boolean
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** What of a personality is said by people. */
export type PersonalityFields = Omit<Personality, 'id' | 'createdAt' | 'updatedAt'>

/** A personality at work: in one turn. */
export interface Voice {
  readonly personality: Personality
  /** Whether this is the first answer of its conversation. */
  readonly isFirst: boolean
}

/** In characters. */
export const PERSONALITY_LENGTHS = { name: 100, systemPrompt: 4_000, instructions: 2_000, greeting: 500 } as const

/** A personality of which only its name was said. */
export const PLAIN_PERSONALITY: Omit<PersonalityFields, 'name'> = {
  style: 'PROFESSIONAL',
  systemPrompt: '',
  instructions: '',
  greeting: '',
  links: false,
  qa: true,
}
