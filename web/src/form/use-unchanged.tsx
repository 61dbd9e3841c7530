import { useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/**
 * Saves something that others edit too: where it has changed since it was loaded, it is asked first whose version stays.
 *
 * @param loaded what the form began with
 * @param read the same, as it is now. @throws TabletalkError
 */
export const useUnchanged = <Data,>(loaded: Data, read: () => Promise<Data>) => {
  const base = useRef(JSON.stringify(loaded))
  const [theirs, setTheirs] = useState<Data>()
  return {
    /** The concurrent change that a save has met. */
    theirs,
    /** Saves, unless that would overwrite a concurrent change. @returns whether it did */
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
    /** From now on the other version is known: the next save is compared with it. */
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

/** Asks whose version stays. */
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
