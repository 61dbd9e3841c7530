import { captureSecrets, consumeSecret } from '../access/secrets.ts'
import type { ProblemLike } from '../ui/problem-text.ts'
import { store } from '../ui/store.ts'

/** An operator credential, or why the previous one was rejected. */
interface CredentialState {
  readonly token?: string
  readonly refused?: ProblemLike
}

const captured = consumeSecret('credential')

/** In memory only, so that it cannot be read from browser storage. */
export const credential = store<CredentialState>(captured === undefined ? {} : { token: captured })

// A navigation that changes only the fragment does not reload the page.
addEventListener('hashchange', () => {
  captureSecrets()
  const token = consumeSecret('credential')
  if (token !== undefined) credential.set({ token })
})

/** Format of a signed token. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The credential in pasted text, also in the whole URL that the command prints; undefined if there is none. */
export const credentialIn = (text: string): string | undefined => {
  const found = text.trim().split('#credential=').at(-1) ?? ''
  return TOKEN.test(found) ? found : undefined
}
