#!/usr/bin/env node
// The command, on any Node >= 20: installs missing packages, then continues in the Node 24 that the packages contain.
import { spawn } from 'node:child_process'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstall } from './ensure-install.mjs'

/**
 * A young generation of 32 MiB, twice the default: turns allocate many short-lived objects, and fewer collections save 5 % of their
 * processor time. `package.json` and `Dockerfile` repeat it.
 */
const YOUNG_GENERATION = ['--min-semi-space-size=16', '--max-semi-space-size=32']
const QUIET = '--disable-warning=ExperimentalWarning'
const here = path.dirname(fileURLToPath(import.meta.url))
const main = path.resolve(here, '../src/cli/main.ts')
/** The compile cache halves the time of a short command. It is in node_modules, which only its owner may change. */
const COMPILED = path.resolve(here, '../node_modules/.cache/compiled')

/** Process 1 of a container ignores signals without a listener: exits on each signal until a command listens to it. */
const exitOnSignals = () => {
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }))
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(128 + number))
}

/**
 * npm passes signals to the shell of its script, which exits without passing them on; a killed npm passes none on. A service
 * that npm has started therefore exits when its parent process does, as on SIGTERM.
 */
const endWithNpm = () => {
  if (!['npx', 'start', 'tabletalk'].includes(process.env.npm_lifecycle_event)) return
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECKED_EVERY_MS).unref()
}
/** Much less than the time to a second Ctrl-C, so that the exit of the shell after the first one does not count as a second. */
const PARENT_CHECKED_EVERY_MS = 100

const runHere = () => {
  if (process.pid === 1) exitOnSignals()
  module.enableCompileCache?.(COMPILED)
  return import(pathToFileURL(main).href)
}

const runIn = (node) => {
  const child = spawn(node, [QUIET, ...YOUNG_GENERATION, main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

try {
  const node = await ensureInstall()
  endWithNpm()
  const isNode24 = Number.parseInt(process.versions.node, 10) >= 24
  if (isNode24 && process.execArgv.includes(QUIET)) await runHere()
  else runIn(node)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
