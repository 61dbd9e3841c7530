/**
 * Function words, calendar words and numbers of questions, in the languages of users. Words that are also names of
 * people or things are left out.
 */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  `
  i a s t d m l n re ve ll whats hows not no without within among against across along since until till vs than less more most least
  top bottom best worst first second third last next previous latest newest oldest highest lowest largest smallest biggest
  between before after during above below under over exactly still open closed unpaid paid new old active inactive
  one two three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred thousand million half double
  second minute hour day week month quarter year decade daily weekly monthly quarterly yearly annual annually weekday weekend
  seconds minutes hours days weeks months quarters years today yesterday tomorrow tonight morning evening
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december jan feb mar apr jun jul aug sep sept oct nov dec
  count sum total average avg mean median minimum maximum min max percent percentage share rate ratio number amount value
  ordered sorted grouped ranked listed shown found counted per each every by null empty missing

  wie viele viel wieviel wieviele welche welcher welches welchen wer wen wem wo woher wohin wann warum weshalb was ist sind war waren
  wird werden wurde wurden hat haben hatte hatten kann können gibt gab es der die das den dem des ein eine einen einem einer und oder
  aber nicht kein keine keinen mit ohne von vom zu zum zur bei beim aus auf für fur über unter zwischen vor nach seit bis pro je im in am
  an als alle aller allen jede jeder jedes unser unsere unserer mein meine ihr ihre zeige zeig zeigen liste nenne mir uns bitte heute
  gestern morgen tag tage tagen woche wochen monat monate monaten quartal jahr jahre jahren letzte letzten letzter letztes diese diesen
  dieser dieses nächste nächsten größte größten kleinste höchste niedrigste meisten wenigsten mehr weniger mindestens höchstens anzahl
  summe durchschnitt durchschnittlich gesamt anteil eins zwei drei vier fünf zehn januar februar märz mai juni juli oktober dezember
  montag dienstag mittwoch donnerstag freitag samstag sonntag

  combien quel quelle quels quelles qui quoi quand où pourquoi comment est sont était étaient ont avons avez il elle ils elles le la les
  un une des du de au aux et ou mais ne pas sans avec par pour dans sur sous entre depuis avant après jusque chaque tous toutes tout nos
  notre votre vos mon mes montre montrez liste donne moi nous aujourd hui hier demain jour jours semaine semaines mois trimestre année
  années dernier dernière derniers dernières cette cet ce ces plus moins nombre somme moyenne janvier février mars avril juin juillet
  août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche

  cuánto cuántos cuanta cuántas cuanto cuantos cuantas cuál cuáles cual cuales qué que quién quiénes quien cuándo cuando dónde donde
  cómo como el los las lo unos unas del al y o pero sin con por para en sobre entre desde hasta antes después cada todos todas todo es
  son era eran fue fueron hay tenemos tiene tienen nuestro nuestra nuestros nuestras mi mis muestra muéstrame lista dame hoy ayer mañana
  día días semana semanas mes meses trimestre año años último última últimos últimas este esta estos estas más menos número suma
  promedio enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves
  viernes sábado domingo

  quanti quante quanto quanta quale quali chi che cosa dove perché gli uno della delle dei degli dal dalla nel nella con senza tra fra
  da fino ogni tutti tutte tutto è sono erano abbiamo hanno ha nostro nostra nostri mostra elenca dammi oggi ieri domani giorno giorni
  settimana settimane mese mesi anno anni scorso scorsa ultimo ultima ultimi ultime questo questa più meno numero somma media gennaio
  febbraio aprile maggio giugno luglio settembre ottobre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica

  quantos quantas qual quais quem onde quando os as uma dos das no na nos nas com sem até cada todos são foi foram temos têm nosso nossa
  nossos mostre hoje ontem amanhã dia dias mês ano passado passada último mais menos soma média janeiro fevereiro março maio junho julho
  setembro outubro novembro dezembro

  hoeveel welke welk wie waar wanneer waarom het een van voor met zonder op uit tussen sinds tot elke alle zijn waren heeft hebben onze
  laat zien toon vandaag gisteren dag dagen week weken maand maanden kwartaal jaar jaren vorige laatste deze dit meer minder meeste
  aantal som gemiddelde januari februari maart mei juni juli augustus oktober
`
    .trim()
    .split(/\s+/),
)
