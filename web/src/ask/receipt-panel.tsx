import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import type { AnswerPart } from '../../../clients/typescript/src/index.ts'
import type { Identity } from '../api/clients.ts'
import type { Texts } from '../i18n/en.ts'
import { formatDuration, formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import type { Receipt, TurnView, Usage } from './answer-view.ts'
import { QueryTabs } from './query-tabs.tsx'
import { RunLink } from './run-link.tsx'
import { scopeNote } from './scope-note.ts'

interface ReceiptPanelProps {
  readonly turn: TurnView
  /** Counted from 0. */
  readonly part: number
  readonly onPart: (part: number) => void
  readonly identity: Identity
  readonly canAsk: boolean
  readonly onAsk: (question: string) => void
}

/** The receipt of an answer: the queries that were run, with their filters. */
export const ReceiptPanel = ({ turn, part, onPart, identity, canAsk, onAsk }: ReceiptPanelProps) => {
  const texts = useTexts()
  const { receipt: says } = texts
  const run = turn.parts.filter(({ receipt }) => receipt !== undefined)
  const shown = run[Math.min(part, run.length - 1)]
  return (
    <>
      <p className="receipt-question" dir="auto">
        {turn.question}
      </p>
      {run.length > 1 && (
        <Tabs.Root value={String(part)} onValueChange={(value) => onPart(Number(value))}>
          <Tabs.List className="tabs" aria-label={says.title}>
            {run.map(({ queryId }, at) => (
              <Tabs.Trigger key={queryId} value={String(at)}>
                {says.of(at + 1, run.length)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </Tabs.Root>
      )}
      {shown?.receipt === undefined ? (
        <p>{says.none}</p>
      ) : (
        <ReceiptOf key={shown.queryId} part={shown} receipt={shown.receipt} turn={turn} identity={identity} />
      )}
      <p className="actions">
        <button type="button" disabled={!canAsk} onClick={() => onAsk(turn.question)}>
          {says.runAgain}
        </button>
        <span className="hint">{says.runAgainHint}</span>
      </p>
    </>
  )
}

interface ReceiptOfProps {
  readonly part: AnswerPart
  readonly receipt: Receipt
  readonly turn: TurnView
  readonly identity: Identity
}

const ReceiptOf = ({ part, receipt, turn, identity }: ReceiptOfProps) => {
  const texts = useTexts()
  const { receipt: says } = texts
  const note = scopeNote({ ...turn, parts: [part] }, identity, texts)
  return (
    <>
      {turn.assumptions.length > 0 && (
        <section>
          <h3>{says.assumptions}</h3>
          <ul>
            {turn.assumptions.map((assumption) => (
              <li key={assumption} dir="auto">
                {assumption}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{says.filters}</h3>
        {note !== undefined && <p>{note}</p>}
        <dl>
          {(receipt.tables ?? []).map((table) => (
            <div key={table.table}>
              <dt>
                <bdi>{table.table}</bdi>
              </dt>
              <dd>{filterText(table, receipt.filters ?? [], texts)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{says.checks}</h3>
        <dl>
          <Line term={receipt.guard_version === undefined ? says.checks : says.guard(receipt.guard_version)}>
            {verdict(receipt.checks?.guard, texts)}
          </Line>
          <Line term={says.verifier}>{verdict(receipt.checks?.verifier, texts)}</Line>
        </dl>
      </section>
      <QueryTabs receipt={receipt} />
      <section>
        <h3>{says.run_}</h3>
        <dl>
          {receipt.row_count !== undefined && (
            <Line term={says.rows}>
              {formatNumber(receipt.row_count, texts)}
              {receipt.truncated && ` (${says.truncated})`}
            </Line>
          )}
          {receipt.execution_time_ms !== undefined && (
            <Line term={says.databaseTime}>{formatDuration(receipt.execution_time_ms, texts)}</Line>
          )}
          {turn.executionTimeMs !== undefined && (
            <Line term={says.totalTime}>{formatDuration(turn.executionTimeMs, texts)}</Line>
          )}
          {receipt.executed_at !== undefined && (
            <Line term={says.executedAt}>{formatMoment(receipt.executed_at, texts)}</Line>
          )}
          {receipt.planner !== undefined && <Line term={says.author}>{author(receipt.planner, texts)}</Line>}
          <UsageLines usage={turn.usage} />
        </dl>
      </section>
      <Compared compared={receipt.compared ?? []} />
      <section>
        <h3>{says.identity}</h3>
        <dl>
          {receipt.fingerprint !== undefined && (
            <Line term={says.fingerprint}>
              <code>{receipt.fingerprint.slice(0, FINGERPRINT_SHOWN)}</code>{' '}
              <CopyButton text={receipt.fingerprint} label={texts.copy} />
            </Line>
          )}
          {turn.turnId !== undefined && (
            <Line term={says.turn}>
              <code>{turn.turnId}</code> <CopyButton text={turn.turnId} label={texts.copy} />
              {turn.conversationId !== undefined && (
                <RunLink conversationId={turn.conversationId} turnId={turn.turnId} />
              )}
            </Line>
          )}
        </dl>
      </section>
    </>
  )
}

const FINGERPRINT_SHOWN = 12

const Line = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

type ReceiptTable = NonNullable<Receipt['tables']>[number]

/** Why a table shows these rows. */
const filterText = ({ mode, filter_columns: columns = [] }: ReceiptTable, filters: readonly string[], texts: Texts) => {
  const { receipt: says } = texts
  if (mode === 'shared') return says.shared
  if (columns.length === 0) return says.noFilter
  const rules = [filters.includes('tenant') && says.tenantRule, filters.includes('scope') && says.scopeRule]
  const rule = rules.filter(Boolean).join(', ')
  const named = mode === 'via' ? says.through(columns.join(', ')) : columns.join(', ')
  return rule === '' ? named : `${named} · ${rule}`
}

const verdict = (said: string | undefined, { receipt: says }: Texts): string => {
  if (said === undefined) return says.notRecorded
  return said === 'passed' ? `✓ ${says.passed}` : said
}

const author = (planner: string, { receipt: says }: Texts): string =>
  planner === 'builtin' ? says.builtin : planner.replace(/^model:/, '')

const MICROS = 1_000_000

const UsageLines = ({ usage }: { readonly usage: Usage | undefined }) => {
  const texts = useTexts()
  const { receipt: says } = texts
  if (usage === undefined) return null
  const { input_tokens: input, cached_input_tokens: cached, output_tokens: output, cost_usd_micros: cost } = usage
  const [read, kept, wrote] = [input, cached, output].map((count) => formatNumber(count, texts))
  return (
    <>
      <Line term={says.tokens}>{says.tokensText(read ?? '', kept ?? '', wrote ?? '')}</Line>
      <Line term={says.cost}>
        {cost === undefined || cost === null ? says.noPrice : `${(cost / MICROS).toFixed(4)} USD`}
      </Line>
    </>
  )
}

const Compared = ({ compared }: { readonly compared: NonNullable<Receipt['compared']> }) => {
  const texts = useTexts()
  if (compared.length === 0) return null
  return (
    <details>
      <summary>{texts.receipt.compared(compared.length)}</summary>
      {compared.map((one) => (
        <div key={one.fingerprint}>
          <QueryTabs receipt={one} />
          {one.row_count !== undefined && (
            <p className="hint">{texts.results.rows(formatNumber(one.row_count, texts), one.row_count)}</p>
          )}
        </div>
      ))}
    </details>
  )
}
