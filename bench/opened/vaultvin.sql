CREATE TABLE region (
  region_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  climate TEXT
);
CREATE TABLE estate (
  estate_id INTEGER PRIMARY KEY,
  name TEXT,
  region_id INTEGER REFERENCES region(region_id),
  hectares REAL,
  founded INTEGER,
  organic TEXT
);
CREATE TABLE bottle (
  bottle_id INTEGER PRIMARY KEY,
  label TEXT,
  estate_id INTEGER REFERENCES estate(estate_id),
  colour TEXT,
  vintage INTEGER,
  alcohol REAL,
  price REAL,
  stock INTEGER,
  score INTEGER
);
CREATE TABLE grape (
  grape_id INTEGER PRIMARY KEY,
  name TEXT,
  skin TEXT
);
CREATE TABLE blend (
  bottle_id INTEGER REFERENCES bottle(bottle_id),
  grape_id INTEGER REFERENCES grape(grape_id),
  percent INTEGER,
  PRIMARY KEY (bottle_id, grape_id)
);
CREATE TABLE client (
  client_id INTEGER PRIMARY KEY,
  name TEXT,
  kind TEXT,
  city TEXT,
  discount INTEGER,
  joined TEXT
);
CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY,
  client_id INTEGER,
  bottle_id INTEGER,
  sold_on TEXT,
  quantity INTEGER,
  unit_price REAL,
  paid INTEGER
);

INSERT INTO region VALUES (1, 'Mosel', 'Germany', 'cool');
INSERT INTO region VALUES (2, 'Rioja', 'Spain', 'warm');
INSERT INTO region VALUES (3, 'Tuscany', 'Italy', 'warm');
INSERT INTO region VALUES (4, 'Burgundy', 'France', 'cool');
INSERT INTO region VALUES (5, 'Douro', 'Portugal', 'hot');
INSERT INTO region VALUES (6, 'Loire', 'France', 'cool');
INSERT INTO region VALUES (7, 'Piedmont', 'Italy', 'temperate');
INSERT INTO region VALUES (8, 'Wachau', 'Austria', 'cool');
INSERT INTO region VALUES (9, 'Barossa', 'Australia', 'hot');
INSERT INTO region VALUES (10, 'Rhône', 'France', 'warm');
INSERT INTO region VALUES (11, 'Jura', 'France', 'cool');
INSERT INTO region VALUES (12, 'Priorat', 'Spain', 'hot');
INSERT INTO region VALUES (13, 'Pfalz', 'Germany', 'temperate');
INSERT INTO region VALUES (14, 'Alentejo', 'Portugal', 'hot');
INSERT INTO region VALUES (15, 'Etna', 'Italy', NULL);

INSERT INTO estate VALUES (1, 'Weingut Falkenstein', 1, 12.5, 1874, 'yes');
INSERT INTO estate VALUES (2, 'Bodega Tres Lomas', 2, 64.0, 1921, 'no');
INSERT INTO estate VALUES (3, 'Podere Cervo', 3, 28.3, 1968, 'yes');
INSERT INTO estate VALUES (4, 'Domaine Aubrac', 4, 8.2, 1790, 'no');
INSERT INTO estate VALUES (5, 'Quinta da Lua', 5, 95.0, 1756, 'no');
INSERT INTO estate VALUES (6, 'Clos des Huppes', 6, 15.6, 1985, 'yes');
INSERT INTO estate VALUES (7, 'Cascina Neve', 7, 11.0, 1934, 'no');
INSERT INTO estate VALUES (8, 'Gut Steinhof', 8, 19.4, 1888, 'yes');
INSERT INTO estate VALUES (9, 'Red Gully', 9, 140.0, 1997, 'no');
INSERT INTO estate VALUES (10, 'Mas Garance', 10, 33.1, 1959, 'yes');
INSERT INTO estate VALUES (11, 'Domaine Aubrac Sud', 10, 21.0, 2004, 'no');
INSERT INTO estate VALUES (12, 'Celler Roca Negra', 12, 17.7, 1991, 'yes');
INSERT INTO estate VALUES (13, 'Weingut Amsel', 13, 24.9, 1903, 'no');
INSERT INTO estate VALUES (14, 'Herdade Branca', 14, 180.0, 1988, NULL);
INSERT INTO estate VALUES (15, 'Tenuta Cenere', 15, 9.4, 2010, 'yes');
INSERT INTO estate VALUES (16, 'Bodega Valverde', 2, 52.0, 1899, 'no');
INSERT INTO estate VALUES (17, 'Fattoria Luce', 3, 40.5, 1968, 'no');
INSERT INTO estate VALUES (18, 'Château Pinson', 6, 26.0, NULL, 'no');

INSERT INTO bottle VALUES (1, 'Kies', 1, 'white', 2020, 12.0, 15.5, 12, 88);
INSERT INTO bottle VALUES (2, 'Kies', 1, 'white', 2022, 11.5, 18.5, 120, NULL);
INSERT INTO bottle VALUES (3, 'Schiefer', 1, 'white', 2014, 13.5, 131.5, 120, 90);
INSERT INTO bottle VALUES (4, 'Reserva', 2, 'red', 2022, 14.0, 210.0, 24, 93);
INSERT INTO bottle VALUES (5, 'Reserva', 2, 'red', 2017, 12.5, 12.9, 120, 84);
INSERT INTO bottle VALUES (6, 'Crianza', 2, 'red', 2017, 13.5, 10.5, 48, 84);
INSERT INTO bottle VALUES (7, 'Crianza', 2, 'red', 2013, 15.0, 48.5, 12, 86);
INSERT INTO bottle VALUES (8, 'Il Cervo', 3, 'red', 2015, 11.5, 96.5, 0, 95);
INSERT INTO bottle VALUES (9, 'Il Cervo', 3, 'red', 2012, 14.0, 28.5, 60, 93);
INSERT INTO bottle VALUES (10, 'Notte', 3, 'red', 2014, 15.0, 49.0, 120, NULL);
INSERT INTO bottle VALUES (11, 'Notte', 3, 'red', 2015, 13.5, 14.0, 12, NULL);
INSERT INTO bottle VALUES (12, 'Vieilles Pierres', 4, 'red', 2021, 13.5, 27.5, 48, 84);
INSERT INTO bottle VALUES (13, 'Vieilles Pierres', 4, 'red', 2020, 14.0, 27.0, 12, 93);
INSERT INTO bottle VALUES (14, 'Les Huppes', 6, 'white', 2012, 11.5, 96.5, 0, 86);
INSERT INTO bottle VALUES (15, 'Les Huppes', 6, 'white', 2018, 12.5, 95.0, 120, 95);
INSERT INTO bottle VALUES (16, 'Lua Nova', 5, 'red', 2022, 13.5, 12.9, 48, 88);
INSERT INTO bottle VALUES (17, 'Lua Nova', 5, 'red', 2013, 12.5, 130.5, 0, 88);
INSERT INTO bottle VALUES (18, 'Meia Lua', 5, 'white', 2016, 14.0, 60.5, 0, 88);
INSERT INTO bottle VALUES (19, 'Meia Lua', 5, 'white', 2013, 15.0, 23.5, 48, 88);
INSERT INTO bottle VALUES (20, 'Prima Neve', 7, 'red', 2019, 14.0, 22.5, 6, 95);
INSERT INTO bottle VALUES (21, 'Prima Neve', 7, 'red', 2013, 12.5, 14.4, 48, 95);
INSERT INTO bottle VALUES (22, 'Steinfeder', 8, 'white', 2019, 13.5, 72.5, 24, 92);
INSERT INTO bottle VALUES (23, 'Steinfeder', 8, 'white', 2013, 14.0, 18.5, 12, 92);
INSERT INTO bottle VALUES (24, 'Old Gully', 9, 'red', 2013, 13.5, 34.5, 60, 88);
INSERT INTO bottle VALUES (25, 'Old Gully', 9, 'red', 2020, 12.5, 19.5, 90, 84);
INSERT INTO bottle VALUES (26, 'Gully Blend', 9, 'red', 2017, 12.5, 9.5, 48, 95);
INSERT INTO bottle VALUES (27, 'Gully Blend', 9, 'red', 2019, 14.5, 35.5, 12, 87);
INSERT INTO bottle VALUES (28, 'Garance', 10, 'rosé', 2014, 11.5, 28.0, 0, 92);
INSERT INTO bottle VALUES (29, 'Soleil Bas', 11, 'red', 2015, 12.5, 14.5, 90, NULL);
INSERT INTO bottle VALUES (30, 'Soleil Bas', 11, 'red', 2021, 12.0, 12.9, 48, 92);
INSERT INTO bottle VALUES (31, 'Pedra', 12, 'red', 2012, 14.5, 15.0, 6, 95);
INSERT INTO bottle VALUES (32, 'Pedra', 12, 'red', 2016, 12.0, 28.0, 120, 88);
INSERT INTO bottle VALUES (33, 'Amsel Gold', 13, 'white', 2012, 13.0, 13.4, 0, 86);
INSERT INTO bottle VALUES (34, 'Branca', 14, 'white', 2014, 12.0, 15.5, 24, 90);
INSERT INTO bottle VALUES (35, 'Cenere', 15, 'red', 2015, 13.5, 15.0, 24, 90);
INSERT INTO bottle VALUES (36, 'Cenere', 15, 'red', 2021, 12.5, 95.5, 60, 86);
INSERT INTO bottle VALUES (37, 'Valverde', 16, 'red', 2019, 15.0, 23.0, 120, 91);
INSERT INTO bottle VALUES (38, 'Valverde', 16, 'red', 2022, 15.0, 35.5, 60, 84);
INSERT INTO bottle VALUES (39, 'Luce', 17, 'rosé', 2016, 13.0, 22.5, 60, 95);
INSERT INTO bottle VALUES (40, 'Luce', 17, 'rosé', 2021, 12.5, 27.0, 36, 87);
INSERT INTO bottle VALUES (41, 'Pinson Blanc', 18, 'white', 2018, 11.5, 23.5, 0, NULL);
INSERT INTO bottle VALUES (42, 'Pinson Blanc', 18, 'white', 2016, 13.0, 60.0, 0, 86);
INSERT INTO bottle VALUES (43, 'Belle Aube', 10, 'rosé', 2015, 14.0, 49.5, 0, 93);
INSERT INTO bottle VALUES (44, 'Belle Aube', 10, 'rosé', 2017, 11.5, 22.5, 12, 93);

INSERT INTO grape VALUES (1, 'Riesling', 'white');
INSERT INTO grape VALUES (2, 'Tempranillo', 'black');
INSERT INTO grape VALUES (3, 'Sangiovese', 'black');
INSERT INTO grape VALUES (4, 'Pinot Noir', 'black');
INSERT INTO grape VALUES (5, 'Chenin Blanc', 'white');
INSERT INTO grape VALUES (6, 'Touriga Nacional', 'black');
INSERT INTO grape VALUES (7, 'Nebbiolo', 'black');
INSERT INTO grape VALUES (8, 'Grüner Veltliner', 'white');
INSERT INTO grape VALUES (9, 'Shiraz', 'black');
INSERT INTO grape VALUES (10, 'Grenache', 'black');
INSERT INTO grape VALUES (11, 'Carignan', 'black');
INSERT INTO grape VALUES (12, 'Chardonnay', 'white');
INSERT INTO grape VALUES (13, 'Nerello', 'black');
INSERT INTO grape VALUES (14, 'Arinto', 'white');
INSERT INTO grape VALUES (15, 'Merlot', 'black');
INSERT INTO grape VALUES (16, 'Mourvèdre', 'black');
INSERT INTO grape VALUES (17, 'Savagnin', 'white');

INSERT INTO blend VALUES (1, 1, 100);
INSERT INTO blend VALUES (2, 1, 100);
INSERT INTO blend VALUES (3, 1, 100);
INSERT INTO blend VALUES (4, 2, 60);
INSERT INTO blend VALUES (4, 10, 40);
INSERT INTO blend VALUES (5, 2, 100);
INSERT INTO blend VALUES (6, 2, 85);
INSERT INTO blend VALUES (6, 10, 15);
INSERT INTO blend VALUES (7, 2, 100);
INSERT INTO blend VALUES (8, 3, 100);
INSERT INTO blend VALUES (9, 3, 100);
INSERT INTO blend VALUES (10, 3, 80);
INSERT INTO blend VALUES (10, 15, 20);
INSERT INTO blend VALUES (11, 3, 100);
INSERT INTO blend VALUES (12, 4, 100);
INSERT INTO blend VALUES (13, 4, 100);
INSERT INTO blend VALUES (14, 5, 85);
INSERT INTO blend VALUES (14, 12, 15);
INSERT INTO blend VALUES (15, 5, 85);
INSERT INTO blend VALUES (15, 12, 15);
INSERT INTO blend VALUES (16, 6, 100);
INSERT INTO blend VALUES (17, 6, 100);
INSERT INTO blend VALUES (18, 6, 100);
INSERT INTO blend VALUES (19, 6, 100);
INSERT INTO blend VALUES (20, 7, 100);
INSERT INTO blend VALUES (21, 7, 100);
INSERT INTO blend VALUES (22, 8, 100);
INSERT INTO blend VALUES (23, 8, 100);
INSERT INTO blend VALUES (24, 9, 60);
INSERT INTO blend VALUES (24, 10, 40);
INSERT INTO blend VALUES (25, 9, 100);
INSERT INTO blend VALUES (26, 9, 85);
INSERT INTO blend VALUES (26, 10, 15);
INSERT INTO blend VALUES (27, 9, 60);
INSERT INTO blend VALUES (27, 10, 40);
INSERT INTO blend VALUES (28, 10, 50);
INSERT INTO blend VALUES (28, 16, 30);
INSERT INTO blend VALUES (28, 9, 20);
INSERT INTO blend VALUES (29, 10, 85);
INSERT INTO blend VALUES (29, 9, 15);
INSERT INTO blend VALUES (30, 10, 85);
INSERT INTO blend VALUES (30, 9, 15);
INSERT INTO blend VALUES (31, 10, 85);
INSERT INTO blend VALUES (31, 11, 15);
INSERT INTO blend VALUES (32, 10, 100);
INSERT INTO blend VALUES (33, 1, 85);
INSERT INTO blend VALUES (33, 12, 15);
INSERT INTO blend VALUES (34, 14, 100);
INSERT INTO blend VALUES (35, 13, 100);
INSERT INTO blend VALUES (36, 13, 100);
INSERT INTO blend VALUES (37, 2, 85);
INSERT INTO blend VALUES (37, 11, 15);
INSERT INTO blend VALUES (38, 2, 85);
INSERT INTO blend VALUES (38, 11, 15);
INSERT INTO blend VALUES (39, 3, 100);
INSERT INTO blend VALUES (40, 3, 100);
INSERT INTO blend VALUES (41, 5, 100);
INSERT INTO blend VALUES (42, 5, 100);
INSERT INTO blend VALUES (43, 10, 100);
INSERT INTO blend VALUES (44, 10, 100);

INSERT INTO client VALUES (1, 'Brasserie Nord', 'restaurant', 'Brussels', 10, '2016-04-11');
INSERT INTO client VALUES (2, 'Hotel Bellevue', 'hotel', 'Geneva', 15, '2014-09-01');
INSERT INTO client VALUES (3, 'Vinothek Stern', 'shop', 'Munich', 12, '2018-02-20');
INSERT INTO client VALUES (4, 'Osteria Blu', 'restaurant', 'Milan', 5, '2020-06-15');
INSERT INTO client VALUES (5, 'Paul Janssen', 'private', 'Antwerp', NULL, '2021-11-03');
INSERT INTO client VALUES (6, 'The Cork Room', 'bar', 'London', 8, '2019-05-27');
INSERT INTO client VALUES (7, 'Grand Café Lux', 'restaurant', 'Luxembourg', 10, '2015-03-30');
INSERT INTO client VALUES (8, 'Marie Keller', 'private', 'Basel', NULL, '2022-01-19');
INSERT INTO client VALUES (9, 'Enoteca Piazza', 'shop', 'Milan', 12, '2017-10-08');
INSERT INTO client VALUES (10, 'Hotel Astoria', 'hotel', 'Vienna', 15, '2013-07-14');
INSERT INTO client VALUES (11, 'Bistro Plume', 'restaurant', 'Brussels', 5, '2023-02-02');
INSERT INTO client VALUES (12, 'Wine & Wit', 'shop', 'London', 10, '2020-12-05');
INSERT INTO client VALUES (13, 'Paul Janssen', 'private', 'Ghent', NULL, '2019-08-23');
INSERT INTO client VALUES (14, 'Zum Hirschen', 'restaurant', 'Munich', 5, '2018-11-11');
INSERT INTO client VALUES (15, 'Sky Lounge', 'bar', 'Geneva', 8, '2022-09-09');
INSERT INTO client VALUES (16, 'Lena Fuchs', 'private', 'Vienna', 3, '2023-06-30');

INSERT INTO sale VALUES (1, 12, 22, '2022-07-23', 1, 68.88, 0);
INSERT INTO sale VALUES (2, 9, 1, '2024-03-01', 12, 15.5, 0);
INSERT INTO sale VALUES (3, 10, 37, '2023-06-14', 12, 23.0, 1);
INSERT INTO sale VALUES (4, 8, 30, '2023-03-27', 1, 12.25, 1);
INSERT INTO sale VALUES (5, 6, 39, '2022-05-08', 6, 20.25, 1);
INSERT INTO sale VALUES (6, 1, 14, '2024-10-03', 6, 91.67, 1);
INSERT INTO sale VALUES (7, 7, 34, '2023-03-09', 1, 15.5, 1);
INSERT INTO sale VALUES (8, 14, 27, '2024-10-08', 6, 31.95, 1);
INSERT INTO sale VALUES (9, 6, 13, '2024-10-11', 3, 25.65, 1);
INSERT INTO sale VALUES (10, 8, 36, '2024-09-02', 12, 90.72, 0);
INSERT INTO sale VALUES (11, 14, 3, '2022-06-17', 1, 124.92, 1);
INSERT INTO sale VALUES (12, 4, 32, '2023-01-06', 6, 26.6, 1);
INSERT INTO sale VALUES (13, 6, 27, '2022-09-03', 1, 33.73, 1);
INSERT INTO sale VALUES (14, 4, 17, '2022-02-21', 24, 117.45, 1);
INSERT INTO sale VALUES (15, 1, 13, '2023-01-27', 3, 25.65, 1);
INSERT INTO sale VALUES (16, 10, 28, '2023-09-03', 6, 28.0, 1);
INSERT INTO sale VALUES (17, 10, 13, '2022-07-15', 6, 27.0, 1);
INSERT INTO sale VALUES (18, 1, 24, '2024-03-11', 24, 32.77, 1);
INSERT INTO sale VALUES (19, 10, 4, '2023-05-01', 12, 210.0, 1);
INSERT INTO sale VALUES (20, 2, 12, '2024-11-10', 2, 24.75, 1);
INSERT INTO sale VALUES (21, 2, 4, '2023-01-23', 2, 210.0, 0);
INSERT INTO sale VALUES (22, 1, 9, '2023-07-11', 1, 25.65, 1);
INSERT INTO sale VALUES (23, 14, 33, '2022-04-14', 1, 13.4, 0);
INSERT INTO sale VALUES (24, 10, 30, '2023-09-24', 6, 12.25, 1);
INSERT INTO sale VALUES (25, 1, 6, '2024-01-13', 6, 9.97, 1);
INSERT INTO sale VALUES (26, 10, 27, '2023-12-27', 6, 35.5, 1);
INSERT INTO sale VALUES (27, 4, 10, '2023-06-05', 12, 46.55, 1);
INSERT INTO sale VALUES (28, 14, 14, '2022-11-23', 1, 86.85, 1);
INSERT INTO sale VALUES (29, 10, 19, '2024-01-13', 3, 21.15, 0);
INSERT INTO sale VALUES (30, 1, 29, '2023-09-24', 2, 13.05, 0);
INSERT INTO sale VALUES (31, 1, 24, '2022-05-02', 12, 31.05, 1);
INSERT INTO sale VALUES (32, 6, 39, '2023-04-05', 3, 21.38, 1);
INSERT INTO sale VALUES (33, 4, 40, '2022-02-24', 6, 25.65, 1);
INSERT INTO sale VALUES (34, 3, 6, '2023-02-17', 12, 10.5, 1);
INSERT INTO sale VALUES (35, 1, 19, '2023-11-23', 6, 23.5, 1);
INSERT INTO sale VALUES (36, 4, 26, '2023-04-25', 3, 9.03, 1);
INSERT INTO sale VALUES (37, 4, 4, '2023-07-08', 24, 210.0, 1);
INSERT INTO sale VALUES (38, 5, 10, '2022-01-17', 1, 46.55, 1);
INSERT INTO sale VALUES (39, 10, 1, '2024-07-19', 12, 14.72, 1);
INSERT INTO sale VALUES (40, 8, 40, '2024-11-19', 12, 27.0, 1);
INSERT INTO sale VALUES (41, 10, 4, '2024-11-16', 12, 199.5, 1);
INSERT INTO sale VALUES (42, 4, 16, '2024-08-04', 6, 12.9, 0);
INSERT INTO sale VALUES (43, 2, 34, '2024-08-02', 6, 13.95, 1);
INSERT INTO sale VALUES (44, 8, 25, '2022-09-07', 2, 17.55, 0);
INSERT INTO sale VALUES (45, 9, 12, '2023-03-27', 12, 27.5, 1);
INSERT INTO sale VALUES (46, 2, 6, '2022-03-26', 6, 9.97, 1);
INSERT INTO sale VALUES (47, 6, 36, '2024-04-24', 6, 95.5, 1);
INSERT INTO sale VALUES (48, 8, 26, '2024-02-28', 24, 9.03, 1);
INSERT INTO sale VALUES (49, 12, 9, '2024-03-24', 6, 25.65, 1);
INSERT INTO sale VALUES (50, 11, 21, '2022-01-08', 12, 13.68, 0);
INSERT INTO sale VALUES (51, 7, 38, '2023-08-20', 12, 35.5, 1);
INSERT INTO sale VALUES (52, 7, 14, '2024-04-22', 3, 91.67, 1);
INSERT INTO sale VALUES (53, 6, 4, '2023-03-14', 12, 189.0, 0);
INSERT INTO sale VALUES (54, 7, 30, '2022-06-21', 1, 12.9, 1);
INSERT INTO sale VALUES (55, 4, 18, '2023-02-25', 6, 54.45, 1);
INSERT INTO sale VALUES (56, 7, 28, '2023-01-23', 1, 28.0, 1);
INSERT INTO sale VALUES (57, 11, 36, '2023-09-12', 3, 85.95, 1);
INSERT INTO sale VALUES (58, 1, 38, '2023-11-12', 1, 31.95, 1);
INSERT INTO sale VALUES (59, 2, 9, '2023-12-26', 6, 28.5, 1);
INSERT INTO sale VALUES (60, 1, 27, '2023-09-09', 3, 33.73, 1);
INSERT INTO sale VALUES (61, 12, 32, '2024-03-12', 12, 28.0, 1);
INSERT INTO sale VALUES (62, 14, 37, '2022-04-20', 6, 21.85, 1);
INSERT INTO sale VALUES (63, 6, 26, '2024-03-08', 6, 9.5, 1);
INSERT INTO sale VALUES (64, 9, 1, '2024-11-03', 12, 14.72, 1);
INSERT INTO sale VALUES (65, 6, 11, '2024-03-27', 6, 13.3, 1);
INSERT INTO sale VALUES (66, 2, 22, '2022-04-23', 3, 68.88, 0);
INSERT INTO sale VALUES (67, 3, 37, '2024-01-07', 24, 23.0, 0);
INSERT INTO sale VALUES (68, 6, 36, '2024-11-03', 2, 95.5, 1);
INSERT INTO sale VALUES (69, 14, 38, '2022-10-25', 1, 35.5, 1);
INSERT INTO sale VALUES (70, 5, 9, '2023-03-19', 6, 27.07, 1);

