import { type Html, html } from '../http/shared-answer/html.ts'

/** What the markup of the widget depends on. */
export interface Embedding {
  /** Base URL of the service, without a trailing `/`. */
  readonly baseUrl: string
  /** Path and hash of the script, as `GET /widget.json` returns them. */
  readonly script: { readonly path: string; readonly integrity: string }
  readonly key: string
  readonly database: {
    readonly id: string
    readonly requiresOrganizationScoping: boolean
    readonly identity?: 'accepted' | 'required'
  }
}

/** Stands for a value that the page fills in. */
const OPEN = '…'

/** The script and the element, to be pasted into a page. */
export const widgetSnippet = ({ baseUrl, script, key, database }: Embedding): string => {
  const { id, requiresOrganizationScoping: isScoped, identity } = database
  return html`<script src="${baseUrl}/${script.path}" integrity="${script.integrity}" crossorigin="anonymous" defer></script>
<db-chat api-key="${key}" database-id="${id}"${openAttribute('tenant-id', isScoped)}${openAttribute('identity-token', identity === 'required')}></db-chat>`
    .text
}

/** A frame with the chat, for pages that run no script of another origin. The page sends identity tokens to it. */
export const frameSnippet = ({ baseUrl, key, database }: Embedding): string => {
  const { id, requiresOrganizationScoping: isScoped } = database
  const address = `${baseUrl}/widget/frame?key=${key}&database=${id}${isScoped ? `&tenant=${OPEN}` : ''}`
  return html`<iframe src="${address}" title="Chat" width="400" height="600"></iframe>`.text
}

const openAttribute = (name: string, isNeeded: boolean): Html | undefined =>
  isNeeded ? html` ${name}="${OPEN}"` : undefined
