/** Small words of other languages that English lacks, and their words for questions and time. */
const FOREIGN = new Set(
  `wie viele viel wieviel welche welcher welches wer wo wann warum der das den dem ein eine einen einer und oder nicht mit von fur
  für ist sind war waren haben hat hatte wurden wurde uns unsere unserer gibt zeige zeig mir bitte im letzten letzter letztes
  letzte diesen dieses dieser jahr monat woche heute gestern pro nach alle durchschnittliche kunden
  combien quel quelle quels quelles qui quand où pourquoi le la les un une des du de et ou avec sans est sont était nous notre nos
  vos avons ont fait montre moi mois année dernier dernière cette ce par pour dans plus
  cuántos cuantos cuántas cuantas cuál cual cuáles qué quién cuándo cuando dónde donde por el los las una unos y con sin es son fue
  fueron tenemos hay muéstrame muestra este esta mes año último última nuestro nuestra nuestros del
  quanti quante quanto quale quali chi dove perché il lo gli e sono è abbiamo ci mostra questo questa mese anno scorso nostri
  quantos quantas qual quais quem onde quando os as uma com sem são foi temos nosso nossos mês passado
  hoeveel welke wie waar wanneer waarom het een zijn hebben onze vorige maand deze jaar klanten laat zien
  hur många vilka vilken vem när varför och att av på har vi våra förra månaden året mycket
  hvor mange hvilke hvem når hvorfor og til på har vi våre forrige måned året
  ile jakie który która kto kiedy gdzie dlaczego jest są nasz nasze mamy ostatni miesiąc rok
  kaç hangi kim nerede neden bu geçen ay yıl müşteri bizim var mı
  kuinka monta mikä mitkä kuka missä milloin miksi meillä viime kuussa vuonna`.split(/\s+/),
)

/** Words of those above that also occur in English questions, or in names of places and things. */
const SHARED = new Set(
  'war hat pro per on due plus sale as is an in to so no me he do we our e y a o la le de el'.split(' '),
)

const ENGLISH = new Set(
  `the a an of in on at by for from to with without and or not is are was were do does did have has had how many much what which who
  whom when where why show list give tell me us our we my all each every per last this next month year week day today yesterday
  top most least more less than average total number count sum compare between since until before after it its there that those`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Minimum share of Latin letters in an English message. */
const LATIN_MIN = 0.5
const FOREIGN_MIN = 2

/** Whether a message is in another language than English, by its script or its small words. */
export const isForeign = (message: string): boolean => {
  const letters = message.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  if (letters.length >= FOREIGN_MIN && latin.length < letters.length * LATIN_MIN) return true
  const words = message.match(/[\p{L}\p{M}]+/gu) ?? []
  // Names keep their capitals: "Casa de Papel" may occur in an English question.
  const isShouted = message === message.toUpperCase()
  const small = words.filter((word, index) => isShouted || index === 0 || word === word.toLowerCase())
  const lower = small.map((word) => word.toLowerCase())
  const foreign = new Set(lower.filter((word) => FOREIGN.has(word) && !SHARED.has(word) && !ENGLISH.has(word)))
  const english = lower.filter((word) => ENGLISH.has(word)).length
  return foreign.size >= FOREIGN_MIN && foreign.size > english
}
