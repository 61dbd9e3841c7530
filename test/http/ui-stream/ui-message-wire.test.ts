import { disclosureOf, FULL_DISCLOSURE } from '../../../src/access/rules/disclosure.ts'
import type { TurnEventBody } from '../../../src/ask/rules/turn-event.ts'
import { readerOf } from '../../../src/http/answer-reader.ts'
import { uiMessageWire } from '../../../src/http/ui-stream/ui-message-wire.ts'
import { done, RESET, START, STATUS, text } from '../../stream/samples.ts'
import { partsOf, readStream, textOf } from './ui-chat.ts'

const RESULTS: TurnEventBody = {
  type: 'results',
  queryId: 't',
  result: { columns: [], rows: [{ n: 1 }], rowCount: 1, truncated: false, executionTimeMs: 3 },
}
const CHART: TurnEventBody = {
  type: 'chart',
  queryId: 't',
  chart: { title: 'T', alt: 'A', type: 'bar', alternatives: [], spec: {} },
}
const SUGGESTIONS: TurnEventBody = { type: 'suggestions', suggestions: ['And by month?'] }
const thinking = (thought: string): TurnEventBody => ({ type: 'status', status: 'generating_query', thinking: thought })

const encode = (bodies: readonly TurnEventBody[], reader = readerOf(FULL_DISCLOSURE, undefined)): string => {
  const wire = uiMessageWire('t', 'trace', reader)
  return bodies.map((body, at) => wire.encode({ turnId: 't', seq: at + 1, writer: 1, body })).join('')
}
const read = async (...bodies: readonly TurnEventBody[]) => {
  const frames = encode(bodies)
    .split('\n\n')
    .filter((frame) => frame !== '' && frame !== 'data: [DONE]')
  return await readStream(frames.map((frame) => JSON.parse(frame.slice('data: '.length))))
}
const typesOf = ({ chunks }: Awaited<ReturnType<typeof read>>) => chunks.map(({ type }) => type)

describe('uiMessageWire', () => {
  it('encodes a turn as a message with two steps, which ends with finish and [DONE]', async () => {
    const bodies = [START, STATUS, RESULTS, text('One.'), CHART, SUGGESTIONS, done('One.')]
    const answer = await read(...bodies)
    expect(typesOf(answer)).toEqual([
      ...['start', 'start-step', 'data-status', 'data-table', 'finish-step'],
      ...['start-step', 'text-start', 'text-delta', 'data-chart', 'data-suggestions', 'text-end'],
      ...['source-document', 'message-metadata', 'finish-step', 'finish'],
    ])
    expect(answer.message).toMatchObject({
      id: 't.assistant',
      metadata: { turn_id: 't', conversation_id: 'c1', session_id: 's1', query_type: 'data_retrieval' },
    })
    expect(partsOf(answer, 'data-table')).toEqual([
      {
        type: 'data-table',
        id: 't',
        data: { query_id: 't', columns: [], rows: [{ n: 1 }], row_count: 1, truncated: false, execution_time_ms: 3 },
      },
    ])
    expect(encode(bodies)).toMatch(/"type":"finish","finishReason":"stop"}\n\ndata: \[DONE\]\n\n$/)
  })

  it('takes back the text after a reset in mid-answer, and keeps table, chart and suggestions', async () => {
    const turn = [START, RESULTS, text('Half an'), CHART, SUGGESTIONS, RESET, STATUS, text('A whole one.')]
    const answer = await read(...turn, CHART, SUGGESTIONS, done('A whole one.'))
    expect(textOf(answer)).toBe('A whole one.')
    const parts = answer.message?.parts.map(({ type }) => type) ?? []
    expect(parts.filter((type) => type.startsWith('data-'))).toEqual(['data-table', 'data-chart', 'data-suggestions'])
    const twice = await read(...turn, RESET, text('Third.'), done('Third.'))
    expect([textOf(twice), partsOf(twice, 'data-chart').length]).toEqual(['Third.', 1])
  })

  it('replaces a text that is not the stored answer', async () => {
    const answer = await read(START, RESULTS, text('Not this'), done('But this'))
    expect([textOf(answer), typesOf(answer).includes('reset-step'), answer.finishReason]).toEqual([
      'But this',
      true,
      'stop',
    ])
  })

  it('shows reasoning only to readers who may have it', async () => {
    const answer = await read(
      START,
      thinking('Sum'),
      thinking(' it up'),
      STATUS,
      thinking('Yes'),
      text('One.'),
      done('One.'),
    )
    expect(partsOf(answer, 'reasoning')).toMatchObject([
      { text: 'Sum it up', state: 'done' },
      { text: 'Yes', state: 'done' },
    ])
    const publicKey = readerOf(disclosureOf({ kind: 'database', answerDetails: [] }), undefined)
    expect(encode([START, thinking('Sum')], publicKey)).not.toContain('Sum')
  })

  it('ends a failed turn with its problem and an error, and a cancelled one with an abort', async () => {
    const failed = await read(START, text('Half'), { type: 'error', problem: 'query_timeout', message: 'Too slow.' })
    expect(typesOf(failed).slice(-5)).toEqual(['text-end', 'message-metadata', 'error', 'finish-step', 'finish'])
    expect([failed.message?.metadata, failed.finishReason]).toEqual([
      expect.objectContaining({ problem: 'query_timeout', error_code: 'DB_QUERY_FAILED' }),
      'error',
    ])
    const cancelled = await read(START, text('Half'), { type: 'error', problem: 'turn_cancelled', message: 'Stopped.' })
    expect(cancelled.chunks).toContainEqual({ type: 'abort', reason: 'Stopped.' })
    expect([textOf(cancelled), cancelled.finishReason]).toEqual(['Half', 'other'])
  })

  it('begins a message also when the first events of its turn have expired', async () => {
    const answer = await read(text('One.'), done('One.'))
    expect([answer.message?.id, textOf(answer)]).toEqual(['t.assistant', 'One.'])
  })

  it('has no finish before the end of the turn', async () => {
    const answer = await read(START, RESULTS, text('Half an ans'))
    expect([answer.finishReason, textOf(answer)]).toEqual([undefined, 'Half an ans'])
  })
})
