import { store, useStore } from './store.ts'

const polite = store('')
const assertive = store('')

/** Announces a text to screen readers, politely. */
export const announce = (text: string): void => polite.set(text)

/** Announces a text to screen readers, assertively. */
export const alert = (text: string): void => assertive.set(text)

/** The live regions; they have to be in the page before the first announcement. */
export const Announcer = () => (
  <>
    <div className="unseen" role="status" aria-atomic="true">
      {useStore(polite)}
    </div>
    <div className="unseen" role="alert">
      {useStore(assertive)}
    </div>
  </>
)
