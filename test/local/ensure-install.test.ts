import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'

/** Fake npm: writes the files of an installation and logs each call. */
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
  // Without this, `type` would come from a package.json of a parent folder.
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

describe('bin/ensure-install.mjs', () => {
  it('installs the packages of a fresh clone with a message, and does nothing on the next run', async () => {
    expect((await ensureInstall()).all).toMatch(/Installing packages .*…\n.*done in/)
    expect((await ensureInstall()).all).toBe('')
    expect(await calls()).toBe('ci\n')
  })

  it('installs again when the lock file has another version', async () => {
    await ensureInstall()
    await lock('1.0.1')
    await ensureInstall()
    expect(await calls()).toBe('ci\nci\n')
  })

  it('installs nothing in a container image, even if packages are missing', async () => {
    await mkdir(path.join(clone, 'node_modules'))
    await writeFile(path.join(clone, 'node_modules/.image.json'), '{}')
    expect((await ensureInstall()).all).toBe('')
    expect(await readdir(clone)).toEqual(['bin', 'node_modules', 'npm', 'package-lock.json'])
  })

  it('installs once for two concurrent starts', async () => {
    const [first, second] = await Promise.all([ensureInstall(), ensureInstall()])
    expect(`${first.all}${second.all}`).toContain('waiting for it')
    expect(await calls()).toBe('ci\n')
  })

  it('does not wait for a start that was killed during the installation', async () => {
    const killed = ensureInstall()
    killed.kill('SIGKILL')
    await killed.catch(() => undefined)
    await ensureInstall()
    expect(await calls()).toContain('ci\n')
  })
})
