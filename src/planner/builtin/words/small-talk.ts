/** Kinds of messages without a question about data. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'identity' | 'abilities' | 'mood' | 'approval'

/**
 * Patterns of each kind, the first match wins. All other words of the message have to be polite or empty: "hi, how many
 * orders …" is a question.
 */
const CORES: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'identity',
    /\b(?:who|what) (?:the \w+ )?(?:are|r) (?:you|u)\b|\bwho (?:is|s) (?:this|there|that|answering|speaking|talking)\b|\bwho am i (?:talking|speaking|chatting|writing) (?:to|with)\b|\bam i (?:talking|speaking|chatting|writing) (?:to|with) (?:a|an)\b|\b(?:what is|tell me|whats|may i ask|do you have) (?:your|a) (?:name|purpose|job)\b|\bwhat (?:do|should|can) (?:i|we|people) call (?:you|yourself)\b|\bwhat do you call yourself\b|\b(?:are|r) (?:you|u) (?:a |an |some |really |just )*(?:bot|robot|human|person|ai|real|machine|computer|chatbot|assistant|llm|model|language model|chatgpt|gpt|program|software|alive|people)\b|\bintroduce yourself\b|\babout yourself\b|\bwho (?:made|built|created|wrote|developed|programmed|trained|invented) you\b|\bwhat (?:kind of |sort of |type of |ai |language )*(?:model|bot|ai|assistant|machine|thing) (?:are you|is this|am i)\b|\bwhich (?:ai |language )?model\b|\b(?:where|how old|what version) (?:are|do) you\b|\bdo you (?:love|like|hate|sleep|dream|feel|think|live|eat|learn|remember)\b/g,
  ],
  [
    'mood',
    /\bhow (?:are|r) (?:you|u|things|we)\b|\bhow (?:is|s) (?:it going|life|everything|your (?:day|morning|evening|week))\b|\bhow (?:do|have) you (?:do|been|feel)\b|\bwhat is up\b|\bwhats? up\b|\byou (?:ok|okay|alright)\b|\bare you (?:ok|okay|there|awake|well|happy|busy|tired)\b|\banybody (?:there|home)\b|\banyone (?:there|home)\b/g,
  ],
  [
    'goodbye',
    /\b(?:bye|goodbye|good bye|cya|ciao|farewell|good ?night|cheerio|adios|ttyl|ttys|so long|take care|signing off|logging off)\b|\bsee (?:you|ya|u)\b|\bcatch (?:you|ya) later\b|\bhave a (?:\w+ ){0,2}(?:day|evening|weekend|night|one|time|afternoon|week|holiday)\b|\b(?:until|till) (?:next time|tomorrow|later|then|soon|monday)\b|\b(?:talk|speak|chat) (?:to you )?(?:later|soon|tomorrow)\b|\b(?:i am|im|i have|ive) (?:off|done|leaving|finished|out|got to go|to go)\b|\b(?:gotta|have to|got to|must|need to) (?:go|run|leave)\b|\bpeace out\b|\bthat (?:is|was|will be) (?:all|it|everything)\b|\bthats (?:all|it|everything)\b|^later\b/g,
  ],
  [
    'thanks',
    /\b(?:thanks|thank you|thank u|thank ya|thx|thnx|tnx|tysm|ty|ta|cheers|merci|danke|gracias|grazie|obliged|grateful|thankful)\b|\b(?:much |really |very much )?appreciated?\b|\byou (?:are|have been) (?:a life ?saver|the best|very helpful|so helpful|so kind|a star|a great help)\b/g,
  ],
  [
    'greeting',
    /\b(?:hi|hello|hey|heya|hiya|howdy|greetings|yo|moin|servus|hallo|hola|bonjour|ahoy|aloha|gday)\b|\bgood (?:morning|afternoon|evening|day)\b|^(?:morning|afternoon|evening|welcome)\b|\b(?:nice|pleased|good|great) to (?:meet|see) you\b/g,
  ],
  [
    'abilities',
    /\bhelp\b|\bwhat (?:else |all )?(?:can|could|do|will) (?:you|this|it|i|we) (?:do|answer|know|offer|ask|say|tell|understand)\b|\bwhat (?:should|may|might) (?:i|we) ask\b|\bhow (?:do|does|can|should) (?:you|this|it|i|we) (?:work|use|start|begin|ask|talk|go about)\b|\b(?:your|the) (?:capabilities|features|abilities|skills)\b|\bwhat are you (?:able|capable|good at|for)\b|\bwhat (?:kinds? of |types? of |sorts? of )?(?:questions?|things?|stuff) (?:can|could|may|should|do)\b|\b(?:examples?|example questions?|sample questions?|some questions?)\b|\bwhat is this(?: tool| bot| app| thing)?$|^(?:get started|start|menu|commands?|instructions|manual|how to)$/g,
  ],
  [
    'approval',
    /\b(?:ok|okay|okey|k|great|cool|nice|perfect|super|awesome|good|fine|alright|all right|wonderful|excellent|got it|gotcha|i see|understood|sure|yes|no|yep|yup|nope|nah|yeah|right|correct|wrong|well done|lovely|brilliant|fantastic|amazing|interesting|wow|haha|lol|never ?mind|nothing|sounds good|makes sense|no problem|no worries|sorry|oops|my bad|my mistake|test|testing|hmm+|hm+|aha|oh|neat|sweet|impressive|helpful|funny|smart|clever|stupid|bad)\b/g,
  ],
]

/** Words without a request: a message of these and of small talk alone is small talk. */
const EMPTY = new Set(
  `a about actually again ahead ai all alone also always am an and anybody any anyone anything are around as ask asking at away
  awake be because been before being best bit bot bunch but buddy by can capable chat could day days dear did do does done dude
  else enough ever everybody everyone everything exactly far feel folks for friend friends from fun get getting give go going
  gonna great guess guys ha had have heaps helping her here hey hm how human i if im in information is it its ive job just kind
  kindly know last later let like live long lot lots love lovely made make man many mate may maybe me mean meet million mind
  moment more most much my myself name need needed nice night no not now of off oh ok old on one ones or our out over pal people
  perhaps person please pleasure pls plz possible purpose question questions quick quite rather real really right same say see seems
  self should show sir so some someone something soon speak speaking start stuff such super sure tabletalk talk talking tell that
  thats the them then there these thing things think this those time times to today together tomorrow tonight too tool app
  true try u under until up us use useful using ve very want wanted was way we week weekend well were what whatever when where
  which while who why will wish with wonder wonderful wondering work works world would yet you your yours yourself madam team
  evening morning afternoon day answer answers answering help helps helped solved exactly clear idea fast quickly ton tons yay
  amazing assistant assistance attention patience effort support quick reply response explanation clarification monday tuesday
  wednesday thursday friday saturday sunday again everyone r s t re ll d m`.split(/\s+/),
)

const WORDS_MAX = 24

const plain = (message: string): string =>
  message
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(what|who|how|that|it|there|where)'s\b/g, '$1 is')
    .replace(/\b(you|they|we)'re\b/g, '$1 are')
    .replace(/\bi'm\b/g, 'i am')
    .replace(/\b(i|you)'ve\b/g, '$1 have')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Meanings of emoji and signs that stand alone. */
const SIGNS: readonly (readonly [SmallTalk, RegExp])[] = [
  ['greeting', /\u{1F44B}/u],
  ['thanks', /[\u{1F64F}\u{1F49A}-\u{1F49C}\u{2764}\u{1F970}]/u],
  ['approval', /[\u{1F44D}\u{1F44C}\u{1F44F}\u{1F389}\u{1F600}-\u{1F60E}\u{1F642}]/u],
]

/** The kind of small talk if the whole message is small talk. */
export const smallTalk = (message: string): SmallTalk | null => {
  const text = plain(message)
  if (text === '') return SIGNS.find(([, pattern]) => pattern.test(message))?.[0] ?? null
  const words = text.split(' ')
  if (words.length > WORDS_MAX) return null
  const found = CORES.find(([, core]) => text.search(core) >= 0)
  if (found === undefined) return null
  // Words matched by any pattern are accounted for; the other words have to be empty.
  const rest = CORES.reduce((left, [, core]) => left.replace(core, ' '), text)
  const isEmpty = rest.split(' ').every((word) => word === '' || EMPTY.has(word))
  return isEmpty ? found[0] : null
}

/** The reply; `topics` are things that can be asked about. */
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
      return `I am the built-in planner of this chat, a program and no person. I turn questions about ${databaseName} into queries by fixed rules, without a language model, and only read.`
    case 'abilities':
      return `I answer questions about ${list}: how many, how much, averages, top lists, comparisons, time spans and lists of rows. You can go on from an answer with “and last year?” or “per month”.`
    case 'approval':
      return 'Good. What would you like to know next?'
  }
}
