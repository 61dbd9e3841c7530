import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/access/rules/caller.ts'
import type { Store, StoreFunction } from '../../src/store/store.ts'
import { DELIVERED, EVENT, EXPORTED, QUESTIONS, RUN, RUN_ENDED, TRIAL, TRIED } from './faults/seed.ts'

const AT = '2026-11-21T10:00:00.000Z'
const PAGE = { page: 3, pageSize: 20 }
const evaluationOf = ({ organizationId }: Caller) => ({ organizationId, evaluationId: `e${organizationId}` })

/** Every function of jobs and their data, as a caller uses it. */
export const jobQuestions = (store: () => Store) =>
  ({
    'webhooks.find': (caller) => [store().webhooks.find(caller, 'w')],
    'webhooks.list': (caller) => [store().webhooks.list(caller, PAGE)],
    'webhooks.subscriptions': (caller) => [store().webhooks.subscriptions(caller)],
    'webhooks.findEndpoint': (caller) => [store().webhooks.findEndpoint(caller, 'none')],
    'webhooks.add': (caller) => [
      store().webhooks.add(caller, { url: 'https://hooks.example/', events: null, description: '' }, randomUUID()),
    ],
    'webhooks.change': (caller) => [store().webhooks.change(caller, 'none', { status: 'paused' })],
    'webhooks.disable': (caller) => [store().webhooks.disable(caller, 'none', 'gone')],
    'webhooks.rotateSecret': (caller) => [store().webhooks.rotateSecret(caller, 'none', 0)],
    'webhooks.recordDelivery': (caller) => [
      store().webhooks.recordDelivery(caller, 'none', { at: new Date(AT), failure: 'timeout' }),
      store().webhooks.recordDelivery(caller, 'none', { at: new Date(AT), failure: undefined }),
    ],
    'webhooks.remove': (caller) => [store().webhooks.remove(caller, 'none')],
    'webhookDeliveries.put': (caller) => [
      store().webhookDeliveries.put(caller, `w${caller.organizationId}`, EVENT, DELIVERED),
    ],
    'webhookDeliveries.list': (caller) => [store().webhookDeliveries.list(caller, 'w', PAGE)],
    'webhookDeliveries.sweep': () => [store().webhookDeliveries.sweep(new Date(AT))],
    'jobs.indexRuns': (caller) => [store().jobs.indexRuns(caller)],
    'jobs.addIndexJob': (caller) => [store().jobs.addIndexJob(caller, { id: randomUUID(), databaseId: 'shop' })],
    'jobs.addExportJob': (caller) => [
      store().jobs.addExportJob(caller, { id: randomUUID(), databaseId: 'shop', conversationId: 'c' }),
    ],
    'jobs.addAttackJob': (caller) => [store().jobs.addAttackJob(caller, { id: randomUUID(), databaseId: 'shop' })],
    'jobs.lastAttackJob': (caller) => [store().jobs.lastAttackJob(caller, 'shop')],
    'jobs.listAttackJobs': (caller) => [store().jobs.listAttackJobs(caller, 'shop', PAGE)],
    'jobs.removeAttacksOfDatabase': (caller) => [store().jobs.removeAttacksOfDatabase(caller, 'none')],
    'jobs.countRunning': (caller) => [store().jobs.countRunning(caller, 'export', new Date(AT))],
    'jobs.isRunning': (caller) => [store().jobs.isRunning(caller, 'j')],
    'exportFiles.put': (caller) => [
      store().exportFiles.put(caller, 'shop', { ...EXPORTED, id: randomUUID() }, new Uint8Array(2), 1),
    ],
    'exportFiles.find': (caller) => [store().exportFiles.find(caller, 'x')],
    'exportFiles.bytes': (caller) => [
      store()
        .exportFiles.bytes(caller, { ...EXPORTED, writer: 1 })
        .next()
        .catch(() => undefined),
    ],
    'exportFiles.countBytes': (caller) => [store().exportFiles.countBytes(caller)],
    'exportFiles.remove': (caller) => [store().exportFiles.remove(caller, 'none')],
    'exportFiles.removeOfConversation': (caller) => [store().exportFiles.removeOfConversation(caller, 'none')],
    'exportFiles.removeOfDatabase': (caller) => [store().exportFiles.removeOfDatabase(caller, 'none')],
    'exportFiles.sweep': () => [store().exportFiles.sweep(new Date(AT))],
    'jobs.addTurnJob': (caller) => [
      store().jobs.addTurnJob(caller, { id: 'turn', databaseId: 'shop', conversationId: 'c', askedAt: AT }),
    ],
    'jobs.find': (caller) => [store().jobs.find(caller, 'j')],
    'jobs.findIndexJob': (caller) => [store().jobs.findIndexJob(caller, 'j')],
    'jobs.hasIndexJobSince': (caller) => [store().jobs.hasIndexJobSince(caller, 'shop', new Date())],
    'jobs.findRunningIndexJob': (caller) => [store().jobs.findRunningIndexJob(caller, 'shop')],
    'jobs.listIndexJobs': (caller) => [store().jobs.listIndexJobs(caller, PAGE)],
    'jobs.step': (caller) => [store().jobs.step(caller, 'j', { step: 'waiting', done: 0, total: 1 })],
    'jobs.end': (caller) => [store().jobs.end(caller, 'j', { status: 'cancelled' })],
    'jobs.remove': (caller) => [store().jobs.remove(caller, 'j')],
    'jobs.sweep': () => [store().jobs.sweep(new Date(AT))],
    'evaluations.put': (caller) => [store().evaluations.put(evaluationOf(caller), 'shop', QUESTIONS)],
    'evaluations.find': (caller) => [store().evaluations.find({ ...TRIED, ...evaluationOf(caller) })],
    'evaluations.putTrial': (caller) => [store().evaluations.putTrial({ ...TRIED, ...evaluationOf(caller) }, TRIAL)],
    'evaluations.triedQuestions': (caller) => [
      store().evaluations.triedQuestions(evaluationOf(caller), 'run', 300).next(),
    ],
    'evaluationRuns.add': (caller) => [store().evaluationRuns.add(caller, { ...RUN, id: randomUUID() })],
    'evaluationRuns.find': (caller) => [store().evaluationRuns.find(caller, 'none')],
    'evaluationRuns.findRunning': (caller) => [store().evaluationRuns.findRunning(caller)],
    'evaluationRuns.list': (caller) => [
      store().evaluationRuns.list(caller, PAGE),
      store().evaluationRuns.list(caller, PAGE, 'shop'),
    ],
    'evaluationRuns.end': (caller) => [store().evaluationRuns.end(caller, 'none', RUN_ENDED)],
    'evaluationRuns.remove': (caller) => [store().evaluationRuns.remove(caller, 'none')],
    'evaluationRuns.removeOfDatabase': (caller) => [store().evaluationRuns.removeOfDatabase(caller, 'none')],
    'evaluationRuns.sweep': () => [store().evaluationRuns.sweep(new Date(AT))],
    'evaluations.sweep': () => [store().evaluations.sweep(new Date(AT))],
  }) satisfies Partial<Record<StoreFunction, (caller: Caller) => readonly Promise<unknown>[]>>
