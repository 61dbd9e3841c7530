import { type Command, Option } from 'commander'
import { deletePersonality, listPersonalities, postPersonality } from '../manage/personalities/routes/personalities.ts'
import { STYLES } from '../manage/personalities/rules/personality.ts'
import { CommandFailed } from './command-failed.ts'
import { organizationCommand, tableOrText } from './operator-command.ts'

const EXAMPLES = `
Examples:
  $ tabletalk personality create --org 7 --name Ann --style friendly --greeting "Welcome to Acme!"
  $ tabletalk personality create --org 7 --name Facts --style technical --no-qa --instructions "Write dates as 31.12.2026."
  $ tabletalk personality create --org 7 --name Maria --system-prompt "You are Maria of Acme's front desk." --greeting "Hello!"
  $ tabletalk personality list --org 7
  $ tabletalk personality remove --org 7 Ann

A personality (personality_id of a question) changes how an answer is worded. It does not change which data is queried or
what the caller may see.`

interface CreateOptions {
  readonly name: string
  readonly style: string
  readonly systemPrompt: string
  readonly instructions: string
  readonly greeting: string
  readonly links: boolean
  readonly qa: boolean
}

/** `tabletalk personality …`: manages personalities, the styles of answers. */
export const registerPersonality = (program: Command): void => {
  const personality = program
    .command('personality')
    .summary('create, list and remove personalities: the style of answers')
    .addHelpText('after', EXAMPLES)
  organizationCommand<CreateOptions>(personality, 'create', {
    description: 'Creates a personality.',
    declare: (command) =>
      command
        .requiredOption('--name <name>', 'its name, unique in the organization')
        .addOption(
          new Option('--style <style>', `one of ${STYLES.join(', ').toLowerCase()}`)
            .argParser((text) => text.toUpperCase())
            .default('PROFESSIONAL', 'professional'),
        )
        .option('--system-prompt <text>', 'the persona that answers; used only to word answers', '')
        .option('--instructions <text>', 'instructions for style and wording', '')
        .option('--greeting <text>', 'the greeting at the start of the first answer of a conversation', '')
        .option('--links', 'answers may contain links to URLs from rows or from these texts', false)
        .option('--no-qa', 'answer only questions about the data'),
    async answer({ organizationId, run, ...parts }, { name, style, systemPrompt, instructions, greeting, links, qa }) {
      const body = { name, style, system_prompt: systemPrompt, instructions, greeting, links, qa }
      const made = await run(postPersonality(parts), { body })
      return {
        json: { personality_id: made.id, organization_id: organizationId },
        text: `Personality ${made.id} (${made.name}) is created. Send its id as personality_id with a question.`,
      }
    },
  })
  organizationCommand(personality, 'list', {
    description: 'Lists the personalities of an organization.',
    async answer({ organizationId, list, ...parts }) {
      const personalities = (await list(listPersonalities(parts))).map(({ id, updated_at, ...shown }) => ({
        personality_id: id,
        ...shown,
      }))
      const rows = personalities.map(({ system_prompt, instructions, ...shown }) => shown)
      return {
        json: { organization_id: organizationId, personalities },
        text: tableOrText(rows, `Organization ${organizationId} has no personalities.`),
      }
    },
  })
  organizationCommand(personality, 'remove', {
    description: 'Removes a personality. Questions that still name it are refused.',
    declare: (command) => command.argument('<id or name>', 'the id or name that `personality list` shows'),
    async answer({ organizationId, list, run, ...parts }, _options, named) {
      const all = await list(listPersonalities(parts))
      const found = all.find(({ id }) => id === named) ?? all.find(({ name }) => name === named)
      if (found === undefined)
        throw new CommandFailed(
          `Organization ${organizationId} has no personality ${named}. See: npx tabletalk personality list --org ${organizationId}`,
        )
      const { id, name } = found
      await run(deletePersonality(parts), { params: { personality_id: id } })
      return { json: { personality_id: id, removed: true }, text: `Personality ${id} (${name}) is removed.` }
    },
  })
}
