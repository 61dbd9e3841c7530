import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import type { Database } from './database.ts'
import { databasesTexts } from './texts.ts'

const { overview: says, list, form } = databasesTexts

/** Immutable properties of a database. */
export const FactsSection = ({ database }: { readonly database: Database }) => {
  const texts = useTexts()
  const engines: Readonly<Record<string, string>> = texts.receipt.engines
  const { tenant_column: tenantColumn } = database.scoping
  const facts = [
    [list.engine, engines[database.engine] ?? database.engine],
    [says.scoping, tenantColumn === null ? says.notScoped : says.byColumn(tenantColumn)],
    ...(database.include === null ? [] : [[form.include, database.include.join(', ')]]),
    [says.created, formatMoment(database.created_at, texts)],
    [says.id, database.id],
  ] as const
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{says.facts}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
