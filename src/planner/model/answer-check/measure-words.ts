import { folded } from '../quantity-words.ts'

/** German words for common column names in English. A glossary adds a database's own. */
const GERMAN = `umsatz umsatzes umsätze erlös erlöse=revenue sales turnover;kosten=cost costs;gewinn gewinns gewinne=profit;marge=margin;
bestellung bestellungen auftrag aufträge=order orders;kunde kunden kundinnen=customer customers;produkt produkte artikel=product products;
stück stückzahl menge=units quantity;preis preise preisen=price;bewertung bewertungen=rating ratings review;tag tage tagen=days;
ticket tickets=tickets;anteil anteile=share;summe betrag=total amount sum;rechnung rechnungen=invoice invoices;zahlung zahlungen=payment payments;
mitarbeiter mitarbeitern=employee employees;lager=warehouse stock;gehalt gehälter=salary;rabatt rabatte=discount;durchschnitt=average avg;
besuche besucher=visits visitors;retoure retouren=return returns;erstattung erstattungen=refund refunds;rate quote=rate;alter=age;
lieferzeit lieferdauer=delivery days;verkäufe verkauf absatz=sales sold units;land länder=country countries;stadt städte=city cities;
monat monate monaten=month months;jahr jahre jahren=year years;kategorie kategorien=category categories;filiale filialen=store stores;ausgaben=spend expenses;
abo abos=subscription subscriptions;nutzer=user users;stunden=hours;minuten=minutes;gewicht=weight;budget=budget;wert=value`

const KNOWN = new Map<string, readonly string[]>(
  GERMAN.replace(/\n/g, '')
    .split(';')
    .flatMap((entry) => {
      const [german = '', english = ''] = entry.split('=')
      return german.split(' ').map((word) => [folded(word), english.split(' ').map(stem)] as const)
    }),
)

/** A word as columns are looked up: without plural ending, or German case ending. */
export function stem(word: string): string {
  const plain = folded(word)
  if (plain.length <= 3) return plain
  return plain
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '')
}

/** The words that may stand for a word of a sentence in a column's name. */
export const measureStems = (word: string): readonly string[] => [stem(word), ...(KNOWN.get(folded(word)) ?? [])]
