import { Tabs } from 'radix-ui'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import type { Receipt } from './answer-view.ts'
import { addedPieces, formattedQuery } from './query-text.ts'

/** A query as drafted, as run, and the additions of the guard. */
export const QueryTabs = ({ receipt }: { readonly receipt: Pick<Receipt, 'query' | 'guarded_query' | 'engine'> }) => {
  const { receipt: says } = useTexts()
  const { query, guarded_query: run, engine } = receipt
  if (query === undefined && run === undefined) return null
  const engineName = Object.entries(says.engines).find(([name]) => name === engine)?.[1] ?? engine
  return (
    <section>
      <h3>
        {says.query} {engineName !== undefined && <span className="muted">{engineName}</span>}
      </h3>
      <Tabs.Root defaultValue={run === undefined ? 'written' : 'run'}>
        <Tabs.List className="tabs" aria-label={says.query}>
          {query !== undefined && <Tabs.Trigger value="written">{says.written}</Tabs.Trigger>}
          {run !== undefined && <Tabs.Trigger value="run">{says.run}</Tabs.Trigger>}
          {query !== undefined && run !== undefined && <Tabs.Trigger value="both">{says.both}</Tabs.Trigger>}
        </Tabs.List>
        {query !== undefined && <QueryTab value="written" query={query} />}
        {run !== undefined && <QueryTab value="run" query={run} written={query} />}
        {query !== undefined && run !== undefined && (
          <Tabs.Content value="both">
            <pre className="query">{formattedQuery(query)}</pre>
            <Guarded written={query} run={run} />
          </Tabs.Content>
        )}
      </Tabs.Root>
    </section>
  )
}

interface QueryTabProps {
  readonly value: string
  readonly query: string
  readonly written?: string | undefined
}

const QueryTab = ({ value, query, written }: QueryTabProps) => {
  const { receipt: says } = useTexts()
  return (
    <Tabs.Content value={value}>
      {written === undefined ? (
        <pre className="query">{formattedQuery(query)}</pre>
      ) : (
        <Guarded written={written} run={query} />
      )}
      <CopyButton text={query} label={says.copyQuery} />
    </Tabs.Content>
  )
}

const Guarded = ({ written, run }: { readonly written: string; readonly run: string }) => {
  const { receipt: says } = useTexts()
  return (
    <pre className="query">
      {addedPieces(formattedQuery(written), formattedQuery(run)).map(({ text, isAdded }, at) =>
        isAdded ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change places
          <ins key={at}>
            <span className="unseen">{says.added}: </span>
            <span aria-hidden="true">+</span>
            {text}
          </ins>
        ) : (
          text
        ),
      )}
    </pre>
  )
}
