export const STYLES = ['CASUAL', 'PROFESSIONAL', 'TECHNICAL', 'CONCISE', 'FRIENDLY'] as const

export type Style = (typeof STYLES)[number]

/** Settings for the wording of answers: tone and form, never the query or access to data. */
export interface Personality {
  readonly id: string
  /** Unique in the organization. */
  readonly name: string
  readonly style: Style
  /** Custom system prompt (specification): who answers; may be empty. */
  readonly systemPrompt: string
  /** How answers are worded; may be empty. */
  readonly instructions: string
  /** Precedes the first answer of a conversation verbatim; may be empty. */
  readonly greeting: string
  /** Whether answers may contain links, only to URLs that occur in the rows or in these texts. */
  readonly links: boolean
  /** Whether messages other than questions about the data are answered (small talk). */
  readonly qa: boolean
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** The editable fields of a personality. */
export type PersonalityFields = Omit<Personality, 'id' | 'createdAt' | 'updatedAt'>

/** The personality of one turn. */
export interface TurnPersonality {
  readonly personality: Personality
  /** Whether this is the first answer of its conversation. */
  readonly isFirst: boolean
}

/** Maximum lengths in characters. */
export const PERSONALITY_LENGTHS = { name: 100, systemPrompt: 4_000, instructions: 2_000, greeting: 500 } as const

/** Default values of a new personality. */
export const DEFAULT_PERSONALITY: Omit<PersonalityFields, 'name'> = {
  style: 'PROFESSIONAL',
  systemPrompt: '',
  instructions: '',
  greeting: '',
  links: false,
  qa: true,
}
