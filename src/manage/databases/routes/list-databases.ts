import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { PageQuery } from '../../../http/input.ts'
import { data, pages } from '../../../http/reply.ts'
import { managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { databaseData } from './database-data.ts'
import { DatabaseItem, databaseIdPath } from './database-schema.ts'

/** `GET /databases` */
export const listDatabases = (app: Pick<RouteParts, 'store'>) =>
  managing({
    method: 'get',
    path: '/databases',
    summary: 'List connected databases, oldest first',
    takes: z.object({ query: PageQuery }),
    gives: pages(DatabaseItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.databases.list(caller, numberedPage(query))
      return { ...page, items: items.map(databaseData) }
    },
  })

/** `GET /databases/{database_id}` */
export const getDatabase = (app: Pick<RouteParts, 'managed'>) =>
  managing({
    method: 'get',
    path: '/databases/:database_id',
    summary: 'Get a connected database',
    takes: z.object({ params: databaseIdPath }),
    gives: data(DatabaseItem),
    problems: ['database_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return databaseData(await app.managed.stored(caller, params.database_id))
    },
  })
