import type { StepParts } from '../activities/step-parts.ts'
import type { Limits } from './access/limits/limits.ts'
import { openLimits, openRedis } from './access/limits/open-limits.ts'
import type { Window } from './access/limits/windows.ts'
import { revisionId } from './access/rules/authorization-revision.ts'
import { answerText } from './ask/events/answer-text.ts'
import { memoryTurnLog } from './ask/events/memory-turn-log.ts'
import { mongoTurnLog } from './ask/events/mongo-turn-log.ts'
import { outbox } from './ask/events/outbox.ts'
import { redisTurnLog } from './ask/events/redis-turn-log.ts'
import type { TurnLog } from './ask/events/turn-log.ts'
import type { TurnStream } from './ask/events/turn-stream.ts'
import type { Embedder } from './ask/rules/embedder.ts'
import { type Starters, starters } from './ask/starters.ts'
import { ProcessTurns } from './ask/turns/process-turns.ts'
import { ChartRenderer } from './charts/chart-renderer.ts'
import { LogoRenderer } from './charts/logo-renderer.ts'
import type { Config, ConfiguredModel } from './config.ts'
import { allEngines } from './engines/index.ts'
import { warmEngines } from './engines/shared/warm-engines.ts'
import type { RouteParts } from './http/route-parts.ts'
import { type DatabaseAccess, databaseAccess } from './knowledge/database-access.ts'
import { QuestionVectors } from './knowledge/meaning/question-vectors.ts'
import { PatternIndexes } from './knowledge/pattern-indexes.ts'
import { QuestionContexts } from './knowledge/retrieval/question-contexts.ts'
import { accountMail } from './manage/accounts/account-mail.ts'
import type { PasswordCost } from './manage/accounts/passwords.ts'
import { managedBilling } from './manage/billing/managed-billing.ts'
import { openProcessor } from './manage/billing/open-processor.ts'
import { managedLogos } from './manage/branding/managed-logos.ts'
import { attackJobs } from './manage/databases/attack-jobs.ts'
import { automaticIndexing } from './manage/databases/automatic-indexing.ts'
import { indexJobs } from './manage/databases/index-jobs.ts'
import { managedEvaluations } from './manage/evaluation/managed-evaluations.ts'
import { exportJobs } from './manage/exports/export-jobs.ts'
import { FileWriter } from './manage/exports/file-writer.ts'
import { createOAuth } from './manage/oauth/oauth.ts'
import { operators } from './manage/operators/operators.ts'
import type { ManagedOrganizations } from './manage/organizations/managed-organizations.ts'
import { PolicyAttacks } from './manage/policy-attacks/policy-attacks.ts'
import { shareTokens } from './manage/shares/share-tokens.ts'
import { createShares } from './manage/shares/shares.ts'
import { type QuotaWatch, quotaWatch } from './manage/usage/quota-watch.ts'
import { attemptDelivery } from './manage/webhooks/attempt-delivery.ts'
import { type ManagedWebhooks, managedWebhooks } from './manage/webhooks/managed-webhooks.ts'
import { quotaNear } from './manage/webhooks/rules/webhook-event.ts'
import { webhookEvents } from './manage/webhooks/webhook-events.ts'
import { webhookSender } from './manage/webhooks/webhook-sender.ts'
import { builtinPlanner } from './planner/builtin/index.ts'
import { withFairSlots } from './planner/fair-planner.ts'
import type { ModelAccess } from './planner/model/model-settings.ts'
import type { Planner } from './planner/planner.ts'
import { warmPlanner } from './planner/warm-planner.ts'
import { withPersonality } from './planner/with-personality.ts'
import { withSuggestions } from './planner/with-suggestions.ts'
import { openMailer } from './platform/mail/open-mailer.ts'
import { CacheMemory } from './platform/memory/cache-memory.ts'
import type { EngineUsage, ResourceUsage } from './platform/metrics/rules/resource-usage.ts'
import { sharedClock } from './platform/mongodb/shared-clock.ts'
import type { Observe } from './platform/observation.ts'
import { composeAccounts } from './platform/process/compose-accounts.ts'
import { composeDatabases } from './platform/process/compose-databases.ts'
import { composeOrganizations } from './platform/process/compose-organizations.ts'
import type { RedisConnection } from './platform/redis/redis-connection.ts'
import { modelSpans } from './platform/tracing/model-spans.ts'
import { noTracing, type Tracing } from './platform/tracing/tracing.ts'
import { cachedReads } from './store/cached-reads.ts'
import { connectionClock } from './store/connection-clock.ts'
import { connectionUsage } from './store/connection-usage.ts'
import { openStore } from './store/open-store.ts'
import { missingText } from './store/readiness/missing-index.ts'
import { keysFor, sealerFor, storeKeys } from './store/sealer.ts'
import { createStore, type Store } from './store/store.ts'
import { storeHealthCheck } from './store/store-health-check.ts'
import type { StoreUnusable } from './store/store-unusable.ts'
import { type TemporalParts, temporalParts } from './temporal/temporal-parts.ts'
import type { TurnWorkflows } from './temporal/turns.ts'

/** The parts that processes need to watch Temporal, to run workers and to close. */
interface ProcessParts {
  readonly config: Config
  readonly temporal: TemporalParts
  readonly organizations: ManagedOrganizations
  readonly turns: TurnWorkflows
  readonly store: Store
  readonly observe: Observe
  /**
   * Loads and compiles what every question needs, for engines that stored databases use. To be called once the
   * process is ready. Never rejects: it is only for speed, and a first question pays for what failed here.
   */
  warmUp(): Promise<void>
  /** What the process uses now, for its metrics. */
  usage(): ResourceUsage
  close(): Promise<void>
}

/** All parts of the application, as routes, steps and processes need them. */
export interface App extends RouteParts, StepParts, ProcessParts {
  readonly config: Config
  readonly databases: DatabaseAccess & Starters
  readonly jobs: RouteParts['jobs']
  readonly temporal: TemporalParts
  readonly quotas: Pick<QuotaWatch, 'noteQuota' | 'noteTokens'>
  readonly stream: TurnStream
  readonly webhooks: ManagedWebhooks & StepParts['webhooks']
  readonly limits: Limits
  readonly planner: Planner
}

/** The settings with the addresses of servers, which `npm start` finds out. */
interface AppSettings {
  readonly config: Config
  readonly temporalAddress: string
  readonly mongoUri: string
  readonly secret: string
  readonly observe: Observe
  /** Absent: no tracing. */
  readonly tracing?: Tracing
  /** How long to wait for a store that does not respond yet; absent: one attempt. */
  readonly storeWaitMs?: number
  /** The cost of new password hashes; absent: the recommendation of OWASP. */
  readonly passwordCost?: PasswordCost
  /** Time limit of a look-up in a database, in ms; absent: that of `databaseAccess`. */
  readonly lookUpMs?: number
}

/** Billing reconciliation of all processes: a fiftieth of Stripe's rate limit, 10,000 organizations within three hours. */
const RECONCILIATION_WINDOW: Window = { name: 'billing_looks', units: 60, seconds: 60 }

/** Delay of the first indexing job, so that it does not compete with the first questions after connecting. */
const AFTER_CONNECTING_MS = 60_000

/** Databases whose engines are warmed up: enough to find the usual engines of an installation, in one page. */
const WARMED_DATABASES = 20

type Connection = Awaited<ReturnType<typeof openStore>>

/**
 * Connects the parts.
 * @throws StoreUnusable and StoreTooNew of the store; the connection error of Redis, if it is used
 */
export const createApp = async (settings: AppSettings): Promise<App> => {
  const { config, secret, observe, tracing = noTracing } = settings
  const onRetry = ({ message }: StoreUnusable) => observe({ kind: 'store_unreachable', reason: message })
  const connection = await openStore(settings.mongoUri, { waitMs: settings.storeWaitMs ?? 0, onRetry, tracing })
  const storeUsage = connectionUsage(connection)
  const redis = await openRedis(config, tracing).catch(async (error: unknown) => {
    await connection.destroy()
    throw error
  })
  const turnLog = openTurnLog(config, connection, redis)
  const events = outbox(turnLog)
  const clock = connectionClock(connection)
  const limits = openLimits(config, connection, redis, clock)
  const pulse = storeHealthCheck(settings.mongoUri)
  const store = createStore(
    connection,
    storeKeys(secret, config.previousSecrets),
    ({ organizationId }) => limits.windows.forget?.(revisionId(organizationId)),
    {
      clock,
      ping: pulse.ping,
      onMissing: (missing) =>
        observe(
          missing.length === 0
            ? { kind: 'store_indexes_created' }
            : { kind: 'store_indexes_missing', missing: missing.map(missingText) },
        ),
      onFailure: (error) => observe({ kind: 'store_migration_failed', error }),
    },
  )
  const { turns, ...temporal } = temporalParts({
    ...config.temporal,
    address: settings.temporalAddress,
    tracing,
    cipher: sealerFor('payloads', secret, config.previousSecrets),
    onAway: (reason) => observe({ kind: 'temporal_unreachable', reason }),
    onBack: () => observe({ kind: 'temporal_reachable' }),
  })
  const processTurns = new ProcessTurns()
  const allowPrivateHosts = config.allowPrivateHosts ?? false
  const engineUsages = new Map<string, () => EngineUsage>()
  const engines = allEngines({
    allowPrivateHosts,
    fastMs: config.fastQueryMs,
    watch: (engine, read) => engineUsages.set(engine, read),
  })
  const planner = withFairSlots(withPersonality(withSuggestions(await choosePlanner(config, observe, tracing))))
  const memory = new CacheMemory(config.databaseMemoryBytes)
  const cached = cachedReads(store, memory)
  const webhookEmitter = webhookEvents({ subscriptions: cached.webhooks, deliveries: temporal.deliveries })
  const quotas = quotaWatch({
    store,
    emitQuotaNear: (organizationId, { limit: quota, allowed: limit, used, period }) =>
      webhookEmitter.emit(
        organizationId,
        quotaNear(organizationId, new Date().toISOString(), { quota, period, used, limit }),
      ),
    onQuotaNear: (organizationId, { limit: quota, allowed: limit, used, period }) =>
      observe({ kind: 'quota_threshold_reached', organizationId, quota, used, limit, period }),
  })
  const jobs = {
    index: indexJobs({ store, indexing: temporal.indexing, noteQuota: quotas.noteQuota, redact: config.redact }),
    attack: attackJobs({ store, attacking: temporal.attacking, redact: config.redact }),
    export: exportJobs({ store, limits, exporting: temporal.exporting, times: config }),
  }
  const indexing = automaticIndexing({ store, indexJobs: jobs.index, observe })
  const beginIndexing = config.indexEveryMs === undefined ? undefined : indexing.begin
  const databases = databaseAccess(cached, engines, memory, {
    ...(beginIndexing && { onOutdated: beginIndexing }),
    ...(settings.lookUpMs !== undefined && { lookUpMs: settings.lookUpMs }),
  })
  const embedder = await chooseEmbedder(config, tracing)
  const sender = webhookSender({ allowPrivate: allowPrivateHosts })
  const meanings =
    embedder &&
    new QuestionVectors(embedder, memory, {
      onFailure: (problem) => observe({ kind: 'embedding_failed', model: embedder.model, problem }),
    })
  const { stripe, trialDays } = config.payments
  const processor = openProcessor(stripe)
  const billing = managedBilling({
    store,
    observe,
    processor,
    portalUrl: config.portalUrl,
    trialDays,
    mayReconcile: async () => (await limits.windows.take('billing', [RECONCILIATION_WINDOW])).ok,
  })
  const files = new FileWriter()
  const policyAttacks = new PolicyAttacks({ allowPrivateHosts })
  const digestKeys = keysFor('accounts', secret, config.previousSecrets)
  const charts = new ChartRenderer()
  const logos = new LogoRenderer()
  const patterns = new PatternIndexes({ ...store.patterns, version: cached.patternsVersion }, memory)
  const people = composeAccounts({
    config,
    secret,
    store,
    mails: temporal.mails,
    observe,
    allowPrivateHosts,
    passwordCost: settings.passwordCost,
  })
  return {
    config,
    store,
    cachedReads: cached,
    clock: sharedClock(clock),
    limits,
    observe,
    tracing,
    temporal,
    turns: {
      ...turns,
      async cancel(turn) {
        processTurns.cancel(turn.turnId)
        return await turns.cancel(turn)
      },
    },
    processTurns,
    stream: {
      log: {
        ...turnLog,
        subscribe(turnId, wake) {
          events.reveal(turnId)
          return turnLog.subscribe(turnId, wake)
        },
      },
      outbox: events,
      takeOverText: (turnId, writer) => answerText(turnLog, events, turnId, writer),
    },
    planner,
    retrieval: { patterns, contexts: new QuestionContexts(meanings) },
    databases: { ...databases, ...starters({ cached, store, databases }) },
    managed: composeDatabases({
      config,
      secret,
      store,
      engines,
      allowPrivateHosts,
      ...(embedder && { embedder }),
      ...(beginIndexing && {
        beginIndexing: (database) => beginIndexing(database, database.id, 'unread', AFTER_CONNECTING_MS),
      }),
    }),
    jobs,
    policyAttacks,
    evaluations: managedEvaluations({ store, evaluations: temporal.evaluations }),
    quotas,
    webhooks: {
      ...managedWebhooks({ store, sender, allowPrivate: allowPrivateHosts }),
      events: webhookEmitter,
      attemptDelivery: attemptDelivery({ store, sender, observe }),
    },
    mail: { mailer: openMailer(config.mail), accountMail: accountMail({ store, digestKeys }, config.portalUrl) },
    accounts: people,
    oauth: createOAuth({ store, keys: keysFor('oauth', secret, config.previousSecrets), allowPrivateHosts, observe }),
    operators: operators(digestKeys, store),
    organizations: composeOrganizations({ config, store, limits, removals: temporal.removals, processor }),
    billing,
    shares: createShares(store, shareTokens(keysFor('shares', secret, config.previousSecrets))),
    logos: managedLogos({ store, allowPrivate: allowPrivateHosts, draw: (...call) => logos.draw(...call) }),
    charts,
    files,
    pingRedis: redis && (() => redis.ask((client) => client.ping())),
    usage: () => ({
      engines: new Map([...engineUsages].map(([engine, read]) => [engine, read()])),
      planner: planner.slots.usage,
      store: storeUsage(),
    }),
    async warmUp() {
      const warm = async (): Promise<void> => {
        const stored = await store.databases.listAfter(undefined, WARMED_DATABASES)
        const used = engines.filter(({ name }) => stored.some(({ engine }) => engine === name))
        await warmEngines(used)
        for (const { dialect } of used) await warmPlanner(planner, dialect.sql)
      }
      await warm().catch(() => undefined)
    },
    async close() {
      temporal.watch.close()
      databases.close()
      await indexing.close()
      meanings?.close()
      memory.close()
      await events.close()
      await quotas.close()
      const closing = [files, policyAttacks, turnLog, turns, charts, logos, ...engines].map((part) => part.close())
      await Promise.all(closing)
      await Promise.all([store.close(), pulse.close(), redis?.close()])
    },
  }
}

const openTurnLog = ({ stream }: Config, { db }: Connection, redis: RedisConnection | undefined): TurnLog => {
  if (stream === 'redis' && redis !== undefined) return redisTurnLog(redis)
  return stream === 'memory' || db === undefined ? memoryTurnLog() : mongoTurnLog(db)
}

const accessOf = ({ name: model, ...access }: ConfiguredModel): ModelAccess => ({ model, ...access })

/** Loads the library of models only if a model is configured, because it is large. */
const choosePlanner = async (config: Config, observe: Observe, tracing: Tracing): Promise<Planner> => {
  if (config.model === undefined) return builtinPlanner()
  const { modelPlanner } = await import('./planner/model/index.ts')
  const { wording, fallback, embedding: _, ...first } = config.model
  const settings = {
    ...first,
    ...accessOf(first),
    ...(wording === undefined ? {} : { wording: accessOf(wording) }),
    ...(fallback === undefined ? {} : { fallback: accessOf(fallback) }),
  }
  return modelPlanner(settings, {
    beginCall: modelSpans(tracing),
    onWindowLearnt: (model, tokens) => observe({ kind: 'model_context_window_reduced', model, tokens }),
  })
}

/** Loads the library of embeddings only if an embedding model is configured. */
const chooseEmbedder = async ({ model }: Config, tracing: Tracing): Promise<Embedder | undefined> => {
  if (model?.embedding === undefined) return undefined
  const { modelEmbedder } = await import('./planner/model/model-embedder.ts')
  return modelEmbedder(accessOf(model.embedding), modelSpans(tracing))
}
