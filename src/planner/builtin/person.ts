const PERSON =
  /customer|client|user|employee|person|people|member|patient|student|guest|contact|teacher|doctor|staff|author|player|driver/

/** True for tables whose rows are people: "who" asks for them. */
export const isPerson = (table: string): boolean => PERSON.test(table)
