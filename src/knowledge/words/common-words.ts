/** Words without meaning of their own: never linked to the schema, and never reported as not understood. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the a an of in on at for to from our my we us i me you your do does did doing is are was were be been being have ' +
    'has had having will can could would should shall there this that these those it its all any some please pls plz ' +
    'just also still yet currently now so far ever already exactly really overall as with within into out up down off ' +
    'if then than let want need know like tell see look get got give given their them they he she his her hers him who ' +
    'whom whose which what where when how why and or but by per each every both only even about around approximately ' +
    'roughly today here am while because between through since until till during after before over under again once per via ' +
    'themselves itself ourselves anybody anyone anything someone something everyone everything somebody hey ok okay ' +
    'well hmm yes actually maybe perhaps kind sort wonder curious ask question answer currently presently right moment ' +
    'time times date dates , : ? ; & much many lot lots bit quick quickly total number count sum average mean'
  ).split(' '),
)

/** General words that may stay unexplained: they seldom change which rows are meant. */
export const SOFT_WORDS: ReadonlySet<string> = new Set(
  (
    'shared place placed placing make makes made making come comes came coming go goes went gone going happen happened occur ' +
    'occurred exist exists existing record records recorded listed entry entries row rows data database system list show ' +
    'find display return available use used using take taken took takes belong belongs belonging contain contains ' +
    'containing include includes including included work works working live lives living located base based bring ' +
    'brings brought generate generates generated get gets getting receive receives received keep kept hold holds run ' +
    'runs find found say said call called named consist account accounts form end ended begin began start started ' +
    'sit sits stand stands stay lie lies put offer offered carry carries company business people person user ' +
    'users information info detail details overview summary report figure figures value values amount ' +
    'amounts result results new whole entire complete full different distinct unique various specific respective ' +
    'individual single actual current particular certain main various other altogether together combined ' +
    'wise breakdown distribution distributed split spread look looking looks last lasts long far break down group grouped divide divided good great ' +
    'big do done perform performed performing achieve achieved register process processed handle handled handles ' +
    'enter entered yield yielded amounting total totals sum ones one those level levels rate world history period ' +
    'ranking rank ranked chart graph plot table trend development evolve evolved develop developed change changed ' +
    'corresponding associated combination combinations pair pairs compute calculate determine ' +
    'kindly thank thanks could can e g etc vs versus compared compare comparison respectively currently most least ' +
    'thing things stuff everything more higher better larger fewer lower greater bigger left remaining far away ago  sure really very too instead rather quite such per head each every'
  ).split(' '),
)

/** Everyday words that are no cues: they are never taken for a misspelling. */
export const EVERYDAY_WORDS: readonly string[] = (
  'list show display find print enumerate return fetch whats kinds type types ones altogether combined add ' +
  'together totals avg typical typically averaged usually maximal minimal sorted ranked rank measured based terms ' +
  'plus except outside excluding other apart besides aside exclude counting missing empty unknown blank set ' +
  'filled null unspecified along either however though although euro euros eur usd dollar dollars pound pounds ' +
  'gbp bucks chf francs usual norm median one give me tell need want let see can get kind sort them having well ' +
  'also but they those these it mean average'
).split(' ')
