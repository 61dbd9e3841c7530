const PERSON =
  /customer|client|user|employee|person|people|member|patient|student|guest|contact|teacher|doctor|staff|author|player|driver|reader|viewer|subscriber|buyer|passenger|visitor|worker|actor|artist|singer|pupil|nurse|physician/

/** True for tables whose rows are people: "who" asks for them. What their schema is called says nothing. */
export const isPerson = (table: string): boolean => PERSON.test(table.slice(table.lastIndexOf('.') + 1))
