import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { REPEAT_MAX } from '../../manage/evaluation/rules/evaluated-question.ts'
import { withOrganization } from '../choose-organization.ts'
import { withStore } from '../with-store.ts'
import type { EvalOptions } from './evaluate.ts'

const EXAMPLES = `
Examples:
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1 --repeat 3 --out before.json
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1 --baseline before.json
  $ tabletalk eval --database shop --questions questions.jsonl --tenant 1 --worded --json | jq .total

Each line of the file is a question with its expected answer: a gold query with the right rows, or the kind of answer expected.
  {"id": 1, "question": "How many orders were cancelled?", "gold": "SELECT count(*) FROM orders WHERE status = 'cancelled'"}
  {"id": 2, "question": "And by month?", "after": 1, "gold": "SELECT …", "tags": ["time"]}
  {"id": 3, "question": "How is the weather?", "expect": "decline"}
  {"id": 4, "question": "hello", "expect": "chat", "tenant": 2, "scope": "Anna"}
"after" is the id of the question that this one follows up. The gold query runs under the same guard and for the same tenant as
the drafted query.

The evaluation runs in the service. Ctrl-C stops watching it; run the same command to watch it again, or with --stop to stop
it. After it has ended, the same command starts a new one. The exit status is 0 on success, 2 if the result is worse than the
baseline (fewer right or more wrong among the questions of both), and 1 if the evaluation could not be completed.`

/** `tabletalk eval`: measures how well the questions of a file are answered. */
export const registerEval = (program: Command): void => {
  withOrganization(program.command('eval'), 'the organization of --database, or the only organization besides the demo')
    .summary('measure how well your own questions are answered')
    .description(
      'Asks the questions of a file, compares the results with those of gold queries, and reports which answers are right.',
    )
    .option('--database <id or name>', 'the id or name; default: the only database of the organization')
    .requiredOption('--questions <file>', 'a JSON Lines file with one question per line')
    .option('--tenant <id>', 'the tenant of questions that do not name one')
    .option('--scope <id>', 'the end user or group of questions that do not name one')
    .option('--repeat <times>', 'ask each question this many times, and report how stable the answers are', timesOf, 1)
    .option('--worded', 'also let the model word each answer, and count the sentences that the rows do not support')
    .option('--baseline <file>', 'compare with a file that --out has written')
    .option('--out <file>', 'also write the JSON document to a file')
    .option('--stop', 'stop the running evaluation')
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
