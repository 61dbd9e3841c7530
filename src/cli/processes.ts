import type { Command } from 'commander'

const API_EXAMPLES = `
Examples:
  $ TEMPORAL_ADDRESS=temporal:7233 MONGODB_URI=mongodb://db/tabletalk TABLETALK_SECRET=… tabletalk api
  $ docker run -p 3000:3000 --env-file settings tabletalk:0.1.0 api

Without these settings, the process uses the servers that \`tabletalk servers\` runs with the same TABLETALK_HOME. On Ctrl-C or
SIGTERM it finishes running requests; clients that read streams reconnect to another API process.`

const WORKER_EXAMPLES = `
Examples:
  $ TEMPORAL_ADDRESS=temporal:7233 MONGODB_URI=mongodb://db/tabletalk TABLETALK_SECRET=… tabletalk worker

Without these settings, the process uses the servers that \`tabletalk servers\` runs with the same TABLETALK_HOME. On Ctrl-C or
SIGTERM it finishes running steps; other workers continue its turns.`

/** `tabletalk api`: runs one API process on existing servers, like `npm run api`. */
export const registerApi = (program: Command): void => {
  program
    .command('api')
    .summary('run one API process on your own servers')
    .description('Serves the HTTP API on PORT until it is stopped.')
    .addHelpText('after', API_EXAMPLES)
    .action(async () => void (await import('../main.ts')))
}

/** `tabletalk worker`: runs one worker process on existing servers, like `npm run worker`. */
export const registerWorker = (program: Command): void => {
  program
    .command('worker')
    .summary('run one worker process on your own servers')
    .description('Runs turns from Temporal until it is stopped.')
    .addHelpText('after', WORKER_EXAMPLES)
    .action(async () => void (await import('../../workers/main.ts')))
}
