import { useQuery } from '@tanstack/react-query'
import { SERVICE_URL } from '../api/address.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { type Database, useIdentity } from './key-data.ts'
import { keysTexts } from './texts.ts'

interface EmbedSnippetProps {
  readonly database: Database
  /** The text of the key, which is known only right after its creation. */
  readonly keyText?: string
}

interface WidgetScript {
  /** Relative to the service. */
  readonly path: string
  readonly integrity: string
}

/** Stands for a value that the page fills in. */
const OPEN = '…'

/** The markup that shows the widget in a page: the script and the element. */
export const EmbedSnippet = ({ database, keyText = `pk_${OPEN}` }: EmbedSnippetProps) => {
  const { copy } = useTexts()
  const { data: identity } = useIdentity(database)
  const script = useQuery({
    queryKey: ['widget.json'],
    queryFn: async ({ signal }): Promise<WidgetScript> => {
      const response = await fetch(`${SERVICE_URL}widget.json`, { signal })
      if (!response.ok) throw new Error(`widget.json: ${response.status}`)
      return await response.json()
    },
  })
  const attributes = [
    `api-key="${keyText}"`,
    `database-id="${database.id}"`,
    ...(database.requires_organization_scoping ? [`tenant-id="${OPEN}"`] : []),
    ...(identity === 'required' ? [`identity-token="${OPEN}"`] : []),
  ]
  return (
    <>
      <p className="hint">{keysTexts.embedText}</p>
      <Loaded query={script}>
        {({ path, integrity }) => {
          const snippet = `<script src="${SERVICE_URL}${path}" integrity="${integrity}" crossorigin="anonymous" defer></script>
<db-chat ${attributes.join(' ')}></db-chat>`
          return (
            <>
              <pre className="query">{snippet}</pre>
              <p className="actions">
                <CopyButton text={snippet} label={copy} />
              </p>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
