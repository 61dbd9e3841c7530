import { type Finding, found, missing } from '../domain/finding.ts'
import { type Service, streamingClientOf } from './chat/service-client.ts'

/** Small talk: it reads nothing of a customer's, and its events come some milliseconds apart all the same. */
const QUESTION = 'Hello'

/** A quick answer may arrive in one piece by chance; not three times. */
const TRIES = 3

/** What comes within this time has come together. */
const TOGETHER_MS = 8

const HELPS =
  'configure the proxy to pass on chunks immediately: disable response buffering and compression of text/event-stream'

/**
 * Whether events of a stream arrive one after the other on the way to a service, or all at once with the end, as from a
 * proxy that keeps them until then. Asks at most three questions.
 * @throws TabletalkError where the service cannot be asked
 */
export const streamFinding = async (
  target: Service & { readonly databaseId: string | undefined },
): Promise<Finding> => {
  const question = { message: QUESTION, database_id: target.databaseId }
  let told = ''
  for (let tries = 0; tries < TRIES; tries++) {
    const begun = performance.now()
    const times: number[] = []
    for await (const _event of streamingClientOf(target).stream(question, { reconnects: 0 }))
      times.push(performance.now() - begun)
    const [first = 0, last = 0] = [times[0], times.at(-1)]
    told = `the first event after ${Math.round(first)} ms, the last of ${times.length} after ${Math.round(last)} ms`
    if (last - first > TOGETHER_MS) return found('streams', `${target.baseUrl} passes on events immediately: ${told}`)
  }
  return missing('streams', `${target.baseUrl} buffers events until the end: ${told}`, HELPS)
}
