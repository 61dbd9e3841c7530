import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'

/** Stands in for npm: writes what an installation leaves, and a line per call. */
const NPM = `
  const fs = require('node:fs')
  fs.appendFileSync('calls', process.argv[2] + '\\n')
  setTimeout(() => {
    fs.mkdirSync('node_modules/node/bin', { recursive: true })
    fs.mkdirSync('node_modules/thing', { recursive: true })
    fs.writeFileSync('node_modules/node/bin/node', Buffer.alloc(1_000_001))
    const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
    delete packages['node_modules/other']
    fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
  }, 400)`

let clone: string

beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'tabletalk-clone-'))
  await cp(path.resolve(import.meta.dirname, '../../bin'), path.join(clone, 'bin'), { recursive: true })
  await mkdir(path.join(clone, 'npm'))
  // Packages in folders above it.
  await writeFile(path.join(clone, 'npm', 'package.json'), '{ "type": "commonjs" }')
  await writeFile(path.join(clone, 'npm', 'npm-cli.js'), NPM)
  await lock('1.0.0')
})

afterEach(() => rm(clone, { recursive: true, force: true }))

const lock = (version: string): Promise<void> =>
  writeFile(
    path.join(clone, 'package-lock.json'),
    JSON.stringify({
      packages: { '': {}, 'node_modules/thing': { version }, 'node_modules/other': { optional: true } },
    }),
  )

const ensureInstall = () =>
  execa(process.execPath, ['bin/ensure-install.mjs'], {
    cwd: clone,
    all: true,
    env: { npm_execpath: path.join(clone, 'npm', 'npm-cli.js') },
  })

const calls = async (): Promise<string> => await readFile(path.join(clone, 'calls'), 'utf8')

describe('what runs before npm start', () => {
  it('installs a fresh clone and tells so, and does nothing the next time', async () => {
    expect((await ensureInstall()).all).toMatch(/Installing packages .*…\n.*done in/)
    expect((await ensureInstall()).all).toBe('')
    expect(await calls()).toBe('ci\n')
  })

  it('installs again when the lock file names another version', async () => {
    await ensureInstall()
    await lock('1.0.1')
    await ensureInstall()
    expect(await calls()).toBe('ci\nci\n')
  })

  it('installs nothing in an image, even when packages are missing', async () => {
    await mkdir(path.join(clone, 'node_modules'))
    await writeFile(path.join(clone, 'node_modules/.image.json'), '{}')
    expect((await ensureInstall()).all).toBe('')
    expect(await readdir(clone)).toEqual(['bin', 'node_modules', 'npm', 'package-lock.json'])
  })

  it('installs once when two start at the same time', async () => {
    const [one, other] = await Promise.all([ensureInstall(), ensureInstall()])
    expect(`${one.all}${other.all}`).toContain('waiting for it')
    expect(await calls()).toBe('ci\n')
  })

  it('does not wait for a start that was killed while it installed', async () => {
    const killed = ensureInstall()
    killed.kill('SIGKILL')
    await killed.catch(() => undefined)
    await ensureInstall()
    expect(await calls()).toContain('ci\n')
  })
})
