import { Fixture } from './fixture.ts'

/** A ferry company without a glossary; two keys reference one table, and one key is declared twice. */
export const ferries = (): Fixture =>
  new Fixture(
    `
CREATE TABLE ports (Port_Code TEXT PRIMARY KEY, Port_Name TEXT, Town TEXT, Country TEXT);
CREATE TABLE vessels (Vessel_ID INTEGER PRIMARY KEY, Vessel TEXT, Capacity INTEGER, Built_Year INTEGER, Is_retired BOOLEAN);
CREATE TABLE sailings (
  Sailing_No INTEGER PRIMARY KEY, Vessel INTEGER, Origin_Port TEXT, Target_Port TEXT, Year TEXT, Passengers INTEGER,
  FOREIGN KEY (Origin_Port) REFERENCES ports (Port_Code), FOREIGN KEY (Target_Port) REFERENCES ports (Port_Code),
  FOREIGN KEY (Vessel) REFERENCES vessels (Vessel_ID), FOREIGN KEY (Vessel) REFERENCES vessels (Vessel_ID)
);
CREATE TABLE sailors (Sailor_ID INTEGER PRIMARY KEY, Name TEXT, Age INTEGER, Nationality TEXT, Home_Town TEXT);
CREATE TABLE watches (
  Sailor_ID INTEGER, Sailing_No INTEGER, Duty TEXT, PRIMARY KEY (Sailor_ID, Sailing_No),
  FOREIGN KEY (Sailor_ID) REFERENCES sailors (Sailor_ID), FOREIGN KEY (Sailing_No) REFERENCES sailings (Sailing_No)
);
CREATE TABLE licences (
  Licence_ID INTEGER PRIMARY KEY, Sailor_ID INTEGER, Kind TEXT, Fee REAL,
  FOREIGN KEY (Sailor_ID) REFERENCES sailors (Sailor_ID)
);
INSERT INTO ports VALUES
  ('HVN', 'North Haven', 'Quell', 'Norland'), ('BYR', 'Byre Quay', 'Byre', 'Norland'), ('OST', 'Ostmole', 'Ost', 'Sudland');
INSERT INTO vessels VALUES
  (1, 'Petrel', 400, 1998, 0), (2, 'Gannet', 900, 2012, 0), (3, 'Tern', 150, 1985, 1), (4, 'Fulmar', 600, 2020, 0);
INSERT INTO sailings VALUES
  (1, 1, 'HVN', 'BYR', '2021', 120), (2, 1, 'BYR', 'HVN', '2021', 80), (3, 2, 'HVN', 'OST', '2022', 700),
  (4, 1, 'HVN', 'OST', '2022', 300), (5, 3, 'OST', 'HVN', '2020', 90), (6, 2, 'OST', 'BYR', '2023', 650);
INSERT INTO sailors VALUES
  (1, 'Ada Brandt', 51, 'Norland', 'Quell'), (2, 'Ben Osei', 28, 'Sudland', 'Ost'), (3, 'Cleo Park', 34, 'Norland', 'Byre'),
  (4, 'Dov Sand', 22, 'Ostria', 'Quell'), (5, 'Eva Lund', 45, 'Sudland', 'Quell');
INSERT INTO watches VALUES (1, 1, 'bridge'), (1, 2, 'bridge'), (2, 3, 'deck'), (3, 3, 'engine'), (1, 4, 'deck'), (2, 6, 'deck');
INSERT INTO licences VALUES (1, 1, 'Pilot', 120.5), (2, 1, 'Radio', 30), (3, 2, 'Radio', 30), (4, 3, 'Pilot', 140);
`,
    { tables: [], columns: [], phrases: [] },
  )
