import type { AttacksTexts } from './texts-en.ts'

export const texts: AttacksTexts = {
  intro:
    'Versucht Hunderte feindlicher Abfragen unter den gespeicherten Regeln, auf Kopien der Tabellen mit gepflanzten Zeilen. Von Ihren Daten wird nichts gelesen und nichts geändert.',
  run: 'Angriffe ausführen',
  running: 'Läuft …',
  stop: 'Anhalten',
  none: 'Die Regeln dieser Datenbank wurden noch nicht angegriffen.',
  held: (drafts: string, moment: string) =>
    `Keine Zeile eines anderen Mandanten wurde von ${drafts} Angriffen am ${moment} erreicht.`,
  leaked: (count: number) =>
    count === 1
      ? 'Ein Angriff hat Zeilen eines anderen Mandanten erreicht.'
      : `${count} Angriffe haben Zeilen eines anderen Mandanten erreicht.`,
  leakedText:
    'Schließen Sie die genannten Tabellen, bis das behoben ist, und melden Sie es dem Hersteller dieses Dienstes.',
  close: 'Tabellen in den Regeln schließen',
  last: 'Letztes Ergebnis',
  earlier: 'Läufe',
  facts: {
    date: 'Ausgeführt am',
    suite: 'Sammlung',
    tables: 'Tabellen',
    tablesOf: (tables: string, all: string) => `${tables} von ${all}`,
    callers: 'Versucht als',
    took: 'Dauer',
  },
  callers: {
    tenant: 'ein Mandant',
    'tenant and scope': 'ein Endbenutzer eines Mandanten',
    everyone: 'jemand ohne Mandant',
  },
  columns: {
    family: 'Angriff',
    tried: 'Versucht',
    byGuard: 'Von der Schutzprüfung abgelehnt',
    byDatabase: 'von der Datenbank',
    byLimits: 'durch Grenzen',
    filtered: 'Nur auf sichtbaren Zeilen gelaufen',
    leaked: 'Durchgelassen',
    started: 'Begonnen',
    status: 'Zustand',
    result: 'Ergebnis',
  },
  families: {
    plain: 'Zeilen anderer, geradeheraus verlangt',
    subselect: 'Unterabfragen an jeder Stelle',
    set: 'Mengenoperationen',
    shadow: 'Namen, die Tabellen verdecken',
    name: 'Angeführte und qualifizierte Namen',
    join: 'Verknüpfungen über Mandanten hinweg',
    closed: 'Geschlossene Tabellen, verborgene Spalten',
    catalog: 'Kataloge und Systemtabellen',
    function: 'Funktionen, die hinausreichen',
    oracle: 'Fehler, die etwas verraten',
    literal: 'Kommentare und Literale',
    statement: 'Weitere Anweisungen und Schreiben',
    bomb: 'Bomben für Zeit und Speicher',
  },
  statuses: {
    queued: 'Wartet',
    running: 'Läuft',
    succeeded: 'Fertig',
    failed: 'Fehlgeschlagen',
    cancelled: 'Angehalten',
  },
  leaks: (count: string) => `${count} durchgelassen`,
}
