import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { DEMO } from '../../../demo/organization.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type OperatorBench, operatorBench } from './command.ts'
import { crmFile } from './crm-file.ts'

const MAIN = path.resolve(import.meta.dirname, '../../../src/cli/main.ts')

let bench: OperatorBench
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  bench = await operatorBench()
  const { TEMPORAL_ADDRESS = '', TABLETALK_TASK_QUEUE = '' } = bench.platform.env
  env = { TEMPORAL_ADDRESS, TABLETALK_TASK_QUEUE }
  const words = ['database', 'add', '--org', '1', '--name', 'crm', '--url', `sqlite:${crmFile(bench.folder)}`]
  const { code, err } = await bench.run([...words, '--scoped', '--json'])
  if (code !== 0) throw new Error(err)
})
afterAll(() => bench.close())

let files = 0
const fileOf = async (lines: readonly unknown[]): Promise<string> => {
  const file = path.join(bench.folder, `questions-${++files}.jsonl`)
  await writeFile(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}
const wordsOf = (file: string, ...more: string[]) => [
  'eval',
  '--org',
  '1',
  '--database',
  'crm',
  '--questions',
  file,
  ...more,
]
const evaluate = async (lines: readonly unknown[], ...more: string[]) =>
  await bench.run(wordsOf(await fileOf(lines), ...more), { env })

const ORDERS = { question: 'How many orders are there?', gold: 'SELECT count(*) FROM orders' }

/** Starts the command as a separate process, which can be interrupted. */
const watch = (words: readonly string[]) =>
  execa(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...words], {
    cwd: bench.folder,
    reject: false,
    env: { MONGODB_URI: '', TABLETALK_SECRET: '', PORT: '', TABLETALK_HOME: bench.folder, ...env },
  })

describe('tabletalk eval', () => {
  it('leaves the evaluation running when it is interrupted, and attaches to it when it is run again', async () => {
    const file = await fileOf([
      { id: 1, ...ORDERS },
      { id: 2, question: 'hello', expect: 'chat' },
    ])
    const {
      temporal: { client: temporal },
    } = bench.platform.app
    const words = wordsOf(file, '--tenant', '3')
    const watching = watch(words)
    const query = `WorkflowType = 'evaluateQuestions' AND TaskQueue = '${env.TABLETALK_TASK_QUEUE}'`
    const { workflowId, runId } = await waitFor('the evaluation', async () => {
      for await (const running of temporal.workflow.list({ query })) return running
      return undefined
    })
    watching.kill('SIGINT')
    const interrupted = await watching
    expect([interrupted.exitCode, interrupted.stdout]).toEqual([130, ''])
    expect(interrupted.stderr).toContain(
      'The evaluation continues in the service. Run the same command to watch it again',
    )
    const again = watch([...words, '--json'])
    // An evaluation that has ended would be started anew: the worker starts only after the command has attached.
    await once(again.stderr, 'data')
    await bench.platform.startWorker()
    const { stdout, stderr } = await again
    expect(stderr).toContain('The evaluation is already running; watching it.')
    expect(JSON.parse(stdout)).toMatchObject({ questions: 2, total: { right: 2, asked: 2 } })
    expect((await temporal.workflow.getHandle(workflowId).describe()).runId).toBe(runId)
  }, 60_000)

  it('answers all evaluation questions of the demo for any of its tenants', async () => {
    const file = path.resolve(import.meta.dirname, '../../../demo/eval.jsonl')
    const words = ['eval', '--database', DEMO.database.id, '--questions', file, '--tenant', '2', '--json']
    const { json } = await bench.run(words, { env })
    expect(json.total).toMatchObject({ asked: 29, right: 29 })
  })

  it('prints totals and figures per tag, and every wrong answer with the found and the gold rows', async () => {
    const { code, out } = await evaluate(
      [
        { id: 'orders', ...ORDERS, tags: ['count'] },
        { id: 'eight', question: 'How many orders are there?', gold: ORDERS.gold, tenant: 8, tags: ['count'] },
        {
          id: 'users',
          question: 'How many orders are there?',
          gold: 'SELECT id FROM orders ORDER BY id',
          tags: ['list'],
        },
        { id: 'weather', question: 'How is the weather?', expect: 'decline' },
        { id: 'refused', question: 'How many orders are there?', gold: 'DROP TABLE orders' },
      ],
      '--tenant',
      '3',
    )
    expect(code).toBe(0)
    expect(out).toMatch(
      /wrong {2}users \(tenant 3\): How many orders are there\?\n {2}SELECT [^\n]*\nfound:\n[\s\S]*│ +6 │[\s\S]*gold:\n[\s\S]*│ +300 │/,
    )
    expect(out).toMatch(/failed {2}refused[^\n]*\n {2}Its gold query was refused by the guard/)
    expect(out).toMatch(/│ count +│ +2 │ +0 │ +0 │ +0 │ +2 │/)
    expect(out).toMatch(/│ all +│ +3 │ +0 │ +1 │ +1 │ +5 │/)
    expect(out).toContain('60.0 % answered (3 of 5), 66.7 % of these right, by builtin')
    expect(out).toMatch(/p50 \d+ ms, p95 \d+ ms/)
  })

  it('prints one JSON document with the stability of answers, and writes a file that serves as baseline', async () => {
    const lines = [
      { id: 'orders', ...ORDERS },
      { id: 'weather', question: 'How is the weather?', expect: 'decline' },
    ]
    const first = await evaluate(lines, '--tenant', '3', '--repeat', '2', '--out', 'first.json', '--json')
    expect(first.code).toBe(0)
    expect(first.json).toMatchObject({
      version: 1,
      organization_id: 1,
      database: 'crm',
      planners: ['builtin'],
      repeat: 2,
      stable: 2,
      total: { asked: 4, right: 4, answered: 2, precision: 1, repairs: 0, tokens: null },
      comparison: null,
    })
    const { comparison: _, ...written } = first.json
    expect(JSON.parse(await readFile(path.join(bench.folder, 'first.json'), 'utf8'))).toEqual(written)
    const same = await evaluate(lines, '--tenant', '8', '--baseline', 'first.json', '--json')
    expect(same).toMatchObject({
      code: 0,
      json: { comparison: { is_worse: false, compared: 2, worse: [], better: [] } },
    })
  })

  it('exits with 2 if it is worse than its baseline, and lists what became worse and better', async () => {
    const wrong = { id: 'b', question: 'How many orders are there?', gold: 'SELECT 4711' }
    await evaluate([{ id: 'a', ...ORDERS }, { id: 'c', ...ORDERS }, wrong], '--tenant', '3', '--out', 'base.json')
    const right = { ...wrong, gold: ORDERS.gold }
    const [nowWrong, alsoWrong] = [
      { ...wrong, id: 'a' },
      { ...wrong, id: 'c' },
    ]
    const even = await evaluate([nowWrong, { id: 'c', ...ORDERS }, right], '--tenant', '3', '--baseline', 'base.json')
    expect(even.code).toBe(0)
    expect(even.out).toContain('Not worse than the baseline, by 3 questions: 1 worse, 1 better')
    const worse = await evaluate([nowWrong, alsoWrong, right], '--tenant', '3', '--baseline', 'base.json')
    expect(worse.code).toBe(2)
    expect(worse.out).toContain('Worse than the baseline, by 3 questions: 2 worse, 1 better')
    expect(worse.out).toMatch(/worse +a: right → wrong\n +worse +c: right → wrong\n +better +b: wrong → right/)
  })

  it('reports for --stop that no evaluation is running', async () => {
    expect(await evaluate([{ id: 1, ...ORDERS }], '--tenant', '3', '--stop')).toMatchObject({
      out: 'The evaluation is not running.',
    })
  })

  it('reports all errors of a question file with their lines before it asks a question', async () => {
    const { code, out, err } = await evaluate([
      { id: 1, ...ORDERS, tenant: 3 },
      { id: 1, ...ORDERS, tenant: 3 },
      'no JSON',
      '',
      { id: 2, question: 'Why?' },
      { id: 3, ...ORDERS, expect: 'chat', goldd: 1, tenant: 3 },
      { id: 4, ...ORDERS, after: 'none', tenant: 3 },
      { id: 5, ...ORDERS, after: 1, tenant: 8 },
      { id: 6, question: ' ', gold: [] },
      `{"id": 7, "question": "Why?", "gold": {"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    ])
    expect([code, out]).toEqual([1, ''])
    const errors = err.split('\n').filter((line) => line.startsWith('  line'))
    expect(errors.map((line) => line.trim())).toEqual([
      'line 2: id: 1 is already used in an earlier line',
      'line 3: is not JSON',
      'line 5: requires either gold or expect',
      'line 6: goldd: is unknown',
      'line 6: requires either gold or expect',
      'line 7: after: no valid earlier line has the id none',
      'line 8: after: 1 has another tenant or scope',
      'line 9: question: must not be empty',
      'line 9: gold: must not be empty',
      'line 10: is nested too deeply',
    ])
  })

  it.each([
    [
      'a missing tenant',
      [{ id: 1, ...ORDERS }],
      [],
      /line 1: tenant: is required because crm has tenant scoping.*--tenant/,
    ],
    ['an invalid tenant', [{ id: 1, ...ORDERS, tenant: 'x' }], [], /line 1: tenant: must be a positive integer/],
    ['a file without questions', [''], [], /The file contains no questions/],
    [
      'a line of a megabyte',
      [{ id: 1, question: 'x'.repeat(1_000_000), gold: 'SELECT 1' }],
      [],
      /line 1: has more than 200000 characters/,
    ],
    ['100,000 lines', Array(100_000).fill('{}'), [], /has 100000 questions; the maximum is 5000/],
    [
      'too many repeated questions',
      Array.from({ length: 300 }, (_, id) => ({ id, ...ORDERS, tenant: 3 })),
      ['--repeat', '20'],
      /300 questions asked 20 times each are 6000/,
    ],
    [
      'a baseline that is not JSON',
      [{ id: 1, ...ORDERS, tenant: 3 }],
      ['--baseline', 'crm.db'],
      /crm\.db: This is not JSON/,
    ],
    [
      'an output file in a missing folder',
      [{ id: 1, ...ORDERS, tenant: 3 }],
      ['--out', 'no/such.json'],
      /Cannot write .*no\/such\.json: there is no folder/,
    ],
  ])('refuses %s with a message that says what to do', async (_, lines, more, expected) => {
    const { code, out, err } = await evaluate(lines, ...more)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(expected)
  })

  it('refuses a database of another organization and a missing question file', async () => {
    const { json } = await bench.run(['org', 'create', '--name', 'Other', '--plan', 'professional', '--json'])
    const file = await fileOf([{ id: 1, ...ORDERS }])
    const elsewhere = ['eval', '--org', String(json.organization_id), '--database', 'crm', '--questions']
    expect(await bench.run([...elsewhere, file], { env })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('has no database crm'),
    })
    const missing = await bench.run(wordsOf('no.jsonl'), { env })
    expect(missing).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no no\.jsonl/) })
  })

  it('reports that no Temporal server is configured, or the address of one that cannot be reached', async () => {
    const words = wordsOf(await fileOf([{ id: 1, ...ORDERS, tenant: 3 }]))
    expect((await bench.run(words)).err).toMatch(/no Temporal server is configured.*npm start/)
    const unreachable = await bench.run(words, { env: { ...env, TEMPORAL_ADDRESS: '127.0.0.1:1' } })
    expect(unreachable).toMatchObject({ code: 1, out: '', err: expect.stringContaining('127.0.0.1:1') })
  })
})
