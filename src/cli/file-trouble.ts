import path from 'node:path'
import { errorCode } from '../local/error-code.ts'

/**
 * What keeps a file from being read or written, in words.
 *
 * @param error of the operating system
 */
export const fileTrouble = (file: string, error: unknown): string => {
  const trouble = TROUBLES[errorCode(error) ?? '']
  return trouble === undefined
    ? `${file} cannot be used (${errorCode(error) ?? 'for an unknown reason'}).`
    : trouble(file)
}

/** The same of a file that is to be written. */
export const writeTrouble = (file: string, error: unknown): string =>
  errorCode(error) === 'ENOENT'
    ? `Cannot write ${file}: there is no folder ${path.dirname(path.resolve(file))}.`
    : fileTrouble(file, error)

/** The same of an error that says itself which file it is about; undefined of any other one. */
export const troubleOf = (error: unknown): string | undefined => {
  const isOfFile = typeof error === 'object' && error !== null && 'syscall' in error && 'path' in error
  return isOfFile && typeof error.path === 'string' ? fileTrouble(error.path, error) : undefined
}

const TROUBLES: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `There is no ${file}${path.isAbsolute(file) ? '' : ` (looked for in ${process.cwd()})`}.`,
  EEXIST: (file) => `${file} is a file; a folder is required.`,
  ENOTDIR: (file) => `There is no ${file}: part of its path is a file, not a folder.`,
  EISDIR: (file) => `${file} is a folder, not a file.`,
  EACCES: (file) => `You have no permission to use ${file}.`,
  EPERM: (file) => `You have no permission to use ${file}.`,
  EROFS: (file) => `${file} cannot be written: its disk is read-only.`,
  ENOSPC: (file) => `${file} cannot be written: the disk is full.`,
  EDQUOT: (file) => `${file} cannot be written: your disk quota is exceeded.`,
  ENAMETOOLONG: (file) => `The name ${file.slice(0, 60)}… is too long.`,
  ELOOP: (file) => `${file} is a circular symbolic link.`,
  EMFILE: (file) => `${file} cannot be opened: too many files are open.`,
}
