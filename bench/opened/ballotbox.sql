CREATE TABLE parties (
  party_id INTEGER PRIMARY KEY,
  party_name TEXT NOT NULL,
  abbreviation TEXT,
  leader TEXT,
  founded INTEGER,
  seats INTEGER
);
CREATE TABLE districts (
  district_id INTEGER PRIMARY KEY,
  district_name TEXT,
  population INTEGER,
  registered_voters INTEGER,
  area_km2 REAL
);
CREATE TABLE candidates (
  candidate_id INTEGER PRIMARY KEY,
  name TEXT,
  gender TEXT,
  birth_year INTEGER,
  occupation TEXT,
  party_id INTEGER REFERENCES parties(party_id),
  district_id INTEGER REFERENCES districts(district_id),
  incumbent INTEGER
);
CREATE TABLE polling_stations (
  station_id INTEGER PRIMARY KEY,
  name TEXT,
  street TEXT,
  district_id INTEGER REFERENCES districts(district_id),
  accessible TEXT,
  booths INTEGER
);
CREATE TABLE results (
  candidate_id INTEGER REFERENCES candidates(candidate_id),
  station_id INTEGER REFERENCES polling_stations(station_id),
  votes INTEGER,
  PRIMARY KEY (candidate_id, station_id)
);
CREATE TABLE donations (
  donation_id INTEGER PRIMARY KEY,
  donor TEXT,
  party_id INTEGER REFERENCES parties(party_id),
  amount REAL,
  received_on TEXT
);

INSERT INTO parties VALUES (1, 'Civic Alliance', 'CA', 'Ruth Calloway', 1998, 11);
INSERT INTO parties VALUES (2, 'Green Quarter', 'GQ', 'Ilse Maron', 2004, 7);
INSERT INTO parties VALUES (3, 'Harbour Workers', 'HW', 'Stan Pruitt', 1931, 9);
INSERT INTO parties VALUES (4, 'Liberal Union', 'LU', 'Edgar Voss', 1954, 6);
INSERT INTO parties VALUES (5, 'Old Town First', 'OTF', 'Minnie Hart', 2015, 2);
INSERT INTO parties VALUES (6, 'Young Voices', 'YV', 'Deniz Kaya', 2021, 1);
INSERT INTO parties VALUES (7, 'Taxpayers League', 'TL', 'Edgar Voss', 1989, 0);
INSERT INTO parties VALUES (8, 'Cyclists Forum', 'CF', NULL, 2022, 0);
INSERT INTO parties VALUES (9, 'Senior Citizens List', 'SCL', 'Ralph Dunn', 2008, 1);
INSERT INTO parties VALUES (10, 'Free Riverbank', 'FR', 'Olga Brandt', 2019, 0);
INSERT INTO parties VALUES (11, 'Hill and Valley', 'HV', 'Hilda Frost', 1977, 3);
INSERT INTO parties VALUES (12, 'Pirates of the Port', 'PP', 'Jay Molloy', 2012, 0);
INSERT INTO parties VALUES (13, 'Family Compact', 'FC', 'Joan Mercer', 1966, 2);
INSERT INTO parties VALUES (14, 'Tenants Union', 'TU', 'Pia Lorenz', 1983, 1);
INSERT INTO parties VALUES (15, 'Night Market Party', 'NMP', 'Leo Quist', 2023, 0);

INSERT INTO districts VALUES (1, 'Old Town', 18200, 14100, 3.1);
INSERT INTO districts VALUES (2, 'Harbourside', 26400, 19850, 7.8);
INSERT INTO districts VALUES (3, 'Millfield', 31900, 23200, 11.4);
INSERT INTO districts VALUES (4, 'Northgate', 22750, 17300, 9.6);
INSERT INTO districts VALUES (5, 'University Hill', 15800, 9900, 2.7);
INSERT INTO districts VALUES (6, 'Rosewood', 12300, 9650, 14.9);
INSERT INTO districts VALUES (7, 'Stonebridge', 28800, 21400, 10.2);
INSERT INTO districts VALUES (8, 'Lower Meadows', 8700, 6500, 21.3);
INSERT INTO districts VALUES (9, 'Quarry End', 10400, 7700, 16.0);
INSERT INTO districts VALUES (10, 'Airport', 3900, NULL, 25.5);
INSERT INTO districts VALUES (11, 'Castle Park', 14600, 11050, 4.4);
INSERT INTO districts VALUES (12, 'Tannery Row', 9900, 7350, 2.2);
INSERT INTO districts VALUES (13, 'West Vineyards', 6100, 4800, 31.6);
INSERT INTO districts VALUES (14, 'Lock Island', 2700, 2050, 1.3);
INSERT INTO districts VALUES (15, 'Chapel Fields', 17350, 12900, 8.9);

INSERT INTO candidates VALUES (1, 'Ruth Calloway', 'F', 1953, 'shopkeeper', 1, 1, 1);
INSERT INTO candidates VALUES (2, 'Ilse Maron', 'F', 1995, 'lawyer', 2, 5, 0);
INSERT INTO candidates VALUES (3, 'Stan Pruitt', 'M', 1967, 'retired', 3, 2, 0);
INSERT INTO candidates VALUES (4, 'Edgar Voss', 'M', 1972, 'student', 4, 3, 0);
INSERT INTO candidates VALUES (5, 'Minnie Hart', 'F', 1975, 'retired', 5, 1, 1);
INSERT INTO candidates VALUES (6, 'Deniz Kaya', 'M', 1964, NULL, 6, 5, 1);
INSERT INTO candidates VALUES (7, 'Harold Finch', 'M', 1984, 'shopkeeper', 1, 2, 1);
INSERT INTO candidates VALUES (8, 'Aisha Bello', 'F', 1953, 'student', 2, 3, 1);
INSERT INTO candidates VALUES (9, 'Colm Doherty', 'M', 1974, 'docker', 2, 4, 0);
INSERT INTO candidates VALUES (10, 'Vera Lindt', 'F', 2000, 'engineer', 1, 4, 0);
INSERT INTO candidates VALUES (11, 'Pablo Reyes', 'M', 1960, 'nurse', 6, 3, 1);
INSERT INTO candidates VALUES (12, 'Judith Klein', 'F', 1958, 'engineer', 5, 3, 0);
INSERT INTO candidates VALUES (13, 'Tobias Wren', 'M', 2000, 'journalist', 4, 2, 0);
INSERT INTO candidates VALUES (14, 'Grace Adebayo', 'F', 1953, 'engineer', NULL, 5, 0);
INSERT INTO candidates VALUES (15, 'Simon Ford', 'M', 1953, 'farmer', 2, 7, 0);
INSERT INTO candidates VALUES (16, 'Nadine Bloch', 'F', 1964, 'lawyer', 4, 5, 1);
INSERT INTO candidates VALUES (17, 'Peter Marsh', 'M', 1975, 'nurse', 5, 5, 1);
INSERT INTO candidates VALUES (18, 'Lucia Ferri', 'F', 1999, 'docker', 2, 7, 0);
INSERT INTO candidates VALUES (19, 'Anton Groh', 'M', 1983, 'teacher', 3, 1, 0);
INSERT INTO candidates VALUES (20, 'Mei Tan', 'F', 1960, 'farmer', NULL, 8, 1);
INSERT INTO candidates VALUES (21, 'Oscar Lunn', 'M', 1973, 'farmer', 5, 4, 0);
INSERT INTO candidates VALUES (22, 'Beth Harlow', 'F', 1959, 'retired', 2, 6, 0);
INSERT INTO candidates VALUES (23, 'Yusuf Demir', 'M', 1946, NULL, NULL, 1, 0);
INSERT INTO candidates VALUES (24, 'Carla Stein', 'F', 1980, 'farmer', 6, 4, 0);
INSERT INTO candidates VALUES (25, 'Ned Barker', 'M', 1955, 'engineer', 4, 4, 0);
INSERT INTO candidates VALUES (26, 'Hilda Frost', 'F', 1993, 'farmer', 1, 9, 0);
INSERT INTO candidates VALUES (27, 'Ivan Petrov', 'M', 1998, 'docker', 2, 7, 1);
INSERT INTO candidates VALUES (28, 'Joan Mercer', 'F', 1970, 'student', 4, 6, 1);
INSERT INTO candidates VALUES (29, 'Samir Aziz', 'M', 1975, 'lawyer', 2, 8, 0);
INSERT INTO candidates VALUES (30, 'Wendy Cole', 'F', 1998, 'engineer', NULL, 6, 1);
INSERT INTO candidates VALUES (31, 'Ralph Dunn', 'M', 1988, 'student', NULL, 8, 0);
INSERT INTO candidates VALUES (32, 'Olive Page', 'F', 1980, 'teacher', 1, 6, 0);
INSERT INTO candidates VALUES (33, 'Peter Marsh', 'M', 2000, 'shopkeeper', 1, 5, 1);
INSERT INTO candidates VALUES (34, 'Kurt Neumann', 'M', 1996, 'engineer', 6, 8, 0);
INSERT INTO candidates VALUES (35, 'Tessa Boyd', 'F', 1989, 'lawyer', 5, 7, 0);
INSERT INTO candidates VALUES (36, 'Milo Grant', 'M', 1968, 'accountant', 1, 9, 1);
INSERT INTO candidates VALUES (37, 'Olga Brandt', 'F', 1991, 'architect', 10, 11, 0);
INSERT INTO candidates VALUES (38, 'Pia Lorenz', 'F', 1972, 'nurse', 14, 12, 1);
INSERT INTO candidates VALUES (39, 'Otto Reim', 'M', 1964, 'baker', 13, 11, 0);
INSERT INTO candidates VALUES (40, 'Lena Kroll', 'F', 1986, NULL, 13, 15, 0);

INSERT INTO polling_stations VALUES (1, 'Town Hall', 'Market Square', 1, 'yes', 8);
INSERT INTO polling_stations VALUES (2, 'St Anne Parish Hall', 'Church Lane', 1, 'no', 3);
INSERT INTO polling_stations VALUES (3, 'Dockers Club', 'Quay Street', 2, 'no', 5);
INSERT INTO polling_stations VALUES (4, 'Seaview School', 'Pier Road', 2, 'yes', 6);
INSERT INTO polling_stations VALUES (5, 'Maritime Museum', 'Quay Street', 2, 'yes', 4);
INSERT INTO polling_stations VALUES (6, 'Millfield Library', 'Mill Road', 3, 'yes', 6);
INSERT INTO polling_stations VALUES (7, 'Weavers Hall', 'Loom Street', 3, 'yes', 5);
INSERT INTO polling_stations VALUES (8, 'Millfield School', 'Mill Road', 3, 'no', 7);
INSERT INTO polling_stations VALUES (9, 'North Station', 'Gate Road', 4, 'yes', 4);
INSERT INTO polling_stations VALUES (10, 'Fire House 4', 'Tower Street', 4, 'yes', 2);
INSERT INTO polling_stations VALUES (11, 'Student Union', 'College Walk', 5, 'yes', 6);
INSERT INTO polling_stations VALUES (12, 'Botanic Pavilion', 'Garden Path', 5, 'no', 2);
INSERT INTO polling_stations VALUES (13, 'Rosewood School', 'Elm Avenue', 6, 'yes', 4);
INSERT INTO polling_stations VALUES (14, 'Golf Club', 'Fairway', 6, 'no', 2);
INSERT INTO polling_stations VALUES (15, 'Bridge Inn', 'Stone Street', 7, 'no', 3);
INSERT INTO polling_stations VALUES (16, 'Stonebridge School', 'River Road', 7, 'yes', 6);
INSERT INTO polling_stations VALUES (17, 'Sports Hall West', 'River Road', 7, 'yes', 9);
INSERT INTO polling_stations VALUES (18, 'Meadow Barn', 'Cow Lane', 8, 'no', 2);
INSERT INTO polling_stations VALUES (19, 'Quarry Canteen', 'Pit Road', 9, NULL, 3);
INSERT INTO polling_stations VALUES (20, 'Terminal B', 'Runway Road', 10, 'yes', 2);
INSERT INTO polling_stations VALUES (21, 'Castle Gym', 'Moat Lane', 11, 'yes', 5);
INSERT INTO polling_stations VALUES (22, 'Tannery Cafe', 'Hide Alley', 12, 'no', 2);
INSERT INTO polling_stations VALUES (23, 'Winery Hall', 'Slope Road', 13, 'yes', 3);
INSERT INTO polling_stations VALUES (24, 'Lock House', 'Towpath', 14, 'no', 1);
INSERT INTO polling_stations VALUES (25, 'Chapel School', 'Hymn Street', 15, 'yes', 4);

INSERT INTO results VALUES (1, 1, 622);
INSERT INTO results VALUES (1, 2, 53);
INSERT INTO results VALUES (2, 11, 661);
INSERT INTO results VALUES (2, 12, 853);
INSERT INTO results VALUES (3, 3, 727);
INSERT INTO results VALUES (3, 4, 321);
INSERT INTO results VALUES (3, 5, 85);
INSERT INTO results VALUES (4, 6, 251);
INSERT INTO results VALUES (4, 7, 948);
INSERT INTO results VALUES (4, 8, 188);
INSERT INTO results VALUES (5, 1, 898);
INSERT INTO results VALUES (5, 2, 678);
INSERT INTO results VALUES (6, 11, 932);
INSERT INTO results VALUES (6, 12, 106);
INSERT INTO results VALUES (7, 3, 504);
INSERT INTO results VALUES (7, 4, 949);
INSERT INTO results VALUES (7, 5, 739);
INSERT INTO results VALUES (8, 6, 810);
INSERT INTO results VALUES (8, 7, 469);
INSERT INTO results VALUES (8, 8, 272);
INSERT INTO results VALUES (9, 9, 40);
INSERT INTO results VALUES (9, 10, 93);
INSERT INTO results VALUES (10, 9, 704);
INSERT INTO results VALUES (10, 10, 402);
INSERT INTO results VALUES (11, 6, 76);
INSERT INTO results VALUES (11, 7, 823);
INSERT INTO results VALUES (11, 8, 572);
INSERT INTO results VALUES (12, 6, 158);
INSERT INTO results VALUES (12, 7, 836);
INSERT INTO results VALUES (12, 8, 511);
INSERT INTO results VALUES (13, 3, 417);
INSERT INTO results VALUES (13, 4, 46);
INSERT INTO results VALUES (13, 5, 352);
INSERT INTO results VALUES (14, 11, 833);
INSERT INTO results VALUES (14, 12, 439);
INSERT INTO results VALUES (15, 15, 773);
INSERT INTO results VALUES (15, 16, 128);
INSERT INTO results VALUES (15, 17, 85);
INSERT INTO results VALUES (16, 11, 75);
INSERT INTO results VALUES (16, 12, 79);
INSERT INTO results VALUES (17, 11, 589);
INSERT INTO results VALUES (17, 12, 633);
INSERT INTO results VALUES (18, 15, 850);
INSERT INTO results VALUES (18, 16, 610);
INSERT INTO results VALUES (18, 17, 598);
INSERT INTO results VALUES (19, 1, 118);
INSERT INTO results VALUES (19, 2, 496);
INSERT INTO results VALUES (20, 18, 322);
INSERT INTO results VALUES (21, 9, 848);
INSERT INTO results VALUES (21, 10, 766);
INSERT INTO results VALUES (22, 13, 310);
INSERT INTO results VALUES (22, 14, 230);
INSERT INTO results VALUES (23, 1, 798);
INSERT INTO results VALUES (23, 2, 948);
INSERT INTO results VALUES (24, 9, 891);
INSERT INTO results VALUES (24, 10, 651);
INSERT INTO results VALUES (25, 9, 416);
INSERT INTO results VALUES (25, 10, 757);
INSERT INTO results VALUES (26, 19, 40);
INSERT INTO results VALUES (27, 15, 889);
INSERT INTO results VALUES (27, 16, 203);
INSERT INTO results VALUES (27, 17, 156);
INSERT INTO results VALUES (28, 13, 356);
INSERT INTO results VALUES (28, 14, 506);
INSERT INTO results VALUES (29, 18, 763);
INSERT INTO results VALUES (30, 13, 368);
INSERT INTO results VALUES (30, 14, 501);
INSERT INTO results VALUES (31, 18, 43);
INSERT INTO results VALUES (32, 13, 799);
INSERT INTO results VALUES (32, 14, 147);
INSERT INTO results VALUES (33, 11, 282);
INSERT INTO results VALUES (33, 12, 753);
INSERT INTO results VALUES (34, 18, 495);
INSERT INTO results VALUES (35, 15, 616);
INSERT INTO results VALUES (35, 16, 554);
INSERT INTO results VALUES (35, 17, 752);
INSERT INTO results VALUES (37, 21, 377);
INSERT INTO results VALUES (39, 21, 291);
INSERT INTO results VALUES (38, 22, 512);
INSERT INTO results VALUES (40, 25, 640);

INSERT INTO donations VALUES (1, 'Garden Society', 6, 100.0, '2022-10-26');
INSERT INTO donations VALUES (2, 'T. Whitcomb', 3, 2500.0, '2023-05-19');
INSERT INTO donations VALUES (3, 'Anonymous', 4, 100.0, '2023-04-04');
INSERT INTO donations VALUES (4, 'Old Bank', 5, 100.0, '2022-06-01');
INSERT INTO donations VALUES (5, 'Solaris Ltd', 3, 5000.0, '2022-11-14');
INSERT INTO donations VALUES (6, 'Port Authority Club', 2, 100.0, '2022-11-01');
INSERT INTO donations VALUES (7, 'Bright Bakery', 6, 750.0, '2022-07-19');
INSERT INTO donations VALUES (8, 'Old Bank', 4, 50.0, '2023-04-08');
INSERT INTO donations VALUES (9, 'Quarry & Sons', 4, 250.0, '2023-08-18');
INSERT INTO donations VALUES (10, 'Bright Bakery', 3, 5000.0, '2022-09-01');
INSERT INTO donations VALUES (11, 'Dr H. Pell', 3, 5000.0, '2022-01-23');
INSERT INTO donations VALUES (12, 'Anonymous', 2, 500.0, '2022-07-09');
INSERT INTO donations VALUES (13, 'Port Authority Club', 5, 8000.0, '2022-05-27');
INSERT INTO donations VALUES (14, 'Dr H. Pell', 2, 750.0, '2022-02-10');
INSERT INTO donations VALUES (15, 'Bright Bakery', 1, 2500.0, '2022-07-10');
INSERT INTO donations VALUES (16, 'Union Local 12', 1, 750.0, '2023-05-08');
INSERT INTO donations VALUES (17, 'Union Local 12', 6, 1000.0, '2023-05-16');
INSERT INTO donations VALUES (18, 'Hart Family', 6, 12000.0, '2022-05-13');
INSERT INTO donations VALUES (19, 'Port Authority Club', 4, 500.0, '2023-02-23');
INSERT INTO donations VALUES (20, 'T. Whitcomb', 3, 5000.0, '2022-12-12');
INSERT INTO donations VALUES (21, 'Union Local 12', 1, 500.0, '2023-12-11');
INSERT INTO donations VALUES (22, 'Quarry & Sons', 2, 500.0, '2023-09-03');
INSERT INTO donations VALUES (23, 'Garden Society', 4, 100.0, '2022-07-05');
INSERT INTO donations VALUES (24, 'Anonymous', 4, 8000.0, '2023-06-19');
INSERT INTO donations VALUES (25, 'Garden Society', 3, 2500.0, '2023-07-13');
INSERT INTO donations VALUES (26, 'T. Whitcomb', 2, 1000.0, '2023-02-22');
INSERT INTO donations VALUES (27, 'Bright Bakery', 2, 1000.0, '2023-01-15');
INSERT INTO donations VALUES (28, 'Union Local 12', 2, 2500.0, '2023-10-19');
INSERT INTO donations VALUES (29, 'Bright Bakery', 5, 250.0, '2022-06-07');
INSERT INTO donations VALUES (30, 'Port Authority Club', 5, 100.0, '2022-05-23');
INSERT INTO donations VALUES (31, 'Hart Family', 2, 750.0, '2022-10-20');
INSERT INTO donations VALUES (32, 'Old Bank', 4, 500.0, '2022-07-12');
INSERT INTO donations VALUES (33, 'Anonymous', 1, 500.0, '2022-04-11');
INSERT INTO donations VALUES (34, 'Dr H. Pell', 5, 750.0, '2022-10-11');
INSERT INTO donations VALUES (35, 'Old Bank', 1, 250.0, '2023-09-01');
INSERT INTO donations VALUES (36, 'Quarry & Sons', 6, 750.0, '2022-11-26');
INSERT INTO donations VALUES (37, 'Union Local 12', 2, 1000.0, '2023-05-07');
INSERT INTO donations VALUES (38, 'Garden Society', 6, 1000.0, '2023-03-23');
INSERT INTO donations VALUES (39, 'Bright Bakery', 1, 750.0, '2023-10-12');
INSERT INTO donations VALUES (40, 'Solaris Ltd', 1, 200.0, '2023-08-18');
INSERT INTO donations VALUES (41, 'Garden Society', 10, 300.0, '2023-04-02');
INSERT INTO donations VALUES (42, 'Hart Family', 13, 750.0, '2022-10-18');
INSERT INTO donations VALUES (43, 'Anonymous', 14, 100.0, '2023-01-30');
INSERT INTO donations VALUES (44, 'Old Bank', 11, 2500.0, '2023-08-08');

