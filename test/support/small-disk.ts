import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk that is soon full. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves no byte free. */
  fill(): void
  /** Takes back what `fill` has written. */
  empty(): void
  close(): void
}

/** In memory, of so many MiB. Undefined where this user may not mount one. */
export const smallDisk = (size: number): SmallDisk | undefined => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (let block = 2 ** 20; block >= 1; block /= 2) while (written(file, block));
      fsyncSync(file)
      closeSync(file)
    },
    empty: () => rmSync(ballast),
    close() {
      // A process with an open file keeps it mounted until then.
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Whether there was room for all of it. */
const written = (file: number, block: number): boolean => {
  try {
    return writeSync(file, Buffer.alloc(block)) === block
  } catch {
    return false
  }
}
