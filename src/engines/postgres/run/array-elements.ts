/** The types of arrays of PostgreSQL's own types, and the types of their elements (`pg_type.dat` of its sources). */
const BUILT_IN: ReadonlyMap<number, number> = new Map(
  Object.entries({
    ...{ 1000: 16, 1001: 17, 1002: 18, 1003: 19, 1016: 20, 1005: 21, 1007: 23, 1009: 25, 1028: 26, 1014: 1042 },
    ...{ 1015: 1043, 1021: 700, 1022: 701, 1231: 1700, 791: 790, 199: 114, 3807: 3802, 143: 142, 2951: 2950 },
    ...{ 1182: 1082, 1183: 1083, 1270: 1266, 1115: 1114, 1185: 1184, 1187: 1186, 1561: 1560, 1563: 1562 },
    ...{ 1041: 869, 651: 650, 1040: 829, 775: 774, 1017: 600, 1018: 601, 719: 718, 629: 628, 1027: 604, 1019: 602 },
    ...{ 3905: 3904, 3907: 3906, 3909: 3908, 3911: 3910, 3913: 3912, 3927: 3926, 3643: 3614, 3645: 3615 },
  }).map(([array, element]) => [Number(array), element]),
)

const TEXT = 25

/**
 * The type of the elements of an array type; undefined where it is none.
 * @param enumArrays types that are arrays of enumerations
 */
export const elementType = (type: number, enumArrays: ReadonlySet<number>): number | undefined =>
  BUILT_IN.get(type) ?? (enumArrays.has(type) ? TEXT : undefined)
