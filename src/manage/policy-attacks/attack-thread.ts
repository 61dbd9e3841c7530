import type { MessagePort } from 'node:worker_threads'
import { allEngines } from '../../engines/index.ts'
import { type Loader, REMOVE_SCRATCH_MS } from '../../engines/loader.ts'
import { allLoaders } from '../../engines/loaders.ts'
import { effectivePolicy } from '../../guard/effective-policy.ts'
import type { IncludePatterns } from '../../guard/included-tables.ts'
import type { Policy } from '../../guard/policy.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import type { StartedCall } from '../../platform/threads/thread-pool.ts'
import { type AttackReport, attackDatabase } from './attack-database.ts'
import { UntestableDatabaseError } from './cannot-attack.ts'

/** A task of a thread: remove the copies of earlier attempts and, if labels are given, attack the policy. */
export interface AttackTask {
  readonly engine: string
  readonly address: string
  readonly include: IncludePatterns
  readonly policy: Policy
  readonly allowPrivateHosts: boolean
  /** Labels of scratch databases that may still exist. */
  readonly leftBehind: readonly string[]
  /** Labels of the scratch databases to create; undefined: no attack. */
  readonly labels: readonly string[] | undefined
  /** Time limit of the attacks, in ms. */
  readonly timeoutMs: number
  /** A message to the thread stops the attacks; the thread sends an `AttackProgress` after each draft. */
  readonly port: MessagePort
}

export interface AttackProgress {
  readonly tried: number
  readonly all: number
}

/** The result of a thread. Instances of `Problem` cannot be cloned between threads. */
export type AttackOutcome =
  | { readonly kind: 'done'; readonly report: AttackReport | undefined }
  | { readonly kind: 'failed'; readonly problem: ProblemName; readonly message: string; readonly transient: boolean }

/** Attacks a policy with separate engines, which share no slots or processes with other threads. */
export default async ({ startPort, port, ...call }: StartedCall<AttackTask>): Promise<AttackOutcome> => {
  startPort.postMessage(null)
  const stop = new AbortController()
  port.once('message', () => stop.abort())
  const timeout = AbortSignal.timeout(call.timeoutMs)
  const options = { allowPrivateHosts: call.allowPrivateHosts }
  const engines = allEngines(options)
  try {
    const engine = engines.find(({ name }) => name === call.engine)
    const loader = allLoaders(options).get(call.engine)
    if (engine === undefined || loader === undefined)
      throw new UntestableDatabaseError(`Attacks are not implemented for ${call.engine}.`)
    const { address, labels } = call
    for (const label of call.leftBehind)
      await loader.removeScratch(address, label, AbortSignal.timeout(REMOVE_SCRATCH_MS))
    if (labels === undefined) return { kind: 'done', report: undefined }
    const signal = AbortSignal.any([stop.signal, timeout])
    const schema = await engine.describe(address, signal, undefined, call.include)
    const policy = effectivePolicy(call.policy, schema, engine.dialect.folding(schema))
    const target = { engine, loader: withAdvice(loader), schema, policy }
    const onTried = (tried: number, all: number) => port.postMessage({ tried, all } satisfies AttackProgress)
    return { kind: 'done', report: await attackDatabase({ ...target, address, labels, onTried }, signal) }
  } catch (error) {
    const { problem, message, transient } = timeout.aborted ? TIMEOUT : problemOf(error)
    return { kind: 'failed', problem, message, transient }
  } finally {
    port.close()
    await Promise.all(engines.map((engine) => engine.close()))
  }
}

const TIMEOUT = new Problem('query_timeout', {
  message: 'The attacks exceeded the time limit of ten minutes and were stopped.',
  transient: false,
})

/** Converts an error to a problem. @throws unexpected errors: only their message is passed to the pool */
const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof UntestableDatabaseError) return new Problem('state_invalid', { message: error.message })
  throw error
}

/** A loader whose errors add advice for databases next to which no copies can be created. */
const withAdvice = (loader: Loader): Loader => ({
  ...loader,
  async scratch(...asked) {
    try {
      return await loader.scratch(...asked)
    } catch (error) {
      if (!(error instanceof Problem) || error.transient) throw error
      throw new UntestableDatabaseError(`${error.message} ${ADVICE}`)
    }
  },
})

const ADVICE =
  'Alternatively, run the attack on another server of the same engine that allows it: `tabletalk guard attack --scratch URL`.'
