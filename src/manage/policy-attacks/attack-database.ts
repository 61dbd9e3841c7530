import type { Engine } from '../../engines/engine.ts'
import type { Loader, ScratchDatabase } from '../../engines/loader.ts'
import type { Family } from '../../engines/shared/attack-templates.ts'
import { type OwnerTypes, typesOfOwner } from '../../guard/owner-types.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Restriction, RestrictionValue } from '../../guard/restriction.ts'
import { type Schema, tableName } from '../../guard/schema.ts'
import { attackLanguage } from './attack-language.ts'
import type { RowOwner } from './canaries.ts'
import { UntestableDatabaseError } from './cannot-attack.ts'
import type { CellKind } from './cell-kind.ts'
import { checkControls } from './check-controls.ts'
import { DatabaseShape } from './database-shape.ts'
import { plantedTables } from './plant.ts'
import { callerValue, SCOPES, TENANTS } from './planted-callers.ts'
import { retryOnTimeout } from './retry-on-timeout.ts'
import { type Attacker, tryAttack, type Verdict } from './try-attack.ts'
import { type Attack, attackFamilies, suiteDigest, writeAttacks } from './write-attacks.ts'

interface AttackTarget {
  readonly engine: Engine
  /** Creates the copies; undefined if not implemented for the engine. */
  readonly loader: Loader | undefined
  readonly schema: Schema
  readonly policy: Policy
  /** The database next to which the copies are created, on the same server. */
  readonly address: string
  /** Default: all families. */
  readonly only?: readonly Family[] | undefined
  /** Labels of the copies, at most `ATTACK_COPIES_MAX`, so that they can be removed if this process dies; random by default. */
  readonly labels?: readonly string[] | undefined
  /** Called after each attack that was tried, with the total number. */
  onTried?(tried: number, all: number): void
}

export interface AttackReport {
  readonly engine: string
  /** Digest of the attack templates for this kind of engine: reports with equal digests are comparable. */
  readonly suite: string
  readonly tables: number
  readonly tablesOf: number
  /** The kinds of callers with which each draft was tried. */
  readonly callers: readonly ('tenant' | 'tenant and scope' | 'everyone')[]
  readonly drafts: number
  readonly families: readonly FamilyReport[]
  readonly refused: number
  readonly filtered: number
  readonly leaked: number
  readonly leaks: readonly Leak[]
  readonly durationMs: number
}

interface FamilyReport {
  readonly family: Family
  readonly drafts: number
  readonly byGuard: number
  readonly byDatabase: number
  readonly byLimits: number
  readonly filtered: number
  readonly leaked: number
}

interface Leak {
  readonly family: Family
  readonly draft: string
  readonly what: string
}

/** Number of drafts tried concurrently, each as a separate organization, because engines share slots by organization. */
const CONCURRENCY = 3

/**
 * Simulates a hostile model against an engine with a customer's policy, on copies of the tables with planted rows and without
 * data of the customer.
 *
 * @throws UntestableDatabaseError; Problem `database_unreachable` if copies cannot be created; the signal's reason
 */
export const attackDatabase = async (target: AttackTarget, signal: AbortSignal): Promise<AttackReport> => {
  const { engine, schema, policy, loader } = target
  const started = performance.now()
  const language = attackLanguage(engine)
  if (loader?.attacks === undefined && language.portable === undefined)
    throw new UntestableDatabaseError(`Attacks are not implemented for ${engine.name}.`)
  const shape = new DatabaseShape(schema, policy, engine.dialect.folding(schema))
  const chosen = target.only ?? attackFamilies()
  const attacks = writeAttacks(shape, language, loader?.attacks).filter(({ family }) => chosen.includes(family))
  const copies = new Copies(target, shape, signal)
  try {
    const { attackers, callers } = await copies.attackers()
    const controls = async () => {
      for (const attacker of attackers) await checkControls(engine, shape, attacker, signal)
    }
    await controls()
    const regular = tasksOf(attackers, attacks, (one) => !isBomb(one))
    // Last, because some servers continue statements that the client has cancelled; and as one caller, because the duration
    // does not depend on the caller.
    const bombs = tasksOf(attackers.slice(0, 1), attacks, isBomb)
    let count = 0
    const onTried = () => target.onTried?.(++count, regular.length + bombs.length)
    const tried = [...(await tryAll(engine, regular, { signal, onTried }))]
    // An unavailable database would have refused every attack.
    await controls()
    tried.push(...(await tryAll(engine, bombs, { signal, onTried })))
    await controls()
    const counts = chosen.map((family) => countsOf(family, tried))
    const leaks = tried.flatMap(({ attack, verdict }) =>
      verdict.kind === 'leaked' ? [{ ...attack, what: verdict.what }] : [],
    )
    return {
      engine: engine.name,
      suite: suiteDigest(language, loader?.attacks),
      tables: shape.tables.length,
      tablesOf: schema.tables.length,
      callers,
      drafts: attacks.length,
      families: counts,
      refused: tried.filter(({ verdict }) => verdict.kind === 'refused').length,
      filtered: tried.filter(({ verdict }) => verdict.kind === 'filtered').length,
      leaked: leaks.length,
      leaks,
      durationMs: Math.round(performance.now() - started),
    }
  } finally {
    await copies.remove()
  }
}

const isBomb = ({ family }: Attack): boolean => family === 'bomb'

interface Tried {
  readonly attack: Attack
  readonly verdict: Verdict
}

interface Task {
  readonly attack: Attack
  readonly attacker: Attacker
}

const tasksOf = (
  attackers: readonly Attacker[],
  attacks: readonly Attack[],
  isIncluded: (attack: Attack) => boolean,
): readonly Task[] =>
  attackers.flatMap((attacker) => attacks.filter(isIncluded).map((attack) => ({ attack, attacker })))

const tryAll = async (
  engine: Engine,
  tasks: readonly Task[],
  { signal, onTried }: { readonly signal: AbortSignal; onTried(): void },
): Promise<readonly Tried[]> => {
  const tried: Tried[] = []
  const next = tasks.values()
  const work = async (place: number): Promise<void> => {
    for (const { attack, attacker } of next) {
      signal.throwIfAborted()
      tried.push({ attack, verdict: await tryAttack(engine, attack, attacker, { place, signal }) })
      onTried()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, place) => work(place)))
  return tried
}

const countsOf = (family: Family, tried: readonly Tried[]): FamilyReport => {
  const verdicts = tried.filter(({ attack }) => attack.family === family).map(({ verdict }) => verdict)
  const refused = (by: string) => verdicts.filter((one) => one.kind === 'refused' && one.by === by).length
  const countOf = (kind: Verdict['kind']) => verdicts.filter((one) => one.kind === kind).length
  return {
    family,
    drafts: verdicts.length,
    filtered: countOf('filtered'),
    leaked: countOf('leaked'),
    byGuard: refused('guard'),
    byDatabase: refused('database'),
    byLimits: refused('limits'),
  }
}

/** The scratch databases on which attacks are tried. */
class Copies {
  readonly #target: AttackTarget
  readonly #shape: DatabaseShape
  readonly #signal: AbortSignal
  readonly #made: ScratchDatabase[] = []

  constructor(target: AttackTarget, shape: DatabaseShape, signal: AbortSignal) {
    this.#target = target
    this.#shape = shape
    this.#signal = signal
  }

  /** A caller of a tenant, and one with a scope if the policy has scopes; each with copies to compare. */
  async attackers(): Promise<{ readonly attackers: readonly Attacker[]; readonly callers: AttackReport['callers'] }> {
    const { engine } = this.#target
    const policy = asPlanted(this.#target.policy)
    const address = await this.#make(['own', 'neighbour', 'foreign', 'everyone'], true)
    const described = await retryOnTimeout(() => engine.describe(address, this.#signal), this.#signal)
    const schema = asGenerated(described, this.#target.schema)
    const attacker = async (restriction: Restriction, seen: readonly RowOwner[]): Promise<Attacker> => ({
      rules: { schema, policy, restriction },
      foreign: ['foreign', 'secret', ...(seen.includes('neighbour') ? [] : (['neighbour'] as const))],
      address,
      ownAddress: await this.#make(seen, false),
    })
    if (policy.tenant === undefined)
      return { attackers: [await attacker({}, ['own', 'everyone'])], callers: ['everyone'] }
    const tenant = boundAs(policy.tenant.type, TENANTS.own, this.#shape.ownerKind('tenantColumn'))
    const ofTenant = await attacker({ tenant }, ['own', 'neighbour', 'everyone'])
    if (policy.scope === undefined) return { attackers: [ofTenant], callers: ['tenant'] }
    const scope = boundAs(policy.scope.type, SCOPES.own, this.#shape.ownerKind('scopeColumn'))
    const ofScope = await attacker({ tenant, scope }, ['own', 'everyone'])
    return { attackers: [ofTenant, ofScope], callers: ['tenant', 'tenant and scope'] }
  }

  async remove(): Promise<void> {
    await Promise.all(this.#made.map((copy) => copy.remove()))
  }

  async #make(groups: readonly RowOwner[], secrets: boolean): Promise<string> {
    const { engine, loader, address, labels } = this.#target
    const label = labels?.[this.#made.length]
    if (loader === undefined)
      throw new UntestableDatabaseError(`Scratch databases are not implemented for ${engine.name}.`)
    const copy = await retryOnTimeout(async (attempt) => {
      // After a timeout, the server may have created the database nevertheless.
      if (attempt > 1 && label !== undefined) await loader.removeScratch(address, label, this.#signal)
      return await loader.scratch(address, this.#signal, label)
    }, this.#signal)
    this.#made.push(copy)
    const tables = plantedTables(this.#shape, groups, secrets)
    const types = (this.#target.schema.types ?? []).filter(({ labels }) => labels !== undefined)
    await retryOnTimeout(
      (attempt) => loader.load(copy.address, tables, { replace: attempt > 1, types, signal: this.#signal }),
      this.#signal,
    )
    return copy.address
  }
}

/** In a copy, generated columns are ordinary columns; the schema keeps the source of the original. */
const asGenerated = (copy: Schema, { tables }: Schema): Schema => {
  const originals = new Map(tables.map((table) => [tableName(table), table]))
  return {
    ...copy,
    tables: copy.tables.map((table) => {
      const columns = originals.get(tableName(table))?.columns ?? []
      const sources = new Map(columns.map(({ name, generatedFrom }) => [name, generatedFrom]))
      return {
        ...table,
        columns: table.columns.map((column) => {
          const generatedFrom = sources.get(column.name)
          return generatedFrom === undefined ? column : { ...column, generatedFrom }
        }),
      }
    }),
  }
}

/** In a copy, owner types other than integers are strings. */
const asPlanted = (policy: Policy): Policy => {
  const { tenant, scope } = policy
  const planted = (types: OwnerTypes): OwnerTypes => {
    const [only = 'string', ...more] = new Set(
      typesOfOwner(types).map((type) => (type === 'integer' ? type : 'string')),
    )
    return more.length === 0 ? only : [only, ...more]
  }
  return {
    ...policy,
    ...(tenant && { tenant: { ...tenant, type: planted(tenant.type) } }),
    ...(scope && { scope: { ...scope, type: planted(scope.type) } }),
  }
}

/** The owner as it is written in planted rows: for example, a UUID instead of a number. */
const boundAs = (types: OwnerTypes, owner: number, kind: CellKind): RestrictionValue => {
  if (types === 'integer') return { type: types, value: BigInt(owner) }
  const value = String(callerValue(owner, kind))
  return types === 'string' ? { type: types, value } : { type: 'written', as: typesOfOwner(types), value }
}
