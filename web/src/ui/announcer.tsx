import { store, useStore } from './store.ts'

const polite = store('')
const assertive = store('')

/** Says something to people who use a screen reader, once they have heard what is being said. */
export const announce = (text: string): void => polite.set(text)

/** The same at once: for what would be lost otherwise. */
export const alert = (text: string): void => assertive.set(text)

/** The live regions; they must be in the page before anything is said. */
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
