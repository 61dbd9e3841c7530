import { useState } from 'react'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { useColumns } from '../databases/use-columns.ts'
import { ChangedNotice, useUnchanged } from '../form/use-unchanged.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ChangeBar } from '../ui/change-bar.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { DraftSection } from './draft-section.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryList } from './entry-list.tsx'
import type { Entry, Glossary } from './glossary.ts'
import {
  changesOf,
  type EntryKind,
  entriesOf,
  entryKey,
  glossaryOf,
  withEntry,
  withProposal,
} from './glossary-entries.ts'
import { readGlossary } from './queries.ts'
import { glossaryTexts } from './texts.ts'

const PATH = '/api/v1/databases/{database_id}/glossary'
const KINDS = ['phrase', 'column', 'table'] as const

/** Collects changes of the glossary, and saves them together. */
export const GlossaryEditor = ({ id, saved }: { readonly id: string; readonly saved: Glossary }) => {
  const { frame } = useTexts()
  const refresh = useRefresh()
  const unchanged = useUnchanged(saved, () => readGlossary(id))
  const stored = entriesOf(saved)
  const [entries, setEntries] = useState(stored)
  const [edited, setEdited] = useState<{ readonly of: EntryKind; readonly entry?: Entry }>()
  const columns = useColumns(id)
  const saving = useAction(async () => {
    const path = { database_id: id }
    const isSaved = await unchanged.save(() => plainClient.call('put', PATH, { path, body: glossaryOf(entries) }))
    if (!isSaved) return
    announce(frame.saved)
    await refresh(PATH, '/api/v1/databases/{database_id}/questions')
  })
  return (
    <>
      <p className="lead">{glossaryTexts.intro}</p>
      <DraftSection
        id={id}
        onAccept={(proposals) => setEntries(proposals.reduce((all, { entry }) => withProposal(all, entry), entries))}
      />
      {KINDS.map((of) => (
        <EntryList
          key={of}
          of={of}
          entries={entries.filter((entry) => entry.of === of)}
          onAdd={() => setEdited({ of })}
          onEdit={(entry) => setEdited({ of, entry })}
          onRemove={(entry) => setEntries(entries.filter((one) => one !== entry))}
        />
      ))}
      {saving.error !== null && <Refusal error={saving.error} entries={entries} />}
      {unchanged.theirs !== undefined && (
        <ChangedNotice
          onKeepMine={() => {
            unchanged.acknowledge()
            saving.run()
          }}
          onTakeTheirs={() => void refresh(PATH)}
        />
      )}
      <ChangeBar
        count={changesOf(stored, entries)}
        isBusy={saving.isBusy}
        onDiscard={() => setEntries(stored)}
        onSave={() => saving.run()}
      />
      {edited !== undefined && (
        <EntryDialog
          of={edited.of}
          entry={edited.entry}
          columns={columns.data ?? new Map()}
          onKeep={(entry) => setEntries(withEntry(entries, entry, edited.entry))}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** Errors of a save, each with its entry: the service reports its path, such as `phrases.2.filter.column`. */
const Refusal = ({ error, entries }: { readonly error: unknown; readonly entries: readonly Entry[] }) => {
  const details = error instanceof TabletalkError ? error.details : []
  if (details.length === 0) return <ErrorNotice error={error} />
  return (
    <div className="notice danger" role="alert">
      <ul>
        {details.map(({ field, message }) => (
          <li key={field + message}>
            {entryAt(field, entries)}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

const LISTS: Readonly<Record<string, EntryKind>> = { tables: 'table', columns: 'column', phrases: 'phrase' }

const entryAt = (field: string, entries: readonly Entry[]): string => {
  const [list = '', at = ''] = field.split('.')
  const entry = entries.filter(({ of }) => of === LISTS[list])[Number(at)]
  return entry === undefined ? field : entryKey(entry)
}
