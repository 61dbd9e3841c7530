import { Ellipsis } from 'lucide-react'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Menu } from '../ui/menu.tsx'
import { entrySentence } from './entry-sentence.ts'
import type { Entry } from './glossary.ts'
import { type EntryKind, entryKey } from './glossary-entries.ts'
import { glossaryTexts } from './texts.ts'

const { columns, kinds } = glossaryTexts

interface EntryListProps {
  readonly of: EntryKind
  readonly entries: readonly Entry[]
  readonly onAdd: () => void
  readonly onEdit: (entry: Entry) => void
  readonly onRemove: (entry: Entry) => void
}

/** The entries of one kind. */
export const EntryList = ({ of, entries, onAdd, onEdit, onRemove }: EntryListProps) => {
  const { frame } = useTexts()
  const { heading, add, none } = kinds[of]
  return (
    <section aria-labelledby={`entries-${of}`}>
      <div className="list-tools">
        <h2 id={`entries-${of}`}>{heading}</h2>
        <button type="button" onClick={onAdd}>
          {add}
        </button>
      </div>
      {entries.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        <ListTable<Entry>
          caption={heading}
          rows={entries}
          rowKey={entryKey}
          columns={[
            {
              label: columns.about,
              cell: (entry) => <bdi>{entry.of === 'phrase' ? entry.gloss.table : entryKey(entry)}</bdi>,
            },
            { label: columns.words, cell: (entry) => wordsOf(entry) },
            { label: columns.says, cell: (entry) => entrySentence(entry) },
            {
              label: columns.actions,
              isActions: true,
              cell: (entry) => (
                <Menu
                  className="icon small"
                  label={frame.actionsFor(entryKey(entry))}
                  trigger={<Ellipsis aria-hidden="true" size={16} />}
                  entries={[
                    { key: 'edit', label: glossaryTexts.edit, onSelect: () => onEdit(entry) },
                    { key: 'remove', label: glossaryTexts.remove, onSelect: () => onRemove(entry) },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

const wordsOf = (entry: Entry): string => (entry.of === 'phrase' ? entry.gloss.phrase : entry.gloss.synonyms.join(', '))
