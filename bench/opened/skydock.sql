CREATE TABLE airlines (
  airline_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT,
  founded INTEGER
);
CREATE TABLE aircraft (
  aircraft_id INTEGER PRIMARY KEY,
  registration TEXT NOT NULL,
  model TEXT,
  manufacturer TEXT,
  airline_id INTEGER REFERENCES airlines(airline_id),
  build_year INTEGER,
  flight_hours INTEGER,
  seats INTEGER,
  grounded INTEGER
);
CREATE TABLE hangars (
  hangar_id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  bays INTEGER,
  heated INTEGER
);
CREATE TABLE mechanics (
  mechanic_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  city TEXT,
  licence TEXT,
  hourly_rate REAL,
  hired_on TEXT,
  hangar_id INTEGER REFERENCES hangars(hangar_id)
);
CREATE TABLE work_orders (
  order_id INTEGER PRIMARY KEY,
  aircraft_id INTEGER NOT NULL REFERENCES aircraft(aircraft_id),
  hangar_id INTEGER REFERENCES hangars(hangar_id),
  kind TEXT,
  opened_on TEXT,
  closed_on TEXT,
  cost REAL
);
CREATE TABLE order_mechanics (
  order_id INTEGER REFERENCES work_orders(order_id),
  mechanic_id INTEGER REFERENCES mechanics(mechanic_id),
  hours REAL,
  PRIMARY KEY (order_id, mechanic_id)
);
CREATE TABLE parts (
  part_id INTEGER PRIMARY KEY,
  description TEXT,
  supplier TEXT,
  unit_price REAL,
  stock INTEGER
);
CREATE TABLE order_parts (
  order_id INTEGER REFERENCES work_orders(order_id),
  part_id INTEGER REFERENCES parts(part_id),
  quantity INTEGER,
  PRIMARY KEY (order_id, part_id)
);

INSERT INTO airlines VALUES (1, 'Nordwind Air', 'Norway', 1987);
INSERT INTO airlines VALUES (2, 'Alba Wings', 'Scotland', 1999);
INSERT INTO airlines VALUES (3, 'Iberluz', 'Spain', 1974);
INSERT INTO airlines VALUES (4, 'Sahel Express', 'Morocco', 2006);
INSERT INTO airlines VALUES (5, 'Blue Fjord', 'Norway', 2011);
INSERT INTO airlines VALUES (6, 'Danube Lines', 'Austria', 1962);
INSERT INTO airlines VALUES (7, 'Cormorant Air', 'Ireland', 1999);
INSERT INTO airlines VALUES (8, 'Polder Jet', 'Netherlands', 2003);
INSERT INTO airlines VALUES (9, 'Tatra Fly', 'Slovakia', 2014);
INSERT INTO airlines VALUES (10, 'Levant Sky', 'Cyprus', 1995);
INSERT INTO airlines VALUES (11, 'Helvia', 'Switzerland', 1958);
INSERT INTO airlines VALUES (12, 'Rosa Air', 'Portugal', NULL);
INSERT INTO airlines VALUES (13, 'Ostsee Air', 'Germany', 1991);
INSERT INTO airlines VALUES (14, 'Garrigue Aero', 'France', 2009);
INSERT INTO airlines VALUES (15, 'Algarve Connect', 'Portugal', 2018);

INSERT INTO aircraft VALUES (1, 'EI-FUT', '787-9', 'Boeing', 13, 2010, 24982, 280, 0);
INSERT INTO aircraft VALUES (2, 'HB-SXF', 'A321', 'Airbus', 1, 2015, 13295, 220, 1);
INSERT INTO aircraft VALUES (3, 'LN-SMS', 'E190', 'Embraer', 6, 2015, 16465, 100, 0);
INSERT INTO aircraft VALUES (4, 'EC-SKR', '787-9', 'Boeing', 1, 2017, 18173, 290, 0);
INSERT INTO aircraft VALUES (5, 'PH-ACW', 'A220', 'Airbus', 6, 2012, NULL, 135, 0);
INSERT INTO aircraft VALUES (6, 'LN-GGB', 'Dash 8', 'De Havilland', 2, 1996, 66328, 68, 0);
INSERT INTO aircraft VALUES (7, 'EC-LMA', 'E190', 'Embraer', 6, 2006, 40690, 100, 1);
INSERT INTO aircraft VALUES (8, 'D-TFV', 'A321', 'Airbus', 1, 1997, 48424, 220, 0);
INSERT INTO aircraft VALUES (9, 'HB-DPR', '737-800', 'Boeing', 11, 2016, 14680, 185, 0);
INSERT INTO aircraft VALUES (10, 'OE-PXW', 'ATR 72', 'ATR', 1, 2002, 35331, 70, 0);
INSERT INTO aircraft VALUES (11, 'OM-LPC', 'ATR 72', 'ATR', 1, 2020, 6254, 70, 0);
INSERT INTO aircraft VALUES (12, 'OM-NXS', 'E190', 'Embraer', 1, 2015, 15431, 90, 0);
INSERT INTO aircraft VALUES (13, 'OE-LHX', '737-800', 'Boeing', 10, 2001, 44301, 189, 1);
INSERT INTO aircraft VALUES (14, 'EC-RBD', 'E190', 'Embraer', 10, 2011, 21118, 96, 0);
INSERT INTO aircraft VALUES (15, 'D-LUF', 'Dash 8', 'De Havilland', 6, 2009, 23164, 78, 0);
INSERT INTO aircraft VALUES (16, 'EI-ACK', 'A321', 'Airbus', 6, 2002, 49552, 220, 1);
INSERT INTO aircraft VALUES (17, 'OE-CNE', '737-800', 'Boeing', 7, 2007, 39643, 189, 0);
INSERT INTO aircraft VALUES (18, 'PH-BAX', 'A320', 'Airbus', 14, 2007, 26647, 180, 0);
INSERT INTO aircraft VALUES (19, 'EC-SVN', 'A220', 'Airbus', 3, 1998, 39226, 135, 0);
INSERT INTO aircraft VALUES (20, 'D-CRA', 'A220', 'Airbus', 9, 1998, 63291, 135, 0);
INSERT INTO aircraft VALUES (21, 'LN-XCC', 'Dash 8', 'De Havilland', 10, 2014, 16177, 78, 0);
INSERT INTO aircraft VALUES (22, 'D-SSV', 'Dash 8', 'De Havilland', 8, 2008, 25401, 78, 0);
INSERT INTO aircraft VALUES (23, 'EI-DTX', 'A321', 'Airbus', 14, 1996, 67190, 220, 0);
INSERT INTO aircraft VALUES (24, 'OE-MST', '737-800', 'Boeing', 5, 2012, 22895, 179, 0);
INSERT INTO aircraft VALUES (25, 'EI-GPH', 'E190', 'Embraer', 11, 2021, 8253, 96, 0);
INSERT INTO aircraft VALUES (26, 'LN-CKF', '737-800', 'Boeing', 14, 2007, 27957, 179, 0);
INSERT INTO aircraft VALUES (27, 'D-MXS', 'E190', 'Embraer', 11, 2008, 32934, 100, 0);
INSERT INTO aircraft VALUES (28, 'OM-LWA', 'A320', 'Airbus', 6, 2014, 16987, 170, 1);
INSERT INTO aircraft VALUES (29, 'OE-BDS', 'ATR 72', 'ATR', 6, 2020, 6814, 66, 0);
INSERT INTO aircraft VALUES (30, 'D-KFA', 'E190', 'Embraer', 5, 2022, 5007, 100, 1);
INSERT INTO aircraft VALUES (31, 'OE-PHC', 'ATR 72', 'ATR', 9, 2013, 25117, 60, 1);
INSERT INTO aircraft VALUES (32, 'LN-PVW', '787-9', 'Boeing', 5, 2016, 19839, 286, 0);
INSERT INTO aircraft VALUES (33, 'EC-GHP', 'E190', 'Embraer', 3, 2019, 8395, 96, 0);
INSERT INTO aircraft VALUES (34, 'LN-NUC', 'A220', 'Airbus', 6, 2018, 9081, 131, 0);
INSERT INTO aircraft VALUES (35, 'EI-CRB', 'ATR 72', 'ATR', 14, 1996, 49384, 66, 0);
INSERT INTO aircraft VALUES (36, 'D-TWC', '737-800', 'Boeing', 14, 2000, 44696, 185, 0);
INSERT INTO aircraft VALUES (37, 'HB-XGL', '737-800', 'Boeing', 6, 2005, 32586, 185, 0);
INSERT INTO aircraft VALUES (38, 'EC-UAX', 'E190', 'Embraer', 11, 2013, 23906, 100, 0);
INSERT INTO aircraft VALUES (39, 'EC-FCV', 'Dash 8', 'De Havilland', 3, 2011, 30618, 68, 0);
INSERT INTO aircraft VALUES (40, 'OM-RTU', '787-9', 'Boeing', 14, 2000, 49231, 290, 0);

INSERT INTO hangars VALUES (1, 'North Bay', 'Oslo', 3, 1);
INSERT INTO hangars VALUES (2, 'Fjord Hall', 'Bergen', 2, 1);
INSERT INTO hangars VALUES (3, 'Delta Shed', 'Porto', 4, 0);
INSERT INTO hangars VALUES (4, 'Kestrel Hangar', 'Dublin', 3, 0);
INSERT INTO hangars VALUES (5, 'Old Works', 'Vienna', 5, 1);
INSERT INTO hangars VALUES (6, 'Prater Dock', 'Vienna', 2, 1);
INSERT INTO hangars VALUES (7, 'Sol Hangar', 'Seville', 4, 0);
INSERT INTO hangars VALUES (8, 'Maas Point', 'Rotterdam', 3, 1);
INSERT INTO hangars VALUES (9, 'Granite Hall', 'Zurich', 6, 1);
INSERT INTO hangars VALUES (10, 'Harbour Shed', 'Dublin', 1, 0);
INSERT INTO hangars VALUES (11, 'Rhone Dock', 'Lyon', 2, NULL);
INSERT INTO hangars VALUES (12, 'Aegean Bay', 'Larnaca', 2, 0);
INSERT INTO hangars VALUES (13, 'Tatra Hall', 'Kosice', 1, 1);
INSERT INTO hangars VALUES (14, 'Sandy Strip', 'Faro', 1, 0);
INSERT INTO hangars VALUES (15, 'East Wing', 'Rostock', 3, 1);

INSERT INTO mechanics VALUES (1, 'Ingrid Solberg', 'Oslo', 'A', 34, '2005-01-07', 3);
INSERT INTO mechanics VALUES (2, 'Tomás Vega', 'Vienna', 'B1', 38.5, '2015-12-12', 4);
INSERT INTO mechanics VALUES (3, 'Aoife Brennan', 'Bergen', 'B1', 47.5, '2023-02-28', 8);
INSERT INTO mechanics VALUES (4, 'Karl Huber', 'Porto', NULL, 36, '2021-07-01', 6);
INSERT INTO mechanics VALUES (5, 'Marta Silva', 'Zurich', 'B1', 34, '2022-04-28', 9);
INSERT INTO mechanics VALUES (6, 'Jan de Boer', 'Lyon', NULL, 36, '2021-04-28', 8);
INSERT INTO mechanics VALUES (7, 'Petra Novak', 'Dublin', 'B2', 41, '2010-06-20', 5);
INSERT INTO mechanics VALUES (8, 'Lars Haugen', 'Vienna', 'B2', 36, '2008-03-08', 3);
INSERT INTO mechanics VALUES (9, 'Sofia Costa', 'Seville', 'A', 44, '2008-07-27', 6);
INSERT INTO mechanics VALUES (10, 'Liam Byrne', 'Lyon', NULL, 34, '2011-07-21', 9);
INSERT INTO mechanics VALUES (11, 'Hannes Gruber', 'Oslo', 'B1', 36, '2023-11-12', 5);
INSERT INTO mechanics VALUES (12, 'Elena Ruiz', 'Seville', NULL, 52.0, '2021-11-27', 4);
INSERT INTO mechanics VALUES (13, 'Piet Visser', 'Seville', 'C', 31.5, '2005-01-25', 8);
INSERT INTO mechanics VALUES (14, 'Niamh Kelly', 'Lyon', 'B1', 47.5, '2009-04-06', 2);
INSERT INTO mechanics VALUES (15, 'Jonas Keller', 'Vienna', 'B2', 34, '2014-11-04', 9);
INSERT INTO mechanics VALUES (16, 'Lars Haugen', 'Oslo', 'B2', 47.5, '2007-02-11', 6);
INSERT INTO mechanics VALUES (17, 'Camille Roche', 'Bergen', 'C', 41, '2018-04-20', 5);
INSERT INTO mechanics VALUES (18, 'Andreas Georgiou', 'Oslo', NULL, 28, '2011-03-14', 7);
INSERT INTO mechanics VALUES (19, 'Zuzana Kral', 'Rotterdam', NULL, 41, '2017-04-20', 3);
INSERT INTO mechanics VALUES (20, 'Rui Mendes', 'Seville', 'B1', 28, '2015-02-26', 12);
INSERT INTO mechanics VALUES (21, 'Greta Vogt', 'Zurich', 'B1', 36, '2021-10-11', NULL);
INSERT INTO mechanics VALUES (22, 'Sean Doyle', 'Porto', 'A', 31.5, '2010-07-05', 5);
INSERT INTO mechanics VALUES (23, 'Anna Huber', 'Lyon', NULL, 41, '2018-03-13', 4);
INSERT INTO mechanics VALUES (24, 'Bjorn Lund', 'Dublin', 'B1', 41, '2014-08-04', 1);
INSERT INTO mechanics VALUES (25, 'Paula Ortiz', 'Rotterdam', NULL, 28, '2012-05-22', 5);
INSERT INTO mechanics VALUES (26, 'Marek Duda', 'Rotterdam', 'B2', 44, '2023-03-18', 2);
INSERT INTO mechanics VALUES (27, 'Silvia Frei', 'Zurich', 'B1', 47.5, '2011-12-04', NULL);
INSERT INTO mechanics VALUES (28, 'Otto Lang', 'Zurich', 'B1', 28, '2008-10-04', 12);
INSERT INTO mechanics VALUES (29, 'Nuno Pinto', 'Vienna', 'A', 47.5, '2017-09-02', NULL);
INSERT INTO mechanics VALUES (30, 'Claire Petit', 'Vienna', NULL, 44, '2005-02-09', 5);

INSERT INTO work_orders VALUES (1, 34, 9, 'paint', '2023-05-18', '2023-05-24', 84588.34);
INSERT INTO work_orders VALUES (2, 25, 3, 'landing gear', '2024-11-03', '2024-11-03', 40575.14);
INSERT INTO work_orders VALUES (3, 28, 8, 'landing gear', '2024-03-18', '2024-03-18', 24821.06);
INSERT INTO work_orders VALUES (4, 18, 9, 'engine', '2023-07-12', '2023-07-19', 56708.15);
INSERT INTO work_orders VALUES (5, 16, 9, 'inspection', '2023-12-01', NULL, 35280.57);
INSERT INTO work_orders VALUES (6, 4, 9, 'cabin', '2024-11-02', '2024-11-08', 80328.86);
INSERT INTO work_orders VALUES (7, 16, 1, 'avionics', '2023-02-14', '2023-02-18', 9181.58);
INSERT INTO work_orders VALUES (8, 8, 1, 'avionics', '2024-12-05', '2024-12-08', 35982.98);
INSERT INTO work_orders VALUES (9, 8, 6, 'landing gear', '2023-02-02', '2023-02-04', 12655.35);
INSERT INTO work_orders VALUES (10, 24, 15, 'cabin', '2024-07-20', '2024-07-26', 45537.44);
INSERT INTO work_orders VALUES (11, 33, 5, 'paint', '2023-03-05', '2023-03-06', 43568.3);
INSERT INTO work_orders VALUES (12, 18, 15, 'inspection', '2023-06-09', '2023-06-12', 16863.48);
INSERT INTO work_orders VALUES (13, 18, 5, 'landing gear', '2023-04-02', '2023-04-02', 3162.61);
INSERT INTO work_orders VALUES (14, 6, 5, 'inspection', '2022-01-08', '2022-01-09', 47207.87);
INSERT INTO work_orders VALUES (15, 22, 6, 'landing gear', '2023-11-16', '2023-11-19', 63539.94);
INSERT INTO work_orders VALUES (16, 29, 7, 'cabin', '2022-02-15', '2022-02-18', 22603.88);
INSERT INTO work_orders VALUES (17, 19, 9, 'paint', '2023-03-05', '2023-03-10', 63647.41);
INSERT INTO work_orders VALUES (18, 21, 2, 'avionics', '2024-03-12', '2024-03-19', 7882.1);
INSERT INTO work_orders VALUES (19, 5, 5, 'inspection', '2024-10-15', '2024-10-15', 77488.52);
INSERT INTO work_orders VALUES (20, 19, 3, 'inspection', '2022-10-10', '2022-10-15', 30991.12);
INSERT INTO work_orders VALUES (21, 29, 9, 'avionics', '2023-12-12', '2023-12-17', 78150.61);
INSERT INTO work_orders VALUES (22, 30, 6, 'inspection', '2023-11-15', '2023-11-19', 34505.66);
INSERT INTO work_orders VALUES (23, 2, 6, 'cabin', '2023-12-03', '2023-12-08', 34170.77);
INSERT INTO work_orders VALUES (24, 35, 3, 'paint', '2023-07-19', '2023-07-25', 50614.98);
INSERT INTO work_orders VALUES (25, 2, 4, 'avionics', '2023-03-03', '2023-03-07', 5754.89);
INSERT INTO work_orders VALUES (26, 5, 9, 'avionics', '2023-03-01', '2023-03-07', 26590.42);
INSERT INTO work_orders VALUES (27, 7, 6, 'inspection', '2022-09-11', NULL, NULL);
INSERT INTO work_orders VALUES (28, 16, 10, 'inspection', '2023-11-04', '2023-11-10', 42025.64);
INSERT INTO work_orders VALUES (29, 22, 5, 'inspection', '2023-09-15', '2023-09-20', 42416.97);
INSERT INTO work_orders VALUES (30, 23, 1, 'paint', '2022-09-20', '2022-09-26', 32687.83);
INSERT INTO work_orders VALUES (31, 24, 10, 'inspection', '2024-02-18', '2024-02-26', 68369.51);
INSERT INTO work_orders VALUES (32, 25, 5, 'inspection', '2024-07-05', '2024-07-07', 27885.97);
INSERT INTO work_orders VALUES (33, 31, 5, 'cabin', '2024-07-17', '2024-07-17', 10555.75);
INSERT INTO work_orders VALUES (34, 2, 9, 'landing gear', '2023-11-06', '2023-11-13', 77371.7);
INSERT INTO work_orders VALUES (35, 23, 4, 'avionics', '2023-01-04', NULL, NULL);
INSERT INTO work_orders VALUES (36, 12, 5, 'landing gear', '2024-12-20', '2024-12-27', 15408.37);
INSERT INTO work_orders VALUES (37, 22, 5, 'avionics', '2024-05-09', '2024-05-15', 65798.32);
INSERT INTO work_orders VALUES (38, 9, 15, 'paint', '2024-02-08', '2024-02-11', 33276.53);
INSERT INTO work_orders VALUES (39, 1, 8, 'engine', '2023-09-02', '2023-09-05', 38746.58);
INSERT INTO work_orders VALUES (40, 11, 15, 'engine', '2024-04-20', '2024-04-26', 13072.55);
INSERT INTO work_orders VALUES (41, 4, 3, 'avionics', '2023-09-20', '2023-09-28', 65688.77);
INSERT INTO work_orders VALUES (42, 23, 5, 'avionics', '2023-01-05', '2023-01-06', 61159.57);
INSERT INTO work_orders VALUES (43, 35, 9, 'engine', '2024-02-15', NULL, NULL);
INSERT INTO work_orders VALUES (44, 29, 4, 'inspection', '2024-04-07', '2024-04-08', 46597.53);
INSERT INTO work_orders VALUES (45, 21, 5, 'landing gear', '2024-09-06', '2024-09-10', 7293.71);
INSERT INTO work_orders VALUES (46, 7, 5, 'landing gear', '2024-05-03', '2024-05-05', 57739.71);
INSERT INTO work_orders VALUES (47, 25, 10, 'cabin', '2022-12-15', NULL, NULL);
INSERT INTO work_orders VALUES (48, 10, 5, 'cabin', '2022-05-15', '2022-05-18', 32520.65);
INSERT INTO work_orders VALUES (49, 6, 5, 'inspection', '2023-09-11', '2023-09-19', 17715.35);
INSERT INTO work_orders VALUES (50, 37, 8, 'cabin', '2022-12-11', '2022-12-15', 54751.44);
INSERT INTO work_orders VALUES (51, 7, 3, 'cabin', '2024-08-03', NULL, 15974.46);
INSERT INTO work_orders VALUES (52, 7, 4, 'inspection', '2024-04-02', '2024-04-03', 14110.91);
INSERT INTO work_orders VALUES (53, 28, 9, 'inspection', '2024-02-14', '2024-02-19', 55333.52);
INSERT INTO work_orders VALUES (54, 1, 10, 'landing gear', '2024-03-16', '2024-03-22', 52461.29);
INSERT INTO work_orders VALUES (55, 22, 4, 'engine', '2023-06-20', '2023-06-24', 26700.04);
INSERT INTO work_orders VALUES (56, 22, 15, 'engine', '2022-08-18', '2022-08-26', 70298.36);
INSERT INTO work_orders VALUES (57, 36, 4, 'engine', '2023-10-09', '2023-10-13', 52370.29);
INSERT INTO work_orders VALUES (58, 13, 9, 'inspection', '2023-09-19', '2023-09-27', 53640.4);
INSERT INTO work_orders VALUES (59, 22, 6, 'inspection', '2022-04-05', '2022-04-11', 79033.95);
INSERT INTO work_orders VALUES (60, 9, 4, 'avionics', '2023-06-15', '2023-06-22', 46602.09);

INSERT INTO order_mechanics VALUES (1, 18, 7.5);
INSERT INTO order_mechanics VALUES (2, 24, 8);
INSERT INTO order_mechanics VALUES (3, 4, 2);
INSERT INTO order_mechanics VALUES (4, 22, 8);
INSERT INTO order_mechanics VALUES (5, 25, 8);
INSERT INTO order_mechanics VALUES (6, 6, 20);
INSERT INTO order_mechanics VALUES (7, 15, 2);
INSERT INTO order_mechanics VALUES (8, 6, 4);
INSERT INTO order_mechanics VALUES (8, 26, 7.5);
INSERT INTO order_mechanics VALUES (9, 20, 2);
INSERT INTO order_mechanics VALUES (9, 19, 4);
INSERT INTO order_mechanics VALUES (10, 14, 16.5);
INSERT INTO order_mechanics VALUES (11, 5, 20);
INSERT INTO order_mechanics VALUES (12, 4, 12);
INSERT INTO order_mechanics VALUES (12, 19, 4);
INSERT INTO order_mechanics VALUES (13, 17, 4);
INSERT INTO order_mechanics VALUES (14, 8, 8);
INSERT INTO order_mechanics VALUES (15, 21, 2);
INSERT INTO order_mechanics VALUES (16, 13, 16.5);
INSERT INTO order_mechanics VALUES (17, 16, 8);
INSERT INTO order_mechanics VALUES (18, 20, 12);
INSERT INTO order_mechanics VALUES (18, 23, 7.5);
INSERT INTO order_mechanics VALUES (19, 15, 12);
INSERT INTO order_mechanics VALUES (19, 27, 12);
INSERT INTO order_mechanics VALUES (20, 19, 3.5);
INSERT INTO order_mechanics VALUES (21, 17, 20);
INSERT INTO order_mechanics VALUES (22, 14, 8);
INSERT INTO order_mechanics VALUES (22, 1, 2);
INSERT INTO order_mechanics VALUES (23, 24, 12);
INSERT INTO order_mechanics VALUES (24, 20, 7.5);
INSERT INTO order_mechanics VALUES (24, 11, 3.5);
INSERT INTO order_mechanics VALUES (25, 4, 16.5);
INSERT INTO order_mechanics VALUES (26, 17, 12);
INSERT INTO order_mechanics VALUES (27, 16, 3.5);
INSERT INTO order_mechanics VALUES (28, 18, 7.5);
INSERT INTO order_mechanics VALUES (29, 8, 8);
INSERT INTO order_mechanics VALUES (29, 3, 20);
INSERT INTO order_mechanics VALUES (30, 19, 4);
INSERT INTO order_mechanics VALUES (30, 26, 6);
INSERT INTO order_mechanics VALUES (31, 19, 3.5);
INSERT INTO order_mechanics VALUES (31, 4, 3.5);
INSERT INTO order_mechanics VALUES (32, 4, 20);
INSERT INTO order_mechanics VALUES (33, 1, 6);
INSERT INTO order_mechanics VALUES (33, 10, 7.5);
INSERT INTO order_mechanics VALUES (34, 11, 4);
INSERT INTO order_mechanics VALUES (35, 15, 16.5);
INSERT INTO order_mechanics VALUES (36, 5, 6);
INSERT INTO order_mechanics VALUES (36, 12, 2);
INSERT INTO order_mechanics VALUES (37, 1, 16.5);
INSERT INTO order_mechanics VALUES (38, 10, 8);
INSERT INTO order_mechanics VALUES (39, 5, 16.5);
INSERT INTO order_mechanics VALUES (39, 25, 6);
INSERT INTO order_mechanics VALUES (40, 10, 2);
INSERT INTO order_mechanics VALUES (41, 11, 8);
INSERT INTO order_mechanics VALUES (42, 1, 20);
INSERT INTO order_mechanics VALUES (42, 6, 6);
INSERT INTO order_mechanics VALUES (43, 7, 2);
INSERT INTO order_mechanics VALUES (44, 10, 8);
INSERT INTO order_mechanics VALUES (45, 14, 4);
INSERT INTO order_mechanics VALUES (46, 23, 16.5);
INSERT INTO order_mechanics VALUES (47, 3, 6);
INSERT INTO order_mechanics VALUES (47, 6, 7.5);
INSERT INTO order_mechanics VALUES (48, 23, 6);
INSERT INTO order_mechanics VALUES (49, 6, 6);
INSERT INTO order_mechanics VALUES (50, 26, 7.5);
INSERT INTO order_mechanics VALUES (51, 26, 20);
INSERT INTO order_mechanics VALUES (52, 19, 20);
INSERT INTO order_mechanics VALUES (53, 10, 4);
INSERT INTO order_mechanics VALUES (54, 9, 4);
INSERT INTO order_mechanics VALUES (55, 15, 3.5);
INSERT INTO order_mechanics VALUES (56, 17, 20);
INSERT INTO order_mechanics VALUES (56, 3, 2);
INSERT INTO order_mechanics VALUES (57, 20, 7.5);
INSERT INTO order_mechanics VALUES (58, 14, 3.5);
INSERT INTO order_mechanics VALUES (59, 10, 6);
INSERT INTO order_mechanics VALUES (60, 6, 7.5);

INSERT INTO parts VALUES (1, 'brake pad', 'Ferrotech', 420.0, 36);
INSERT INTO parts VALUES (2, 'fuel filter', 'Lumo Parts', 88.5, 120);
INSERT INTO parts VALUES (3, 'main tyre', 'Ferrotech', 1350.0, 14);
INSERT INTO parts VALUES (4, 'nose tyre', 'Ferrotech', 940.0, 9);
INSERT INTO parts VALUES (5, 'turbine blade', 'Aerovane', 5200.0, 22);
INSERT INTO parts VALUES (6, 'hydraulic pump', 'Hydrel', 7350.0, 4);
INSERT INTO parts VALUES (7, 'cabin lamp', 'Lumo Parts', 36.0, 300);
INSERT INTO parts VALUES (8, 'seat belt', 'Comfortis', 54.9, 210);
INSERT INTO parts VALUES (9, 'seat cover', 'Comfortis', 79.0, 0);
INSERT INTO parts VALUES (10, 'radio unit', 'Avionix', 4100.0, 6);
INSERT INTO parts VALUES (11, 'altimeter', 'Avionix', 6890.0, 3);
INSERT INTO parts VALUES (12, 'oil seal', 'Hydrel', 12.4, 500);
INSERT INTO parts VALUES (13, 'windscreen', 'Clarivue', 9800.0, 2);
INSERT INTO parts VALUES (14, 'wiper blade', 'Clarivue', 65.0, 40);
INSERT INTO parts VALUES (15, 'galley oven', 'Comfortis', 2650.0, 0);
INSERT INTO parts VALUES (16, 'spark igniter', 'Aerovane', 315.0, 48);
INSERT INTO parts VALUES (17, 'fan belt', 'Lumo Parts', NULL, 60);
INSERT INTO parts VALUES (18, 'smoke detector', 'Avionix', 240.0, 33);

INSERT INTO order_parts VALUES (2, 5, 1);
INSERT INTO order_parts VALUES (3, 13, 8);
INSERT INTO order_parts VALUES (3, 1, 1);
INSERT INTO order_parts VALUES (4, 3, 6);
INSERT INTO order_parts VALUES (5, 16, 1);
INSERT INTO order_parts VALUES (6, 6, 3);
INSERT INTO order_parts VALUES (8, 8, 8);
INSERT INTO order_parts VALUES (8, 11, 5);
INSERT INTO order_parts VALUES (9, 9, 8);
INSERT INTO order_parts VALUES (10, 16, 5);
INSERT INTO order_parts VALUES (12, 2, 8);
INSERT INTO order_parts VALUES (13, 11, 3);
INSERT INTO order_parts VALUES (15, 14, 8);
INSERT INTO order_parts VALUES (15, 9, 5);
INSERT INTO order_parts VALUES (19, 8, 3);
INSERT INTO order_parts VALUES (21, 14, 1);
INSERT INTO order_parts VALUES (22, 9, 8);
INSERT INTO order_parts VALUES (24, 13, 5);
INSERT INTO order_parts VALUES (25, 6, 8);
INSERT INTO order_parts VALUES (26, 2, 7);
INSERT INTO order_parts VALUES (26, 6, 8);
INSERT INTO order_parts VALUES (27, 7, 1);
INSERT INTO order_parts VALUES (28, 16, 3);
INSERT INTO order_parts VALUES (29, 15, 1);
INSERT INTO order_parts VALUES (31, 14, 3);
INSERT INTO order_parts VALUES (33, 10, 7);
INSERT INTO order_parts VALUES (33, 8, 2);
INSERT INTO order_parts VALUES (35, 10, 5);
INSERT INTO order_parts VALUES (37, 14, 8);
INSERT INTO order_parts VALUES (39, 12, 5);
INSERT INTO order_parts VALUES (40, 7, 1);
INSERT INTO order_parts VALUES (41, 13, 1);
INSERT INTO order_parts VALUES (42, 6, 8);
INSERT INTO order_parts VALUES (43, 7, 7);
INSERT INTO order_parts VALUES (43, 16, 1);
INSERT INTO order_parts VALUES (44, 14, 6);
INSERT INTO order_parts VALUES (45, 6, 3);
INSERT INTO order_parts VALUES (46, 7, 4);
INSERT INTO order_parts VALUES (46, 16, 8);
INSERT INTO order_parts VALUES (47, 16, 8);
INSERT INTO order_parts VALUES (48, 6, 8);
INSERT INTO order_parts VALUES (48, 14, 4);
INSERT INTO order_parts VALUES (49, 14, 1);
INSERT INTO order_parts VALUES (49, 2, 5);
INSERT INTO order_parts VALUES (50, 9, 1);
INSERT INTO order_parts VALUES (51, 9, 7);
INSERT INTO order_parts VALUES (52, 9, 2);
INSERT INTO order_parts VALUES (53, 2, 3);
INSERT INTO order_parts VALUES (54, 5, 4);
INSERT INTO order_parts VALUES (57, 13, 8);
INSERT INTO order_parts VALUES (59, 11, 1);
INSERT INTO order_parts VALUES (59, 5, 5);
INSERT INTO order_parts VALUES (60, 8, 1);
INSERT INTO order_parts VALUES (60, 16, 4);

