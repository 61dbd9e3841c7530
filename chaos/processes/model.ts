import { type ScriptedReply, startScriptedModel } from '../../test/support/scripted-model.ts'
import { Journal, readJournal } from '../journal.ts'
import { type Asked, askedIn, type ModelFault } from '../questions.ts'
import { die } from './passages.ts'

/**
 * The model as a process of its own, `model.ts <journal> <port> [<address to listen on>]`: it drafts and words what the question asks for, and
 * fails as the question says. What it was asked is in the journal, so that it knows what it did before it was killed.
 */
const [, , file = '', port = '0', host = '127.0.0.1'] = process.argv
const journal = new Journal(file)

const QUERY = 'SELECT name FROM customers ORDER BY name LIMIT 3'
/** Nine million pairs: about a second of one processor. */
const SLOW_QUERY = 'SELECT count(*) AS pairs FROM parcels a CROSS JOIN parcels b WHERE a.weight + b.weight > 7'
const WORDING =
  'Here are the people that the data names. They stand in the order of their names. ' +
  'Nobody else comes before them. That is all that the data says about them.'

const draftOf = ({ slow = false }: Asked): string =>
  JSON.stringify({
    mode: 'query',
    query: slow ? SLOW_QUERY : QUERY,
    explanation: 'Lists the people that were asked for.',
    reply: null,
    assumptions: [],
    suggestions: [],
    confidence: 0.9,
    tables: [],
  })

const FAULTS: Readonly<Record<ModelFault, (text: string) => ScriptedReply>> = {
  die: (text) => {
    setTimeout(die, 50)
    return { text, pieceLength: 4, pauseMs: 40 }
  },
  '429': () => ({ status: 429, headers: { 'retry-after': '1' }, body: '{"error":{"message":"slow down"}}' }),
  '500': () => ({ status: 500, body: '{"error":{"message":"it broke"}}' }),
  hang: (text) => ({ text: text.slice(0, 20), end: 'hang' }),
  garbage: () => ({ status: 200, body: '\u0000<html>not a model</html>', contentType: 'text/event-stream' }),
  half: (text) => ({ text: text.slice(0, text.length / 2), end: 'cut' }),
}

const callOf = ({ scope, step }: { readonly scope: string; readonly step: string }): string => `${step} ${scope}`

/** Of this process and of those that were killed before it. */
const calls = new Set(readJournal(file).flatMap((entry) => (entry.kind === 'model' ? [callOf(entry)] : [])))

const model = await startScriptedModel(
  ({ body }) => {
    const step = body.response_format === undefined ? 'compose' : 'draft'
    const prompt = body.messages.map(({ content }) => content).join('\n')
    const asked = askedIn(prompt) ?? { scope: '' }
    const call = callOf({ scope: asked.scope, step })
    const isFirst = !calls.has(call)
    calls.add(call)
    journal.write({ kind: 'model', at: Date.now(), scope: asked.scope, step, prompt })
    const text = step === 'draft' ? draftOf(asked) : WORDING
    const fault = step === 'draft' ? asked.draftFault : asked.composeFault
    if (fault !== undefined && (isFirst || asked.always === true)) return FAULTS[fault](text)
    return { text, pieceLength: step === 'draft' ? 60 : 16, pauseMs: 15 }
  },
  { port: Number(port), host },
)

process.on('disconnect', die)
process.send?.({ port: Number(new URL(model.baseUrl).port) })
