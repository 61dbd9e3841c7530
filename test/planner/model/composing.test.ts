import { describe, expect, it } from '@jest/globals'
import { UNFINISHED } from '../../../src/planner/model/streamed-answer.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { rejected, type ScriptedReply, serverError, tooManyRequests } from '../../support/scripted-model.ts'
import { composeRequest, composeWith, countedTokens, REPLY, resultOf, withModel } from './cases.ts'

const ANSWER = 'Acme made 1,234.50 EUR. Globex made 800 EUR.'
const COUNTED = countedTokens({ inputTokens: 100, outputTokens: 20, calls: 1 })

describe('An answer', () => {
  it('is streamed sentence by sentence, and its chunks add up to the message', async () => {
    const { message, emitted, usage } = await composeWith([{ text: ANSWER }])
    expect(message).toBe(ANSWER)
    expect(emitted).toEqual(['Acme made 1,234.50 EUR.', ' Globex made 800 EUR.'])
    expect(usage).toEqual(COUNTED)
  })

  it('is emitted before the model has finished', async () => {
    const emitted = Promise.withResolvers<void>()
    let sentences = 0
    // A planner that waits for the end of the answer would never finish.
    const reply = { text: `${ANSWER} That is all there is to say.`, pieceLength: 5, lastAfter: emitted.promise }
    await withModel([reply], (planner) =>
      planner.compose(composeRequest(), async () => {
        sentences++
        emitted.resolve()
      }),
    )
    expect(sentences).toBe(3)
  })

  it('has the chart of its rows whether or not the model answers', async () => {
    for (const reply of [{ text: ANSWER }, serverError()])
      expect(await composeWith([reply])).toMatchObject({ chart: { title: 'Revenue of each customer' } })
  })

  it('keeps lists and paragraphs', async () => {
    const text = 'Two customers:\n\n1. Acme: 1,234.50 EUR\n2. Globex: 800 EUR\n\nNothing else.'
    const { message, emitted } = await composeWith([{ text }])
    expect(message).toBe(text)
    expect(emitted.join('')).toBe(text)
  })

  it('is requested once, without schema, tools or personality', async () => {
    await withModel([{ text: ANSWER }], async (planner, model) => {
      await planner.compose(composeRequest(), async () => {})
      const { messages, ...body } = model.requests[0]?.body ?? { messages: [] }
      expect(body).toEqual({ model: 'scripted', stream: true, stream_options: { include_usage: true } })
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    })
  })

  const own: Record<string, ScriptedReply> = {
    'thoughts in <think>': { text: `<think>\nAcme is 999. So.\n</think>\n\n${ANSWER}` },
    'thoughts in reasoning_content': { text: ANSWER, reasoning: 'It is 999.' },
    'no role': { text: ANSWER, role: false },
    'no finish_reason': { text: ANSWER, finish: null },
    'one JSON object instead of a stream': { text: ANSWER, unstreamed: true },
    'single characters a chunk': { text: ANSWER, pieceLength: 1 },
    'the whole answer in one chunk': { text: ANSWER, pieceLength: 10_000 },
    'usage on every chunk': { text: ANSWER, usage: 'every-chunk' },
  }
  it.each(Object.entries(own))('is the same for a model that sends %s', async (_, reply) => {
    expect(await composeWith([reply])).toMatchObject({ message: ANSWER, usage: COUNTED })
  })

  it('has estimated tokens if the server counts none', async () => {
    const { usage } = await composeWith([{ text: ANSWER, usage: 'none' }])
    expect(usage).toMatchObject({ outputTokens: Math.ceil(ANSWER.length / 4), calls: 1, estimated: true })
  })

  it('is requested without stream_options if a server rejects them', async () => {
    const { message, usage } = await composeWith([rejected('stream_options?'), { text: ANSWER }])
    expect(message).toBe(ANSWER)
    expect(usage).toMatchObject({ calls: 2, estimated: true })
  })

  it('is truncated with a notice if it is endless', async () => {
    const { message } = await composeWith([{ text: 'Acme leads. '.repeat(2_000), pieceLength: 100 }])
    expect(message.length).toBeLessThan(6_200)
    expect(message).toMatch(/Acme leads\. \(Shortened\.\)$/)
  })

  it('is truncated at its last whole sentence if the model reached its length limit', async () => {
    const { message } = await composeWith([{ text: 'Acme leads. Globex follows with 8', finish: 'length' }])
    expect(message).toBe('Acme leads. (Shortened.)')
  })
})

describe('Numbers of an answer', () => {
  it('that the rows do not back are never emitted, and a template replaces the direct answer', async () => {
    const { message, emitted } = await composeWith([
      { text: 'Acme made 999 EUR. Globex made 800 EUR. Together that is 2,134.50 EUR. In sum it is 2,034.50 EUR.' },
    ])
    expect(emitted.join('')).toBe(message)
    expect(message).not.toMatch(/999|2,134/)
    expect(message).toMatch(/1234\.5|1,234\.5/)
    expect(message).toContain('Globex made 800 EUR. In sum it is 2,034.50 EUR.')
  })

  it('that are not backed remove only their sentence after a backed direct answer', async () => {
    const { message } = await composeWith([{ text: 'Acme made 1,234.50 EUR. Globex made 801 EUR. Acme leads.' }])
    expect(message).toBe('Acme made 1,234.50 EUR. Acme leads.')
  })

  it('that are not backed are replaced by a sentence in the language of the question', async () => {
    const { message } = await composeWith([{ text: 'Acme hat 999 EUR. Globex liegt hinter Acme.' }], {
      question: 'Wie hoch ist der Umsatz je Kunde?',
    })
    expect(message).toBe('Revenue of each customer: Acme: 1.234,5; Globex: 800. Globex liegt hinter Acme.')
  })

  it('that are not backed remove the heading of a list without lines', async () => {
    const { message } = await composeWith([{ text: 'The customers:\n- Acme: 999 EUR\n- Globex: 998 EUR' }])
    expect(message).toBe('The customers: Revenue of each customer: Acme: 1,234.5; Globex: 800.')
  })

  it('that are stated without any row are replaced by a sentence about own rows', async () => {
    const { message } = await composeWith([{ text: 'Three customers match.' }], {
      result: resultOf([]),
      ownTables: ['orders'],
    })
    expect(message).toBe('Revenue of each customer: nothing was found among your own rows.')
  })

  it('split over chunks are checked as a whole', async () => {
    const { message } = await composeWith([{ text: 'Globex made 8004 EUR. Acme leads.', pieceLength: 1 }])
    expect(message).not.toContain('8004')
  })
})

describe('Answer after a model failure', () => {
  const failing: Record<string, readonly ScriptedReply[]> = {
    'a 429': [tooManyRequests()],
    'a 500': [serverError()],
    'a 401': [{ status: 401, body: '{}' }],
    'a refused request': [rejected('no'), rejected('no')],
    'an empty answer': [{ text: '' }],
    'thoughts without end': [{ text: '<think>hm, 999' }],
    'a tool call': [{ text: '{"a": 1}', asToolCall: true }],
    'a planner reply': [{ text: JSON.stringify(REPLY) }],
    'a planner reply over several lines': [{ text: JSON.stringify(REPLY, null, 2) }],
    code: [{ text: '```sql\nSELECT 1\n```' }],
    'a web page': [{ body: '<html>Sign in</html>', contentType: 'text/html' }],
    'no headers': [{ silent: true }],
    'silence after a first word': [{ text: 'Acme', end: 'hang' }],
    'a dropped connection': [{ text: 'Acme', end: 'cut' }],
  }
  it.each(Object.entries(failing))('is worded by the template with a notice after %s', async (_, script) => {
    const { message, emitted, usage } = await composeWith(script, {}, { callTimeoutMs: 2_000 })
    expect(emitted.join('')).toBe(message)
    expect(message).toMatch(/Acme.*800/s)
    expect(message.endsWith(UNFINISHED)).toBe(true)
    expect(usage?.calls).toBe(script.length)
  })

  it('keeps the emitted sentences of half a stream, drops the half sentence and counts its tokens', async () => {
    const { message, emitted, usage } = await composeWith([{ text: 'Acme leads. Globex made 80', end: 'cut' }])
    expect(emitted.join('')).toBe(message)
    expect(message).toMatch(/^Acme leads\.\n\n.*800.*\)$/s)
    expect(message.endsWith(UNFINISHED)).toBe(true)
    expect(usage).toMatchObject({ outputTokens: 7, calls: 1, estimated: true })
  })

  it('is not complete if the stream ends without a finish reason', async () => {
    const { message } = await composeWith([{ text: 'Acme leads. Globex', end: 'stop' }])
    expect(message.startsWith('Acme leads.\n\n')).toBe(true)
    expect(message.endsWith(UNFINISHED)).toBe(true)
  })

  it('states that there are no rows', async () => {
    const { message } = await composeWith([serverError()], { result: resultOf([]) })
    expect(message).not.toBe('')
    expect(message.endsWith(UNFINISHED)).toBe(true)
  })
})

describe('Cancelling an answer', () => {
  it('closes the connection, rejects with the reason and emits nothing more', async () => {
    await withModel([{ text: 'Acme leads. And', end: 'hang' }], async (planner, model) => {
      const cancel = new AbortController()
      const reason = new Error('cancelled')
      const emitted: string[] = []
      const composing = planner.compose(composeRequest({ signal: cancel.signal }), async (chunk) => {
        emitted.push(chunk)
        cancel.abort(reason)
      })
      await expect(composing).rejects.toBe(reason)
      expect(emitted).toEqual(['Acme leads.'])
      expect(await model.requests[0]?.hungUp).toBe(true)
    })
  })

  it('does not treat a failing emit as a model failure', async () => {
    const lost = new Problem('store_unavailable')
    await withModel([{ text: ANSWER }], async (planner) => {
      const composing = planner.compose(composeRequest(), async () => {
        throw lost
      })
      await expect(composing).rejects.toBe(lost)
    })
  })
})
