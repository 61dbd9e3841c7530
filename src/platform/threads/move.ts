/** Transfers a buffer from a thread instead of copying it. */
export { move } from 'piscina'
