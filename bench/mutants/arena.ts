import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Mutant } from './mutate.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const COPIED = [
  ...['src', 'test', 'demo', 'bench', 'activities', 'workflows', 'workers', 'tools'],
  ...['package.json', 'tsconfig.json'],
]

/** A suite that takes this many times its usual time counts as a failure. */
const SLOWER_MAX = 4
const SPARE_MS = 30_000
const UNHARMED_MS_MAX = 30 * 60_000

export interface Outcome {
  /** The first suite and test that failed or timed out; undefined if the mutant survived. */
  readonly killer?: { readonly suite: string; readonly test: string }
  /** Duration of each suite that ran to its end. */
  readonly took: ReadonlyMap<string, number>
}

/** A copy of the tree for mutants, one at a time; the tree itself is not changed. */
export class Arena {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-mutants-'))
  readonly #env: NodeJS.ProcessEnv

  /** @param env addresses of servers that suites would start otherwise */
  constructor(env: Readonly<Record<string, string>>) {
    for (const part of COPIED) cpSync(path.join(ROOT, part), path.join(this.#folder, part), { recursive: true })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.#folder, 'node_modules'))
    // These suites need neither Temporal nor a store of the service.
    const config = readFileSync(path.join(ROOT, 'jest.config.js'), 'utf8')
      .replace(/^ {2}(global(Setup|Teardown)|reporters|testPathIgnorePatterns).*$/gm, '')
      .replace(/^ {2}testEnvironment.*$/m, ARENA_CONFIG)
    writeFileSync(path.join(this.#folder, 'jest.config.js'), config)
    // Files left by killed suites are removed with the copy.
    this.#env = { ...process.env, ...env, TMPDIR: path.join(this.#folder, 'tmp') }
  }

  /**
   * Runs suites sequentially, until the first test that fails.
   *
   * @param usual expected duration of each suite, in ms
   */
  async run(suites: readonly string[], usual: ReadonlyMap<string, number>, mutant?: Mutant): Promise<Outcome> {
    const target = mutant && path.join(this.#folder, mutant.file)
    const original = target && readFileSync(target, 'utf8')
    if (target !== undefined && mutant !== undefined) writeFileSync(target, mutant.text)
    mkdirSync(path.join(this.#folder, 'tmp'))
    try {
      return await this.#run(suites, usual)
    } finally {
      if (target !== undefined && original !== undefined) writeFileSync(target, original)
      rmSync(path.join(this.#folder, 'tmp'), { recursive: true, force: true })
    }
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #run(suites: readonly string[], usual: ReadonlyMap<string, number>): Promise<Outcome> {
    const node = ['--disable-warning=ExperimentalWarning']
    const jest = [path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--bail', '--silent', '-i', '--runTestsByPath']
    const child = spawn(process.execPath, [...node, ...jest, ...suites], {
      cwd: this.#folder,
      env: { ...this.#env, MUTANT_SUITES: JSON.stringify(suites) },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    })
    // Kills the children of the suites too.
    const kill = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // All have ended.
      }
    }
    const took = new Map<string, number>()
    let [suite, test, began] = ['', '', performance.now()]
    let timer = setTimeout(kill, UNHARMED_MS_MAX)
    const pipe = child.stdio[3]
    if (pipe == null || !('read' in pipe)) throw new Error('no pipe to the suites')
    createInterface({ input: pipe }).on('line', (line) => {
      const [what, file = '', name = ''] = line.split('\t')
      const now = performance.now()
      if (what === 'failed') test = name
      else {
        if (suite !== '') took.set(suite, now - began)
        ;[suite, began] = [path.relative(this.#folder, file), now]
        clearTimeout(timer)
        const expected = usual.get(suite)
        timer = setTimeout(kill, expected === undefined ? UNHARMED_MS_MAX : SLOWER_MAX * expected + SPARE_MS)
      }
    })
    return new Promise((resolve) => {
      child.once('close', (code) => {
        clearTimeout(timer)
        kill()
        if (code === 0) took.set(suite, performance.now() - began)
        resolve(code === 0 ? { took } : { took, killer: { suite, test } })
      })
    })
  }
}

const ARENA_CONFIG = `
  testEnvironment: '<rootDir>/bench/mutants/first-failure-environment.js',
  testSequencer: '<rootDir>/bench/mutants/given-order.js',
  reporters: [],`
