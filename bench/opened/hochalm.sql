CREATE TABLE mountain_range (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  highest_peak TEXT,
  peak_height INTEGER
);
CREATE TABLE hut (
  id INTEGER PRIMARY KEY,
  name TEXT,
  range_id INTEGER REFERENCES mountain_range(id),
  altitude INTEGER,
  beds INTEGER,
  price_per_night REAL,
  opened INTEGER,
  has_shower BOOLEAN,
  warden TEXT
);
CREATE TABLE guest (
  id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  country TEXT,
  club_member BOOLEAN,
  born TEXT
);
CREATE TABLE booking (
  id INTEGER PRIMARY KEY,
  guest_id INTEGER REFERENCES guest(id),
  hut_id INTEGER REFERENCES hut(id),
  arrival TEXT,
  nights INTEGER,
  persons INTEGER,
  status TEXT,
  total REAL
);
CREATE TABLE trail (
  id INTEGER PRIMARY KEY,
  from_hut INTEGER REFERENCES hut(id),
  to_hut INTEGER REFERENCES hut(id),
  length_km REAL,
  difficulty TEXT,
  hours REAL
);
CREATE TABLE meal (
  id INTEGER PRIMARY KEY,
  dish TEXT,
  price REAL,
  vegetarian BOOLEAN
);
CREATE TABLE hut_meal (
  hut_id INTEGER REFERENCES hut(id),
  meal_id INTEGER REFERENCES meal(id),
  PRIMARY KEY (hut_id, meal_id)
);
CREATE TABLE review (
  id INTEGER PRIMARY KEY,
  hut_id INTEGER REFERENCES hut(id),
  guest_id INTEGER REFERENCES guest(id),
  stars INTEGER,
  comment TEXT,
  written TEXT
);

INSERT INTO mountain_range VALUES (1, 'Silvretta', 'Austria', 'Piz Linard', 3410);
INSERT INTO mountain_range VALUES (2, 'Dolomites', 'Italy', 'Marmolada', 3343);
INSERT INTO mountain_range VALUES (3, 'Stubai Alps', 'Austria', 'Zuckerhütl', 3507);
INSERT INTO mountain_range VALUES (4, 'Bernese Alps', 'Switzerland', 'Finsteraarhorn', 4274);
INSERT INTO mountain_range VALUES (5, 'Julian Alps', 'Slovenia', 'Triglav', 2864);
INSERT INTO mountain_range VALUES (6, 'Vanoise', 'France', 'Grande Casse', 3855);
INSERT INTO mountain_range VALUES (7, 'High Tatras', 'Slovakia', 'Gerlachovský štít', 2655);
INSERT INTO mountain_range VALUES (8, 'Karwendel', 'Austria', 'Birkkarspitze', 2749);
INSERT INTO mountain_range VALUES (9, 'Pyrenees', 'Spain', 'Aneto', 3404);
INSERT INTO mountain_range VALUES (10, 'Harz', 'Germany', 'Brocken', 1141);
INSERT INTO mountain_range VALUES (11, 'Rila', 'Bulgaria', 'Musala', 2925);
INSERT INTO mountain_range VALUES (12, 'Cairngorms', 'UK', 'Ben Macdui', 1309);
INSERT INTO mountain_range VALUES (13, 'Graian Alps', 'Italy', 'Gran Paradiso', 4061);
INSERT INTO mountain_range VALUES (14, 'Jotunheimen', 'Norway', 'Galdhøpiggen', 2469);
INSERT INTO mountain_range VALUES (15, 'Valais Alps', 'Switzerland', 'Dufourspitze', 4634);

INSERT INTO hut VALUES (1, 'Eagle Rock Hut', 1, 2310, 64, 32.0, 1931, 1, 'Toni Gstrein');
INSERT INTO hut VALUES (2, 'Larch Hut', 2, 1980, 48, 38.0, 1954, 1, 'Marta Pichler');
INSERT INTO hut VALUES (3, 'Three Winds Refuge', 2, 2405, 110, 45.5, 1907, 1, 'Marta Pichler');
INSERT INTO hut VALUES (4, 'Glacier Hut', 3, 2820, 36, 29.0, 1898, 0, 'Sepp Auer');
INSERT INTO hut VALUES (5, 'Old Smugglers Hut', 1, 2055, 24, 24.0, 1949, 0, NULL);
INSERT INTO hut VALUES (6, 'Sphinx Hut', 4, 3120, 52, 58.0, 1926, 0, 'Ueli Zbinden');
INSERT INTO hut VALUES (7, 'Blue Lake Refuge', 4, 2240, 80, 62.0, 1978, 1, 'Regula Amstad');
INSERT INTO hut VALUES (8, 'Seven Springs Hut', 5, 1535, 40, 22.5, 1961, 1, 'Jure Kos');
INSERT INTO hut VALUES (9, 'Chamois Refuge', 6, 2516, 130, 41.0, 1902, 1, 'Colette Blanc');
INSERT INTO hut VALUES (10, 'Marmot Hut', 6, 1890, 28, 27.0, 1987, 0, 'Remy Jolivet');
INSERT INTO hut VALUES (11, 'Tarn Cottage', 7, 1750, 44, 19.0, 1950, 1, 'Milan Hudak');
INSERT INTO hut VALUES (12, 'Stone Saddle Hut', 7, 2160, 20, 17.5, 1899, 0, 'Eva Hudak');
INSERT INTO hut VALUES (13, 'Falcon Hut', 8, 1845, 72, 30.0, 1923, 1, 'Lisi Rainer');
INSERT INTO hut VALUES (14, 'Gentian Hut', 8, 1660, 34, 26.5, 2003, 1, 'Sepp Auer');
INSERT INTO hut VALUES (15, 'Alder Bivouac', 3, 2645, 9, 0.0, 1972, 0, NULL);
INSERT INTO hut VALUES (16, 'Edelweiss Hut', 3, 2147, 96, 34.0, 1912, 1, 'Vroni Haas');
INSERT INTO hut VALUES (17, 'Wolf Pass Refuge', 9, 2190, 60, 28.0, 1968, 1, 'Iker Zabala');
INSERT INTO hut VALUES (18, 'Summit Bivouac', 4, 3610, 8, 0.0, 2011, 0, NULL);
INSERT INTO hut VALUES (19, 'Rowan Hut', 2, 1720, 58, 36.0, 1995, 1, 'Hannes Moser');
INSERT INTO hut VALUES (20, 'Ptarmigan Bothy', 12, 610, 12, 0.0, 1976, 0, NULL);
INSERT INTO hut VALUES (21, 'Steinbock Refuge', 13, 2710, 84, 39.0, 1932, 1, 'Aldo Perrin');
INSERT INTO hut VALUES (22, 'Raven Hut', 15, 2980, 120, 66.0, 1914, 1, 'Ueli Zbinden');

INSERT INTO guest VALUES (1, 'Katrin Vogel', 'Bristol', 'UK', 1, '1958-05-16');
INSERT INTO guest VALUES (2, 'Paolo Neri', 'Bilbao', 'Spain', 0, '1986-11-22');
INSERT INTO guest VALUES (3, 'Emma Lindberg', 'Bilbao', 'Spain', 1, '1982-03-26');
INSERT INTO guest VALUES (4, 'Hugo Martin', 'Lyon', 'France', 0, '1962-06-11');
INSERT INTO guest VALUES (5, 'Zoe Baker', 'Milan', 'Italy', 1, '1985-08-07');
INSERT INTO guest VALUES (6, 'Stefan Maier', 'Lyon', 'France', 1, '1963-12-18');
INSERT INTO guest VALUES (7, 'Ana Kovac', 'Prague', 'Czechia', 0, '1957-12-24');
INSERT INTO guest VALUES (8, 'Luca Neri', 'Lyon', 'France', 0, '1957-10-15');
INSERT INTO guest VALUES (9, 'Maja Horvat', 'Milan', 'Italy', 0, '1957-05-15');
INSERT INTO guest VALUES (10, 'Felix Braun', 'Berlin', 'Germany', 0, '1958-06-17');
INSERT INTO guest VALUES (11, 'Nora Dahl', 'Munich', 'Germany', 0, '1976-10-20');
INSERT INTO guest VALUES (12, 'Owen Price', 'Bilbao', 'Spain', 1, '1976-12-05');
INSERT INTO guest VALUES (13, 'Clara Ruiz', 'Ljubljana', 'Slovenia', 1, '1954-08-21');
INSERT INTO guest VALUES (14, 'Jakub Novotny', 'Munich', 'Germany', 0, '1978-02-09');
INSERT INTO guest VALUES (15, 'Stefan Maier', 'Bilbao', 'Spain', 0, '1954-11-16');
INSERT INTO guest VALUES (16, 'Inge Peters', 'Vienna', 'Austria', 0, '1984-02-01');
INSERT INTO guest VALUES (17, 'Bruno Conti', 'Prague', 'Czechia', 0, '1999-07-19');
INSERT INTO guest VALUES (18, 'Lea Roth', 'Munich', 'Germany', 1, '1999-01-23');
INSERT INTO guest VALUES (19, 'Thomas Wirth', 'Munich', 'Germany', 1, '1980-02-28');
INSERT INTO guest VALUES (20, 'Alice Durand', 'Ljubljana', 'Slovenia', 0, '1959-04-09');
INSERT INTO guest VALUES (21, 'Petr Svoboda', 'Lyon', 'France', 0, '1961-03-01');
INSERT INTO guest VALUES (22, 'Rosie Hill', 'Munich', 'Germany', 0, '1983-07-19');
INSERT INTO guest VALUES (23, 'Jan Kowalski', 'Vienna', 'Austria', 0, '1983-05-20');
INSERT INTO guest VALUES (24, 'Elin Berg', 'Milan', 'Italy', 0, '1985-05-10');
INSERT INTO guest VALUES (25, 'Mario Greco', 'Prague', 'Czechia', 0, NULL);
INSERT INTO guest VALUES (26, 'Helga Sommer', 'Prague', 'Czechia', 1, NULL);
INSERT INTO guest VALUES (27, 'Ivo Babic', 'Stockholm', 'Sweden', 1, '1957-09-07');
INSERT INTO guest VALUES (28, 'Tina Frei', 'Berlin', 'Germany', 1, '1957-11-13');

INSERT INTO booking VALUES (1, 25, 6, '2023-09-11', 2, 3, 'cancelled', 348.0);
INSERT INTO booking VALUES (2, 17, 16, '2023-06-26', 2, 2, 'confirmed', 136.0);
INSERT INTO booking VALUES (3, 16, 3, '2023-09-10', 2, 2, 'pending', 182.0);
INSERT INTO booking VALUES (4, 18, 12, '2023-09-18', 2, 2, 'confirmed', 70.0);
INSERT INTO booking VALUES (5, 12, 6, '2022-07-02', 4, 1, 'confirmed', 232.0);
INSERT INTO booking VALUES (6, 19, 13, '2023-09-09', 3, 4, 'confirmed', 360.0);
INSERT INTO booking VALUES (7, 9, 13, '2023-07-01', 1, 6, 'confirmed', 180.0);
INSERT INTO booking VALUES (8, 20, 7, '2023-09-16', 1, 6, 'pending', 372.0);
INSERT INTO booking VALUES (9, 15, 2, '2022-07-31', 4, 2, 'pending', 304.0);
INSERT INTO booking VALUES (10, 16, 1, '2023-07-04', 1, 3, 'cancelled', 96.0);
INSERT INTO booking VALUES (11, 2, 12, '2022-06-29', 1, 3, 'cancelled', 52.5);
INSERT INTO booking VALUES (12, 21, 1, '2023-07-17', 4, 2, 'confirmed', 256.0);
INSERT INTO booking VALUES (13, 24, 16, '2022-08-24', 1, 1, 'cancelled', 34.0);
INSERT INTO booking VALUES (14, 18, 2, '2023-07-11', 1, 6, 'pending', 228.0);
INSERT INTO booking VALUES (15, 16, 7, '2022-07-09', 2, 3, 'pending', 372.0);
INSERT INTO booking VALUES (16, 7, 13, '2023-08-25', 2, 6, 'cancelled', 360.0);
INSERT INTO booking VALUES (17, 21, 3, '2023-07-24', 3, 6, 'confirmed', 819.0);
INSERT INTO booking VALUES (18, 12, 16, '2023-08-18', 2, 2, 'confirmed', 136.0);
INSERT INTO booking VALUES (19, 9, 4, '2023-07-03', 1, 2, 'pending', 58.0);
INSERT INTO booking VALUES (20, 4, 6, '2022-09-12', 2, 3, 'cancelled', 348.0);
INSERT INTO booking VALUES (21, 10, 2, '2022-06-16', 2, 2, 'pending', 152.0);
INSERT INTO booking VALUES (22, 13, 11, '2023-09-11', 3, 4, 'confirmed', 228.0);
INSERT INTO booking VALUES (23, 6, 12, '2023-08-02', 2, 3, 'cancelled', 105.0);
INSERT INTO booking VALUES (24, 20, 12, '2023-06-18', 2, 4, 'confirmed', 140.0);
INSERT INTO booking VALUES (25, 1, 9, '2023-08-26', 3, 3, 'pending', 369.0);
INSERT INTO booking VALUES (26, 4, 7, '2023-08-30', 2, 6, 'confirmed', 744.0);
INSERT INTO booking VALUES (27, 2, 2, '2022-07-06', 2, 6, 'cancelled', 456.0);
INSERT INTO booking VALUES (28, 25, 7, '2023-07-17', 2, 1, 'confirmed', 124.0);
INSERT INTO booking VALUES (29, 4, 9, '2023-08-29', 4, 1, 'pending', 164.0);
INSERT INTO booking VALUES (30, 2, 4, '2023-08-29', 1, 6, 'cancelled', 174.0);
INSERT INTO booking VALUES (31, 24, 9, '2022-06-22', 1, 1, 'confirmed', 41.0);
INSERT INTO booking VALUES (32, 17, 6, '2022-07-09', 2, 4, 'confirmed', 464.0);
INSERT INTO booking VALUES (33, 19, 13, '2023-09-07', 4, 1, 'confirmed', 120.0);
INSERT INTO booking VALUES (34, 2, 12, '2023-07-23', 1, 2, 'pending', 35.0);
INSERT INTO booking VALUES (35, 23, 11, '2023-08-11', 1, 2, 'cancelled', 38.0);
INSERT INTO booking VALUES (36, 13, 2, '2023-09-16', 3, 3, 'cancelled', 342.0);
INSERT INTO booking VALUES (37, 16, 2, '2022-09-04', 2, 2, 'confirmed', 152.0);
INSERT INTO booking VALUES (38, 16, 11, '2023-07-27', 2, 6, 'confirmed', 228.0);
INSERT INTO booking VALUES (39, 8, 4, '2022-08-25', 1, 1, 'pending', 29.0);
INSERT INTO booking VALUES (40, 24, 1, '2022-09-16', 2, 1, 'cancelled', 64.0);
INSERT INTO booking VALUES (41, 8, 10, '2023-07-27', 4, 2, 'confirmed', 216.0);
INSERT INTO booking VALUES (42, 13, 10, '2023-07-08', 3, 4, 'cancelled', 324.0);
INSERT INTO booking VALUES (43, 6, 3, '2022-06-21', 1, 1, 'confirmed', 45.5);
INSERT INTO booking VALUES (44, 3, 10, '2023-08-19', 2, 4, 'confirmed', 216.0);
INSERT INTO booking VALUES (45, 5, 12, '2023-06-19', 1, 4, 'confirmed', 70.0);
INSERT INTO booking VALUES (46, 25, 3, '2023-07-19', 1, 2, 'confirmed', 91.0);
INSERT INTO booking VALUES (47, 1, 2, '2023-07-17', 4, 2, 'confirmed', 304.0);
INSERT INTO booking VALUES (48, 11, 9, '2023-09-15', 1, 3, 'confirmed', 123.0);
INSERT INTO booking VALUES (49, 23, 12, '2023-07-08', 4, 3, 'confirmed', 210.0);
INSERT INTO booking VALUES (50, 13, 1, '2023-09-05', 4, 6, 'confirmed', 768.0);
INSERT INTO booking VALUES (51, 10, 3, '2022-07-28', 1, 2, 'confirmed', 91.0);
INSERT INTO booking VALUES (52, 13, 9, '2023-09-10', 1, 4, 'confirmed', 164.0);
INSERT INTO booking VALUES (53, 5, 1, '2023-06-18', 1, 4, 'confirmed', 128.0);
INSERT INTO booking VALUES (54, 22, 9, '2022-07-15', 2, 4, 'pending', 328.0);
INSERT INTO booking VALUES (55, 24, 10, '2023-08-31', 1, 6, 'pending', 162.0);
INSERT INTO booking VALUES (56, 13, 17, '2023-09-13', 2, 3, 'confirmed', 168.0);
INSERT INTO booking VALUES (57, 4, 1, '2023-08-08', 3, 2, 'confirmed', 192.0);
INSERT INTO booking VALUES (58, 19, 11, '2023-08-18', 3, 2, 'pending', 114.0);
INSERT INTO booking VALUES (59, 5, 3, '2023-09-12', 1, 2, 'confirmed', 91.0);
INSERT INTO booking VALUES (60, 10, 2, '2023-08-04', 1, 3, 'confirmed', 114.0);
INSERT INTO booking VALUES (61, 15, 4, '2022-08-06', 4, 3, 'cancelled', 348.0);
INSERT INTO booking VALUES (62, 8, 8, '2022-06-30', 4, 6, 'confirmed', 540.0);
INSERT INTO booking VALUES (63, 15, 14, '2023-06-27', 1, 2, 'cancelled', 53.0);
INSERT INTO booking VALUES (64, 14, 9, '2022-07-21', 2, 1, 'confirmed', 82.0);
INSERT INTO booking VALUES (65, 21, 6, '2023-09-11', 2, 1, 'confirmed', 116.0);
INSERT INTO booking VALUES (66, 16, 3, '2023-08-18', 4, 1, 'confirmed', 182.0);
INSERT INTO booking VALUES (67, 19, 7, '2022-09-18', 2, 6, 'cancelled', 744.0);
INSERT INTO booking VALUES (68, 6, 4, '2023-09-13', 4, 6, 'pending', 696.0);
INSERT INTO booking VALUES (69, 13, 9, '2023-09-07', 2, 1, 'confirmed', 82.0);
INSERT INTO booking VALUES (70, 24, 6, '2022-08-22', 1, 1, 'confirmed', 58.0);
INSERT INTO booking VALUES (71, 15, 6, '2023-08-01', 1, 2, 'pending', 116.0);
INSERT INTO booking VALUES (72, 22, 9, '2022-08-07', 3, 4, 'pending', 492.0);
INSERT INTO booking VALUES (73, 3, 3, '2022-06-28', 1, 4, 'cancelled', 182.0);
INSERT INTO booking VALUES (74, 26, 21, '2023-07-08', 2, 2, 'confirmed', 156.0);
INSERT INTO booking VALUES (75, 27, 22, '2023-08-01', 1, 3, 'confirmed', 198.0);
INSERT INTO booking VALUES (76, 4, 9, '2023-07-19', 2, 2, 'confirmed', 164.0);
INSERT INTO booking VALUES (77, 11, 9, '2022-08-14', 1, 1, 'pending', 41.0);

INSERT INTO trail VALUES (1, 1, 5, 9.2, 'hard', 3);
INSERT INTO trail VALUES (2, 2, 3, 3.8, 'hard', 2);
INSERT INTO trail VALUES (3, 3, 19, 15.1, 'hard', 6.5);
INSERT INTO trail VALUES (4, 2, 19, 5.1, 'expert', 3.5);
INSERT INTO trail VALUES (5, 4, 15, 11.7, 'moderate', 3);
INSERT INTO trail VALUES (6, 15, 16, 16.8, 'hard', 2);
INSERT INTO trail VALUES (7, 4, 16, 12.6, 'hard', 1.5);
INSERT INTO trail VALUES (8, 6, 7, 13.1, 'moderate', 3.5);
INSERT INTO trail VALUES (9, 6, 18, 8.8, 'expert', 1.5);
INSERT INTO trail VALUES (10, 9, 10, 16.5, 'expert', 7);
INSERT INTO trail VALUES (11, 11, 12, 15.7, 'hard', 7);
INSERT INTO trail VALUES (12, 13, 14, 9.9, 'easy', 4);
INSERT INTO trail VALUES (13, 16, 13, 5.5, 'moderate', 1.5);
INSERT INTO trail VALUES (14, 7, 18, 4.0, 'expert', 3);
INSERT INTO trail VALUES (15, 5, 4, 10.0, 'easy', 5);
INSERT INTO trail VALUES (16, 12, 11, 7.6, 'easy', 6.5);
INSERT INTO trail VALUES (17, 10, 9, 16.4, 'hard', 3.5);

INSERT INTO meal VALUES (1, 'Barley soup', 7.5, 1);
INSERT INTO meal VALUES (2, 'Goulash', 12.9, 0);
INSERT INTO meal VALUES (3, 'Cheese dumplings', 11.5, 1);
INSERT INTO meal VALUES (4, 'Polenta with mushrooms', 12.0, 1);
INSERT INTO meal VALUES (5, 'Bacon pancakes', 9.8, 0);
INSERT INTO meal VALUES (6, 'Rösti with egg', 13.5, 1);
INSERT INTO meal VALUES (7, 'Lentil stew', 10.5, 1);
INSERT INTO meal VALUES (8, 'Sausage plate', 11.0, 0);
INSERT INTO meal VALUES (9, 'Apple strudel', 5.2, 1);
INSERT INTO meal VALUES (10, 'Blueberry cake', 4.8, 1);
INSERT INTO meal VALUES (11, 'Trout', 17.0, 0);
INSERT INTO meal VALUES (12, 'Cured ham board', 14.0, 0);
INSERT INTO meal VALUES (13, 'Fondue', 21.0, 1);
INSERT INTO meal VALUES (14, 'Venison ragout', 18.5, 0);
INSERT INTO meal VALUES (15, 'Porridge', 6.0, 1);

INSERT INTO hut_meal VALUES (1, 2);
INSERT INTO hut_meal VALUES (1, 14);
INSERT INTO hut_meal VALUES (2, 2);
INSERT INTO hut_meal VALUES (2, 6);
INSERT INTO hut_meal VALUES (2, 10);
INSERT INTO hut_meal VALUES (3, 5);
INSERT INTO hut_meal VALUES (3, 7);
INSERT INTO hut_meal VALUES (3, 8);
INSERT INTO hut_meal VALUES (4, 2);
INSERT INTO hut_meal VALUES (4, 5);
INSERT INTO hut_meal VALUES (4, 12);
INSERT INTO hut_meal VALUES (5, 8);
INSERT INTO hut_meal VALUES (5, 11);
INSERT INTO hut_meal VALUES (5, 12);
INSERT INTO hut_meal VALUES (5, 14);
INSERT INTO hut_meal VALUES (6, 1);
INSERT INTO hut_meal VALUES (6, 2);
INSERT INTO hut_meal VALUES (6, 3);
INSERT INTO hut_meal VALUES (6, 5);
INSERT INTO hut_meal VALUES (7, 1);
INSERT INTO hut_meal VALUES (7, 14);
INSERT INTO hut_meal VALUES (8, 2);
INSERT INTO hut_meal VALUES (8, 7);
INSERT INTO hut_meal VALUES (8, 8);
INSERT INTO hut_meal VALUES (9, 4);
INSERT INTO hut_meal VALUES (9, 8);
INSERT INTO hut_meal VALUES (9, 10);
INSERT INTO hut_meal VALUES (9, 13);
INSERT INTO hut_meal VALUES (10, 8);
INSERT INTO hut_meal VALUES (10, 9);
INSERT INTO hut_meal VALUES (10, 11);
INSERT INTO hut_meal VALUES (11, 2);
INSERT INTO hut_meal VALUES (11, 6);
INSERT INTO hut_meal VALUES (11, 9);
INSERT INTO hut_meal VALUES (12, 9);
INSERT INTO hut_meal VALUES (12, 12);
INSERT INTO hut_meal VALUES (13, 3);
INSERT INTO hut_meal VALUES (13, 14);
INSERT INTO hut_meal VALUES (14, 8);
INSERT INTO hut_meal VALUES (14, 9);
INSERT INTO hut_meal VALUES (16, 2);
INSERT INTO hut_meal VALUES (16, 4);
INSERT INTO hut_meal VALUES (16, 10);
INSERT INTO hut_meal VALUES (16, 11);
INSERT INTO hut_meal VALUES (17, 6);
INSERT INTO hut_meal VALUES (17, 14);
INSERT INTO hut_meal VALUES (19, 3);
INSERT INTO hut_meal VALUES (19, 6);
INSERT INTO hut_meal VALUES (21, 2);
INSERT INTO hut_meal VALUES (21, 4);
INSERT INTO hut_meal VALUES (21, 13);
INSERT INTO hut_meal VALUES (22, 6);
INSERT INTO hut_meal VALUES (22, 13);
INSERT INTO hut_meal VALUES (22, 2);

INSERT INTO review VALUES (1, 9, 2, 5, 'Great view', '2023-09-12');
INSERT INTO review VALUES (2, 6, 4, 5, 'Cold water only', '2022-09-14');
INSERT INTO review VALUES (3, 7, 11, 2, 'Too crowded', '2023-07-02');
INSERT INTO review VALUES (4, 1, 2, 3, 'Too crowded', '2022-07-28');
INSERT INTO review VALUES (5, 16, 6, 5, 'Lovely food', '2022-07-09');
INSERT INTO review VALUES (6, 16, 3, 4, NULL, '2022-07-28');
INSERT INTO review VALUES (7, 16, 13, 5, 'Noisy dormitory', '2022-10-03');
INSERT INTO review VALUES (8, 16, 6, 5, 'Too crowded', '2023-09-05');
INSERT INTO review VALUES (9, 16, 13, 5, NULL, '2022-10-13');
INSERT INTO review VALUES (10, 9, 23, 3, NULL, '2023-08-09');
INSERT INTO review VALUES (11, 16, 6, 5, 'Too crowded', '2022-07-25');
INSERT INTO review VALUES (12, 9, 17, 5, 'Cold water only', '2022-10-19');
INSERT INTO review VALUES (13, 17, 20, 2, NULL, '2022-07-06');
INSERT INTO review VALUES (14, 4, 1, 4, 'Cold water only', '2023-10-13');
INSERT INTO review VALUES (15, 10, 6, 4, 'Friendly warden', '2023-10-27');
INSERT INTO review VALUES (16, 13, 1, 4, 'Great view', '2023-09-25');
INSERT INTO review VALUES (17, 9, 17, 4, 'Cold water only', '2023-10-27');
INSERT INTO review VALUES (18, 3, 2, 3, 'Will come again', '2022-07-26');
INSERT INTO review VALUES (19, 17, 14, 1, 'Cold water only', '2022-07-09');
INSERT INTO review VALUES (20, 16, 6, 2, 'Will come again', '2022-10-01');
INSERT INTO review VALUES (21, 6, 22, 4, 'Too crowded', '2022-09-12');
INSERT INTO review VALUES (22, 13, 17, 3, 'Too crowded', '2023-07-14');
INSERT INTO review VALUES (23, 16, 3, 4, 'Will come again', '2022-09-17');
INSERT INTO review VALUES (24, 9, 18, 5, 'Noisy dormitory', '2023-07-08');
INSERT INTO review VALUES (25, 1, 17, 2, 'Cold water only', '2022-10-14');
INSERT INTO review VALUES (26, 9, 15, 5, 'Will come again', '2022-09-15');
INSERT INTO review VALUES (27, 10, 19, 3, 'Lovely food', '2022-09-08');
INSERT INTO review VALUES (28, 3, 5, 3, 'Will come again', '2022-09-13');
INSERT INTO review VALUES (29, 16, 8, 5, 'Will come again', '2022-09-20');
INSERT INTO review VALUES (30, 10, 3, 4, 'Great view', '2023-07-02');
INSERT INTO review VALUES (31, 6, 19, 5, 'Cold water only', '2022-08-03');
INSERT INTO review VALUES (32, 6, 3, 1, 'Lovely food', '2023-10-11');
INSERT INTO review VALUES (33, 9, 8, 1, 'Friendly warden', '2022-07-13');
INSERT INTO review VALUES (34, 10, 8, 5, 'Friendly warden', '2022-07-20');
INSERT INTO review VALUES (35, 6, 8, 3, 'Great view', '2023-08-22');
INSERT INTO review VALUES (36, 13, 21, 3, 'Lovely food', '2023-07-26');
INSERT INTO review VALUES (37, 16, 10, 2, 'Noisy dormitory', '2023-10-01');
INSERT INTO review VALUES (38, 9, 7, 4, 'Will come again', '2023-10-21');
INSERT INTO review VALUES (39, 14, 2, 5, 'Great view', '2022-10-28');
INSERT INTO review VALUES (40, 1, 15, 1, 'Great view', '2022-08-16');
INSERT INTO review VALUES (41, 17, 21, 1, 'Friendly warden', '2022-10-01');
INSERT INTO review VALUES (42, 6, 2, 4, 'Cold water only', '2023-10-15');
INSERT INTO review VALUES (43, 16, 20, 1, 'Noisy dormitory', '2022-08-25');
INSERT INTO review VALUES (44, 3, 11, 4, 'Noisy dormitory', '2022-07-03');
INSERT INTO review VALUES (45, 7, 21, 1, 'Friendly warden', '2023-09-09');
INSERT INTO review VALUES (46, 16, 12, 1, 'Noisy dormitory', '2022-07-05');
INSERT INTO review VALUES (47, 3, 25, 5, 'Cold water only', '2023-09-10');
INSERT INTO review VALUES (48, 10, 18, 5, 'Will come again', '2023-09-19');
INSERT INTO review VALUES (49, 13, 24, 1, 'Lovely food', '2023-07-03');
INSERT INTO review VALUES (50, 7, 14, 4, 'Too crowded', '2022-09-21');
INSERT INTO review VALUES (51, 22, 27, 5, 'Sunrise over the glacier', '2023-08-03');
INSERT INTO review VALUES (52, 21, 26, 3, NULL, '2023-07-11');

