import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { execa } from 'execa'
import { shellWord } from '../../../src/cli/command-line.ts'

/** Starts `tabletalk ask …` as a process with this home folder. */
export const startAsk = (home: string, ...words: string[]) => {
  const command = path.join(import.meta.dirname, 'ask-process.ts')
  return startBy([process.execPath, command], home, words)
}

/** Starts `ask …` with the given program and its first arguments, such as `npx tabletalk`. */
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
 * Starts `tabletalk ask …` in a terminal of 100 columns with `script` of util-linux.
 *
 * @param typed input for its prompts, sent in advance
 * @returns everything that the terminal showed
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
