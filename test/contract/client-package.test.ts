import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describeInBrowser, launchBrowser, OTHER_NAME } from '../support/browser.ts'
import { type ClientProject, clientProject, installedNodes, readmeProgram } from '../support/client-project.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { serveFolder } from '../support/serve-folder.ts'

const PACKAGE = path.join(import.meta.dirname, '../../clients/typescript')

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

/** A program with an expected type error, which fails to compile if the types of the package are missing. */
const WRONG = `import { createClient } from '@tabletalk/client'
// @ts-expect-error a misspelt field
createClient({ baseUrl: '', apiKey: '' }).ask({ mesage: '' })
`

/** Streams an answer in a page and in its worker; the title of the page has both texts. */
const PAGE = {
  'index.html': '<!doctype html><script type="module" src="./page.ts"></script>',
  'answer-text.ts': `import { createClient } from '@tabletalk/client'
export const answerText = async (options: Record<string, string>) => {
  let text = ''
  const client = createClient({ baseUrl: '', ...options })
  for await (const event of client.stream({ message: 'How many customers are there?' })) text = event.text
  return text
}
`,
  'page.ts': `import { answerText } from './answer-text.js'
const options = Object.fromEntries(new URLSearchParams(location.search))
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
worker.onmessage = async ({ data }) => {
  document.title = JSON.stringify([await answerText(options), data])
}
worker.postMessage(options)
`,
  'worker.ts': `import { answerText } from './answer-text.js'
onmessage = async ({ data }) => postMessage(await answerText(data))
`,
}

describe('client package', () => {
  let project: ClientProject
  beforeAll(async () => {
    project = await clientProject(true)
  }, 60_000)
  afterAll(() => project.remove())

  it('is built on install, and its tarball contains the built files only', async () => {
    const files = await project.installPacked()
    expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'dist/index.js', 'dist/index.d.ts']))
    expect(files.filter((file) => !/^(package\.json|README\.md|dist\/[\w-]+(\.d\.ts|\.js))$/.test(file))).toEqual([])
  }, 60_000)

  it('compiles and runs the examples of its README from the tarball, on each installed version of Node', async () => {
    const program = await readmeProgram()
    await project.write('example.ts', program.replace('http://127.0.0.1:3000', platform.baseUrl))
    await project.write('wrong.ts', WRONG)
    expect(await project.compile()).toBe('')
    const env = { TABLETALK_KEY: platform.access.orgKey }
    const nodes = await installedNodes()
    for (const { stdout, stderr } of await Promise.all(nodes.map((node) => project.run('example.js', env, node)))) {
      expect(stdout).toContain('How many orders were placed last month?')
      expect(stderr).toMatch(/^VALIDATION_\w+ message .*message/)
    }
  }, 60_000)

  describeInBrowser('in a bundle', () => {
    it('streams answers in a page over HTTP and in its worker', async () => {
      for (const [file, text] of Object.entries(PAGE)) await project.write(`page/${file}`, text)
      await project.bundle('page')
      const [served, browser] = [await serveFolder(path.join(project.folder, 'page/dist')), await launchBrowser()]
      const page = await browser.newPage()
      const options = { baseUrl: platform.baseUrl, apiKey: platform.access.databaseKey, tenantId: '1', scopeId: 'page' }
      // Over HTTP and under a name, a page is no secure context: it has no `crypto.randomUUID`.
      await page.goto(`http://${OTHER_NAME}:${served.port}/?${new URLSearchParams(options)}`)
      await page.waitForFunction('document.title !== ""')
      const [inPage, inWorker] = JSON.parse(await page.title())
      expect(inPage).toMatch(/\d/)
      expect(inWorker).toBe(inPage)
      await browser.close()
      await served.close()
    })
  })

  it('starts its README with the install command', async () => {
    const readme = await readFile(path.join(PACKAGE, 'README.md'), 'utf8')
    expect(readme).toMatch(/^# \S+\n\n```sh\nnpm install \.\/clients\/typescript\n```/)
  })
})
