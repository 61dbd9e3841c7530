import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { currentPortal, servedPortal } from '../../src/platform/process/portal.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** A page with a dynamic import, a style sheet and a public file, and the script of the widget. */
const SOURCES = {
  'web/index.html': `<!doctype html>
<html lang="en">
  <head><link rel="icon" href="/assets/icon.svg"></head>
  <body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body>
</html>`,
  'web/src/main.tsx':
    "import './main.css'\nconst { text }: { text: string } = await import('./later.ts')\ndocument.title = text\n",
  'web/src/later.ts': "export const text = 'later'\n",
  'web/src/main.css': '#root { color: red }\n',
  'web/public/assets/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'widget/src/main.ts': "export const version = 'of the widget'\n",
  'clients/typescript/src/index.ts': '',
  'package.json': '{"version":"0.0.1","type":"module"}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
}

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tabletalk-build-'))
  await Promise.all(Object.entries(SOURCES).map(([name, text]) => writeSource(name, text)))
  for (const name of ['web/vite.config.ts', 'widget/vite.config.ts'])
    await cp(path.join(ROOT, name), path.join(root, name))
})
afterAll(() => rm(root, { recursive: true }))

const writeSource = async (name: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true })
  await writeFile(path.join(root, name), text)
}

const builds = async () => (await readdir(path.join(root, 'dist'))).filter((name) => !name.endsWith('.lock'))

it('servedPortal returns no folder and the error of the bundler if the first build fails', async () => {
  await writeSource('web/src/main.tsx', "import './nowhere.ts'\n")
  const { folder, error } = await servedPortal({ root })
  expect(folder).toBeUndefined()
  expect(String(error)).toMatch(/could not be built: .*Could not resolve '\.\/nowhere\.ts' in .*main\.tsx/s)
  expect(await builds()).toEqual([])
  await writeSource('web/src/main.tsx', SOURCES['web/src/main.tsx'])
})

describe('the built portal', () => {
  let folder: string
  beforeAll(async () => {
    const notes: string[] = []
    const steps: string[] = []
    const progress = {
      note: (text: string) => void notes.push(text),
      step: <T>(text: string, work: () => Promise<T>) => {
        steps.push(text)
        return work()
      },
    }
    const all = await Promise.all([1, 2].map(() => currentPortal({ root, progress })))
    // Concurrent callers share one build.
    expect([steps, new Set(all).size]).toEqual([['Building the portal and the widget'], 1])
    folder = all[0] ?? ''
  })

  it('refers to its assets by relative URLs, and has no inline styles or scripts, which its CSP refuses', async () => {
    const page = await readFile(path.join(folder, 'index.html'), 'utf8')
    const addresses = page.match(/(?<=(?:src|href)=")[^"]+/g) ?? []
    expect(addresses.length).toBeGreaterThan(2)
    expect(addresses.filter((address) => !address.startsWith('./assets/'))).toEqual([])
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)/)
  })

  it('has a content hash in the name of every asset except public files', async () => {
    const names = await readdir(path.join(folder, 'assets'))
    expect(names.filter((name) => !/-[\w-]{12}\.(?:js|css)$/.test(name))).toEqual(['icon.svg'])
    expect(names.length).toBeGreaterThan(3)
  })

  it('has the widget as one script without other files', async () => {
    expect(await readdir(path.join(folder, 'widget'))).toEqual(['widget.js'])
    expect(await readFile(path.join(folder, 'widget/widget.js'), 'utf8')).toContain('of the widget')
  })

  it('is rebuilt when a source or the lock file changes, but not for generated types', async () => {
    await writeSource('clients/typescript/src/schema.ts', 'export type Anything = unknown\n')
    expect(await currentPortal({ root })).toBe(folder)
    for (const [name, text] of [
      ['web/src/later.ts', "export const text = 'earlier'\n"],
      ['widget/src/main.ts', "export const version = 'another'\n"],
      ['package-lock.json', '{ }'],
    ] as const) {
      const before = await readFile(path.join(root, name), 'utf8')
      await writeSource(name, text)
      expect(await currentPortal({ root })).not.toBe(folder)
      await writeSource(name, before)
      expect(await currentPortal({ root })).toBe(folder)
    }
  })

  it('is served in its latest build while newer sources cannot be built, and older builds are deleted', async () => {
    await utimes(folder, new Date(), new Date(Date.now() + 60_000))
    await writeSource('web/src/later.ts', "export const text = 'latest'\n")
    await currentPortal({ root })
    const remainingBuilds = await builds()
    expect([remainingBuilds.length, remainingBuilds.includes(path.basename(folder))]).toEqual([3, true])
    await writeSource('web/src/later.ts', 'export const text =\n')
    const served = await servedPortal({ root })
    expect([served.folder, served.error instanceof Error]).toEqual([folder, true])
    expect(await builds()).toEqual(remainingBuilds)
  })
})
