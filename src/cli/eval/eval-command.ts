import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { REPEAT_MAX } from '../../domain/evaluation/evaluated-question.ts'
import { withOrganization } from '../choose-organization.ts'
import { withStore } from '../with-store.ts'
import type { EvalOptions } from './evaluate.ts'

const EXAMPLES = `
Examples:
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1 --repeat 3 --out before.json
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1 --baseline before.json
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1 --worded --json | jq .total

Each line of the file is a question with a right answer: a query whose rows are right, or what else there should be.
  {"id": 1, "question": "How many orders were cancelled?", "gold": "SELECT count(*) FROM orders WHERE status = 'cancelled'"}
  {"id": 2, "question": "And by month?", "after": 1, "gold": "SELECT …", "tags": ["time"]}
  {"id": 3, "question": "How is the weather?", "expect": "decline"}
  {"id": 4, "question": "hello", "expect": "chat", "tenant": 2, "scope": "Anna"}
"after" names the question that it follows up. Gold runs under the same guard as what is drafted, for the same tenant.

It runs in the service: Ctrl-C stops watching it, the same command watches it again, and with --stop it ends. One that has
ended begins anew. Ends with 0, with 2 where it is worse than the baseline (fewer right or more wrong, over the questions of
both), and with 1 where it could not be done.`

/** `tabletalk eval`: how well questions of one's own are answered. */
export const registerEval = (program: Command): void => {
  withOrganization(program.command('eval'), 'the id of a database, and for the only one beside the demo')
    .summary('measure how well your own questions are answered')
    .description('Asks the questions of a file, compares what is found with gold queries, and tells what is right.')
    .option('--database <id or name>', 'which one; may be left out where the organization has one only')
    .requiredOption('--questions <file>', 'a file with one question a line, as JSON')
    .option('--tenant <id>', 'for whom those are asked that name no tenant themselves')
    .option('--scope <id>', 'as which end user or group, where they name none')
    .option('--repeat <times>', 'ask each so often, and say how stable the answers are', timesOf, 1)
    .option('--worded', 'have the model word each answer too, and count its sentences that the rows do not say')
    .option('--baseline <file>', 'compare with what --out has written before')
    .option('--out <file>', 'write the JSON document into a file, too')
    .option('--stop', 'end the one that runs')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((options: EvalOptions) =>
      withStore(readConfig(), async (operator) => {
        const { evaluate } = await import('./evaluate.ts')
        await evaluate(operator, options)
      }),
    )
}

const timesOf = (text: string): number => {
  const times = Number(text)
  if (/^[1-9][0-9]?$/.test(text) && times <= REPEAT_MAX) return times
  throw new InvalidArgumentError(`It must be a number from 1 to ${REPEAT_MAX}.`)
}
