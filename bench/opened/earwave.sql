CREATE TABLE networks (
  network_id INTEGER PRIMARY KEY,
  network_name TEXT,
  headquarters TEXT,
  launched_year INTEGER
);
CREATE TABLE shows (
  show_id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  genre TEXT,
  language TEXT,
  network_id INTEGER,
  start_date TEXT,
  is_active INTEGER,
  rating REAL,
  FOREIGN KEY (network_id) REFERENCES networks(network_id)
);
CREATE TABLE hosts (
  host_id INTEGER PRIMARY KEY,
  full_name TEXT,
  home_city TEXT,
  birth_year INTEGER,
  followers INTEGER
);
CREATE TABLE show_hosts (
  show_id INTEGER,
  host_id INTEGER,
  since_year INTEGER,
  PRIMARY KEY (show_id, host_id),
  FOREIGN KEY (show_id) REFERENCES shows(show_id),
  FOREIGN KEY (host_id) REFERENCES hosts(host_id)
);
CREATE TABLE episodes (
  episode_id INTEGER PRIMARY KEY,
  show_id INTEGER,
  title TEXT,
  published TEXT,
  duration_min INTEGER,
  downloads INTEGER,
  explicit INTEGER,
  FOREIGN KEY (show_id) REFERENCES shows(show_id)
);
CREATE TABLE sponsors (
  sponsor_id INTEGER PRIMARY KEY,
  company TEXT,
  industry TEXT,
  home_city TEXT
);
CREATE TABLE ad_slots (
  episode_id INTEGER,
  sponsor_id INTEGER,
  position TEXT,
  price REAL,
  PRIMARY KEY (episode_id, sponsor_id),
  FOREIGN KEY (episode_id) REFERENCES episodes(episode_id),
  FOREIGN KEY (sponsor_id) REFERENCES sponsors(sponsor_id)
);

INSERT INTO networks VALUES (1, 'Earshot Media', 'Chicago', 2009);
INSERT INTO networks VALUES (2, 'Quiet Room', 'Brighton', 2014);
INSERT INTO networks VALUES (3, 'Loud Owl', 'Austin', 2016);
INSERT INTO networks VALUES (4, 'Deux Oreilles', 'Paris', 2012);
INSERT INTO networks VALUES (5, 'Signalhaus', 'Berlin', 2018);
INSERT INTO networks VALUES (6, 'Tern Audio', 'Halifax', 2016);
INSERT INTO networks VALUES (7, 'Copper Mic', 'Denver', NULL);
INSERT INTO networks VALUES (8, 'Banda Ancha', 'Madrid', 2020);
INSERT INTO networks VALUES (9, 'Hearthside', 'Dublin', 2015);
INSERT INTO networks VALUES (10, 'Mic Drop Studios', 'Toronto', 2017);
INSERT INTO networks VALUES (11, 'Velvet Static', 'London', 2011);
INSERT INTO networks VALUES (12, 'Frequenz', 'Vienna', 2019);
INSERT INTO networks VALUES (13, 'Old Dog Radio', 'Austin', 2013);
INSERT INTO networks VALUES (14, 'Pocket Theatre', 'London', 2022);
INSERT INTO networks VALUES (15, 'Sardine Club', 'Lisbon', NULL);

INSERT INTO shows VALUES (1, 'Cold Harbor Files', 'true crime', 'English', 1, '2015-03-02', 1, 4.6);
INSERT INTO shows VALUES (2, 'The Second Kettle', 'food', 'English', 2, '2017-09-12', 1, 4.3);
INSERT INTO shows VALUES (3, 'Bytes After Dark', 'technology', 'English', 3, '2016-11-01', 1, 4.1);
INSERT INTO shows VALUES (4, 'Ma Ville la Nuit', 'society', 'French', 4, '2013-05-20', 0, 4.4);
INSERT INTO shows VALUES (5, 'Kraut und Rüben', 'food', 'German', 5, '2019-02-14', 1, 3.9);
INSERT INTO shows VALUES (6, 'Ledger Lines', 'business', 'English', 1, '2012-01-09', 1, 3.7);
INSERT INTO shows VALUES (7, 'Tidewater Tales', 'history', 'English', 6, '2018-06-18', 1, 4.8);
INSERT INTO shows VALUES (8, 'Bone Garden', 'true crime', 'English', 3, '2020-10-31', 1, 4.2);
INSERT INTO shows VALUES (9, 'Half Time Talk', 'sports', 'English', 1, '2011-08-15', 0, 3.5);
INSERT INTO shows VALUES (10, 'Les Petits Savants', 'science', 'French', 4, '2019-09-02', 1, 4.7);
INSERT INTO shows VALUES (11, 'Orbit Room', 'science', 'English', 2, '2021-04-12', 1, 4.5);
INSERT INTO shows VALUES (12, 'Nachtzug', 'history', 'German', 5, '2020-01-20', 1, 4.5);
INSERT INTO shows VALUES (13, 'La Mesa Larga', 'food', 'Spanish', 8, '2021-03-03', 1, 4.0);
INSERT INTO shows VALUES (14, 'Gol en Contra', 'sports', 'Spanish', 8, '2020-08-28', 1, 3.8);
INSERT INTO shows VALUES (15, 'Paper Tigers', 'politics', 'English', 1, '2016-02-08', 0, NULL);
INSERT INTO shows VALUES (16, 'Attic Noise', 'music', 'English', NULL, '2022-05-05', 1, 4.9);
INSERT INTO shows VALUES (17, 'Small Claims', 'society', 'English', 2, '2018-03-21', 1, 4.1);
INSERT INTO shows VALUES (18, 'Startup Graveyard', 'business', 'English', 3, '2017-07-07', 1, 4.0);
INSERT INTO shows VALUES (19, 'Silent Sonar', 'true crime', 'English', 6, '2023-01-16', 1, 4.4);
INSERT INTO shows VALUES (20, 'Codec', 'technology', 'German', 5, '2022-11-11', 1, 3.6);
INSERT INTO shows VALUES (21, 'Pilot Light', 'music', 'English', 3, '2024-01-05', 1, NULL);
INSERT INTO shows VALUES (22, 'Bog Stories', 'history', 'English', 9, '2016-04-04', 1, 4.0);
INSERT INTO shows VALUES (23, 'Maple Court', 'true crime', 'English', 10, '2018-10-10', 1, 4.2);
INSERT INTO shows VALUES (24, 'Vinyl Hour', 'music', 'English', 11, '2012-02-20', 0, 3.8);
INSERT INTO shows VALUES (25, 'Wiener Mischung', 'society', 'German', 12, '2020-03-09', 1, 4.3);

INSERT INTO hosts VALUES (1, 'Dana Whitlock', 'Chicago', 1981, 48200);
INSERT INTO hosts VALUES (2, 'Omar Reyes', 'Austin', 1988, 15300);
INSERT INTO hosts VALUES (3, 'Priya Nair', 'Brighton', 1990, 22100);
INSERT INTO hosts VALUES (4, 'Émile Garnier', 'Paris', 1975, 9800);
INSERT INTO hosts VALUES (5, 'Lotte Braun', 'Berlin', 1993, 31000);
INSERT INTO hosts VALUES (6, 'Sam Okoro', 'Chicago', 1985, 5400);
INSERT INTO hosts VALUES (7, 'Jules Fabre', 'Lyon', 1986, 12700);
INSERT INTO hosts VALUES (8, 'Rachel Stone', 'Halifax', 1979, 60500);
INSERT INTO hosts VALUES (9, 'Greg Tillman', 'Denver', 1970, 2300);
INSERT INTO hosts VALUES (10, 'Inés Robles', 'Madrid', 1992, 27800);
INSERT INTO hosts VALUES (11, 'Paco Serna', 'Madrid', 1983, 41900);
INSERT INTO hosts VALUES (12, 'Tom Ashby', 'London', 1987, 8800);
INSERT INTO hosts VALUES (13, 'Maya Lindgren', 'Austin', 1995, 53700);
INSERT INTO hosts VALUES (14, 'Uwe Falk', 'Hamburg', 1968, 4100);
INSERT INTO hosts VALUES (15, 'Helen Cho', 'Chicago', 1990, 19900);
INSERT INTO hosts VALUES (16, 'Victor Hale', 'Brighton', 1982, NULL);
INSERT INTO hosts VALUES (17, 'Nadia Petit', 'Paris', 1994, 16600);
INSERT INTO hosts VALUES (18, 'Sam Okoro', 'Toronto', 1991, 700);
INSERT INTO hosts VALUES (19, 'Bea Castle', 'London', 1999, 11200);
INSERT INTO hosts VALUES (20, 'Ravi Menon', 'Austin', 1984, 7200);

INSERT INTO show_hosts VALUES (1, 1, 2015);
INSERT INTO show_hosts VALUES (1, 15, 2019);
INSERT INTO show_hosts VALUES (2, 3, 2017);
INSERT INTO show_hosts VALUES (2, 12, 2020);
INSERT INTO show_hosts VALUES (3, 2, 2016);
INSERT INTO show_hosts VALUES (3, 13, 2018);
INSERT INTO show_hosts VALUES (3, 20, 2021);
INSERT INTO show_hosts VALUES (4, 4, 2013);
INSERT INTO show_hosts VALUES (5, 5, 2019);
INSERT INTO show_hosts VALUES (6, 6, 2012);
INSERT INTO show_hosts VALUES (6, 1, 2014);
INSERT INTO show_hosts VALUES (7, 8, 2018);
INSERT INTO show_hosts VALUES (8, 13, 2020);
INSERT INTO show_hosts VALUES (9, 9, 2011);
INSERT INTO show_hosts VALUES (9, 6, 2013);
INSERT INTO show_hosts VALUES (10, 17, 2019);
INSERT INTO show_hosts VALUES (10, 7, 2019);
INSERT INTO show_hosts VALUES (11, 3, 2021);
INSERT INTO show_hosts VALUES (12, 14, 2020);
INSERT INTO show_hosts VALUES (12, 5, 2022);
INSERT INTO show_hosts VALUES (13, 10, 2021);
INSERT INTO show_hosts VALUES (14, 11, 2020);
INSERT INTO show_hosts VALUES (14, 10, 2022);
INSERT INTO show_hosts VALUES (15, 15, 2016);
INSERT INTO show_hosts VALUES (17, 16, 2018);
INSERT INTO show_hosts VALUES (17, 12, 2018);
INSERT INTO show_hosts VALUES (18, 20, 2017);
INSERT INTO show_hosts VALUES (19, 8, 2023);
INSERT INTO show_hosts VALUES (20, 5, 2022);
INSERT INTO show_hosts VALUES (22, 12, 2016);
INSERT INTO show_hosts VALUES (23, 18, 2018);
INSERT INTO show_hosts VALUES (24, 19, 2012);
INSERT INTO show_hosts VALUES (25, 14, 2020);
INSERT INTO show_hosts VALUES (25, 5, 2021);

INSERT INTO episodes VALUES (1, 12, 'A Broken Witness', '2024-11-18', 52, 67500, 0);
INSERT INTO episodes VALUES (2, 10, 'Our Frozen Goal', '2023-05-22', 74, 43100, 0);
INSERT INTO episodes VALUES (3, 9, 'The Second Debt', '2023-05-11', 52, 25900, 1);
INSERT INTO episodes VALUES (4, 1, 'Our Golden Server', '2020-12-12', 22, 79600, 1);
INSERT INTO episodes VALUES (5, 5, 'Our Missing Harvest', '2024-11-10', 52, 19700, 0);
INSERT INTO episodes VALUES (6, 1, 'Our Frozen Bridge', '2020-03-03', 22, 1100, 1);
INSERT INTO episodes VALUES (7, 5, 'Our Broken Server', '2023-08-20', 45, 61100, 0);
INSERT INTO episodes VALUES (8, 20, 'Our Hidden Bridge', '2023-08-13', 42, 37800, 1);
INSERT INTO episodes VALUES (9, 4, 'The Frozen Door', '2023-12-11', 95, 51400, 0);
INSERT INTO episodes VALUES (10, 9, 'The Borrowed Map', '2022-08-09', 42, 42400, 0);
INSERT INTO episodes VALUES (11, 12, 'That Wrong Letter', '2024-06-26', 38, 19700, 0);
INSERT INTO episodes VALUES (12, 6, 'One More Golden Map', '2021-12-12', 42, 83600, 0);
INSERT INTO episodes VALUES (13, 13, 'Our Second Door', '2024-01-28', 95, 74600, 1);
INSERT INTO episodes VALUES (14, 9, 'The Golden Map', '2020-10-04', 31, 21100, 0);
INSERT INTO episodes VALUES (15, 1, 'The Missing Map', '2023-09-22', 38, NULL, 0);
INSERT INTO episodes VALUES (16, 7, 'The Borrowed Recipe', '2023-01-25', 18, 22200, 0);
INSERT INTO episodes VALUES (17, 4, 'No Borrowed Harvest', '2022-02-26', 95, 32400, 0);
INSERT INTO episodes VALUES (18, 19, 'No Missing Letter', '2024-05-20', 38, 13900, 0);
INSERT INTO episodes VALUES (19, 2, 'Our Wrong Goal', '2023-05-07', 22, 86600, 1);
INSERT INTO episodes VALUES (20, 2, 'A Wrong Winter', '2021-03-26', 45, 47900, 0);
INSERT INTO episodes VALUES (21, 18, 'A Missing Letter', '2020-02-05', 38, 76100, 0);
INSERT INTO episodes VALUES (22, 6, 'One More Missing Goal', '2023-10-13', 60, 75000, 0);
INSERT INTO episodes VALUES (23, 19, 'The Golden Recipe', '2024-01-12', 22, 20000, 0);
INSERT INTO episodes VALUES (24, 7, 'Our Broken Signal', '2020-04-22', 27, 81600, 0);
INSERT INTO episodes VALUES (25, 12, 'The Second Goal', '2022-04-28', 42, 73300, 0);
INSERT INTO episodes VALUES (26, 18, 'That Golden Door', '2023-04-19', 74, 39500, 0);
INSERT INTO episodes VALUES (27, 8, 'No Wrong Bridge', '2023-08-06', 35, 4100, 1);
INSERT INTO episodes VALUES (28, 3, 'That Last Goal', '2021-07-05', 31, 14600, 0);
INSERT INTO episodes VALUES (29, 7, 'A Second Winter', '2020-07-04', 60, 39900, 1);
INSERT INTO episodes VALUES (30, 2, 'That Hidden Server', '2024-05-06', 52, 45100, 0);
INSERT INTO episodes VALUES (31, 8, 'No Broken Signal', '2023-01-10', 27, 31800, 0);
INSERT INTO episodes VALUES (32, 1, 'Our Golden Debt', '2021-05-15', 18, 25900, 0);
INSERT INTO episodes VALUES (33, 7, 'One More Last Harvest', '2020-04-01', 42, 56800, 0);
INSERT INTO episodes VALUES (34, 13, 'No Second Map', '2023-11-09', 38, NULL, 0);
INSERT INTO episodes VALUES (35, 3, 'One More Broken Letter', '2022-01-27', 42, 33600, 0);
INSERT INTO episodes VALUES (36, 7, 'One More Last Witness', '2022-04-02', 60, NULL, 0);
INSERT INTO episodes VALUES (37, 18, 'No Borrowed Witness', '2023-05-03', 38, 34900, 0);
INSERT INTO episodes VALUES (38, 7, 'A Golden Recipe', '2021-08-26', 38, 77600, 0);
INSERT INTO episodes VALUES (39, 6, 'No Second Letter', '2022-03-19', 22, 75700, 0);
INSERT INTO episodes VALUES (40, 6, 'A Quiet Goal', '2021-07-08', 27, 89600, 0);
INSERT INTO episodes VALUES (41, 3, 'That Frozen Server', '2023-02-01', 60, 20400, 1);
INSERT INTO episodes VALUES (42, 11, 'No Golden Map', '2023-08-25', 95, 28900, 1);
INSERT INTO episodes VALUES (43, 14, 'The Borrowed Winter', '2021-12-01', 27, 57000, 0);
INSERT INTO episodes VALUES (44, 11, 'No Borrowed Door', '2023-10-07', 95, NULL, 0);
INSERT INTO episodes VALUES (45, 12, 'One More Frozen Debt', '2024-07-01', 52, 85600, 0);
INSERT INTO episodes VALUES (46, 1, 'A Quiet Debt', '2021-08-24', 35, 33600, 0);
INSERT INTO episodes VALUES (47, 7, 'No Broken Winter', '2021-04-19', 27, 33700, 0);
INSERT INTO episodes VALUES (48, 16, 'A Quiet Letter', '2023-04-08', 52, 47700, 0);
INSERT INTO episodes VALUES (49, 17, 'One More Last Witness', '2023-06-17', 52, NULL, 1);
INSERT INTO episodes VALUES (50, 7, 'A Golden Server', '2021-02-04', 74, 14800, 0);
INSERT INTO episodes VALUES (51, 17, 'The Frozen Door', '2024-12-04', 18, 40900, 0);
INSERT INTO episodes VALUES (52, 7, 'That Last Server', '2024-02-17', 38, 11100, 1);
INSERT INTO episodes VALUES (53, 6, 'One More Golden Letter', '2024-03-19', 45, 78800, 0);
INSERT INTO episodes VALUES (54, 7, 'Our Hidden Debt', '2020-04-13', 60, 74800, 0);
INSERT INTO episodes VALUES (55, 7, 'That Quiet Debt', '2022-01-24', 27, 35600, 0);
INSERT INTO episodes VALUES (56, 6, 'One More Golden Bridge', '2022-05-12', 38, 19700, 0);
INSERT INTO episodes VALUES (57, 6, 'One More Missing Signal', '2024-04-08', 52, 9300, 0);
INSERT INTO episodes VALUES (58, 11, 'A Frozen Winter', '2024-05-22', 35, 60500, 0);
INSERT INTO episodes VALUES (59, 20, 'A Missing Door', '2024-10-26', 38, 19800, 0);
INSERT INTO episodes VALUES (60, 16, 'Our Missing Door', '2023-08-19', 27, 7800, 0);
INSERT INTO episodes VALUES (61, 14, 'A Hidden Map', '2023-01-20', 18, 34800, 0);
INSERT INTO episodes VALUES (62, 2, 'Our Frozen Harvest', '2021-08-14', 95, 80000, 0);
INSERT INTO episodes VALUES (63, 1, 'Our Quiet Harvest', '2020-08-03', 18, 60600, 1);
INSERT INTO episodes VALUES (64, 3, 'The Borrowed Goal', '2020-12-11', 27, 5500, 0);
INSERT INTO episodes VALUES (65, 8, 'One More Missing Letter', '2022-10-22', 27, 75800, 0);
INSERT INTO episodes VALUES (66, 7, 'No Second Recipe', '2024-02-10', 52, 80400, 0);
INSERT INTO episodes VALUES (67, 12, 'That Last Winter', '2024-07-22', 95, 48100, 1);
INSERT INTO episodes VALUES (68, 14, 'No Broken Signal', '2023-05-17', 95, 20900, 0);
INSERT INTO episodes VALUES (69, 7, 'One More Last Letter', '2023-06-20', 18, NULL, 0);
INSERT INTO episodes VALUES (70, 2, 'Our Quiet Signal', '2023-10-16', 35, 20800, 0);
INSERT INTO episodes VALUES (71, 22, 'The Drowned Road', '2021-03-17', 41, 15200, 0);
INSERT INTO episodes VALUES (72, 22, 'A Candle for Bride', '2022-02-01', 36, 11900, 0);
INSERT INTO episodes VALUES (73, 23, 'The Quiet Witness', '2023-05-12', 58, 48700, 1);
INSERT INTO episodes VALUES (74, 24, 'Side B Only', '2020-11-30', 64, 6300, 0);
INSERT INTO episodes VALUES (75, 25, 'Kaffee und Kuchen', '2023-09-09', 29, 9100, 0);
INSERT INTO episodes VALUES (76, 25, 'Der letzte Walzer', '2024-02-29', 33, 12400, 0);

INSERT INTO sponsors VALUES (1, 'Nimbus Mattress', 'home', 'Austin');
INSERT INTO sponsors VALUES (2, 'Tallow & Co', 'cosmetics', 'London');
INSERT INTO sponsors VALUES (3, 'BrightBank', 'finance', 'Chicago');
INSERT INTO sponsors VALUES (4, 'Vélo Vif', 'bicycles', 'Paris');
INSERT INTO sponsors VALUES (5, 'Kessel Beer', 'drinks', 'Berlin');
INSERT INTO sponsors VALUES (6, 'MealMule', 'food', 'Chicago');
INSERT INTO sponsors VALUES (7, 'Fenwick VPN', 'software', 'London');
INSERT INTO sponsors VALUES (8, 'Cloudpantry', 'software', 'Austin');
INSERT INTO sponsors VALUES (9, 'Puerta Seguros', 'finance', 'Madrid');
INSERT INTO sponsors VALUES (10, 'Larch Tea', 'drinks', 'Brighton');
INSERT INTO sponsors VALUES (11, 'Stride Shoes', 'clothing', 'Denver');
INSERT INTO sponsors VALUES (12, 'Inkdrop Books', 'publishing', 'Toronto');
INSERT INTO sponsors VALUES (13, 'Polar Coffee', 'drinks', 'Halifax');
INSERT INTO sponsors VALUES (14, 'Gable Homes', 'home', NULL);
INSERT INTO sponsors VALUES (15, 'Otter Games', 'toys', 'Berlin');

INSERT INTO ad_slots VALUES (1, 6, 'mid-roll', 300.0);
INSERT INTO ad_slots VALUES (2, 9, 'post-roll', 600.0);
INSERT INTO ad_slots VALUES (2, 4, 'mid-roll', 600.0);
INSERT INTO ad_slots VALUES (3, 6, 'post-roll', 220.0);
INSERT INTO ad_slots VALUES (4, 4, 'pre-roll', 450.0);
INSERT INTO ad_slots VALUES (6, 2, 'post-roll', 220.0);
INSERT INTO ad_slots VALUES (7, 2, 'mid-roll', 1200.0);
INSERT INTO ad_slots VALUES (9, 4, 'mid-roll', 750.0);
INSERT INTO ad_slots VALUES (9, 11, 'pre-roll', 450.0);
INSERT INTO ad_slots VALUES (11, 6, 'mid-roll', 220.0);
INSERT INTO ad_slots VALUES (12, 7, 'post-roll', 220.0);
INSERT INTO ad_slots VALUES (12, 9, 'pre-roll', 300.0);
INSERT INTO ad_slots VALUES (14, 3, 'pre-roll', 1200.0);
INSERT INTO ad_slots VALUES (14, 10, 'mid-roll', 220.0);
INSERT INTO ad_slots VALUES (16, 7, 'pre-roll', 150.0);
INSERT INTO ad_slots VALUES (17, 4, 'post-roll', 150.0);
INSERT INTO ad_slots VALUES (19, 7, 'post-roll', 750.0);
INSERT INTO ad_slots VALUES (20, 2, 'mid-roll', 600.0);
INSERT INTO ad_slots VALUES (21, 1, 'mid-roll', 150.0);
INSERT INTO ad_slots VALUES (22, 5, 'mid-roll', 450.0);
INSERT INTO ad_slots VALUES (22, 4, 'pre-roll', 150.0);
INSERT INTO ad_slots VALUES (23, 11, 'pre-roll', 300.0);
INSERT INTO ad_slots VALUES (24, 4, 'mid-roll', 150.0);
INSERT INTO ad_slots VALUES (25, 3, 'post-roll', 300.0);
INSERT INTO ad_slots VALUES (26, 5, 'pre-roll', 150.0);
INSERT INTO ad_slots VALUES (27, 3, 'post-roll', 450.0);
INSERT INTO ad_slots VALUES (29, 13, 'mid-roll', 220.0);
INSERT INTO ad_slots VALUES (30, 6, 'mid-roll', 600.0);
INSERT INTO ad_slots VALUES (31, 1, 'mid-roll', 600.0);
INSERT INTO ad_slots VALUES (35, 13, 'post-roll', 900.0);
INSERT INTO ad_slots VALUES (38, 10, 'mid-roll', 450.0);
INSERT INTO ad_slots VALUES (38, 2, 'mid-roll', 450.0);
INSERT INTO ad_slots VALUES (41, 13, 'mid-roll', 300.0);
INSERT INTO ad_slots VALUES (41, 5, 'pre-roll', 900.0);
INSERT INTO ad_slots VALUES (42, 13, 'pre-roll', 220.0);
INSERT INTO ad_slots VALUES (42, 8, 'post-roll', 450.0);
INSERT INTO ad_slots VALUES (43, 11, 'mid-roll', 750.0);
INSERT INTO ad_slots VALUES (44, 6, 'post-roll', 900.0);
INSERT INTO ad_slots VALUES (45, 10, 'post-roll', 600.0);
INSERT INTO ad_slots VALUES (45, 2, 'mid-roll', 900.0);
INSERT INTO ad_slots VALUES (46, 11, 'mid-roll', 1200.0);
INSERT INTO ad_slots VALUES (49, 9, 'pre-roll', 600.0);
INSERT INTO ad_slots VALUES (49, 6, 'post-roll', 220.0);
INSERT INTO ad_slots VALUES (50, 9, 'post-roll', 150.0);
INSERT INTO ad_slots VALUES (51, 4, 'mid-roll', 1200.0);
INSERT INTO ad_slots VALUES (52, 5, 'post-roll', 300.0);
INSERT INTO ad_slots VALUES (55, 9, 'mid-roll', 900.0);
INSERT INTO ad_slots VALUES (56, 6, 'mid-roll', 220.0);
INSERT INTO ad_slots VALUES (58, 8, 'mid-roll', 150.0);
INSERT INTO ad_slots VALUES (59, 10, 'mid-roll', 150.0);
INSERT INTO ad_slots VALUES (60, 6, 'mid-roll', 300.0);
INSERT INTO ad_slots VALUES (60, 10, 'mid-roll', 600.0);
INSERT INTO ad_slots VALUES (65, 6, 'mid-roll', 900.0);
INSERT INTO ad_slots VALUES (65, 1, 'post-roll', 300.0);
INSERT INTO ad_slots VALUES (67, 13, 'mid-roll', 900.0);
INSERT INTO ad_slots VALUES (69, 5, 'mid-roll', 600.0);
INSERT INTO ad_slots VALUES (71, 8, 'mid-roll', 750.0);
INSERT INTO ad_slots VALUES (71, 10, 'pre-roll', 450.0);
INSERT INTO ad_slots VALUES (72, 7, 'mid-roll', 220.0);
INSERT INTO ad_slots VALUES (73, 2, 'mid-roll', 450.0);

