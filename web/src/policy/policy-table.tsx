import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Menu } from '../ui/menu.tsx'
import type { PolicyChanges, TableDecision } from './changes.ts'
import type { Policy, PolicyPreview } from './policy.ts'
import type { PolicyLine } from './policy-lines.ts'
import { policySentence } from './policy-sentence.ts'
import { SeenRows } from './seen-rows.tsx'
import { policyTexts } from './texts.ts'

const route = getRouteApi('/logged-in/databases/$database/policy')
const FILTERS = ['all', 'toConfirm', 'open', 'closed'] as const
const KINDS = { open: 'ok', toConfirm: 'warn', closed: 'none' } as const

interface PolicyTableProps {
  readonly policy: Policy
  readonly lines: readonly PolicyLine[]
  readonly changes: PolicyChanges
  readonly preview: PolicyPreview | undefined
  readonly tenant: string
  readonly onTables: (names: readonly string[], decision: TableDecision | undefined) => void
  readonly onColumns: (line: PolicyLine) => void
  readonly onShare: (line: PolicyLine) => void
}

/** One row per table: what it shows, and its possible decisions. */
export const PolicyTable = (props: PolicyTableProps) => {
  const { policy, lines, changes, preview, tenant, onTables } = props
  const { show } = route.useSearch()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const filter = FILTERS.find((name) => name === show) ?? 'all'
  const found = lines.filter(
    ({ state, table }) =>
      (filter === 'all' || state === filter) && table.toLowerCase().includes(words.trim().toLowerCase()),
  )
  const waiting = found.filter(({ state, table }) => state === 'toConfirm' && !changes.tables.has(table))
  const previewed = new Map(preview?.tables.map((counted) => [counted.table, counted]))
  return (
    <section aria-label={policyTexts.filter}>
      <div className="list-tools">
        <div className="switch" role="group" aria-label={policyTexts.filter}>
          {FILTERS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={filter === name}
              onClick={() => void navigate({ to: '.', search: (kept) => ({ ...kept, show: name }), replace: true })}
            >
              {policyTexts.filters[name]}
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label={policyTexts.find}
          placeholder={policyTexts.find}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {waiting.length > 0 && (
          <button
            type="button"
            onClick={() =>
              onTables(
                waiting.map(({ table }) => table),
                'accept',
              )
            }
          >
            {policyTexts.acceptShown(waiting.length)}
          </button>
        )}
      </div>
      {found.length === 0 ? (
        <p>{words === '' ? policyTexts.noTables : policyTexts.nothingFound}</p>
      ) : (
        <ListTable
          caption={policyTexts.filters[filter]}
          rows={found}
          rowKey={({ table }) => table}
          columns={[
            { label: policyTexts.columns.table, cell: ({ table }) => <bdi>{table}</bdi> },
            { label: policyTexts.columns.shows, cell: ({ entry }) => policySentence(entry, policy) },
            ...(preview === undefined
              ? []
              : [
                  {
                    label: tenant === '' ? policyTexts.columns.countsAll : policyTexts.columns.counts(tenant),
                    isNumber: true,
                    cell: ({ table }: PolicyLine) => <SeenRows counted={previewed.get(table)} />,
                  },
                ]),
            {
              label: policyTexts.columns.state,
              cell: ({ table, state }) => <State table={table} state={state} changes={changes} />,
            },
            { label: policyTexts.columns.evidence, cell: ({ evidence }) => <span className="hint">{evidence}</span> },
            { label: policyTexts.decide, isActions: true, cell: (line) => <Decisions {...props} line={line} /> },
          ]}
        />
      )}
    </section>
  )
}

const State = ({ table, state, changes }: Pick<PolicyLine, 'table' | 'state'> & Pick<PolicyTableProps, 'changes'>) => {
  const decided = changes.tables.get(table)
  return decided === undefined ? (
    <span className="state" data-kind={KINDS[state]}>
      {policyTexts.states[state]}
    </span>
  ) : (
    <strong className="state">{policyTexts.changed[decided]}</strong>
  )
}

const Decisions = ({
  line,
  policy,
  changes,
  onTables,
  onColumns,
  onShare,
}: PolicyTableProps & { line: PolicyLine }) => {
  const { frame } = useTexts()
  const { table, state } = line
  if (changes.tables.has(table))
    return (
      <button type="button" className="quiet" onClick={() => onTables([table], undefined)}>
        {policyTexts.undo}
      </button>
    )
  const entries = [
    ...(state === 'closed'
      ? []
      : [{ key: 'columns', label: policyTexts.chooseColumns, onSelect: () => onColumns(line) }]),
    ...(policy.tenant === undefined && state === 'open'
      ? []
      : [{ key: 'share', label: policyTexts.share, onSelect: () => onShare(line) }]),
    ...(state === 'open'
      ? [{ key: 'close', label: policyTexts.close, onSelect: () => onTables([table], 'deny') }]
      : []),
  ]
  return (
    <span className="row-actions">
      {state === 'toConfirm' && (
        <button
          type="button"
          className="quiet"
          aria-label={policyTexts.accept(table)}
          onClick={() => onTables([table], 'accept')}
        >
          {policyTexts.acceptShort}
        </button>
      )}
      <Menu
        className="icon small"
        label={frame.actionsFor(table)}
        trigger={<Ellipsis aria-hidden="true" size={16} />}
        entries={entries}
      />
    </span>
  )
}
