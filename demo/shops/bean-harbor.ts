import type { Shop } from './shop.ts'

/** A coffee roaster: many small orders with several bags each, a cold-season business in southern Europe. */
export const BEAN_HARBOR: Shop = {
  id: 2,
  name: 'Bean Harbor',
  website: 'beanharbor.example',
  openedOn: '2018-09-15',
  plan: 'standard',
  customers: 780,
  orders: 3050,
  itemsMax: 5,
  quantityMax: 6,
  season: [1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.7, 0.9, 1.1, 1.4, 1.8],
  growth: 2.6,
  channels: [
    ['web', 7],
    ['marketplace', 2],
    ['store', 1],
  ],
  homes: [
    { country: 'Portugal', weight: 30, cities: ['Lisbon', 'Porto', 'Braga', 'Faro'] },
    { country: 'Spain', weight: 28, cities: ['Madrid', 'Seville', 'Valencia', 'Vigo'] },
    { country: 'Italy', weight: 18, cities: ['Milan', 'Trieste', 'Naples'] },
    { country: 'France', weight: 14, cities: ['Lyon', 'Bordeaux', 'Paris'] },
    { country: 'Germany', weight: 10, cities: ['Munich', 'Berlin'] },
  ],
  firstNames: (
    'Adriana Bruno Catarina Diego Elena Filipe Giulia Hugo Inês Joana Laura Marco Nuno Olivia Paolo Rita Sofia ' +
    'Tiago Valeria Xavier Alba Bianca Chiara Duarte Enzo Gonçalo Iker Leonor Mateo Noemi Pilar Renata Simone'
  ).split(' '),
  lastNames: (
    'Almeida Barros Costa Duarte Esposito Ferreira Garrido Henriques Iglesias Leite Moreno Nogueira Oliveira Pinto ' +
    'Queiroz Ribeiro Santoro Teixeira Valente Vidal Azevedo Bianchi Campos Delgado Fontana Gallo Marques Navarro Rossi'
  ).split(' '),
  suppliers: [
    ['Cerrado Growers', 'Patrocínio', 'Brazil', 60],
    ['Yirga Cooperative', 'Dilla', 'Ethiopia', 75],
    ['Huila Farms', 'Pitalito', 'Colombia', 55],
    ['Atlantic Packaging', 'Porto', 'Portugal', 6],
    ['Ceramica Trieste', 'Trieste', 'Italy', 12],
    ['Grinder Works', 'Barcelona', 'Spain', 9],
  ],
  categories: [
    {
      name: 'Espresso Beans',
      products: [
        ['Harbor Espresso', 13.9],
        ['Midnight Blend', 14.9],
        ['Crema Dolce', 12.9],
        ['Decaf Espresso', 15.5],
        ['Organic Espresso', 16.9],
        ['Barista Select', 18.5],
      ],
    },
    {
      name: 'Filter Beans',
      products: [
        ['Yirgacheffe Washed', 17.9],
        ['Sidamo Natural', 16.5],
        ['Huila Single Origin', 15.9],
        ['Cerrado Sweet', 13.5],
        ['Kenya AA', 19.9],
        ['Decaf Filter', 14.9],
        ['Geisha Reserve', 49],
      ],
    },
    {
      name: 'Capsules',
      products: [
        ['Capsules Intenso', 6.9],
        ['Capsules Lungo', 6.5],
        ['Capsules Decaf', 6.9],
        ['Capsules Vanilla', 7.2],
        ['Compostable Capsules', 7.9],
      ],
    },
    {
      name: 'Tea',
      products: [
        ['Green Sencha', 8.9],
        ['Earl Grey', 7.9],
        ['Peppermint Leaves', 5.9],
        ['Rooibos Orange', 6.9],
        ['Chai Mix', 9.5],
      ],
    },
    {
      name: 'Machines',
      products: [
        ['Porta Espresso Machine', 649],
        ['Compact Capsule Machine', 119],
        ['Office Bean-to-Cup', 1290],
        ['Filter Machine Nova', 159],
      ],
    },
    {
      name: 'Grinders',
      products: [
        ['Hand Grinder', 79],
        ['Burr Grinder Home', 189],
        ['Burr Grinder Pro', 459],
        ['Travel Grinder', 54.9],
      ],
    },
    {
      name: 'Brewing Gear',
      products: [
        ['V-Shape Dripper', 18.9],
        ['Paper Filters 100', 4.9],
        ['French Press', 34.9],
        ['Cold Brew Bottle', 29.9],
        ['Gooseneck Kettle', 64.9],
        ['Digital Scale', 39.9],
        ['Milk Frother', 24.9],
      ],
    },
    {
      name: 'Cups',
      products: [
        ['Espresso Cup Set', 27.9],
        ['Cappuccino Cup', 9.9],
        ['Travel Mug', 21.9],
        ['Glass Tumbler', 7.5],
        ['Tasting Bowl', 12.5],
      ],
    },
  ],
  employees: [
    ['Beatriz Fonseca', 'manager'],
    ['Ana Cardoso', 'sales'],
    ['Carlos Prieto', 'sales'],
    ['Dora Sala', 'sales'],
    ['Tomás Luz', 'roaster'],
    ['Marta Reis', 'roaster'],
    ['Gil Sousa', 'support'],
    ['Nadia Serra', 'support'],
    ['Rui Paiva', 'logistics'],
  ],
  salesPeople: ['ana', 'carlos', 'dora'],
  prospects: (
    'Café Miramar|Hotel Alvorada|Ristorante Lanterna|Escola Ribeira|Oficina Coworking|Pastelaria Sol|Bodega Norte|' +
    'Clínica Atlântica|Teatro Azul|Mercado Velho|Gelateria Stella|Hostal Camino|Studio Vento'
  ).split('|'),
}
