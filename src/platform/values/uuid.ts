/** A UUID of any version in its canonical form (RFC 9562, section 4), in either case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
