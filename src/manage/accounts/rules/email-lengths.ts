/** Maximum lengths: RFC 5321, 4.5.3.1, a path without its brackets (RFC 3696, erratum 1690). */
export const ADDRESS_LENGTH_MAX = 254
export const LOCAL_LENGTH_MAX = 64
