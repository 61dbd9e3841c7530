import path from 'node:path'
import { errorCode } from '../local/error-code.ts'

/**
 * Why a file cannot be read or written, as a sentence.
 *
 * @param error an error of the operating system
 */
export const fileErrorText = (file: string, error: unknown): string => {
  const trouble = TROUBLES[errorCode(error) ?? '']
  return trouble === undefined
    ? `${file} cannot be used (${errorCode(error) ?? 'for an unknown reason'}).`
    : trouble(file)
}

/** Why a file cannot be written, as a sentence. */
export const writeErrorText = (file: string, error: unknown): string =>
  errorCode(error) === 'ENOENT'
    ? `Cannot write ${file}: there is no folder ${path.dirname(path.resolve(file))}.`
    : fileErrorText(file, error)

/** The sentence for a system error that names its file; undefined for other errors. */
export const namedFileErrorText = (error: unknown): string | undefined => {
  const isOfFile = typeof error === 'object' && error !== null && 'syscall' in error && 'path' in error
  return isOfFile && typeof error.path === 'string' ? fileErrorText(error.path, error) : undefined
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
