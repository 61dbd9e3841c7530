#!/usr/bin/env node
// The command on any Node >= 20: installs what is missing, then goes on in the Node 24 that the packages contain.
import { spawn } from 'node:child_process'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstall } from './ensure-install.mjs'

const QUIET = '--disable-warning=ExperimentalWarning'
const here = path.dirname(fileURLToPath(import.meta.url))
const main = path.resolve(here, '../src/cli/main.ts')
/** Half of what a short command costs is reading its own code. Only whoever may change the packages may write there. */
const COMPILED = path.resolve(here, '../node_modules/.cache/compiled')

/** The first process of a container hears only signals that it listens to; until a command does, each ends it. */
const endWhenAsked = () => {
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }))
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(128 + number))
}

/**
 * npm passes signals on to the shell that it runs a script in, which dies of them and tells nobody; killed, it passes
 * nothing on. A service that is started by npm ends with what has started it, as if it had got the signal.
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
/** Much less than what a second Ctrl-C takes: a shell that dies of the first one is no second one. */
const PARENT_CHECKED_EVERY_MS = 100

const runHere = () => {
  if (process.pid === 1) endWhenAsked()
  module.enableCompileCache?.(COMPILED)
  return import(pathToFileURL(main).href)
}

const runIn = (node) => {
  const child = spawn(node, [QUIET, main, ...process.argv.slice(2)], {
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
