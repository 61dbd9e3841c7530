import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { questionOf } from '../../../chaos/questions.ts'
import type { Progress } from '../../../src/local/progress.ts'
import { docker } from '../docker/docker.ts'
import { copyCheckout } from '../stack/copy-checkout.ts'
import { Stack } from '../stack/stack.ts'
import { untilReady } from '../stack/until-ready.ts'
import { usageTable } from '../stack/usage-table.ts'
import { askOnce } from './ask-once.ts'
import { firstAccesses } from './first-access.ts'
import { growth } from './grow.ts'
import { organizationsFor } from './load.ts'
import { holdStreams } from './open-streams.ts'
import type { TrialOptions } from './options.ts'
import { modelUrl, removeOutside, startOutside } from './outside.ts'
import { MODEL_KEY, NEXT_TAG, TAG, type Trial, type TrialImages, TURN_TIMEOUT_S } from './trial.ts'
import { underLoad } from './under-load.ts'
import { untilSignalled } from './until-signalled.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const FILES = ['docker-compose.yml', 'tools/deployment/stand-ins.yml']
const READY_WITHIN_MS = 180_000

/** What the Dockerfile takes where packages come through a proxy of one's own. */
const BUILD_ARGUMENTS = ['NPM_CONFIG_REGISTRY', 'NPM_CONFIG_CA'].flatMap((name) => {
  const value = process.env[name]
  return value === undefined ? [] : ['--build-arg', `${name}=${value}`]
})

/** Starts the deployment, asks it, tells what it takes, and ends it. @returns whether everything was as it should be */
export const runTrial = async (options: TrialOptions, images: TrialImages, progress: Progress): Promise<boolean> => {
  const project = `tabletalk-try-${randomBytes(3).toString('hex')}`
  const [port, uiPort, codecPort] = [await getPort(), await getPort(), await getPort()]
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-try-'))
  const root = path.join(folder, 'deployment')
  const stack = new Stack({
    project,
    root,
    files: [...FILES, ...options.more],
    env: {
      TABLETALK_PORT: `127.0.0.1:${port}`,
      TEMPORAL_UI_PORT: String(uiPort),
      TEMPORAL_CODEC_PORT: String(codecPort),
      TABLETALK_MODEL: 'openai:scripted',
      OPENAI_BASE_URL: modelUrl(project),
      OPENAI_API_KEY_FILE: '/run/secrets/openai_api_key',
      TABLETALK_TURN_TIMEOUT: String(TURN_TIMEOUT_S),
      TABLETALK_ALLOW_PRIVATE_HOSTS: 'true',
    },
  })
  const trial = { stack, folder, project, images, progress, address: `http://127.0.0.1:${port}` }
  let isWell = false
  try {
    isWell = await untilSignalled(() => tried(trial, options))
    return isWell
  } finally {
    if (options.keep) progress.note(`It goes on: ${trial.address}; remove it with docker compose -p ${project} down -v`)
    else {
      await progress.step('Ending everything', async () => {
        await removeOutside(project)
        await stack.remove()
      })
      if (isWell || !options.load) rmSync(folder, { recursive: true, force: true })
      else progress.note(`What clients saw and what the containers wrote: ${folder}`)
    }
  }
}

const tried = async (trial: Trial, options: TrialOptions): Promise<boolean> => {
  const { stack, folder, project, images, progress, address } = trial
  const { root } = stack.settings
  mkdirSync(root)
  await copyCheckout(ROOT, root)
  writeFileSync(path.join(root, '.env'), `TABLETALK_TAG=${options.from ?? TAG}\n`)
  await progress.step('Building the product’s image', async () => {
    await stack.compose(['build', ...BUILD_ARGUMENTS, 'api'], { env: { TABLETALK_TAG: TAG } })
    await docker(['tag', `tabletalk:${TAG}`, `tabletalk:${NEXT_TAG}`])
  })
  await stack.compose(['run', '--rm', '-T', 'secrets', 'put', 'openai_api_key'], { input: MODEL_KEY })
  await progress.step('Starting the deployment', () => stack.up(options.scale))
  await progress.step('Waiting until it is ready', () => untilReady(`${address}/readyz`, READY_WITHIN_MS))
  const outside = await progress.step('Starting a customer’s database and a model', () =>
    startOutside({
      prefix: project,
      network: `${project}_egress`,
      folder: path.join(folder, 'model'),
      root: ROOT,
      images,
    }),
  )
  const organizations = organizationsFor(options)
  const keys = await progress.step(`Making ${organizations} organizations`, () =>
    firstAccesses(stack, outside.databaseUrl, organizations),
  )
  const first = await progress.step('Asking', () => askOnce(address, keys[0] ?? '', questionOf({ scope: 'first' })))
  process.stdout.write(`${first.answer}\nstream: ${first.events.length} events, ends with ${first.events.at(-1)}\n`)
  if (options.grow)
    process.stdout.write(`${await growth({ stack, address, keys, perSecond: options.perSecond, progress })}\n`)
  const streams = options.streams > 0 ? await held(trial, keys, options.streams) : true
  const isWell = (!options.load || (await underLoad(trial, outside, keys, options))) && streams
  process.stdout.write(`${await usageTable(stack)}\n`)
  return isWell
}

const held = async ({ stack, progress }: Trial, keys: readonly string[], streams: number) => {
  // Docker's relay of a published port takes six files for a connection: 20,000 are full with 3,333 streams.
  const address = `http://${await stack.addressOf('proxy')}:8080`
  const { shown, isWell } = await progress.step(`Holding ${streams} streams open`, () =>
    holdStreams({ stack, address, keys, streams }),
  )
  process.stdout.write(`${shown}\n`)
  return isWell
}
