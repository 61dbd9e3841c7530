import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** `tabletalk ask …` as a process of its own; it looks for a running service in this home folder. */
export const startAsk = (home: string, ...words: string[]) => {
  const command = path.join(import.meta.dirname, 'ask-process.ts')
  const child = spawn(process.execPath, [command, 'ask', ...words], {
    env: { ...process.env, TABLETALK_HOME: home, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, out, err })) }
}
