import { STOP_WORDS, stemOf } from '../../../knowledge/words/index.ts'
import type { Comparator } from '../query/index.ts'

/** What an adjective measures: an age for "older", a price for "cheapest". */
export type AdjectiveSense =
  | 'age'
  | 'time'
  | 'price'
  | 'size'
  | 'duration'
  | 'rating'
  | 'sold'
  | 'weight'
  | 'count'
  | 'length'

/** Fixed phrases with a role in the question. */
export type Cue =
  | { readonly cue: 'count' }
  | { readonly cue: 'how-much' }
  | { readonly cue: 'who' }
  | { readonly cue: 'when' }
  | { readonly cue: 'whether' }
  | { readonly cue: 'share' }
  /** "most", "fewest", "top", "best": an order by a measure named by other words. */
  | { readonly cue: 'extreme'; readonly descending: boolean; readonly word: string }
  /** "cheapest", "newest": an order by an implied measure. */
  | { readonly cue: 'adjective'; readonly descending: boolean; readonly sense: AdjectiveSense }
  | { readonly cue: 'group' }
  | { readonly cue: 'direction'; readonly descending: boolean; readonly sense?: AdjectiveSense }
  | { readonly cue: 'compare'; readonly op: Comparator; readonly sense: AdjectiveSense | null }
  /** "or more" after its number. */
  | { readonly cue: 'compare-after'; readonly op: Comparator }
  | { readonly cue: 'between' }
  | { readonly cue: 'not' }
  | { readonly cue: 'distinct' }
  | { readonly cue: 'versus' }
  | { readonly cue: 'starts' }
  | { readonly cue: 'ends' }
  | { readonly cue: 'contains' }
  | { readonly cue: 'how-long' }

const cues = new Map<string, Cue>()

const define = (cue: Cue, phrases: string): void => {
  for (const phrase of phrases.split('|')) cues.set(phrase, cue)
}

define(
  { cue: 'count' },
  'how many|number of|the number of|total number of|the total number of|count|count of|how often|count up|total count of|total count|' +
    'amount of times|how many times|# of|nr of|overall number of|the count of|how many of|number|counts|how large is the number of|quantity of',
)
define({ cue: 'how-much' }, 'how much|how much money|how much did|what amount|what sum')
define({ cue: 'who' }, 'who|whom|who are|who is|who was|by whom|who has|who have')
define(
  { cue: 'when' },
  'when|what date|which date|on which date|on what date|since when|when was|when did|when is|when were',
)
define(
  { cue: 'whether' },
  'is there|are there|are there any|is there any|do we have|do we have any|did we have|did we have any|have we|has any|have any|do any|did any|does any|does|did|do|is|are|was|were|were there|was there|were there any',
)
define(
  { cue: 'share' },
  'percentage of|percentage|percent of|percent|what percent of|share of|share|proportion of|proportion|fraction of|fraction|% of|%|what part of|which part of|ratio of|how high is the share of|what percentage of|which percentage of|what share of|what proportion of',
)
const extreme = (descending: boolean, phrases: string): void => {
  for (const phrase of phrases.split('|'))
    define({ cue: 'extreme', descending, word: phrase.replace(/^the /, '').split(' ')[0] ?? phrase }, phrase)
}
extreme(
  true,
  'most|highest|largest|biggest|greatest|top|best|maximum number of|strongest|leading|largest number of|highest number of|greatest number of|most of|top performing|best performing|the most|maximum',
)
extreme(
  false,
  'least|fewest|lowest|smallest|bottom|worst|minimum number of|weakest|lowest number of|smallest number of|the least|the fewest|poorest|minimum',
)

const adjective = (sense: AdjectiveSense, high: string, low: string): void => {
  if (high !== '') define({ cue: 'adjective', descending: true, sense }, high)
  if (low !== '') define({ cue: 'adjective', descending: false, sense }, low)
}
adjective('time', 'newest|latest|most recent|last|most recently|recent|lately|recently', 'earliest|first|least recent')
adjective(
  'price',
  'most expensive|priciest|dearest|costliest|most costly|highest priced',
  'cheapest|least expensive|lowest priced|most affordable',
)
adjective('duration', 'longest|slowest|most delayed|lengthiest', 'shortest|fastest|quickest')
adjective(
  'rating',
  'best rated|top rated|highest rated|best reviewed|highest scoring',
  'worst rated|lowest rated|worst reviewed',
)
adjective(
  'sold',
  'best selling|top selling|most sold|most popular|bestselling|most ordered|most purchased|most bought|best sellers|bestsellers|sells best|sell best|sold best|sold most|sell most|sells most|sell the most|sold the most|most frequently sold|most frequently ordered|most often ordered|most often sold',
  'worst selling|least sold|least popular|slowest selling|sells worst|sold worst|sell worst|least ordered|least purchased',
)
adjective('age', 'oldest|eldest', 'youngest')
adjective('weight', 'heaviest', 'lightest')
adjective('length', 'tallest', '')
adjective(
  'count',
  'busiest|most frequent|most common|commonest|most often|most frequently|most used|most active|commonly|most commonly',
  'quietest|least frequent|rarest|least common|least used|least active|slowest month',
)

define(
  { cue: 'group' },
  'by|per|for each|each|every|in each|for every|broken down by|break down by|split by|grouped by|group by|according to|in every|by each|from each|of each|on each|with each|for all|to each|separated by|split up by|breakdown by|at each|divided by|distribution of|across|across all|depending on|per each|for each of',
)
define(
  { cue: 'direction', descending: true },
  'descending|in descending order|desc|highest first|largest first|biggest first|most first',
)
define(
  { cue: 'direction', descending: false },
  'ascending|in ascending order|asc|alphabetically|lowest first|smallest first|in alphabetical order|alphabetical|from a to z',
)
define({ cue: 'direction', descending: true, sense: 'time' }, 'newest first|latest first|most recent first')
define(
  { cue: 'direction', descending: false, sense: 'time' },
  'oldest first|earliest first|in chronological order|chronologically|chronological',
)
define({ cue: 'direction', descending: true, sense: 'price' }, 'most expensive first|dearest first')
define({ cue: 'direction', descending: false, sense: 'price' }, 'cheapest first|least expensive first')

const compare = (op: Comparator, phrases: string, sense: AdjectiveSense | null = null): void =>
  define({ cue: 'compare', op, sense }, phrases)
compare(
  '>',
  'more than|over|above|greater than|higher than|larger than|bigger than|exceeding|exceed|exceeds|exceeded|in excess of|upwards of|better than|>|more then|beyond|that exceed|larger then|worth more than|worth over|worth above|after|later than',
)
compare('>', 'older than', 'age')
compare('<', 'younger than', 'age')
compare('>', 'taller than', 'length')
compare('>', 'heavier than', 'weight')
compare('<', 'lighter than', 'weight')
compare('>', 'longer than|slower than', 'duration')
compare('<', 'shorter than|faster than|quicker than', 'duration')
compare(
  '>',
  'more expensive than|costing more than|costing over|costlier than|dearer than|priced over|priced above|pricier than|cost more than|costs more than|cost over|costs over|cost above',
  'price',
)
compare(
  '<',
  'cheaper than|less expensive than|costing less than|costing under|priced under|priced below|cost less than|costs less than|cost under|costs under|cost below',
  'price',
)
compare(
  '>=',
  'at least|minimum of|no less than|not less than|>=|no fewer than|a minimum of|from at least|not fewer than|min|greater than or equal to|more than or equal to|since',
)
compare(
  '<',
  'less than|fewer than|under|below|lower than|smaller than|<|worse than|less then|fewer then|worth less than|not even|not reaching|before|earlier than',
)
compare(
  '<=',
  'at most|within|no more than|not more than|up to|maximum of|<=|a maximum of|not over|not above|max|less than or equal to|until',
)
compare('=', 'only|just|exactly|equal to|equals|=|precisely|of exactly|just exactly')
compare('<>', 'not equal to|<>|!=')
define(
  { cue: 'compare-after', op: '>=' },
  'or more|or higher|or above|or better|and more|and above|or greater|or over|and up|or longer|plus|and higher|or older',
)
define(
  { cue: 'compare-after', op: '<=' },
  'or less|or fewer|or lower|or below|and below|or under|or worse|or cheaper|or shorter|and less',
)
define({ cue: 'between' }, 'between|ranging from|in the range')
define(
  { cue: 'not' },
  'not|no|never|without|without any|not any|nothing|not a single|have not|has not|had not|did not|does not|do not|is not|are not|was not|were not|not yet|not have|not have any|with no|no longer|neither|nobody|none|lacking|lack|lacks|nor|zero|cannot|never ever|has never|have never|had never',
)
define({ cue: 'how-long' }, 'how long|how fast|how quickly|how many days|how many minutes|how many hours')
define({ cue: 'distinct' }, 'different|distinct|unique|without duplicates|without repeats|without repetition')
define(
  { cue: 'versus' },
  'vs|versus|compared to|compared with|against|compare|comparison of|comparing|in comparison to|difference between|comparison between|compare the|in comparison with',
)
define({ cue: 'starts' }, 'starts with|starting with|start with|begins with|beginning with|begin with')
define({ cue: 'ends' }, 'ends with|ending with|end with|ending in')
define(
  { cue: 'contains' },
  'containing the word|contains the word|containing|in the name|with the word|in their name|whose name contains|contain the word|name contains|named like',
)

export const CUES: ReadonlyMap<string, Cue> = cues
export const CUE_WORDS_MAX = 5

/** Words that are too general to be linked alone, as a value or synonym. */
export const neverLinked = (words: readonly string[]): boolean =>
  words.length === 1 && STOP_WORDS.has(words[0] ?? '') && !['date', 'time'].includes(words[0] ?? '')

/** Demonyms, for value columns with the place's name. */
export const DEMONYMS: ReadonlyMap<string, string> = new Map(
  (
    'german:germany french:france italian:italy spanish:spain dutch:netherlands belgian:belgium swiss:switzerland ' +
    'austrian:austria polish:poland czech:czechia danish:denmark swedish:sweden norwegian:norway finnish:finland ' +
    'british:united-kingdom uk:united-kingdom britain:united-kingdom english:england scottish:scotland welsh:wales ' +
    'irish:ireland portuguese:portugal greek:greece hungarian:hungary romanian:romania bulgarian:bulgaria ' +
    'turkish:turkey russian:russia ukrainian:ukraine american:united-states usa:united-states us:united-states ' +
    'america:united-states canadian:canada mexican:mexico brazilian:brazil argentinian:argentina chilean:chile ' +
    'colombian:colombia peruvian:peru chinese:china japanese:japan korean:south-korea indian:india thai:thailand ' +
    'vietnamese:vietnam indonesian:indonesia malaysian:malaysia australian:australia egyptian:egypt israeli:israel ' +
    'ethiopian:ethiopia kenyan:kenya nigerian:nigeria moroccan:morocco european:europe asian:asia african:africa'
  )
    .split(' ')
    .map((pair) => pair.split(':'))
    .map(([people = '', place = '']) => [people, place.replace('-', ' ')]),
)

const PERSON =
  /customer|client|user|employee|person|people|member|patient|student|guest|contact|teacher|doctor|staff|author|player|driver|reader|viewer|subscriber|buyer|passenger|visitor|worker|actor|artist|singer|pupil|nurse|physician/

/** True for tables of people, which "who" asks for. The schema's name is ignored. */
export const isPerson = (table: string): boolean => PERSON.test(table.slice(table.lastIndexOf('.') + 1))

/** Words for where something begins and ends, shared by keys, verbs and prepositions. Stems. */
export const WAY_ENDS: readonly (readonly string[])[] = [
  'from depart departing departs departed departure leave leaving leaves source src origin sender start out'.split(' '),
  'to into arrive arriving arrives arrived arrival land landing lands destination dest target receiver end toward'.split(
    ' ',
  ),
].map((words) => words.map(stemOf))
