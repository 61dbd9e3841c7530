/** Saves a file where the browser saves what one downloads. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it once this task is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
