import { setTimeout as delay } from 'node:timers/promises'
import { type App, createApp } from '../../src/app.ts'
import { type TurnInput, workflowIdOf } from '../../src/ask/rules/turn.ts'
import { readConfig } from '../../src/config.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'

/**
 * An API process that ends itself by SIGKILL at one moment of asking: `CRASH_AT=claimed` before Temporal is called,
 * `started` when Temporal has the workflow but has not said so, `accepted` when it has, and nothing is sent yet.
 * Without `CRASH_AT` it lives. It sends its port to its parent process.
 */
const moment = process.env.CRASH_AT ?? ''
const config = readConfig()
const secret = config.secret ?? ''
const app = await createApp({
  config,
  secret,
  temporalAddress: config.temporal.address ?? '',
  mongoUri: config.mongoUri ?? '',
  observe: () => undefined,
})

const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('a killed process does not go on')
}

const dieOnceStarted = async (input: TurnInput): Promise<void> => {
  const { caller, ...ids } = input.question
  const handle = app.temporal.client.workflow.getHandle(workflowIdOf({ ...ids, organizationId: caller.organizationId }))
  for (;;) {
    try {
      await handle.describe()
      return die()
    } catch {
      await delay(5)
    }
  }
}

/** Dies around a call that starts a turn. */
const around = async (input: TurnInput, call: () => Promise<unknown>): Promise<never | undefined> => {
  if (moment === 'claimed') return die()
  if (moment === 'started') void dieOnceStarted(input)
  await call()
  return moment === 'accepted' ? die() : undefined
}

const turns: App['turns'] = {
  ...app.turns,
  start: async (input, ...how) => void (await around(input, () => app.turns.start(input, ...how))),
  answer: (input, deadline) => around(input, () => app.turns.answer(input, deadline)),
}

const api = await serveApi({ ...app, turns }, { host: '127.0.0.1', port: 0, secret })
process.send?.({ port: api.port })
