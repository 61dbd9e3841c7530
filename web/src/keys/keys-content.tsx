import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { ChangeKeyDialog } from './change-key-dialog.tsx'
import { EmbedSnippet } from './embed-snippet.tsx'
import { IdentityRisk } from './identity-risk.tsx'
import { type Key, type ShownKey, useDatabases } from './key-data.ts'
import { type KeyAction, KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { ReplaceKeyDialog } from './replace-key-dialog.tsx'
import { keysTexts } from './texts.ts'

const KEYS = '/api/v1/api-keys'

interface KeysContentProps {
  readonly isAdding: boolean
  readonly onAddingEnd: () => void
}

/** The list of keys, with the dialogs of their actions. */
export const KeysContent = ({ isAdding, onAddingEnd }: KeysContentProps) => {
  const refresh = useRefresh()
  const keys = usePages([KEYS], (page, signal) =>
    plainClient.call('get', KEYS, { query: { page, page_size: 100 }, signal }),
  )
  const { data: databases = [] } = useDatabases()
  const [chosen, setChosen] = useState<{ readonly action: KeyAction; readonly key: Key }>()
  /** In memory only, until the user confirms that it is stored. */
  const [shown, setShown] = useState<ShownKey>()
  const [result, setResult] = useState('')
  const close = () => setChosen(undefined)
  const say = (text: string) => {
    close()
    setResult(text)
    announce(text)
  }
  const databaseOf = ({ database_id: id }: Pick<Key, 'database_id'>) => databases.find((one) => one.id === id)
  const shownDatabase = shown === undefined ? undefined : databaseOf(shown)
  const chosenDatabase = chosen?.action === 'embed' ? databaseOf(chosen.key) : undefined
  const show = (key: ShownKey) => {
    close()
    onAddingEnd()
    setResult('')
    setShown(key)
  }
  const revoke = async ({ id, name, hint }: Key) => {
    await plainClient.call('delete', '/api/v1/api-keys/{api_key_id}', { path: { api_key_id: id } })
    await refresh(KEYS)
    say(keysTexts.revoked(name ?? hint))
  }
  return (
    <>
      {result !== '' && <p className="notice">{result}</p>}
      <Loaded query={keys}>
        {({ items }) => {
          const active = items.filter(({ status }) => status === 'active')
          const ended = items.filter(({ status }) => status !== 'active')
          const isPublic = (id: string) => active.some(({ database_id: one }) => one === id)
          const onAction = (action: KeyAction, key: Key) => setChosen({ action, key })
          return (
            <>
              {databases
                .filter(({ id }) => isPublic(id))
                .map((database) => (
                  <IdentityRisk key={database.id} database={database} />
                ))}
              {active.length === 0 && !keys.hasNextPage ? (
                <p className="hint">{keysTexts.empty}</p>
              ) : (
                <KeyTable
                  caption={keysTexts.list}
                  keys={active}
                  databases={databases}
                  onAction={onAction}
                  onMore={keys.hasNextPage ? () => void keys.fetchNextPage() : undefined}
                />
              )}
              {ended.length > 0 && (
                <details>
                  <summary>{keysTexts.ended(ended.length)}</summary>
                  <KeyTable
                    caption={keysTexts.ended(ended.length)}
                    keys={ended}
                    databases={databases}
                    onAction={onAction}
                  />
                </details>
              )}
            </>
          )
        }}
      </Loaded>
      {isAdding && <NewKeyDialog databases={databases} onMade={show} onClose={onAddingEnd} />}
      {chosen !== undefined && chosenDatabase !== undefined && (
        <Dialog title={keysTexts.embedTitle(chosen.key.name ?? chosen.key.hint)} open onClose={close}>
          <EmbedSnippet database={chosenDatabase} />
        </Dialog>
      )}
      {chosen?.action === 'edit' && (
        <ChangeKeyDialog apiKey={chosen.key} onChanged={(name) => say(keysTexts.changed(name))} onClose={close} />
      )}
      {chosen?.action === 'rotate' && <ReplaceKeyDialog apiKey={chosen.key} onMade={show} onClose={close} />}
      {chosen?.action === 'revoke' && (
        <ConfirmDialog
          title={keysTexts.revokeTitle(chosen.key.name ?? chosen.key.hint)}
          action={keysTexts.revoke}
          onConfirm={() => revoke(chosen.key)}
          onClose={close}
        >
          <p>{keysTexts.revokeText}</p>
        </ConfirmDialog>
      )}
      {shown !== undefined && (
        <SecretDialog
          title={keysTexts.shownTitle(shown.name ?? shown.hint)}
          text={shown.kind === 'database' ? keysTexts.shownPage : keysTexts.shownServer}
          secret={shown.key}
          onStored={() => setShown(undefined)}
        >
          {shownDatabase !== undefined && (
            <details>
              <summary>{keysTexts.embedShown}</summary>
              <EmbedSnippet database={shownDatabase} keyText={shown.key} />
            </details>
          )}
        </SecretDialog>
      )}
    </>
  )
}
