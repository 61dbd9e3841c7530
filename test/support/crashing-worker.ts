import { once } from 'node:events'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { MailRequest } from '../../src/manage/accounts/rules/mail-request.ts'
import { runWorker } from '../../workers/run-worker.ts'
import { testBundle } from './test-servers.ts'

/**
 * A worker process that ends itself by SIGKILL at one step: `CRASH_AT=runQuery:before` dies when the step begins,
 * `runQuery:after` when it is done but has not been reported, `runQuery:before:2` when it begins for the second time. Without `CRASH_AT` it is a spare: it makes everything
 * ready, and takes turns from the moment it is told to. Where `MAIL_TO` is an address, every mail is to it.
 */
const [step, moment, nth = '1'] = (process.env.CRASH_AT ?? '').split(':')
let begun = 0
const config = readConfig()
const { address = '' } = config.temporal
const { MAIL_TO: to } = process.env
const made = await createApp({
  config,
  temporalAddress: address,
  mongoUri: config.mongoUri ?? '',
  secret: config.secret ?? '',
  observe: () => undefined,
})
const mail = (id: string) => ({ id, to: to ?? '', subject: 'Hello', text: 'A line.\n' })
const app =
  to === undefined
    ? made
    : { ...made, mail: { ...made.mail, accountMail: async ({ mailId }: MailRequest) => mail(mailId) } }
const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('a killed process does not go on')
}
const bundle = await testBundle()
if (step === '') {
  process.send?.('ready')
  await once(process, 'message')
}
const worker = await runWorker(app, {
  bundle,
  address,
  graceMs: 1_000,
  interceptors: [
    ({ info }) => ({
      inbound: {
        async execute(input, next) {
          const isNth = info.activityType === step && ++begun === Number(nth)
          if (isNth && moment === 'before') return die()
          const output = await next(input)
          if (isNth && moment === 'after') return die()
          return output
        },
      },
    }),
  ],
})
process.send?.('ready')
await worker.stopped
