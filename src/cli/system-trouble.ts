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

const TROUBLES: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `There is no ${file} (looked for in ${process.cwd()}).`,
  ENOTDIR: (file) => `There is no ${file}: a part of its path is a file, not a folder.`,
  EISDIR: (file) => `${file} is a folder, not a file.`,
  EACCES: (file) => `You have no permission to use ${file}.`,
  EPERM: (file) => `You have no permission to use ${file}.`,
  EROFS: (file) => `${file} cannot be written: its disk is read-only.`,
  ENOSPC: (file) => `${file} cannot be written: the disk is full.`,
  EDQUOT: (file) => `${file} cannot be written: your share of the disk is full.`,
  ENAMETOOLONG: (file) => `The name ${file.slice(0, 60)}… is too long.`,
  ELOOP: (file) => `${file} is a link that leads in circles.`,
  EMFILE: (file) => `${file} cannot be opened: too many files are open.`,
}
