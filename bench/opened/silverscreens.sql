CREATE TABLE theatres (
  theatre_id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  opened_year INTEGER,
  manager TEXT,
  parking_spaces INTEGER
);
CREATE TABLE screens (
  screen_id INTEGER PRIMARY KEY,
  theatre_id INTEGER NOT NULL REFERENCES theatres(theatre_id),
  screen_no INTEGER,
  capacity INTEGER,
  format TEXT
);
CREATE TABLE films (
  film_id INTEGER PRIMARY KEY,
  title TEXT,
  director TEXT,
  genre TEXT,
  country TEXT,
  release_date TEXT,
  runtime INTEGER,
  age_limit INTEGER,
  budget_millions REAL
);
CREATE TABLE actors (
  actor_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  birth_year INTEGER
);
CREATE TABLE film_cast (
  film_id INTEGER REFERENCES films(film_id),
  actor_id INTEGER REFERENCES actors(actor_id),
  role_name TEXT,
  PRIMARY KEY (film_id, actor_id)
);
CREATE TABLE screenings (
  screening_id INTEGER PRIMARY KEY,
  film_id INTEGER REFERENCES films(film_id),
  screen_id INTEGER REFERENCES screens(screen_id),
  show_date TEXT,
  show_time TEXT,
  ticket_price REAL,
  tickets_sold INTEGER
);
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY,
  name TEXT,
  position TEXT,
  wage REAL,
  theatre_id INTEGER REFERENCES theatres(theatre_id),
  city TEXT
);

INSERT INTO theatres VALUES (1, 'Astor', 'Bristol', 1934, 'Joan Pryce', 0);
INSERT INTO theatres VALUES (2, 'Rialto', 'Cardiff', 1951, 'Huw Parry', 40);
INSERT INTO theatres VALUES (3, 'Galaxy Point', 'Bristol', 2003, 'Sunil Rao', 320);
INSERT INTO theatres VALUES (4, 'Lumen', 'Exeter', 1998, 'Joan Pryce', 85);
INSERT INTO theatres VALUES (5, 'Old Mill Screens', 'Bath', 2011, 'Tess Avery', 60);
INSERT INTO theatres VALUES (6, 'Tivoli', 'Swansea', 1927, 'Gwen Lewis', NULL);
INSERT INTO theatres VALUES (7, 'Orion Park', 'Reading', 2008, 'Amir Shah', 450);
INSERT INTO theatres VALUES (8, 'Palace', 'Cardiff', 1962, 'Ray Dodd', 120);
INSERT INTO theatres VALUES (9, 'Cameo', 'Plymouth', 1989, 'Nell Hoskin', 0);
INSERT INTO theatres VALUES (10, 'Quay Nine', 'Gloucester', 2019, NULL, 210);
INSERT INTO theatres VALUES (11, 'Electric Barn', 'Taunton', 2001, 'Moira Flint', 140);
INSERT INTO theatres VALUES (12, 'Picture Box', 'Bath', 1968, 'Tess Avery', 0);
INSERT INTO theatres VALUES (13, 'Majestic', 'Newport', 1939, 'Dai Rhys', 75);
INSERT INTO theatres VALUES (14, 'Starlight Drive', 'Reading', 2021, 'Amir Shah', 380);
INSERT INTO theatres VALUES (15, 'Harbour Lights', 'Plymouth', 2014, 'Nell Hoskin', 150);

INSERT INTO screens VALUES (1, 1, 1, 180, '2D');
INSERT INTO screens VALUES (2, 1, 2, 80, '2D');
INSERT INTO screens VALUES (3, 1, 3, 96, '2D');
INSERT INTO screens VALUES (4, 2, 1, 120, 'IMAX');
INSERT INTO screens VALUES (5, 2, 2, 260, '2D');
INSERT INTO screens VALUES (6, 3, 1, 412, 'IMAX');
INSERT INTO screens VALUES (7, 3, 2, 180, '2D');
INSERT INTO screens VALUES (8, 4, 1, 96, '3D');
INSERT INTO screens VALUES (9, 4, 2, 180, '2D');
INSERT INTO screens VALUES (10, 4, 3, 80, 'IMAX');
INSERT INTO screens VALUES (11, 4, 4, 80, '2D');
INSERT INTO screens VALUES (12, 5, 1, 64, '2D');
INSERT INTO screens VALUES (13, 5, 2, 64, 'IMAX');
INSERT INTO screens VALUES (14, 5, 3, 150, 'IMAX');
INSERT INTO screens VALUES (15, 6, 1, 120, '2D');
INSERT INTO screens VALUES (16, 6, 2, 48, 'IMAX');
INSERT INTO screens VALUES (17, 7, 1, 150, '2D');
INSERT INTO screens VALUES (18, 7, 2, 64, 'IMAX');
INSERT INTO screens VALUES (19, 8, 1, 96, '2D');
INSERT INTO screens VALUES (20, 8, 2, 220, '2D');
INSERT INTO screens VALUES (21, 8, 3, 150, '2D');
INSERT INTO screens VALUES (22, 8, 4, 96, '2D');
INSERT INTO screens VALUES (23, 9, 1, 220, '2D');
INSERT INTO screens VALUES (24, 9, 2, 80, '2D');
INSERT INTO screens VALUES (25, 9, 3, 80, '2D');
INSERT INTO screens VALUES (26, 9, 4, 64, '2D');
INSERT INTO screens VALUES (27, 11, 1, 140, '2D');
INSERT INTO screens VALUES (28, 11, 2, 90, '3D');
INSERT INTO screens VALUES (29, 12, 1, 72, '2D');
INSERT INTO screens VALUES (30, 13, 1, 240, '2D');
INSERT INTO screens VALUES (31, 14, 1, 300, 'IMAX');

INSERT INTO films VALUES (1, 'The Salt Ferry', 'Orla Kinsella', 'drama', 'Ireland', '2023-02-10', 118, 12, 8.5);
INSERT INTO films VALUES (2, 'Neon Orchard', 'Kenji Arata', 'science fiction', 'Japan', '2023-05-19', 134, 12, 42.0);
INSERT INTO films VALUES (3, 'Crooked Lane', 'Dale Mercer', 'thriller', 'UK', '2022-10-07', 104, 16, 15.2);
INSERT INTO films VALUES (4, 'Pudding Club', 'Sally Frith', 'comedy', 'UK', '2023-06-30', 95, 0, 6.0);
INSERT INTO films VALUES (5, 'Last Train to Brno', 'Pavel Hlas', 'drama', 'Czechia', '2022-03-11', 127, 12, 4.4);
INSERT INTO films VALUES (6, 'Captain Marrow', 'Dale Mercer', 'adventure', 'USA', '2023-07-14', 148, 12, 160.0);
INSERT INTO films VALUES (7, 'The Hush', 'Ana Belmonte', 'horror', 'Spain', '2022-10-28', 91, 18, 3.1);
INSERT INTO films VALUES (8, 'Dragonfly Summer', 'Miri Halonen', 'family', 'Finland', '2023-08-04', 88, 0, 5.5);
INSERT INTO films VALUES (9, 'Zero Margin', 'Chuck Delaney', 'thriller', 'USA', '2023-09-22', 112, 16, 55.0);
INSERT INTO films VALUES (10, 'Moth and Candle', 'Orla Kinsella', 'romance', 'Ireland', '2024-02-14', 101, 6, 9.9);
INSERT INTO films VALUES (11, 'Robot Grandma', 'Kenji Arata', 'family', 'Japan', '2022-12-16', 97, 0, 30.0);
INSERT INTO films VALUES (12, 'Iron Valleys', 'Rhys Morgan', 'documentary', 'UK', '2023-04-21', 83, NULL, 0.8);
INSERT INTO films VALUES (13, 'Blood Tangerine', 'Ana Belmonte', 'horror', 'Spain', '2023-10-27', 99, 18, 7.7);
INSERT INTO films VALUES (14, 'Six Weddings Too Many', 'Sally Frith', 'comedy', 'UK', '2022-08-19', 108, 6, 12.5);
INSERT INTO films VALUES (15, 'Orbit Nine', 'Chuck Delaney', 'science fiction', 'USA', '2024-03-29', 141, 12, 185.0);
INSERT INTO films VALUES (16, 'Paper Lighthouse', 'Miri Halonen', 'drama', 'Finland', '2024-01-12', 109, 6, 3.9);
INSERT INTO films VALUES (17, 'Silver Hooves', 'Tom Garrick', 'family', 'USA', '2023-12-01', 94, 0, 48.0);
INSERT INTO films VALUES (18, 'The Understudy', 'Claude Ferrand', 'drama', 'France', '2023-11-10', 121, 12, 11.0);
INSERT INTO films VALUES (19, 'Midnight Bakery', 'Claude Ferrand', 'comedy', 'France', '2024-04-05', 98, 0, 8.0);
INSERT INTO films VALUES (20, 'Ash Wednesday', 'Dale Mercer', 'thriller', 'UK', '2024-05-10', 115, 16, NULL);
INSERT INTO films VALUES (21, 'Unfinished Symphony', 'Pavel Hlas', 'documentary', 'Czechia', '2024-06-07', 76, 0, 0.5);

INSERT INTO actors VALUES (1, 'Niamh Corrigan', 'Ireland', 1988);
INSERT INTO actors VALUES (2, 'Takumi Endo', 'Japan', 1979);
INSERT INTO actors VALUES (3, 'Rupert Vane', 'UK', 1965);
INSERT INTO actors VALUES (4, 'Lola Prieto', 'Spain', 1994);
INSERT INTO actors VALUES (5, 'Brad Kessler', 'USA', 1971);
INSERT INTO actors VALUES (6, 'Aino Laakso', 'Finland', 2001);
INSERT INTO actors VALUES (7, 'Megan Price', 'UK', 1985);
INSERT INTO actors VALUES (8, 'Didier Roux', 'France', 1958);
INSERT INTO actors VALUES (9, 'Hana Dvorak', 'Czechia', 1990);
INSERT INTO actors VALUES (10, 'Tyrone Banks', 'USA', 1983);
INSERT INTO actors VALUES (11, 'Ceri Bowen', 'UK', 1997);
INSERT INTO actors VALUES (12, 'Ada Quinn', 'Ireland', 1949);
INSERT INTO actors VALUES (13, 'Sora Mori', 'Japan', 2003);
INSERT INTO actors VALUES (14, 'Greta Holloway', 'USA', 1976);
INSERT INTO actors VALUES (15, 'Ivan Zeman', 'Czechia', 1961);
INSERT INTO actors VALUES (16, 'Amélie Caron', 'France', 1992);
INSERT INTO actors VALUES (17, 'Rupert Vane', 'Canada', 1999);
INSERT INTO actors VALUES (18, 'Oscar Lind', 'Finland', 1980);
INSERT INTO actors VALUES (19, 'Pilar Soto', 'Spain', 1955);
INSERT INTO actors VALUES (20, 'Joe Hatch', 'UK', NULL);

INSERT INTO film_cast VALUES (1, 14, 'Nora');
INSERT INTO film_cast VALUES (1, 16, 'Baker');
INSERT INTO film_cast VALUES (2, 3, 'Thief');
INSERT INTO film_cast VALUES (2, 5, 'Captain');
INSERT INTO film_cast VALUES (2, 10, 'Baker');
INSERT INTO film_cast VALUES (3, 5, 'Baker');
INSERT INTO film_cast VALUES (3, 17, 'Mother');
INSERT INTO film_cast VALUES (4, 7, 'Detective');
INSERT INTO film_cast VALUES (4, 15, 'Pilot');
INSERT INTO film_cast VALUES (5, 5, NULL);
INSERT INTO film_cast VALUES (5, 12, 'Aunt May');
INSERT INTO film_cast VALUES (6, 5, 'Thief');
INSERT INTO film_cast VALUES (6, 19, 'Baker');
INSERT INTO film_cast VALUES (7, 4, 'Dr Webb');
INSERT INTO film_cast VALUES (7, 19, 'Detective');
INSERT INTO film_cast VALUES (8, 6, 'Dr Webb');
INSERT INTO film_cast VALUES (8, 14, 'Mother');
INSERT INTO film_cast VALUES (9, 8, 'Detective');
INSERT INTO film_cast VALUES (9, 11, 'Nora');
INSERT INTO film_cast VALUES (9, 16, 'The Stranger');
INSERT INTO film_cast VALUES (10, 3, 'Detective');
INSERT INTO film_cast VALUES (10, 17, 'Captain');
INSERT INTO film_cast VALUES (11, 2, 'Baker');
INSERT INTO film_cast VALUES (11, 7, 'Baker');
INSERT INTO film_cast VALUES (11, 11, 'The Stranger');
INSERT INTO film_cast VALUES (13, 13, 'The Stranger');
INSERT INTO film_cast VALUES (13, 14, 'Pilot');
INSERT INTO film_cast VALUES (14, 2, 'The Stranger');
INSERT INTO film_cast VALUES (14, 6, NULL);
INSERT INTO film_cast VALUES (15, 8, 'Detective');
INSERT INTO film_cast VALUES (15, 15, 'Neighbour');
INSERT INTO film_cast VALUES (16, 4, NULL);
INSERT INTO film_cast VALUES (16, 10, NULL);
INSERT INTO film_cast VALUES (17, 7, 'Baker');
INSERT INTO film_cast VALUES (17, 8, 'Detective');
INSERT INTO film_cast VALUES (18, 3, 'Baker');
INSERT INTO film_cast VALUES (18, 15, 'Detective');
INSERT INTO film_cast VALUES (19, 10, 'Neighbour');
INSERT INTO film_cast VALUES (19, 17, 'The Stranger');
INSERT INTO film_cast VALUES (20, 5, 'Detective');
INSERT INTO film_cast VALUES (20, 18, 'Baker');

INSERT INTO screenings VALUES (1, 10, 14, '2024-06-10', '19:45', 14.0, 115);
INSERT INTO screenings VALUES (2, 7, 13, '2024-07-07', '17:15', 6.5, 47);
INSERT INTO screenings VALUES (3, 10, 7, '2024-06-26', '22:00', 9.5, 62);
INSERT INTO screenings VALUES (4, 14, 12, '2024-08-01', '11:00', 12.5, 3);
INSERT INTO screenings VALUES (5, 18, 10, '2024-06-17', '19:45', 8.0, 56);
INSERT INTO screenings VALUES (6, 15, 18, '2024-07-07', '22:00', 6.5, 54);
INSERT INTO screenings VALUES (7, 10, 3, '2024-05-02', '19:45', 9.5, 74);
INSERT INTO screenings VALUES (8, 20, 19, '2024-07-07', '11:00', 11.0, 25);
INSERT INTO screenings VALUES (9, 9, 15, '2024-07-05', '14:30', 11.0, 91);
INSERT INTO screenings VALUES (10, 13, 14, '2024-06-12', '17:15', 8.0, 149);
INSERT INTO screenings VALUES (11, 13, 6, '2024-08-19', '22:00', 11.0, 41);
INSERT INTO screenings VALUES (12, 19, 8, '2024-08-17', '11:00', 6.5, 66);
INSERT INTO screenings VALUES (13, 3, 11, '2024-05-19', '22:00', 12.5, 4);
INSERT INTO screenings VALUES (14, 20, 11, '2024-08-09', '14:30', 8.0, 9);
INSERT INTO screenings VALUES (15, 13, 2, '2024-05-11', '20:30', 8.0, 40);
INSERT INTO screenings VALUES (16, 6, 15, '2024-05-23', '19:45', 8.0, 17);
INSERT INTO screenings VALUES (17, 17, 6, '2024-07-09', '22:00', 9.5, 104);
INSERT INTO screenings VALUES (18, 19, 6, '2024-07-21', '20:30', 6.5, 61);
INSERT INTO screenings VALUES (19, 5, 5, '2024-06-18', '11:00', 6.5, 197);
INSERT INTO screenings VALUES (20, 6, 12, '2024-06-20', '20:30', 12.5, 52);
INSERT INTO screenings VALUES (21, 2, 11, '2024-08-07', '17:15', 8.0, 21);
INSERT INTO screenings VALUES (22, 17, 21, '2024-05-08', '19:45', 14.0, 63);
INSERT INTO screenings VALUES (23, 20, 15, '2024-05-27', '14:30', 8.0, 50);
INSERT INTO screenings VALUES (24, 9, 11, '2024-05-19', '19:45', 6.5, 23);
INSERT INTO screenings VALUES (25, 5, 1, '2024-07-26', '20:30', 9.5, 129);
INSERT INTO screenings VALUES (26, 14, 3, '2024-05-12', '14:30', 12.5, 45);
INSERT INTO screenings VALUES (27, 11, 2, '2024-08-27', '17:15', 12.5, 22);
INSERT INTO screenings VALUES (28, 1, 25, '2024-07-24', '19:45', 11.0, 32);
INSERT INTO screenings VALUES (29, 6, 17, '2024-08-02', '14:30', 8.0, 44);
INSERT INTO screenings VALUES (30, 20, 4, '2024-08-01', '20:30', 6.5, 19);
INSERT INTO screenings VALUES (31, 6, 21, '2024-07-02', '17:15', 8.0, 113);
INSERT INTO screenings VALUES (32, 5, 1, '2024-05-17', '19:45', 11.0, 153);
INSERT INTO screenings VALUES (33, 8, 11, '2024-08-05', '19:45', 12.5, 67);
INSERT INTO screenings VALUES (34, 6, 8, '2024-08-07', '22:00', 6.5, 28);
INSERT INTO screenings VALUES (35, 6, 5, '2024-08-24', '14:30', 8.0, 134);
INSERT INTO screenings VALUES (36, 6, 21, '2024-05-08', '14:30', 12.5, 110);
INSERT INTO screenings VALUES (37, 13, 17, '2024-05-08', '17:15', 9.5, 88);
INSERT INTO screenings VALUES (38, 17, 7, '2024-05-26', '22:00', 6.5, 114);
INSERT INTO screenings VALUES (39, 2, 11, '2024-06-02', '22:00', 9.5, 35);
INSERT INTO screenings VALUES (40, 1, 19, '2024-07-07', '22:00', 9.5, 47);
INSERT INTO screenings VALUES (41, 13, 5, '2024-07-17', '17:15', 8.0, 16);
INSERT INTO screenings VALUES (42, 12, 8, '2024-06-20', '11:00', 11.0, NULL);
INSERT INTO screenings VALUES (43, 11, 13, '2024-06-18', '14:30', 6.5, NULL);
INSERT INTO screenings VALUES (44, 6, 7, '2024-06-11', '20:30', 9.5, 21);
INSERT INTO screenings VALUES (45, 1, 14, '2024-05-22', '19:45', 6.5, 97);
INSERT INTO screenings VALUES (46, 17, 14, '2024-08-25', '20:30', 14.0, 91);
INSERT INTO screenings VALUES (47, 4, 9, '2024-06-03', '11:00', 8.0, 161);
INSERT INTO screenings VALUES (48, 4, 9, '2024-07-20', '20:30', 8.0, 173);
INSERT INTO screenings VALUES (49, 15, 17, '2024-05-20', '22:00', 9.5, 101);
INSERT INTO screenings VALUES (50, 4, 24, '2024-05-10', '19:45', 14.0, 44);
INSERT INTO screenings VALUES (51, 18, 8, '2024-05-10', '19:45', 8.0, 38);
INSERT INTO screenings VALUES (52, 15, 24, '2024-08-11', '20:30', 6.5, 9);
INSERT INTO screenings VALUES (53, 20, 3, '2024-06-28', '19:45', 8.0, 87);
INSERT INTO screenings VALUES (54, 20, 19, '2024-05-01', '11:00', 9.5, 88);
INSERT INTO screenings VALUES (55, 4, 1, '2024-08-27', '17:15', 8.0, 179);
INSERT INTO screenings VALUES (56, 10, 6, '2024-08-04', '17:15', 8.0, 200);
INSERT INTO screenings VALUES (57, 4, 3, '2024-07-17', '17:15', 9.5, 96);
INSERT INTO screenings VALUES (58, 6, 25, '2024-07-24', '11:00', 6.5, 11);
INSERT INTO screenings VALUES (59, 9, 16, '2024-08-05', '17:15', 12.5, 35);
INSERT INTO screenings VALUES (60, 10, 15, '2024-07-17', '17:15', 14.0, 39);
INSERT INTO screenings VALUES (61, 5, 7, '2024-07-17', '14:30', 12.5, 93);
INSERT INTO screenings VALUES (62, 18, 3, '2024-06-18', '19:45', 8.0, 46);
INSERT INTO screenings VALUES (63, 13, 19, '2024-05-01', '19:45', 6.5, 16);
INSERT INTO screenings VALUES (64, 3, 1, '2024-06-28', '11:00', 8.0, 32);
INSERT INTO screenings VALUES (65, 5, 24, '2024-07-23', '17:15', 8.0, 27);
INSERT INTO screenings VALUES (66, 3, 20, '2024-05-11', '11:00', 8.0, 88);
INSERT INTO screenings VALUES (67, 18, 2, '2024-08-21', '17:15', 11.0, 47);
INSERT INTO screenings VALUES (68, 7, 12, '2024-06-02', '22:00', 9.5, 38);
INSERT INTO screenings VALUES (69, 8, 7, '2024-08-23', '19:45', 8.0, 145);
INSERT INTO screenings VALUES (70, 6, 24, '2024-07-01', '11:00', 12.5, 22);
INSERT INTO screenings VALUES (71, 5, 14, '2024-05-03', '20:30', 9.5, 145);
INSERT INTO screenings VALUES (72, 10, 12, '2024-06-18', '17:15', 14.0, 47);
INSERT INTO screenings VALUES (73, 4, 24, '2024-07-02', '22:00', 9.5, 23);
INSERT INTO screenings VALUES (74, 2, 6, '2024-05-16', '19:45', 11.0, 281);
INSERT INTO screenings VALUES (75, 13, 12, '2024-08-09', '11:00', 8.0, 25);
INSERT INTO screenings VALUES (76, 5, 3, '2024-07-22', '11:00', 6.5, 43);
INSERT INTO screenings VALUES (77, 10, 31, '2024-06-14', '20:30', 11.0, 188);
INSERT INTO screenings VALUES (78, 4, 30, '2024-07-05', '19:45', 8.0, 96);
INSERT INTO screenings VALUES (79, 9, 29, '2024-05-31', '22:00', 9.5, 41);
INSERT INTO screenings VALUES (80, 3, 27, '2024-08-09', '17:15', 8.0, 77);

INSERT INTO staff VALUES (1, 'Emma Nash', 'usher', 16, 2, 'Bath');
INSERT INTO staff VALUES (2, 'Carys Webb', 'usher', 18.5, 1, 'Cardiff');
INSERT INTO staff VALUES (3, 'Jake Shaw', 'cashier', 18.5, 3, 'Swansea');
INSERT INTO staff VALUES (4, 'Carys Hughes', 'supervisor', 18.5, 1, 'Bristol');
INSERT INTO staff VALUES (5, 'Emma Price', 'cleaner', 10.5, 7, 'Cardiff');
INSERT INTO staff VALUES (6, 'Ruby Nash', 'cashier', 10.5, 3, 'Swansea');
INSERT INTO staff VALUES (7, 'Emma Price', 'usher', 14.2, 3, 'Cardiff');
INSERT INTO staff VALUES (8, 'Ewan Nash', 'supervisor', 22.0, 1, 'Exeter');
INSERT INTO staff VALUES (9, 'Emma Evans', 'cleaner', 12, 8, 'Bath');
INSERT INTO staff VALUES (10, 'Ewan Hughes', 'supervisor', 16, 3, 'Exeter');
INSERT INTO staff VALUES (11, 'Callum Hughes', 'cleaner', 11.5, 1, 'Reading');
INSERT INTO staff VALUES (12, 'Dylan Hughes', 'projectionist', 12, 6, 'Swansea');
INSERT INTO staff VALUES (13, 'Poppy Khan', 'projectionist', 12.75, 7, 'Reading');
INSERT INTO staff VALUES (14, 'Liam Cole', 'cleaner', 14.2, 4, 'Newport');
INSERT INTO staff VALUES (15, 'Poppy Nash', 'usher', 18.5, 3, 'Reading');
INSERT INTO staff VALUES (16, 'Emma Webb', 'usher', 11.5, 1, 'Cardiff');
INSERT INTO staff VALUES (17, 'Priya Price', 'cashier', 12.75, 5, 'Bath');
INSERT INTO staff VALUES (18, 'Dylan Cole', 'usher', 12.75, 5, 'Reading');
INSERT INTO staff VALUES (19, 'Zara Evans', 'usher', 18.5, 7, 'Bath');
INSERT INTO staff VALUES (20, 'Poppy Nash', 'cleaner', 13.4, 3, 'Exeter');
INSERT INTO staff VALUES (21, 'Callum Khan', 'cleaner', 10.5, 7, 'Bath');
INSERT INTO staff VALUES (22, 'Priya Khan', 'supervisor', 16, 3, 'Newport');
INSERT INTO staff VALUES (23, 'Liam Cole', 'cashier', 14.2, 7, 'Exeter');
INSERT INTO staff VALUES (24, 'Dylan Price', 'cleaner', 11, 2, 'Cardiff');
INSERT INTO staff VALUES (25, 'Ruby Price', 'supervisor', 14.2, 3, 'Cardiff');
INSERT INTO staff VALUES (26, 'Tariq Cole', 'usher', 13.4, 2, 'Cardiff');
INSERT INTO staff VALUES (27, 'Emma Evans', 'usher', 16, 6, 'Cardiff');
INSERT INTO staff VALUES (28, 'Tariq Webb', 'cashier', 13.4, 7, 'Bristol');
INSERT INTO staff VALUES (29, 'Zara Cole', 'projectionist', 14.2, 5, 'Exeter');
INSERT INTO staff VALUES (30, 'Tariq Khan', 'projectionist', 11.5, 7, 'Newport');
INSERT INTO staff VALUES (31, 'Dylan Khan', 'cashier', 16, 7, 'Cardiff');
INSERT INTO staff VALUES (32, 'Jake Nash', 'projectionist', 12.75, 7, 'Bath');
INSERT INTO staff VALUES (33, 'Callum Nash', 'supervisor', 11, 7, 'Bristol');
INSERT INTO staff VALUES (34, 'Carys Nash', 'usher', 11, 5, 'Bath');
INSERT INTO staff VALUES (35, 'Emma Cole', 'cashier', 13.4, 1, 'Swansea');
INSERT INTO staff VALUES (36, 'Carys Nash', 'usher', 11.0, 11, 'Taunton');
INSERT INTO staff VALUES (37, 'Ewan Shaw', 'cashier', 11.5, 13, 'Newport');
INSERT INTO staff VALUES (38, 'Molly Khan', 'projectionist', 16.0, 14, 'Reading');

