import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { type ListedTurn, listTurns } from '../../../ask/turns/list-turns.ts'
import type { Cursors } from '../../../http/cursor.ts'
import { cursorList, data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { pageSize } from '../../../platform/values/page.ts'
import { TurnItem, TurnQuery } from './operator-schema.ts'

const LIMIT = { fallback: 50, max: 100 }

type Parts = Pick<RouteParts, 'config' | 'store' | 'stream' | 'temporal'>

/** `GET /turns` */
export const listTurnRuns = (app: Parts, cursors: Cursors) => {
  const page = async (
    reader: Parameters<typeof listTurns>[1],
    { limit, cursor, ...filters }: z.output<typeof TurnQuery>,
  ) => {
    const filter = {
      state: filters.state,
      minSeconds: filters.min_seconds,
      problem: filters.problem,
      databaseId: filters.database_id,
      conversationId: filters.conversation_id,
      organizationId: filters.organization_id,
    }
    const list = JSON.stringify(['turns', reader?.organizationId ?? null, filter])
    const after = cursors.read(cursor, list)?.id
    const found = await listTurns(app, reader, filter, {
      limit: pageSize(limit, LIMIT),
      ...(after === undefined ? {} : { after }),
    })
    // The position of the next page is Temporal's page token, stored in the cursor instead of an id.
    const next = found.next === undefined ? undefined : { at: new Date().toISOString(), id: found.next }
    const turns = found.turns.map((turn) => turnItem(turn, app.config.temporal))
    return { turns, cursor: cursors.write(next, list), hasMore: next !== undefined }
  }
  return endpoint({
    method: 'get',
    path: '/turns',
    summary: 'List running and ended turns',
    description:
      'Running turns first, then ended turns, latest first, for as long as Temporal retains them. Managers see the turns of their own organization; an operator credential shows those of all organizations.',
    takes: z.object({ query: TurnQuery }),
    gives: data(cursorList('turns', TurnItem)),
    problems: ['worker_unavailable'],
    needs: MANAGING,
    handle: ({ caller }, { query }) => page(caller, query),
    handleOperator: (_exchange, { query }) => page(undefined, query),
  })
}

const turnItem = (turn: ListedTurn, { ui, namespace }: RouteParts['config']['temporal']) => ({
  turn_id: turn.turnId,
  conversation_id: turn.conversationId,
  organization_id: turn.organizationId,
  organization_name: turn.organizationName ?? null,
  database_id: turn.databaseId,
  database_name: turn.databaseName ?? null,
  state: turn.state,
  step: turn.step ?? null,
  problem: turn.problem ?? null,
  message: turn.message ?? null,
  advice: turn.advice ?? null,
  question: turn.question ?? null,
  started_at: turn.startedAt,
  ended_at: turn.endedAt ?? null,
  elapsed_ms: turn.elapsedMs,
  run_url: ui === undefined ? null : runUrl(ui, namespace, turn),
})

/** The URL format of runs in the Temporal UI. */
const runUrl = (ui: string, namespace: string, { workflowId, runId }: ListedTurn): string =>
  `${ui.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}/${runId}`
