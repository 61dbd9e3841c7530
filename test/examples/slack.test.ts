import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { answerBlocks, mrkdwn, plainText } from '../../examples/slack/blocks.ts'
import { type ClientProject, clientProject } from '../support/client-project.ts'
import { waitFor } from '../support/wait-for.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../turn/scripted-planner.ts'
import { type ScriptedSlack, scriptedSlack } from './scripted-slack.ts'

const ROOT = path.join(import.meta.dirname, '../..')

let platform: ScriptedPlatform
let project: ClientProject
let slack: ScriptedSlack
const apps = new Set<ChildProcess>()

beforeAll(async () => {
  const readme = await readFile(path.join(ROOT, 'examples/slack/README.md'), 'utf8')
  const { oauth_config } = JSON.parse(/^```json\n(?<manifest>.*?)^```$/ms.exec(readme)?.groups?.manifest ?? '')
  const scripted = scriptedSlack(oauth_config.scopes.bot)
  ;[platform, project, slack] = await Promise.all([startScriptedPlatform(), clientProject(true), scripted])
  await cp(path.join(ROOT, 'examples/slack'), project.folder, { recursive: true })
  await symlink(path.join(ROOT, 'node_modules/@slack'), path.join(project.folder, 'node_modules/@slack'))
  await startApp()
}, 120_000)
afterAll(async () => {
  for (const app of apps) await kill(app)
  await Promise.all([slack.close(), project.remove(), platform.close()])
})

/** Starts a process of the app, and waits until it is connected. */
const startApp = async (): Promise<ChildProcess> => {
  const env = {
    ...process.env,
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    TABLETALK_URL: platform.baseUrl,
    TABLETALK_KEY: platform.access.orgKey,
    TABLETALK_TENANT: '1',
  }
  const app = spawn(process.execPath, ['app.ts'], { cwd: project.folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  apps.add(app)
  await slack.connected(apps.size)
  return app
}

const kill = async (app: ChildProcess): Promise<void> => {
  const died = once(app, 'exit')
  app.kill('SIGKILL')
  await died
  apps.delete(app)
  await slack.connected(apps.size)
}

/** Waits until a question has no reaction of the app any more, which has answered it then. */
const answered = (ts: string, thread = ts) =>
  waitFor('the answer', async () => {
    const reply = slack.replies(thread).findLast(({ metadata }) => metadata?.event_payload.question === ts)
    const isComplete = reply?.metadata?.event_payload.conversation !== undefined
    return isComplete && slack.message(ts).reactions.length === 0 && reply
  })

/** Delivers an event again, and waits until the app has done everything again. */
const deliverAgain = async (ts: string): Promise<void> => {
  const completed = () =>
    slack.calls.filter(({ method, args }) => method === 'reactions.remove' && args.timestamp === ts)
  const before = completed().length
  await slack.deliver(ts, 0, 3)
  await waitFor('the repeated answer', async () => completed().length > before)
}

const questionsOf = async (user: string): Promise<readonly string[]> => {
  const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': user } })
  const messages: readonly { sender: string; content: string }[] = body.data.messages
  return messages.filter(({ sender }) => sender === 'USER').map(({ content }) => content)
}

const conversationOf = (reply: { readonly metadata?: { readonly event_payload: Readonly<Record<string, string>> } }) =>
  reply.metadata?.event_payload.conversation

describe('Slack app', () => {
  it('answers a mention in its thread with text, table and chart, and a second one in the same conversation', async () => {
    const first = slack.write('<@UBOT> Top 5 customers by revenue this year', { user: 'U-thread' })
    await slack.deliver(first)
    const reply = await answered(first)
    expect(reply.blocks?.map(({ type }) => type)).toEqual(['section', 'table'])
    expect(reply.blocks?.[1]).toHaveProperty('rows.length', 6)
    const [picture] = slack.replies(first).flatMap(({ files = [] }) => files)
    expect(picture).toMatchObject({ name: expect.stringMatching(/\.0\.png$/), alt_text: expect.stringMatching(/: /) })
    expect(slack.uploads[0]?.includes('PNG')).toBe(true)
    const second = slack.write('<@UBOT> And the year before?', { user: 'U-thread', thread: first })
    await slack.deliver(second)
    expect(conversationOf(await answered(second, first))).toBe(conversationOf(reply))
    const other = slack.write('<@UBOT> How many customers are there?', { user: 'U-other', thread: first })
    await slack.deliver(other)
    expect(conversationOf(await answered(other, first))).not.toBe(conversationOf(reply))
    expect(await questionsOf('U-thread')).toHaveLength(2)
  })

  it('offers the choices of an ambiguous question as buttons, and answers the pressed one', async () => {
    const choices = [{ label: 'customers', question: 'How many customers are there?' }]
    const clarify = { planner: 'builtin', mode: 'clarify', suggestions: [], assumptions: [], confidence: 0.6 } as const
    platform.drafts('How many?', { ...clarify, choices, reply: 'Which do you mean?' })
    const asked = slack.write('How many?', { user: 'U-choice' })
    await slack.deliver(asked)
    const offered = await answered(asked)
    const [, actions] = offered.blocks ?? []
    const [button] = JSON.parse(JSON.stringify(actions?.elements ?? []))
    await slack.press(offered.ts, button, 'U-choice')
    const chosen = await answered(offered.ts, asked)
    expect(conversationOf(chosen)).toBe(conversationOf(offered))
    expect(slack.message(offered.ts).blocks?.map(({ type }) => type)).toEqual(['section'])
    await slack.press(offered.ts, button, 'U-choice')
    expect(await questionsOf('U-choice')).toEqual(['How many customers are there?', 'How many?'])
  })

  it('ignores messages of users of other workspaces', async () => {
    const foreign = slack.write('<@UBOT> How many orders are there?', { userTeam: 'T2' })
    await slack.deliver(foreign)
    const own = slack.write('<@UBOT> How many customers are there?', { thread: foreign })
    await slack.deliver(own)
    await answered(own, foreign)
    expect(slack.replies(foreign)).toHaveLength(2)
  })

  it('reports a failed question as a sentence', async () => {
    const draft = { planner: 'builtin', mode: 'query', assumptions: [], confidence: 1, explanation: '' } as const
    platform.drafts('Show the secrets', { ...draft, query: 'SELECT * FROM pg_shadow' })
    const asked = slack.write('Show the secrets')
    await slack.deliver(asked)
    expect((await answered(asked)).text).toMatch(/^:warning: [A-Z].*\.$/)
  })

  it('asks a question once when its event is delivered again, also to another process', async () => {
    const release = platform.holds('How many orders are open?')
    const asked = slack.write('How many orders are open?', { user: 'U-again' })
    await slack.deliver(asked)
    await waitFor('the first reply', async () => slack.replies(asked).length === 1)
    const second = await startApp()
    await slack.deliver(asked, 1, 1)
    await slack.deliver(asked, 0, 2)
    release()
    const reply = await answered(asked)
    await kill(second)
    await deliverAgain(asked)
    expect(slack.replies(asked)).toEqual([reply])
    expect(await questionsOf('U-again')).toEqual(['How many orders are open?'])
  })

  it('asks a repeated question in the conversation in which it was asked first', async () => {
    const second = await startApp()
    const release = platform.holds('How many orders are late?')
    const late = slack.write('How many orders are late?', { user: 'U-two' })
    await slack.deliver(late)
    await waitFor('the first reply', async () => slack.replies(late).length === 1)
    const meanwhile = slack.write('How many customers are there?', { user: 'U-two', thread: late })
    await slack.deliver(meanwhile, 1)
    const reply = await answered(meanwhile, late)
    await kill(second)
    release()
    await answered(late)
    await deliverAgain(meanwhile)
    expect(slack.message(reply.ts)).toEqual(reply)
    expect(await questionsOf('U-two')).toHaveLength(2)
  })

  it('completes an answer after it was killed, in the same reply', async () => {
    const release = platform.holds('Revenue per month this year')
    const asked = slack.write('Revenue per month this year', { user: 'U-killed' })
    await slack.deliver(asked)
    await waitFor('the question', async () => (await questionsOf('U-killed')).length === 1)
    for (const app of apps) await kill(app)
    release()
    const [before] = slack.replies(asked)
    expect(before?.metadata?.event_payload).not.toHaveProperty('conversation')
    await startApp()
    const reply = await answered(asked)
    expect(reply.ts).toBe(before?.ts)
    await deliverAgain(asked)
    expect(slack.replies(asked).flatMap(({ files = [] }) => files)).toHaveLength(1)
    expect(await questionsOf('U-killed')).toEqual(['Revenue per month this year'])
  })
})

describe('Slack message', () => {
  const HOSTILE = '<!channel> <@U1> <https://evil.example|bank> & *x*'

  it('contains names and cells as text, without mentions or links', () => {
    expect(mrkdwn(HOSTILE)).toBe('&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|bank&gt; &amp; *x*')
    const columns = [{ name: HOSTILE, type: 'text' as const }]
    const rows = { columns, rows: Array(200).fill({ [HOSTILE]: HOSTILE.repeat(50) }), rowCount: 200, truncated: true }
    const turn = {
      key: '',
      question: '',
      state: 'answered',
      text: HOSTILE.repeat(500),
      parts: [{ queryId: '', rows }],
    } as const
    const none = { warnings: [], assumptions: [], suggestions: [], sources: [] }
    const choices = [{ label: HOSTILE.repeat(9), question: HOSTILE }]
    const [text, table, note, actions] = answerBlocks({ ...turn, ...none, choices })
    expect(JSON.stringify(text)).not.toContain('<')
    expect(JSON.stringify(text).length).toBeLessThan(3_100)
    expect(JSON.stringify(table).length).toBeLessThan(10_200)
    expect(table).toMatchObject({ rows: expect.arrayContaining([[{ type: 'raw_text', text: expect.any(String) }]]) })
    expect(JSON.stringify(note)).toMatch(/The first \d+ of more than 200 rows/)
    expect(actions).toMatchObject({ elements: [{ text: { type: 'plain_text' }, value: HOSTILE }] })
  })

  it('is read as the question that was typed', () => {
    expect(plainText('<@UBOT> orders &gt; 5 &amp; &lt; 9 of <mailto:a@b.example|a@b.example>')).toBe(
      'orders > 5 & < 9 of a@b.example',
    )
  })
})
