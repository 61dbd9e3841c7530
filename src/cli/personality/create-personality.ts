import { type Command, InvalidArgumentError, Option } from 'commander'
import { v7 as uuidv7 } from 'uuid'
import { readConfig } from '../../config.ts'
import { PERSONALITY_LENGTHS, STYLES, type Style } from '../../domain/ask/personality.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { displayNameOption } from '../display-name-option.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

interface CreateOptions {
  readonly org?: number
  readonly name: string
  readonly style: Style
  readonly systemPrompt: string
  readonly instructions: string
  readonly greeting: string
  readonly links: boolean
  readonly qa: boolean
  readonly json?: boolean
}

const {
  name: NAME_MAX,
  systemPrompt: PROMPT_MAX,
  instructions: INSTRUCTIONS_MAX,
  greeting: GREETING_MAX,
} = PERSONALITY_LENGTHS

/** `tabletalk personality create` */
export const registerCreate = (personality: Command): void => {
  withOrganization(personality.command('create'))
    .description('Creates a personality.')
    .requiredOption('--name <name>', 'its name, unique in the organization', displayNameOption(NAME_MAX))
    .addOption(
      new Option('--style <style>', `one of ${STYLES.join(', ').toLowerCase()}`)
        .argParser(styleOf)
        .default('PROFESSIONAL', 'professional'),
    )
    .option('--system-prompt <text>', 'the persona that answers; used only to word answers', atMost(PROMPT_MAX), '')
    .option('--instructions <text>', 'instructions for style and wording', atMost(INSTRUCTIONS_MAX), '')
    .option(
      '--greeting <text>',
      'the greeting at the start of the first answer of a conversation',
      atMost(GREETING_MAX),
      '',
    )
    .option('--links', 'answers may contain links to URLs from rows or from these texts', false)
    .option('--no-qa', 'answer only questions about the data')
    .option('--json', 'print one JSON document instead')
    .action(createPersonality)
}

const createPersonality = ({ org, json, ...fields }: CreateOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id: organizationId } = await chooseOrganization(operator, org)
    const { name, style, systemPrompt, instructions, greeting, links, qa } = fields
    const said = { name, style, systemPrompt, instructions, greeting, links, qa }
    const { systemPrompt: system_prompt, ...rest } = said
    const id = uuidv7()
    const told = {
      organizationId,
      action: 'personality.created',
      subject: id,
      fields: { ...rest, system_prompt },
    } as const
    await recordChange(operator, told, async () => {
      if ((await operator.store.personalities.add({ organizationId }, said, id)) === undefined)
        throw new CommandFailed(`Organization ${organizationId} already has a personality named ${name}.`)
    })
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { personality_id: id, organization_id: organizationId })
    else terminal.write(`Personality ${id} (${name}) is created. Send its id as personality_id with a question.\n`)
  })

const styleOf = (text: string): Style => {
  const style = STYLES.find((one) => one === text.toUpperCase())
  if (style === undefined) throw new InvalidArgumentError(`It must be one of ${STYLES.join(', ').toLowerCase()}.`)
  return style
}

const atMost =
  (lengthMax: number) =>
  (text: string): string => {
    if ([...text].length > lengthMax) throw new InvalidArgumentError(`It must have at most ${lengthMax} characters.`)
    return text.trim()
  }
