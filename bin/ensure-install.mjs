// Installs packages that are missing or outdated. Runs before anything is installed, on any Node >= 20.
import { spawn } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(import.meta.dirname ?? path.dirname(fileURLToPath(import.meta.url)), '..')
const MODULES = path.join(ROOT, 'node_modules')
const OWN_NODE = path.join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** Written by the build of a container image, which contains all packages and no npm. */
const IMAGE = path.join(MODULES, '.image.json')
const LOCK = path.join(ROOT, '.npm-install.lock')
const LOCK_MS_MAX = 15 * 60_000
const REPEAT_MS = 15_000

/**
 * Installs the packages of `package-lock.json` if they are missing, one process at a time, and finds Node 24. In a container
 * image, which was installed when it was built, nothing is checked and its own Node is used.
 *
 * @param {{ tests?: boolean }} [needs] whether packages that only tests need are required too
 * @returns {Promise<string>} the path of a Node 24
 */
export const ensureInstall = async ({ tests = false } = {}) => {
  if (existsSync(IMAGE)) return nodeOfImage()
  requireNode20()
  if (!isInstalled(tests)) await locked(() => (isInstalled(tests) ? undefined : install(tests)))
  if (!isRealNode(OWN_NODE)) await locked(() => (isRealNode(OWN_NODE) ? undefined : fetchNode()))
  return OWN_NODE
}

const nodeOfImage = () => {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new Error(`The Tabletalk image requires Node 24; this is ${process.versions.node}.`)
}

const requireNode20 = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Tabletalk requires Node 20.19 or newer; this is ${process.versions.node}.`)
}

const say = (line) => process.stderr.write(`${line}\n`)

/** npm lists the installed packages in `.package-lock.json`; every required package must be in it with the locked version. */
const isInstalled = (tests) => {
  const wanted = packagesIn(path.join(ROOT, 'package-lock.json'))
  if (wanted === undefined) return existsSync(MODULES)
  const present = packagesIn(path.join(MODULES, '.package-lock.json'))
  if (present === undefined) return false
  return Object.entries(wanted).every(([folder, { version, integrity, optional, dev, devOptional }]) => {
    const found = present[folder]
    if (folder === '' || (found === undefined && (optional || devOptional || (dev && !tests)))) return true
    const same = found?.version === version && (found.integrity ?? integrity) === (integrity ?? found.integrity)
    return same && existsSync(path.join(ROOT, folder))
  })
}

const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

const install = async (tests) => {
  const include = tests ? ['--include=dev'] : []
  await withProgress('Installing packages (npm ci), about a minute', () => npm(['ci', ...include]))
}

/**
 * The npm package `node` installs its program with a script. If scripts are disabled, the package with the program is installed
 * here, as that script would.
 */
const fetchNode = async () => {
  const { version } = JSON.parse(readFileSync(path.join(MODULES, 'node', 'package.json'), 'utf8'))
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${platform}-${process.arch}`
  const folder = path.join(MODULES, '.node-program')
  await withProgress(`Installing Node ${version}`, async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    await npm(['install', '--no-save', '--no-package-lock', '--ignore-scripts', `${name}@${version}`], folder)
  })
  const program = path.join(folder, 'node_modules', name, 'bin', path.basename(OWN_NODE))
  replaceFile(OWN_NODE, () => linkSync(program, OWN_NODE))
  const command = path.join(MODULES, '.bin', 'node')
  if (process.platform !== 'win32') replaceFile(command, () => symlinkSync('../node/bin/node', command))
}

/** On Windows there is also an empty placeholder file, and a failed install may leave one. */
const isRealNode = (file) => statSync(file, { throwIfNoEntry: false })?.size > 1_000_000

const replaceFile = (target, make) => {
  mkdirSync(path.dirname(target), { recursive: true })
  rmSync(target, { force: true })
  make()
}

const npm = (args, cwd = ROOT) =>
  new Promise((resolve, reject) => {
    const script = process.env.npm_execpath
    const all = [...args, '--no-audit', '--no-fund', '--loglevel=error']
    const options = { cwd, stdio: ['ignore', 'ignore', 'inherit'] }
    const child = script?.endsWith('npm-cli.js')
      ? spawn(process.execPath, [script, ...all], options)
      : spawn('npm', all, { ...options, shell: process.platform === 'win32' })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`npm ${args[0]} failed (see above).`))))
  })

const withProgress = async (what, work) => {
  const begun = Date.now()
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`
  say(`${what} …`)
  const timer = setInterval(() => say(`  … ${seconds()} so far`), REPEAT_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  say(`${what}: done in ${seconds()}`)
}

/** Runs work under a lock file; a lock whose owner has exited is ignored. */
const locked = async (work) => {
  for (let isNoted = false; !tryLock(); isNoted = true) {
    if (!isNoted)
      say(
        `Another process is installing packages; waiting for it to finish (or for ${path.basename(LOCK)} to be removed).`,
      )
    await sleep(300)
  }
  try {
    await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

const tryLock = () => {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const written = statSync(LOCK, { throwIfNoEntry: false })
  if (written === undefined) return false
  const ageMs = Date.now() - written.mtimeMs
  const owner = Number(readFileSync(LOCK, 'utf8'))
  // The owner of an empty file has not written its process id yet.
  if (ageMs > LOCK_MS_MAX || (ageMs > 1_000 && !isRunning(owner))) rmSync(LOCK, { force: true })
  return false
}

const isRunning = (pid) => {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await ensureInstall({ tests: process.argv.includes('--tests') })
  } catch (error) {
    say(error.message)
    process.exit(1)
  }
}
