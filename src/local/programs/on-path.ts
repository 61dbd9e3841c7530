import which from 'which'

/** The path of the program that a shell would run, or undefined. */
export const findOnPath = async (name: string, searchPath?: string | undefined): Promise<string | undefined> => {
  const found = await which(name, { nothrow: true, ...(searchPath === undefined ? {} : { path: searchPath }) })
  return found ?? undefined
}
