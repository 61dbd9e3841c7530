import { EMPTY_CATALOG, publishedCatalog } from '../../ask/rules/catalog.ts'
import type { Engine } from '../../engines/engine.ts'
import { makeEffectivePolicy } from '../../guard/effective-policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { cataloguedColumns } from '../../knowledge/catalog/catalogued-columns.ts'
import { placeholderRestriction } from '../../knowledge/catalog/learn-paths.ts'
import { publishedView } from '../../knowledge/published-view.ts'
import { textColumns } from '../../knowledge/text-columns.ts'
import { visibleTables } from '../../knowledge/visible-schema.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import { type GlossaryDraft, proposeGlossary } from '../glossary/rules/propose-glossary.ts'
import type { Connections } from './connections.ts'
import type { StoredDatabase } from './store/databases.ts'
import { resolveWrittenGlossary } from './written-glossary.ts'

interface Described {
  readonly engine: Engine
  readonly schema: Schema
}

/**
 * Proposes a glossary from data visible to callers: no denied tables, no hidden columns, and no values of a single
 * tenant. Reads no rows and changes nothing.
 */
export const draftGlossary = async (
  { store }: { readonly store: Pick<Connections['store'], 'catalogs'> },
  stored: StoredDatabase,
  { engine, schema }: Described,
): Promise<GlossaryDraft> => {
  const folding = engine.dialect.folding(schema)
  const policy = await runInSlices(makeEffectivePolicy(stored.policy, schema, folding))
  const database = { ...stored, policy }
  const made = await store.catalogs.find(stored, stored.id)
  const catalog = publishedCatalog(made ?? EMPTY_CATALOG, stored)
  const restriction = placeholderRestriction({ database })
  const visible = await runInSlices(visibleTables({ schema, policy, restriction }, folding))
  const texts = await runInSlices(textColumns(visible, stored.glossary, restriction))
  const draft = await runInSlices(
    proposeGlossary({
      schema: await publishedView({ database, engine, schema }, catalog),
      catalogued: cataloguedColumns(catalog, stored, texts),
      glossary: resolveWrittenGlossary(stored.glossary, { engine, schema, policy }).glossary,
      folding,
    }),
  )
  return made === undefined ? { ...draft, notes: [...draft.notes, UNREAD] } : draft
}

const UNREAD =
  'The contents of the columns have not been read yet. Index the database and draft again to get proposals for states and date formats.'
