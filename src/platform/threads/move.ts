/** Of bytes that a thread gives back: they are handed over, and not copied. */
export { move } from 'piscina'
