import type { Shop } from './shop.ts'

/** A bicycle shop: few, expensive items, a strong spring, customers around the Baltic and North Sea. */
export const VELO_NORD: Shop = {
  id: 1,
  name: 'Velo Nord',
  website: 'velonord.example',
  openedOn: '2014-03-01',
  plan: 'premium',
  customers: 620,
  orders: 2450,
  itemsMax: 4,
  quantityMax: 2,
  season: [0.6, 0.7, 1.2, 1.5, 1.6, 1.4, 1.2, 1.0, 0.9, 0.7, 0.7, 0.9],
  growth: 1.8,
  channels: [
    ['web', 5],
    ['store', 4],
    ['phone', 1],
  ],
  homes: [
    { country: 'Germany', weight: 40, cities: ['Hamburg', 'Berlin', 'Kiel', 'Bremen', 'Rostock'] },
    { country: 'Denmark', weight: 20, cities: ['Copenhagen', 'Aarhus', 'Odense'] },
    { country: 'Sweden', weight: 15, cities: ['Malmö', 'Gothenburg', 'Stockholm'] },
    { country: 'Netherlands', weight: 14, cities: ['Utrecht', 'Groningen'] },
    { country: 'Norway', weight: 6, cities: ['Oslo', 'Bergen'] },
    { country: 'France', weight: 5, cities: ['Lille', 'Paris'] },
  ],
  firstNames: (
    'Anke Bjarne Carla Dagmar Erik Frieda Gustav Hanne Ingrid Jonas Katrin Lars Mads Nele Olaf Petra ' +
    'Rasmus Signe Thore Ulla Viggo Wiebke Annika Bente Claas Freja Henrik Imke Jette Kjell Liv Maren Nils'
  ).split(' '),
  lastNames: (
    'Ahlers Brandt Carstens Dahl Eklund Friis Grothe Hansen Iversen Jensen Kruse Lindqvist Martens Nygaard Ohlsen ' +
    'Petersen Quist Rasmussen Sander Thomsen Ulrich Voss Westergaard Zander Bergmann Holm Koch Lund Visser Bakker'
  ).split(' '),
  suppliers: [
    ['Nordic Frames', 'Aalborg', 'Denmark', 21],
    ['Rhein Components', 'Cologne', 'Germany', 7],
    ['Taiwan Cycle Works', 'Taichung', 'Taiwan', 45],
    ['Polder Bags', 'Rotterdam', 'Netherlands', 10],
    ['Helm und Rad', 'Leipzig', 'Germany', 5],
    ['Fjord Textiles', 'Stavanger', 'Norway', 14],
    ['Lumen Lights', 'Eindhoven', 'Netherlands', 12],
  ],
  categories: [
    {
      name: 'City Bikes',
      products: [
        ['Alster City 3', 549],
        ['Alster City 7', 749],
        ['Kanal Classic', 629],
        ['Speicher Step-Through', 689],
        ['Harbour Folding Bike', 829],
        ['Elbe Cargo', 2190],
        ['Hansa Comfort', 799],
      ],
    },
    {
      name: 'E-Bikes',
      products: [
        ['Volt City 400', 2290],
        ['Volt Trek 500', 2890],
        ['Volt Cargo 750', 4590],
        ['Aurora Step E', 2490],
        ['Nordlicht E-Trekking', 3190],
        ['Volt Fold Mini', 1890],
      ],
    },
    {
      name: 'Mountain Bikes',
      products: [
        ['Harz Trail 29', 1190],
        ['Brocken Hardtail', 899],
        ['Fjell Enduro', 3290],
        ['Fjell Junior 24', 449],
        ['Granit Full Suspension', 2790],
      ],
    },
    {
      name: 'Helmets',
      products: [
        ['Shell Urban Helmet', 59.9],
        ['Shell Kids Helmet', 39.9],
        ['Aero Road Helmet', 129],
        ['Trail Guard Helmet', 99],
        ['Foldable Commuter Helmet', 89],
      ],
    },
    {
      name: 'Lights',
      products: [
        ['Beam Front Light 60', 49.9],
        ['Beam Rear Light', 24.9],
        ['Dynamo Headlight', 69],
        ['Clip-On Light Set', 19.9],
        ['Helmet Light', 29.9],
      ],
    },
    {
      name: 'Locks',
      products: [
        ['Anchor U-Lock', 79],
        ['Anchor Chain Lock', 64.9],
        ['Folding Lock Slim', 89.9],
        ['Frame Lock', 34.9],
        ['Cable Lock Basic', 14.9],
      ],
    },
    {
      name: 'Clothing',
      products: [
        ['Rain Jacket Sturm', 119],
        ['Rain Trousers Sturm', 69],
        ['Winter Gloves', 34.9],
        ['Summer Jersey', 49.9],
        ['Reflective Vest', 12.9],
        ['Padded Shorts', 54.9],
      ],
    },
    {
      name: 'Parts',
      products: [
        ['City Tyre 28', 27.9],
        ['Trail Tyre 29', 44.9],
        ['Inner Tube 28', 6.9],
        ['Chain 8-speed', 18.9],
        ['Brake Pads', 11.9],
        ['Comfort Saddle', 49],
        ['Pedals Grip', 32.9],
        ['Handlebar Grips', 15.9],
      ],
    },
    {
      name: 'Bags',
      products: [
        ['Pannier Bag Pair', 109],
        ['Handlebar Bag', 59],
        ['Commuter Backpack', 89],
        ['Saddle Bag Small', 22.9],
        ['Child Trailer Double', 649],
      ],
    },
  ],
  employees: [
    ['Greta Mohr', 'manager'],
    ['Sven Albers', 'sales'],
    ['Ana Lindner', 'sales'],
    ['Ben Kjær', 'sales'],
    ['Tilda Ros', 'support'],
    ['Malte Jessen', 'support'],
    ['Pia Sommer', 'support'],
    ['Knut Eder', 'mechanic'],
    ['Jule Harms', 'mechanic'],
    ['Ole Brink', 'logistics'],
    ['Mira Stahl', 'logistics'],
    ['Finn Oster', 'mechanic'],
  ],
  salesPeople: ['ana', 'ben', 'sven'],
  prospects: (
    'Hafen Logistik|Klinik am Park|Stadtwerke Kiel-Ost|Hotel Nordstern|Campus Rostock|Kurier Express|Insel Tours|' +
    'Bäckerei Morgenrot|Werft Süd|Deichland Tourismus|Radhaus Odense|Malmö Deliveries|Grachten Rentals|Fjord Guides'
  ).split('|'),
}
