import type { Shop } from './shop.ts'

/** A small book store: few orders, cheap items, most of the business before the end of the year, overseas customers. */
export const PAPERMOON: Shop = {
  id: 3,
  name: 'Papermoon Books',
  website: 'papermoon.example',
  openedOn: '2009-06-20',
  plan: 'basic',
  customers: 330,
  orders: 1050,
  itemsMax: 4,
  quantityMax: 2,
  season: [0.8, 0.7, 0.8, 0.8, 0.9, 1.0, 1.1, 1.0, 1.0, 1.0, 1.4, 2.2],
  growth: 0.8,
  channels: [
    ['store', 4],
    ['web', 4],
    ['phone', 1],
    ['marketplace', 2],
  ],
  homes: [
    { country: 'Ireland', weight: 38, cities: ['Dublin', 'Cork', 'Galway'] },
    { country: 'United Kingdom', weight: 30, cities: ['Bristol', 'Leeds', 'Edinburgh', 'London'] },
    { country: 'United States', weight: 14, cities: ['Portland', 'Boston'] },
    { country: 'Canada', weight: 8, cities: ['Toronto', 'Halifax'] },
    { country: 'Germany', weight: 6, cities: ['Berlin', 'Heidelberg'] },
    { country: 'France', weight: 4, cities: ['Paris', 'Nantes'] },
  ],
  firstNames: (
    'Aoife Brendan Clodagh Declan Eleanor Fergus Grace Harriet Imogen Jarlath Keira Lorcan Maeve Niall Orla ' +
    'Padraig Rosalind Sinead Tadhg Una Walter Abigail Cormac Deirdre Edmund Fiona Gareth Hazel Ivor Niamh'
  ).split(' '),
  lastNames: (
    'Ashworth Blackwood Carrigan Donnelly Ellison Fairbairn Gallagher Hargreave Ingram Kavanagh Lockhart Mulcahy ' +
    'Nightingale Oakley Pemberton Quigley Redmond Sheridan Tierney Underhill Whitlock Brannigan Cassidy Finnegan'
  ).split(' '),
  suppliers: [
    ['Emerald Book Wholesale', 'Limerick', 'Ireland', 4],
    ['Northern Print House', 'Leeds', 'United Kingdom', 8],
    ['Boreal Press', 'Montreal', 'Canada', 25],
    ['Quill Stationery', 'Bath', 'United Kingdom', 7],
    ['Harbour Audio', 'Boston', 'United States', 18],
  ],
  categories: [
    {
      name: 'Fiction',
      products: [
        ['The Salt Orchard', 14.99],
        ['Nine Winters', 12.99],
        ['A House Without Clocks', 16.99],
        ['The Cartographer Sleeps', 13.99],
        ['Letters to Ferrymen', 11.99],
        ['The Glass Meadow', 18.99],
        ['Small Hours', 10.99],
      ],
    },
    {
      name: 'Crime',
      products: [
        ['The Quiet Harbour', 12.99],
        ['Murder at Low Tide', 11.99],
        ['The Eleventh Witness', 13.99],
        ['Cold Ledger', 12.49],
        ['A Knot of Lies', 10.99],
        ['The Lamplighter Case', 14.49],
      ],
    },
    {
      name: 'Science Fiction',
      products: [
        ['Orbit of Ash', 15.99],
        ['The Last Relay', 13.99],
        ['Seed Ship', 12.99],
        ['Machines of Mercy', 16.49],
        ['Echo Station', 11.99],
      ],
    },
    {
      name: 'Children',
      products: [
        ['Otto the Owl', 8.99],
        ['The Very Brave Snail', 7.99],
        ['Mina and the Moon', 9.99],
        ['Counting Boats', 6.99],
        ['Dragons at Breakfast', 10.99],
        ['The Cloud Collector', 9.49],
      ],
    },
    {
      name: 'Cookbooks',
      products: [
        ['Bread and Butter Days', 24.99],
        ['The Seaweed Kitchen', 27.99],
        ['One Pot Sundays', 21.99],
        ['Pickles and Patience', 19.99],
      ],
    },
    {
      name: 'History',
      products: [
        ['A Short History of Maps', 22.99],
        ['Harbour Towns', 19.99],
        ['The Salt Roads', 25.99],
        ['Letters from the Line', 18.99],
        ['Bridges of the North', 34.99],
      ],
    },
    {
      name: 'Audiobooks',
      products: [
        ['Nine Winters Audio', 19.99],
        ['The Quiet Harbour Audio', 17.99],
        ['Seed Ship Audio', 18.99],
        ['Small Hours Audio', 16.99],
      ],
    },
    {
      name: 'Stationery',
      products: [
        ['Linen Notebook', 12.5],
        ['Fountain Pen', 29.9],
        ['Bookmark Set', 4.5],
        ['Wrapping Paper', 3.9],
        ['Desk Calendar', 9.9],
        ['Reading Lamp', 39],
      ],
    },
  ],
  employees: [
    ['Moira Keane', 'manager'],
    ['Ben Archer', 'sales'],
    ['Eva Rowan', 'sales'],
    ['Owen Tully', 'support'],
    ['Ruth Hale', 'bookseller'],
    ['Colm Brody', 'bookseller'],
  ],
  salesPeople: ['ben', 'eva'],
  prospects: (
    'Galway Reading Club|Saint Brigid School|Harbour Library|Leeds Book Circle|Oakwood College|Cork Arts Centre|' +
    'Tidewater Museum|Little Acorns Nursery|Rowan Publishing|Island Ferries'
  ).split('|'),
}
