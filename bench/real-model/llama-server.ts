import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import getPort from 'get-port'

/** A running model server. */
interface LlamaServer {
  /** For `OPENAI_BASE_URL`. */
  readonly baseUrl: string
  /** Ends it like a failing machine. */
  kill(): Promise<void>
}

interface LlamaServerSettings {
  readonly program: string
  readonly weights: string
  /** Tokens of prompt and reply together. */
  readonly window: number
  /** Path of its log. */
  readonly logFile: string
}

const READY_MS_MAX = 60_000

/** Starts a server on loopback that answers one question at a time. @throws if it is not ready in a minute */
export const startLlamaServer = async (settings: LlamaServerSettings): Promise<LlamaServer> => {
  const { program, weights, window, logFile } = settings
  const port = await getPort({ host: '127.0.0.1' })
  const args = [
    ...['--model', weights, '--alias', 'smollm2', '--host', '127.0.0.1', '--port', String(port)],
    // One slot: the window is not divided, and the common prefix of prompts is read once.
    ...['--ctx-size', String(window), '--parallel', '1', '--threads-http', '2'],
    // Two threads synchronize at every token, which is many times slower on a loaded machine.
    ...['--threads', '1', '--threads-batch', '2'],
    // Makes runs comparable.
    ...['--seed', '1'],
  ]
  const server = execa(program, args, {
    stdin: 'ignore',
    stdout: { file: logFile },
    stderr: { file: logFile, append: true },
    reject: false,
    // The server ends with the benchmark.
    cleanup: true,
  })
  const base = `http://127.0.0.1:${port}`
  const kill = async (): Promise<void> => {
    server.kill('SIGKILL')
    await server
  }
  const isReady = async (): Promise<boolean> =>
    await fetch(`${base}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const end = performance.now() + READY_MS_MAX; !(await isReady()); await delay(200)) {
    if (server.exitCode === null && performance.now() < end) continue
    await kill()
    throw new Error(`llama-server did not start:\n${(await readFile(logFile, 'utf8')).slice(-1_000)}`)
  }
  return { baseUrl: `${base}/v1`, kill }
}
