import { z } from 'zod'
import { ASKING_FROM_TOOLS } from '../../access/rules/permit.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { MarkdownParts } from '../answer-markdown.ts'
import { written } from '../reply.ts'
import { type Exchange, endpoint } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'

/** A database that is asked as a model. */
export interface AskedModel {
  /** As clients name it, with its suffix. */
  readonly id: string
  readonly database: Pick<DatabaseSettings, 'id' | 'name'>
  readonly parts: MarkdownParts
  /** Empty, or the name of `parts`. */
  readonly suffix: string
}

/** Parts of an answer beside its text, by the suffix of a model: `shops:text`. */
const PARTS: Readonly<Record<string, MarkdownParts>> = {
  text: { table: false, receipt: false },
  table: { table: true, receipt: false },
  receipt: { table: false, receipt: true },
}

/** Without a suffix. */
const ALL_PARTS: MarkdownParts = { table: true, receipt: true }

const SUFFIX = /^(?<name>.*?)(?::(?<suffix>text|table|receipt))?$/su

/** A name as part of a URL: `Demo shops` is `demo-shops`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** The id of a model: the name of its database as part of a URL, if no other has the same, otherwise the id of the database. */
const modelId = ({ id, name }: Pick<DatabaseSettings, 'id' | 'name'>, all: readonly DatabaseSettings[]): string => {
  const slug = slugOf(name)
  return slug === '' || all.some((other) => other.id !== id && slugOf(other.name) === slug) ? id : slug
}

/**
 * The database that a client names, by its id as a model, its id, or its name if no other has the same.
 * @throws Problem `database_not_found`
 */
export const findModel = async (
  { cachedReads }: Pick<RouteParts, 'cachedReads'>,
  { caller, revision }: Pick<Exchange, 'caller' | 'revision'>,
  sent: string,
): Promise<AskedModel> => {
  const all = await cachedReads.databases(caller, revision)
  const { name = sent, suffix = '' } = SUFFIX.exec(sent)?.groups ?? {}
  const named = all.filter((one) => one.name === name)
  const database =
    all.find((one) => one.id === name.toLowerCase() || modelId(one, all) === name) ??
    (named.length === 1 ? named[0] : undefined)
  if (database === undefined) throw new Problem('database_not_found')
  const id = `${modelId(database, all)}${suffix === '' ? '' : `:${suffix}`}`
  return { id, database, parts: PARTS[suffix] ?? ALL_PARTS, suffix }
}

const ModelItem = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
})

/** A database has no time of creation for clients; theirs only sort by it. */
const modelItem = (id: string): z.input<typeof ModelItem> => ({
  id,
  object: 'model',
  created: 0,
  owned_by: 'tabletalk',
})

const LIST = written('application/json', z.object({ object: z.literal('list'), data: z.array(ModelItem) }), 'OK.')
const ONE = written('application/json', ModelItem, 'OK.')

/** `GET /openai/v1/models`: the databases that the caller may ask. */
export const listModels = (app: Pick<RouteParts, 'cachedReads'>) =>
  endpoint({
    method: 'get',
    path: '/models',
    summary: 'List the databases that the caller may ask, as models',
    takes: z.object({ query: z.looseObject({}) }),
    gives: LIST,
    problems: [],
    needs: ASKING_FROM_TOOLS,
    async handle({ caller, revision, res }) {
      const all = await app.cachedReads.databases(caller, revision)
      res.json({ object: 'list', data: all.map((one) => modelItem(modelId(one, all))) })
      return undefined
    },
  })

/** `GET /openai/v1/models/{id}` */
export const readModel = (app: Pick<RouteParts, 'cachedReads'>) =>
  endpoint({
    method: 'get',
    path: '/models/:id',
    summary: 'Get a database as a model',
    takes: z.object({ params: z.object({ id: z.string() }), query: z.looseObject({}) }),
    gives: ONE,
    problems: ['database_not_found'],
    needs: ASKING_FROM_TOOLS,
    async handle(exchange, { params: { id } }) {
      exchange.res.json(modelItem((await findModel(app, exchange, id)).id))
      return undefined
    },
  })
