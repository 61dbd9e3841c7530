import { z } from 'zod'
import { uuid } from '../../../http/input.ts'
import { nameText } from '../../../http/name-text.ts'
import { plainTextField } from '../../../http/plain-text-field.ts'
import { DEFAULT_PERSONALITY, PERSONALITY_LENGTHS, STYLES } from '../rules/personality.ts'

const timestamp = z.iso.datetime({ precision: 3 })

/** Specification, AI personality. */
export const PersonalityItem = z
  .object({
    id: z.uuid(),
    name: z.string(),
    style: z.enum(STYLES),
    system_prompt: z.string(),
    instructions: z.string(),
    greeting: z.string(),
    links: z.boolean(),
    qa: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Personality' })

const {
  name: NAME_MAX,
  systemPrompt: PROMPT_MAX,
  instructions: INSTRUCTIONS_MAX,
  greeting: GREETING_MAX,
} = PERSONALITY_LENGTHS

const name = nameText.refine((text) => [...text].length <= NAME_MAX, `must have at most ${NAME_MAX} characters`)
const style = z.enum(STYLES, `must be one of ${STYLES.join(', ')}`)
const prompt = plainTextField(PROMPT_MAX)
const instructions = plainTextField(INSTRUCTIONS_MAX)
const greeting = plainTextField(GREETING_MAX)
const onOff = z.boolean('must be true or false')

/** A new personality. */
export const PersonalityBody = z
  .strictObject({
    name,
    style: style.default(DEFAULT_PERSONALITY.style),
    system_prompt: prompt.default(DEFAULT_PERSONALITY.systemPrompt),
    instructions: instructions.default(DEFAULT_PERSONALITY.instructions),
    greeting: greeting.default(DEFAULT_PERSONALITY.greeting),
    links: onOff.default(DEFAULT_PERSONALITY.links),
    qa: onOff.default(DEFAULT_PERSONALITY.qa),
  })
  .meta({ id: 'PersonalityRequest' })

/** Changes of a personality (JSON merge patch): omitted fields stay, null resets a field to its default. */
export const PersonalityPatch = z
  .strictObject({
    name: name.optional(),
    style: style.nullish(),
    system_prompt: prompt.nullish(),
    instructions: instructions.nullish(),
    greeting: greeting.nullish(),
    links: onOff.nullish(),
    qa: onOff.nullish(),
  })
  .meta({ id: 'PersonalityPatch' })

export const personalityPath = z.object({ personality_id: uuid })
