import { setTimeout as delay } from 'node:timers/promises'
import { type Random, seededRandom } from '../../demo/random.ts'
import { questionOf } from '../questions.ts'
import type { Crew } from './crew.ts'
import { RANDOM_FAULTS } from './random-faults.ts'

export interface RandomRun {
  readonly seed: string
  readonly minutes: number
  readonly clients?: number
  /** Hears of every fault. */
  readonly onFault?: (what: string) => void
}

const CLIENTS = 6
const [QUIET_MIN_MS, QUIET_MAX_MS] = [3_000, 9_000]

/** Asks from all sides and breaks one thing after the other, for so long; resolves when nobody asks any more. */
export const runRandom = async (
  crew: Crew,
  { seed, minutes, clients = CLIENTS, onFault }: RandomRun,
): Promise<void> => {
  const ends = Date.now() + minutes * 60_000
  const asking = Array.from({ length: clients }, (_, index) =>
    askOn(crew, `r${index}`, seededRandom(`${seed} ${index}`), ends),
  )
  const luck = seededRandom(seed)
  while (Date.now() < ends) {
    await delay(luck.between(QUIET_MIN_MS, QUIET_MAX_MS))
    const [what, happen] = luck.pick(RANDOM_FAULTS)
    onFault?.(what)
    crew.world.note(what)
    await happen(crew, luck)
  }
  await crew.complete()
  await Promise.all(asking)
}

/** One client after the other thing that it wants. */
const askOn = async (crew: Crew, name: string, luck: Random, ends: number): Promise<void> => {
  for (let number = 0; Date.now() < ends; number++) await luck.pick(REQUESTS)(crew, name, number, luck)
}

type Do = (crew: Crew, name: string, number: number, luck: Random) => Promise<unknown>

const requestOf = (name: string, number: number, luck: Random, kind = '') => {
  const scope = `${kind}${name}-${number}`
  const slow = luck.next() < 0.2
  return { ask: scope, scope, tenant: String(luck.between(1, 2)), question: questionOf({ scope, slow }) }
}

const asJson: Do = async ({ client }, name, number, luck) => {
  const request = requestOf(name, number, luck)
  // Once more with the same key, as who is not sure would.
  if (await client.json(request)) await client.json(request)
}

const asOnce: Do = ({ client }, name, number, luck) => client.once(requestOf(name, number, luck))

const asStream: Do = ({ client }, name, number, luck) => client.stream(requestOf(name, number, luck))

const asJob: Do = ({ client }, name, number, luck) => client.json(requestOf(name, number, luck), 'respond-async')

const append: Do = async ({ client }, name, number, luck) => {
  const request = requestOf(name, number, luck)
  await client.json(request)
  const conversation = client.conversationOf(request.ask)
  if (conversation === undefined) return
  for (const index of [1, 2, 3])
    await client.post({ ...request, ask: `${request.ask} append ${index}` }, '/api/v1/chat/message', {
      conversation_id: conversation,
      role: 'user',
      content: `A note, number ${index}.`,
    })
}

const remove: Do = async ({ client }, name, number, luck) => {
  const request = requestOf(name, number, luck, 'deleted-')
  await client.json(request)
  const conversation = client.conversationOf(request.ask)
  if (conversation === undefined) return
  const path = `/api/v1/chat/${conversation}`
  await client.delete({ ...request, ask: `delete ${conversation}` }, path)
  await client.delete({ ...request, ask: `again ${conversation}` }, path)
}

const STREAMS = [asStream, asStream, asStream, asStream]
const REQUESTS: readonly Do[] = [asJson, asJson, asJson, asOnce, asOnce, ...STREAMS, asJob, append, remove]
