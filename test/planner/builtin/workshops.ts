import { Fixture } from './fixture.ts'

/** Bicycle workshops with technical column names and without a glossary. */
export const workshops = (): Fixture =>
  new Fixture(
    `
CREATE TABLE mechanics (
  mechanic_id INTEGER PRIMARY KEY, role_code TEXT NOT NULL, first_name TEXT, middle_name TEXT, last_name TEXT, state TEXT,
  email_address TEXT, cell_number TEXT);
CREATE TABLE bikes_data (
  BikeId INTEGER PRIMARY KEY, Bike_Name TEXT, gears INTEGER, weight REAL, horse_power TEXT, date_arrived DATE,
  date_departed DATE);
CREATE TABLE repairs (
  repair_id INTEGER PRIMARY KEY, BikeId INTEGER NOT NULL, mechanic_id INTEGER NOT NULL, cost_of_repair REAL,
  date_of_repair DATE, repair_num INTEGER,
  FOREIGN KEY (BikeId) REFERENCES bikes_data (BikeId), FOREIGN KEY (mechanic_id) REFERENCES mechanics (mechanic_id));
CREATE TABLE show (show_id INTEGER PRIMARY KEY, BikeId INTEGER NOT NULL, town TEXT,
  FOREIGN KEY (BikeId) REFERENCES bikes_data (BikeId));
CREATE TABLE towns (town_code TEXT PRIMARY KEY, town TEXT, population INTEGER);
CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, town_code TEXT NOT NULL, mpg REAL,
  FOREIGN KEY (town_code) REFERENCES towns (town_code));
INSERT INTO towns VALUES ('LU', 'Lund', 90000), ('YS', 'Ystad', 30000), ('MA', 'Malmo', 350000);
INSERT INTO riders VALUES (1, 'Bo', 'Lind', 'M', 'LU', 30), (2, 'Siv', 'Ek', 'F', 'LU', 40), (3, 'Eva', 'Dal', 'F', 'MA', 50);
INSERT INTO mechanics VALUES
  (1, 'lead', 'Ida', 'May', 'Holm', 'Utah', 'ida@example.org', '11'),
  (2, 'aid', 'Per', 'Olav', 'Dahl', 'Ohio', 'per@example.org', '12'),
  (3, 'aid', 'Una', 'Kim', 'Berg', 'Iowa', 'una@example.org', '13');
INSERT INTO bikes_data VALUES
  (1, 'Swift', 7, 12.5, '95', '2026-01-02', '2026-01-09'), (2, 'Heron', 21, 9.5, '150', '2026-02-03', '2026-02-04'),
  (3, 'Crane', 7, 15, '80', '2026-03-04', '2026-03-08');
INSERT INTO repairs VALUES
  (1, 1, 1, 40, '2026-01-03', 901), (2, 1, 2, 60, '2026-01-05', 902), (3, 2, 1, 100, '2026-02-03', 903), (4, 1, 1, 20, '2026-01-07', 904);
INSERT INTO show VALUES (1, 1, 'Lund'), (2, 3, 'Lund');
`,
    { tables: [], columns: [], phrases: [] },
  )
