import type { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { personalityTexts } from './texts.ts'

export const NAMES = ['name', 'style', 'greeting', 'system_prompt', 'instructions', 'links', 'qa'] as const
export const STYLES = ['PROFESSIONAL', 'FRIENDLY', 'CASUAL', 'CONCISE', 'TECHNICAL'] as const

/** In characters, as the service counts them. */
const LENGTHS = { greeting: 500, system_prompt: 4_000, instructions: 2_000 } as const
const NAME_MAX = 100

export const LABELS = {
  name: personalityTexts.name,
  style: personalityTexts.style,
  greeting: personalityTexts.greeting,
  system_prompt: personalityTexts.prompt,
  instructions: personalityTexts.instructions,
  links: personalityTexts.links,
  qa: personalityTexts.qa,
}

type Values = Readonly<Record<(typeof NAMES)[number], string>>

const lengthOf = (text: string): number => [...text.trim()].length

/** Validation errors before a request. */
export const checkPersonality = (values: Values) => ({
  ...(lengthOf(values.name) === 0 || lengthOf(values.name) > NAME_MAX ? { name: personalityTexts.nameMissing } : {}),
  ...Object.fromEntries(
    Object.entries(LENGTHS).flatMap(([field, max]) => {
      const name = NAMES.find((one) => one === field)
      return name !== undefined && lengthOf(values[name]) > max ? [[name, personalityTexts.tooLong(String(max))]] : []
    }),
  ),
})

/** The request body. */
export const bodyOf = ({ style, links, qa, ...texts }: Values) => ({
  ...texts,
  style: STYLES.find((one) => one === style) ?? STYLES[0],
  links: links === 'on',
  qa: qa === 'on',
})

export const takenName = ({ problem }: TabletalkError) =>
  problem === 'duplicate_entry' ? { name: personalityTexts.nameTaken } : undefined
