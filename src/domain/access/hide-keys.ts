/** Who puts a key where none belongs, such as a path, must not find it in a log. */
export const hideKeys = (text: string): string => text.replace(/\b(sk|pk)_[0-9A-Za-z_]{16,}/gi, '$1_…')
