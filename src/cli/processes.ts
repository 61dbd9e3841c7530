import type { Command } from 'commander'

const API_EXAMPLES = `
Examples:
  $ TEMPORAL_ADDRESS=temporal:7233 MONGODB_URI=mongodb://db/tabletalk TABLETALK_SECRET=… tabletalk api
  $ docker run -p 3000:3000 --env-file settings tabletalk:0.1.0 api

Without these settings it finds the servers of \`tabletalk servers\` with the same TABLETALK_HOME. Ctrl-C or SIGTERM lets
running requests end; readers of streams go on at another API.`

const WORKER_EXAMPLES = `
Examples:
  $ TEMPORAL_ADDRESS=temporal:7233 MONGODB_URI=mongodb://db/tabletalk TABLETALK_SECRET=… tabletalk worker

Without these settings it finds the servers of \`tabletalk servers\` with the same TABLETALK_HOME. Ctrl-C or SIGTERM lets
running steps end; turns go on at another worker.`

/** `tabletalk api` and `tabletalk worker`: one process of many, on servers that are there; as `npm run api` and `npm run worker`. */
export const registerProcesses = (program: Command): void => {
  program
    .command('api')
    .summary('run one API, on servers of your own')
    .description('Answers over HTTP on PORT until it is asked to stop.')
    .addHelpText('after', API_EXAMPLES)
    .action(async () => void (await import('../main.ts')))
  program
    .command('worker')
    .summary('run one worker, on servers of your own')
    .description('Takes turns from Temporal until it is asked to stop.')
    .addHelpText('after', WORKER_EXAMPLES)
    .action(async () => void (await import('../../workers/main.ts')))
}
