import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from '@swc/core'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { readChunks, textOf, userMessage } from './ui-chat.ts'

/** Not imported here: the types of React change those of the DOM for every test. */
const RENDER = `import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Page } from './page.js'
export const shown = renderToStaticMarkup(createElement(Page, { id: 'chat-7' }))
`

const ROOT = path.join(import.meta.dirname, '../../..')

let platform: Platform
let folder: string
beforeAll(async () => {
  platform = await startPlatform()
  folder = await mkdtemp(path.join(tmpdir(), 'ai-sdk-docs-'))
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  const page = await readFile(path.join(ROOT, 'docs/clients.md'), 'utf8')
  const section = page.split(/^## /m).find((text) => text.startsWith('AI SDK')) ?? ''
  const block = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? ''
  const transport = block('ts')
    .replace('https://chat.example.com', platform.baseUrl)
    .replace('pk_…', platform.access.databaseKey)
  await writeFile(path.join(folder, 'transport.ts'), transport)
  const { code } = transformSync(block('tsx'), {
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2024',
      transform: { react: { runtime: 'automatic' } },
    },
  })
  await writeFile(path.join(folder, 'page.js'), code)
  await writeFile(path.join(folder, 'render.js'), RENDER)
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href)
const send = async (text: string) => {
  const { transport } = await load('transport.ts')
  const messages = [userMessage('not this one'), userMessage(text)]
  return await readChunks(await transport.sendMessages({ chatId: randomUUID(), messages, trigger: 'submit-message' }))
}

describe('docs/clients.md, AI SDK', () => {
  it('has a transport that asks, shows the message of a problem, and cancels turns', async () => {
    const answer = await send('How many customers are there?')
    expect([textOf(answer), answer.finishReason]).toEqual([expect.stringMatching(/\d+ customers/), 'stop'])
    await expect(send(' ')).rejects.toThrow(/^messages: must not be empty$/)
    const { cancelTurn } = await load('transport.ts')
    expect((await cancelTurn(answer.message?.metadata?.turn_id)).status).toBe(200)
  })

  it('has a page that React renders', async () => {
    const { shown } = await load('render.js')
    expect(shown).toBe('<main><button type="button">Ask</button></main>')
  })
})
