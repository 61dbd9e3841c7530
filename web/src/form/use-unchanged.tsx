import { useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/**
 * Saves data that others may edit too: if it has changed since it was loaded, the user is asked which version to keep.
 *
 * @param loaded initial value of the form
 * @param read reads the current value. @throws TabletalkError
 */
export const useUnchanged = <Data,>(loaded: Data, read: () => Promise<Data>) => {
  const base = useRef(JSON.stringify(loaded))
  const [theirs, setTheirs] = useState<Data>()
  return {
    /** The conflicting version found by a save. */
    theirs,
    /** Saves, unless that would overwrite an unseen version. @returns whether it saved */
    async save(work: () => Promise<unknown>): Promise<boolean> {
      const now = await read()
      if (JSON.stringify(now) !== base.current) {
        setTheirs(now)
        return false
      }
      await work()
      base.current = JSON.stringify(await read())
      return true
    },
    /** Accepts the other version: the next save is compared with it. */
    acknowledge(): void {
      base.current = JSON.stringify(theirs)
      setTheirs(undefined)
    },
  }
}

interface ChangedNoticeProps {
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Asks which version to keep. */
export const ChangedNotice = ({ onKeepMine, onTakeTheirs }: ChangedNoticeProps) => {
  const { frame } = useTexts()
  return (
    <div className="notice warn" role="alert">
      <p>{frame.changedMeanwhile}</p>
      <p className="actions">
        <button type="button" onClick={onKeepMine}>
          {frame.keepMine}
        </button>
        <button type="button" onClick={onTakeTheirs}>
          {frame.takeTheirs}
        </button>
      </p>
    </div>
  )
}
