import type { Command } from 'commander'
import { registerCreate } from './create-personality.ts'
import { registerList } from './list-personalities.ts'
import { registerRemove } from './remove-personality.ts'

const EXAMPLES = `
Examples:
  $ tabletalk personality create --org 7 --name Ann --style friendly --greeting "Welcome to Acme!"
  $ tabletalk personality create --org 7 --name Facts --style technical --no-qa --instructions "Write dates as 31.12.2026."
  $ tabletalk personality create --org 7 --name Maria --system-prompt "You are Maria of Acme's front desk." --greeting "Hello!"
  $ tabletalk personality list --org 7
  $ tabletalk personality remove --org 7 Ann

A personality (personality_id of a question) changes how an answer is worded. It does not change which data is queried or
what the caller may see.`

/** `tabletalk personality …`: how answers may sound. */
export const registerPersonality = (program: Command): void => {
  const personality = program
    .command('personality')
    .summary('create, list and remove personalities: the style of answers')
    .addHelpText('after', EXAMPLES)
  registerCreate(personality)
  registerList(personality)
  registerRemove(personality)
}
