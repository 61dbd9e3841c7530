/** What a message without a question about data is. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'identity' | 'abilities' | 'mood' | 'approval'

const TAIL =
  '( there| all| everyone| everybody| team| again| my friend| friend| bot| assistant| tabletalk| you| mate| folks)*'

/** Each must match the whole message: "hi, how many orders …" is a question. */
const PATTERNS: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'mood',
    new RegExp(
      `^((hi|hey|hello|hallo)${TAIL} )?(how are you|how are you doing|how is it going|how do you do|what is up|whats up|how are things|you ok|are you ok|are you there|how is your day)( today| doing| going)?$`,
    ),
  ],
  [
    'greeting',
    new RegExp(
      `^(hi|hello|hey|hallo|hiya|howdy|greetings|yo|good (morning|afternoon|evening|day)|morning|moin|servus|nice to meet you|welcome)${TAIL}( (hi|hello|good (morning|afternoon|evening|day)))?$`,
    ),
  ],
  [
    'thanks',
    /^((ok|okay|great|perfect|cool|nice|super|awesome|wonderful|excellent|good) )*(many )?(thanks|thank you|thx|ty|cheers|much appreciated|appreciated|appreciate it|i appreciate it)( (a lot|so much|very much|a bunch|again|for (the|your|all|this|that) .*|for helping.*|that .*|this .*|you .*|it .*))?$/,
  ],
  [
    'goodbye',
    /^((ok|okay|thanks|well) )*(bye|goodbye|good bye|bye bye|see you|see you (later|soon|tomorrow)|see ya|cya|ciao|farewell|good night|have a (nice|good|great) (day|evening|weekend|one)|until next time|talk to you later|take care|later)( (then|now|for now|for today|bye|all|everyone|everybody))*$/,
  ],
  [
    'identity',
    /^(and )?(who|what) (are|r) (you|u)( exactly| really)?$|^what is your name$|^what do you call yourself$|^(are|r) you (a |an )?(bot|robot|human|person|ai|real|real person|machine|chatbot|assistant|llm|model|language model|chatgpt|program).*$|^introduce yourself$|^tell me (something )?about yourself$|^who (made|built|created|wrote|developed) you$|^what model are you.*$/,
  ],
  [
    'abilities',
    /^(please )?help( me)?( please)?$|^(i need|i want) (some )?help$|^can you help( me)?( please)?$|^what (else )?(can|could|do) you (do|answer|help( me)? with|know|offer)( for (me|us))?$|^what (can|could|should|may) (i|we) ask( you)?( about)?( here)?$|^how (do|does|can|should) (you|this|it|i|we) (work|use you|use this|start|begin|ask)( .*)?$|^what are (you able|your capabilities|your features|you capable).*$|^what (kind|kinds|type|types|sort|sorts) of (questions?|things?) (can|could|do) (i|you|we) .*$|^(show me |give me )?(some )?(examples?|example questions?|sample questions?)( please)?$|^what (data|information|tables?) (do you have|is there|are there|can you see|do you know)( about)?$|^how can you help( me| us)?$|^what do you know about( us| me)?$|^what is this( tool| bot| app)?$|^get started$|^start$|^menu$|^commands?$/,
  ],
  [
    'approval',
    /^(ok|okay|okey|great|cool|nice|perfect|super|awesome|good|fine|alright|all right|wonderful|excellent|got it|i see|understood|sure|yes|no|yep|nope|yeah|right|well done|good job|great job|nice work|very good|very nice|lovely|brilliant|fantastic|amazing|interesting|wow|haha|lol|never ?mind|nothing|that is (all|it|great|good|nice|perfect|fine|helpful)|you are (great|awesome|the best|helpful)|sounds good|makes sense|no problem|sorry|test|testing|hmm+)( (ok|great|thanks|good|cool|nice|perfect|very much|then|that is it|so|you are great|it is|work|job))*$/,
  ],
]

const plain = (message: string): string =>
  message
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(what|who|how|that|it|there)'s\b/g, '$1 is')
    .replace(/\byou're\b/g, 'you are')
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The kind of small talk that the whole message is, if it is one. */
export const smallTalk = (message: string): SmallTalk | null => {
  const text = plain(message)
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** The answer; `topics` are things that can be asked about. */
export const smallTalkReply = (kind: SmallTalk, databaseName: string, topics: readonly string[]): string => {
  const list =
    topics.length === 0
      ? 'your data'
      : `${topics.slice(0, -1).join(', ')}${topics.length > 1 ? ' and ' : ''}${topics.at(-1) ?? ''}`
  switch (kind) {
    case 'greeting':
      return `Hello! Ask me about ${list}.`
    case 'mood':
      return `I am doing well, thank you. What would you like to know about ${list}?`
    case 'thanks':
      return 'You are welcome. Ask on whenever you like.'
    case 'goodbye':
      return 'Goodbye! I am here when the next question comes up.'
    case 'identity':
      return `I am the built-in planner of this chat. I turn questions about ${databaseName} into queries by fixed rules, without a language model, and only read.`
    case 'abilities':
      return `I answer questions about ${list}: how many, how much, averages, top lists, comparisons, time spans and lists of rows. You can go on from an answer with “and last year?” or “per month”.`
    case 'approval':
      return 'Good. What would you like to know next?'
  }
}
