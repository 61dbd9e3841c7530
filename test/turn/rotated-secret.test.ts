import { generate, generateSecret } from 'otplib'
import { z } from 'zod'
import { type App, createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { passwords } from '../../src/manage/accounts/passwords.ts'
import { type RunningApi, serveApi } from '../../src/platform/process/serve-api.ts'
import { type RunningWorker, runWorker } from '../../workers/run-worker.ts'
import { managerOf } from '../http/management/manager.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { sealedPayload } from '../support/sealed-payload.ts'
import { testBundle } from '../support/test-servers.ts'

const NEW = 'another secret of the test suite, as long as it must be'

let platform: Platform
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  await platform.close()
})

interface Service {
  readonly app: App
  readonly api: RunningApi
  readonly worker: RunningWorker
  request(path: string, init?: { readonly json?: unknown; readonly key?: string }): Promise<Response>
}

/** Another process of the same installation with its own secrets. */
const service = async (secret: string, previous?: string): Promise<Service> => {
  const config = readConfig({
    ...platform.env,
    TABLETALK_SECRET: secret,
    ...(previous === undefined ? {} : { TABLETALK_SECRET_PREVIOUS: previous }),
  })
  const { TEMPORAL_ADDRESS: temporalAddress = '', MONGODB_URI: mongoUri = '' } = platform.env
  const app = await createApp({ config, temporalAddress, mongoUri, secret, observe: () => undefined })
  const worker = await runWorker(app, { bundle: await testBundle(), address: temporalAddress, graceMs: 1_000 })
  const api = await serveApi(app, { host: '127.0.0.1', port: 0, secret })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= (async () => {
      await api.drain(1_000)
      await worker.drain()
      await app.close()
    })()
    return closed
  }
  closing.push(close)
  return {
    app,
    api,
    worker,
    request: (path, { json, key = platform.access.orgKey } = {}) =>
      fetch(`http://127.0.0.1:${api.port}/api/v1${path}`, {
        method: json === undefined ? 'GET' : 'POST',
        headers: { ...platform.headers, 'X-API-Key': key, 'Content-Type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
  }
}

const Listed = z.object({ data: z.object({ cursor: z.string().min(1) }) })
const Answered = z.object({ data: z.object({ conversation_id: z.string(), message_id: z.string() }) })

const OWN = { organizationId: 1 }
const PERSON = { email: 'ann@shop.example', password: 'seven green umbrellas' }

/** Adds a user with an authenticator app. @returns the secret of the app */
const personWithApp = async ({ store }: App): Promise<string> => {
  const id = await store.users.newId()
  const fields = { email: PERSON.email, role: 'member', status: 'active', emailVerified: true } as const
  await store.users.add(OWN, { ...fields, passwordHash: await passwords().hash(PERSON.password) }, id)
  const secret = generateSecret()
  await store.users.beginSecondFactor(OWN, id, secret)
  const factor = (await store.users.findAccount(OWN, id))?.secondFactor?.id ?? ''
  await store.users.confirmSecondFactor(OWN, id, { factor, step: 0, recovery: [] })
  return secret
}

/** The code for a future step, since the current step may end before the check. Each code is accepted once. */
const codeOfApp = (secret: string, ahead: number): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * 30 })

const LoggedIn = z.object({ data: z.object({ refresh_token: z.string() }) })

const QUESTION = { message: 'How many customers are there?' }

it('a secret is rotated without downtime: old values are readable and new ones use the new secret', async () => {
  const before = await service(SECRET, NEW)
  const { key } = await managerOf(platform)
  const secret = await personWithApp(before.app)
  const logIn = async (of: Service, ahead: number) =>
    await of.request('/auth/login', { json: { ...PERSON, code: await codeOfApp(secret, ahead) } })
  const loggedIn = await logIn(before, 0)
  const { refresh_token } = LoggedIn.parse(await loggedIn.json()).data
  const asked = [
    await before.request('/chat/message', { json: QUESTION }),
    await before.request('/chat/message', { json: QUESTION }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([200, 200])
  const { cursor } = Listed.parse(await (await before.request('/chat/conversations?limit=1')).json()).data
  const { data: first } = Answered.parse(await asked[0]?.json())

  const during = await service(NEW, SECRET)
  expect((await during.request('/organization', { key })).status).toBe(200)
  expect((await during.request(`/chat/conversations?limit=1&cursor=${cursor}`)).status).toBe(200)
  // Either worker may process a turn of the other API.
  for (const { request } of [before, during, before, during])
    expect((await request('/chat/message', { json: QUESTION })).status).toBe(200)
  const turn = { conversation_id: first.conversation_id, turn_id: first.message_id.split('.')[0] ?? '' }
  const payload = await sealedPayload(platform.env.TEMPORAL_ADDRESS ?? '', turn)
  expect(JSON.stringify(await during.app.temporal.decodePayloads([payload]))).not.toBe(JSON.stringify([payload]))
  for (const close of closing.splice(0, 2)) await close()

  const last = await service(NEW, SECRET)
  expect(await last.app.store.sealed.reseal('databases')).toEqual({ resealed: 1, unreadable: [] })
  expect(await last.app.store.sealed.reseal('users')).toEqual({ resealed: 1, unreadable: [] })
  expect(await last.app.store.sealed.reseal('portal_sessions')).toEqual({ resealed: 1, unreadable: [] })
  expect((await last.request('/organization', { key })).status).toBe(200)
  expect((await last.request('/chat/message', { json: QUESTION })).status).toBe(200)
  // The key of the demo database has not been used.
  expect(await last.app.store.apiKeys.countUnderEarlierSecret()).toBe(1)

  const after = await service(NEW)
  for (const close of closing.splice(0, 1)) await close()
  expect((await after.request('/organization', { key })).status).toBe(200)
  expect((await after.request('/chat/message', { json: QUESTION })).status).toBe(200)
  expect((await logIn(after, 1)).status).toBe(200)
  expect((await after.request('/auth/refresh', { json: { refresh_token } })).status).toBe(200)
  expect((await after.request('/branding', { key: platform.access.databaseKey })).status).toBe(401)
  expect((await after.request(`/chat/conversations?limit=1&cursor=${cursor}`)).status).toBe(400)
}, 240_000)
