/** A text as a shell takes it: bare where it can be, in quotes otherwise. */
export const shellWord = (text: string): string =>
  /^[\w./:@…-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
