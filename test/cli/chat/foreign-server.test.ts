import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from '../../../src/cli/run-program.ts'
import { ChatBench, DEMO } from './chat-bench.ts'
import { type Reply, scriptedService, status } from './scripted-service.ts'

const ID = '01a20f77-3e08-705f-99aa-5882eca8080f'

const html: Reply = (_req, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>')
const empty: Reply = (_req, res) => res.writeHead(200).end()

const BODIES: readonly (readonly [body: string, reply: Reply])[] = [
  ['{}', status(200, {})],
  ['[]', status(200, [])],
  ['null', status(200, null)],
  ['{"data":null}', status(200, { data: null })],
  ['{"success":true,"data":{}}', status(200, { success: true, data: {} })],
  ['{"success":true,"data":[null]}', status(200, { success: true, data: [null] })],
  ['an HTML page', html],
  ['an empty body', empty],
]

let bench: ChatBench
let folder: string
beforeAll(async () => {
  bench = await ChatBench.open()
  folder = await mkdtemp(path.join(tmpdir(), 'rows-'))
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true })
})

const COMMANDS: readonly (readonly string[])[] = [
  ['ask', 'q'],
  ['ask', 'q', '--json'],
  ['ask', 'why '.repeat(600)],
  ['ask', 'q', '--database', 'crm'],
  ['history'],
  ['history', '--all', '--json'],
  ['history', ID],
  ['results', ID],
  ['results', ID, '--json'],
  ['results', ID, '--csv', 'rows.csv'],
  ['results', ID, '--export', 'rows.xlsx'],
  ['cancel', ID],
  ['cancel', ID, '--json'],
]

const ONE_SENTENCE =
  /^The (?:server at http:\S+ (?:does not seem to be Tabletalk: it sent \S+|sent \S+ instead of \S+|sent a response that this version of the command cannot read)\. Check the address|service sent a response that this version of the client cannot read)\.$/

/** The same reply to every request. */
const always = (reply: Reply): readonly Reply[] => Array.from({ length: 10 }, () => reply)

describe.each(BODIES)('a server that sends %s', (_body, reply) => {
  it.each(COMMANDS)('makes tabletalk %s %.10s %s %s exit with 1 and one sentence', (...words) =>
    bench.against(always(reply), async () => {
      const given = words.map((word) => (word.startsWith('rows.') ? path.join(folder, word) : word))
      const seen = await bench.run(given)
      expect(seen).toMatchObject({ code: 1, out: '', failure: expect.stringMatching(ONE_SENTENCE) })
      expect(await readdir(folder)).toEqual([])
    }),
  )
})

/** @returns exit code and standard error of a command against a service that always sends `reply` */
const outcomeOf = async (words: (url: string) => readonly string[], reply: Reply) => {
  const service = await scriptedService(...always(reply))
  const written: unknown[] = []
  const { error } = console
  console.error = (text: unknown) => written.push(text)
  try {
    await runProgram(words(service.url))
    return { code: process.exitCode, written }
  } finally {
    console.error = error
    process.exitCode = undefined
    await service.close()
  }
}

describe.each(BODIES)('a server that sends %s', (_body, reply) => {
  it.each([
    ['top', ['top', '--once', '--credential', 'x', '--url']],
    ['doctor --through', ['doctor', '--key', DEMO.org_key, '--tenant', '1', '--through']],
  ])('makes tabletalk %s exit with 1 and one sentence', async (_command, words) => {
    const { code, written } = await outcomeOf((url) => [...words, url], reply)
    expect(code).toBe(1)
    expect(written).toEqual([expect.stringMatching(ONE_SENTENCE)])
  })
})

describe('tabletalk results --export with an invalid job', () => {
  const begun = status(202, { success: true, data: { id: 'job' } })
  const job = (fields: object) => status(200, { success: true, data: fields })
  const succeeded = { status: 'succeeded', progress: { step: 'x' }, problem: null }

  it.each([
    ['has no status', {}],
    ['has an unknown status', { status: 'asleep', progress: { step: 'x' }, problem: null }],
    ['has no progress', { status: 'running', problem: null }],
    ['failed without a message', { status: 'failed', progress: { step: 'x' }, problem: {} }],
    ['has no result', { ...succeeded, result: null }],
  ])('exits with 1 and one sentence if the job %s', (_name, fields) =>
    bench.against([begun, job(fields)], async () => {
      const seen = await bench.run(['results', ID, '--export', path.join(folder, 'rows.csv')])
      expect(seen).toMatchObject({ code: 1, failure: expect.stringMatching(ONE_SENTENCE) })
      expect(await readdir(folder)).toEqual([])
    }),
  )
})

it.each([
  ['null', 'null'],
  ['a string', '"x"'],
  ['an object without the fields of its event', '{"content":""}'],
])('tabletalk ask exits with 1 and one sentence on a stream event with %s as data', (_name, data) => {
  const reply: Reply = (_req, res) =>
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`event: start\ndata: ${data}\n\n`)
  return bench.against(always(reply), async () => {
    expect(await bench.run(['ask', 'q'])).toMatchObject({ code: 1, failure: expect.stringMatching(ONE_SENTENCE) })
  })
})

it.each([
  ['an array', []],
  ['null', null],
  ['fields of other types', { message: 5, error_code: {}, details: [null, { field: 1 }] }],
])('tabletalk history reports the status of an error response with %s', (_name, body) =>
  bench.against(always(status(400, body)), async ({ url }) => {
    expect(await bench.run(['history'])).toMatchObject({
      code: 1,
      failure: `The server at ${url} does not seem to be Tabletalk: it returned status 400. Check the address.`,
    })
  }),
)
