import net from 'node:net'
import Table from 'cli-table3'
import { quantile } from '../../../bench/measure/quantile.ts'
import { questionOf } from '../../../chaos/questions.ts'
import { containerStats } from '../stack/container-stats.ts'
import type { Stack } from '../stack/stack.ts'
import { atPace } from './at-pace.ts'
import { type Follower, follow } from './follow.ts'
import { askerOf, postQuestion } from './post-question.ts'

export interface StreamsSettings {
  readonly stack: Stack
  readonly address: string
  readonly keys: readonly string[]
  readonly streams: number
}

/** Each turn is followed by so many. */
const FOLLOWERS = 100
const OPENED_AT_ONCE = 64
const BESIDE_PER_SECOND = 1

/**
 * Holds that many streams open, of turns whose model says some words and then nothing more, until each has told its end;
 * asks other questions meanwhile.
 * @returns a table, and whether every stream ended as its turn did
 */
export const holdStreams = async (settings: StreamsSettings): Promise<{ shown: string; isWell: boolean }> => {
  const { stack, address, keys, streams } = settings
  const turns = await Promise.all(
    Array.from({ length: Math.ceil(streams / FOLLOWERS) }, (_, index) =>
      askedTurn(address, keys[index % keys.length] ?? '', index),
    ),
  )
  const before = await apiMemory(stack)
  const followers: Follower[] = []
  const opening = async (): Promise<void> => {
    while (followers.length < streams) {
      const turn = turns[followers.length % turns.length]
      if (turn === undefined) return
      const follower = follow(net.connect(Number(new URL(address).port), new URL(address).hostname), turn)
      followers.push(follower)
      await follower.begun
    }
  }
  const [began, over] = [performance.now(), new AbortController()]
  const answers = askingOn(address, keys[0] ?? '', over.signal)
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, opening))
  const [openedMs, opened] = [performance.now() - began, Date.now()]
  const grown = (await apiMemory(stack)) - before
  const ends = await Promise.all(followers.map(({ ended }) => ended))
  over.abort()
  const late = lateness(followers, opened)
  const whole = ends.filter((last) => last === 'error' || last === 'done').length
  const table = new Table({ style: { head: [], border: [] } })
  table.push(
    ['streams open at once', streams],
    ['told the end of their turn', whole],
    ['opened within (s)', (openedMs / 1000).toFixed(1)],
    ['memory of one stream in the APIs (KB)', (grown / streams / 1024).toFixed(1)],
    ['events after the last had opened', late.length],
    ['later than the first who heard it, of 99 % (ms)', quantile(late, 0.99)],
    ['later than the first who heard it, slowest (ms)', late.reduce((most, ms) => Math.max(most, ms), 0)],
    ['other questions answered meanwhile, slowest (ms)', await slowest(answers)],
  )
  return { shown: table.toString(), isWell: whole === streams }
}

/** A turn that goes on until its time is over. */
const askedTurn = async (address: string, key: string, index: number) => {
  const scope = `held${index}`
  const text = questionOf({ scope, composeFault: 'hang', always: true })
  const { body } = await postQuestion({ address, key, scope, text, more: { Prefer: 'respond-async' } })
  const conversation = /"conversation_id":"([^"]+)"/.exec(body)?.[1]
  const turn = /"turn_id":"([^"]+)"/.exec(body)?.[1]
  if (conversation === undefined || turn === undefined) throw new Error(`No turn began: ${body}`)
  return { conversation, turn, headers: askerOf(key, scope) }
}

const apiMemory = async (stack: Stack): Promise<number> => {
  const containers = await stack.containers('api')
  const all = await Promise.all(containers.map(({ name }) => containerStats(name)))
  return all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
}

/** How much later than the first of its followers each other one heard an event, in ms. */
const lateness = (followers: readonly Follower[], since: number): readonly number[] => {
  const heard = followers.flatMap(({ events }) => events).filter(({ at }) => at > since)
  return [...Map.groupBy(heard, ({ id }) => id).values()].flatMap((all) => {
    const first = all.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
    return all.map(({ at }) => at - first)
  })
}

/** Asks something else at a pace. @returns how long each answer took, in ms */
const askingOn = async (address: string, key: string, until: AbortSignal): Promise<readonly number[]> =>
  await atPace(BESIDE_PER_SECOND, until, async (number) => {
    const began = performance.now()
    await postQuestion({ address, key, scope: 'beside', text: questionOf({ scope: `beside${number}` }) })
    return performance.now() - began
  })

const slowest = async (answers: Promise<readonly number[]>): Promise<string> => {
  const took = await answers
  return `${took.length}: ${Math.round(took.reduce((most, ms) => Math.max(most, ms), 0))}`
}
