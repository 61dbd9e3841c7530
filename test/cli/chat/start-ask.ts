import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { execa } from 'execa'
import { shellWord } from '../../../src/cli/command-line.ts'

/** `tabletalk ask …` as a process of its own; it looks for a running service in this home folder. */
export const startAsk = (home: string, ...words: string[]) => {
  const command = path.join(import.meta.dirname, 'ask-process.ts')
  return startBy([process.execPath, command], home, words)
}

/** The same as people type it, with what they begin it with: `npx tabletalk`. */
export const startBy = ([program = '', ...before]: readonly string[], home: string, words: readonly string[]) => {
  const child = spawn(program, [...before, 'ask', ...words], {
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

/**
 * The same in a terminal of 100 columns, by util-linux' `script`.
 *
 * @param typed what a person types at its prompts, ahead of them
 * @returns everything that it showed
 */
export const startAskInTerminal = async (
  home: string,
  {
    NO_COLOR,
    TERM = 'xterm-256color',
    typed,
  }: { readonly NO_COLOR?: string; readonly TERM?: string; readonly typed?: string },
  ...words: string[]
): Promise<string> => {
  const command = [process.execPath, path.join(import.meta.dirname, 'ask-process.ts'), 'ask', ...words].map(shellWord)
  const { FORCE_COLOR: _forced, CI: _ci, NO_COLOR: _not, ...env } = process.env
  const { stdout } = await execa('script', ['-qec', `stty cols 100; exec ${command.join(' ')}`, '/dev/null'], {
    env: { ...env, TABLETALK_HOME: home, NODE_OPTIONS: '', TERM, ...(NO_COLOR === undefined ? {} : { NO_COLOR }) },
    extendEnv: false,
    ...(typed === undefined ? { stdin: 'ignore' } : { input: typed }),
  })
  return stdout
}
