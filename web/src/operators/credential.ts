import { takenOver, takeSecrets } from '../access/secrets.ts'
import type { ProblemReply } from '../ui/problem-text.ts'
import { store } from '../ui/store.ts'

/** An operator's credential; or why the one before is not taken any more. */
interface Held {
  readonly token?: string
  readonly refused?: ProblemReply
}

const given = takenOver('credential')

/** In the memory of the page alone: it is not in the browser's storage. */
export const credential = store<Held>(given === undefined ? {} : { token: given })

// An address that differs from that of the page by what follows the `#` loads nothing anew.
addEventListener('hashchange', () => {
  takeSecrets()
  const token = takenOver('credential')
  if (token !== undefined) credential.set({ token })
})

/** As signed tokens are written. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The credential in what was pasted, be it the whole address that the command has printed; undefined where there is none. */
export const credentialIn = (text: string): string | undefined => {
  const found = text.trim().split('#credential=').at(-1) ?? ''
  return TOKEN.test(found) ? found : undefined
}
