CREATE TABLE PlantSite (
  SiteID INTEGER PRIMARY KEY,
  SiteName TEXT,
  City TEXT,
  Country TEXT,
  FloorAreaM2 INTEGER
);
CREATE TABLE ProdLine (
  LineID INTEGER PRIMARY KEY,
  SiteID INTEGER REFERENCES PlantSite(SiteID),
  LineName TEXT,
  ProductType TEXT,
  StartYear INTEGER
);
CREATE TABLE MachineUnit (
  MachineID INTEGER PRIMARY KEY,
  LineID INTEGER REFERENCES ProdLine(LineID),
  MachineName TEXT,
  MachineType TEXT,
  Vendor TEXT,
  InstallDate TEXT,
  PowerKW REAL,
  PurchasePriceEUR INTEGER,
  IsRunning INTEGER
);
CREATE TABLE SensorDev (
  SensorID INTEGER PRIMARY KEY,
  MachineID INTEGER REFERENCES MachineUnit(MachineID),
  SensorKind TEXT,
  UnitOfMeas TEXT,
  MaxAllowed REAL,
  CalibDate TEXT
);
CREATE TABLE SensorReading (
  ReadingID INTEGER PRIMARY KEY,
  SensorID INTEGER REFERENCES SensorDev(SensorID),
  ReadAt TEXT,
  ReadValue REAL,
  AlarmFlag INTEGER
);
CREATE TABLE OperatorStaff (
  OperatorID INTEGER PRIMARY KEY,
  FullName TEXT,
  ShiftCode TEXT,
  SkillLevel INTEGER,
  HireDate TEXT,
  SiteID INTEGER REFERENCES PlantSite(SiteID)
);
CREATE TABLE MachineOperator (
  MachineID INTEGER REFERENCES MachineUnit(MachineID),
  OperatorID INTEGER REFERENCES OperatorStaff(OperatorID),
  CertYear INTEGER,
  PRIMARY KEY (MachineID, OperatorID)
);
CREATE TABLE DowntimeLog (
  LogID INTEGER PRIMARY KEY,
  MachineID INTEGER REFERENCES MachineUnit(MachineID),
  Reason TEXT,
  StartDate TEXT,
  MinutesDown INTEGER,
  RepairCostEUR REAL
);

INSERT INTO PlantSite VALUES (1, 'North Works', 'Gothenburg', 'Sweden', 42000);
INSERT INTO PlantSite VALUES (2, 'Ruhr Plant', 'Essen', 'Germany', 88000);
INSERT INTO PlantSite VALUES (3, 'Vltava Plant', 'Prague', 'Czechia', 51500);
INSERT INTO PlantSite VALUES (4, 'Po Valley Works', 'Parma', 'Italy', 36400);
INSERT INTO PlantSite VALUES (5, 'Silesia Plant', 'Katowice', 'Poland', 67200);
INSERT INTO PlantSite VALUES (6, 'Basque Foundry', 'Bilbao', 'Spain', 29800);
INSERT INTO PlantSite VALUES (7, 'Harbour Mill', 'Gothenburg', 'Sweden', 12300);
INSERT INTO PlantSite VALUES (8, 'Danube Works', 'Linz', 'Austria', NULL);
INSERT INTO PlantSite VALUES (9, 'Skåne Works', 'Malmö', 'Sweden', 18700);
INSERT INTO PlantSite VALUES (10, 'Rhine Plant', 'Cologne', 'Germany', 73500);
INSERT INTO PlantSite VALUES (11, 'Moravia Foundry', 'Brno', 'Czechia', 22100);
INSERT INTO PlantSite VALUES (12, 'Lombard Works', 'Bergamo', 'Italy', 41900);
INSERT INTO PlantSite VALUES (13, 'Baltic Plant', 'Gdynia', 'Poland', 30800);
INSERT INTO PlantSite VALUES (14, 'Ebro Works', 'Zaragoza', 'Spain', 55600);
INSERT INTO PlantSite VALUES (15, 'Styria Mill', 'Graz', 'Austria', 16500);

INSERT INTO ProdLine VALUES (1, 1, 'Bearing Line A', 'bearings', 2008);
INSERT INTO ProdLine VALUES (2, 1, 'Bearing Line B', 'bearings', 2015);
INSERT INTO ProdLine VALUES (3, 2, 'Gear Line', 'gears', 1999);
INSERT INTO ProdLine VALUES (4, 2, 'Shaft Line', 'shafts', 2004);
INSERT INTO ProdLine VALUES (5, 2, 'Paint Line', 'housings', 2011);
INSERT INTO ProdLine VALUES (6, 3, 'Pump Line 1', 'pumps', 2013);
INSERT INTO ProdLine VALUES (7, 3, 'Pump Line 2', 'pumps', 2019);
INSERT INTO ProdLine VALUES (8, 4, 'Bottle Line', 'bottles', 2006);
INSERT INTO ProdLine VALUES (9, 4, 'Cap Line', 'caps', 2017);
INSERT INTO ProdLine VALUES (10, 5, 'Wire Line', 'cables', 2002);
INSERT INTO ProdLine VALUES (11, 5, 'Connector Line', 'connectors', 2020);
INSERT INTO ProdLine VALUES (12, 6, 'Casting Line', 'castings', 1987);
INSERT INTO ProdLine VALUES (13, 6, 'Grinding Line', 'castings', 1994);
INSERT INTO ProdLine VALUES (14, 7, 'Pulp Line', 'paper', 1978);
INSERT INTO ProdLine VALUES (15, 2, 'Gear Line East', 'gears', 2022);
INSERT INTO ProdLine VALUES (16, 8, 'Battery Line', 'batteries', 2024);
INSERT INTO ProdLine VALUES (17, 9, 'Valve Line', 'valves', 2010);
INSERT INTO ProdLine VALUES (18, 10, 'Engine Line', 'engines', 1996);
INSERT INTO ProdLine VALUES (19, 11, 'Forge Line', 'castings', 1969);
INSERT INTO ProdLine VALUES (20, 12, 'Zip Line', 'fasteners', 2014);

INSERT INTO MachineUnit VALUES (1, 14, 'Wrapper-401', 'packer', 'Hartung', '2011-11-18', 3.0, 264000, 1);
INSERT INTO MachineUnit VALUES (2, 3, 'Turner-102', 'lathe', 'Fusai', '2017-11-01', 45.0, 310000, 1);
INSERT INTO MachineUnit VALUES (3, 6, 'Runner-303', 'conveyor', 'Robetta', '2006-07-18', 30.0, 73000, 0);
INSERT INTO MachineUnit VALUES (4, 11, 'Wrapper-404', 'packer', 'Fusai', '2005-08-11', 15.0, 164000, 0);
INSERT INTO MachineUnit VALUES (5, 3, 'Inferno-305', 'furnace', 'Hartung', '2007-01-15', 22.0, 257000, 1);
INSERT INTO MachineUnit VALUES (6, 12, 'Cutter-500', 'mill', 'Bolt & Weir', '2004-05-13', 22.0, 25000, 1);
INSERT INTO MachineUnit VALUES (7, 2, 'Hammer-500', 'press', 'Delphin', '2019-03-06', 45.0, 17000, 0);
INSERT INTO MachineUnit VALUES (8, 3, 'Gripper-108', 'robot arm', 'Robetta', '2020-12-10', 1.5, 129000, 1);
INSERT INTO MachineUnit VALUES (9, 1, 'Hammer-209', 'press', 'Hartung', '2003-11-02', 15.0, 69000, 0);
INSERT INTO MachineUnit VALUES (10, 3, 'Turner-110', 'lathe', 'Bolt & Weir', '2009-08-15', 22.0, 147000, 1);
INSERT INTO MachineUnit VALUES (11, 6, 'Runner-211', 'conveyor', 'Robetta', '2010-11-20', 30.0, 262000, 1);
INSERT INTO MachineUnit VALUES (12, 5, 'Runner-212', 'conveyor', 'Delphin', '2008-02-02', 5.5, 215000, 0);
INSERT INTO MachineUnit VALUES (13, 1, 'Wrapper-313', 'packer', 'Hartung', '2010-03-13', 30.0, 119000, 1);
INSERT INTO MachineUnit VALUES (14, 1, 'Gripper-114', 'robot arm', 'Fusai', '2016-02-28', 3.0, 183000, 1);
INSERT INTO MachineUnit VALUES (15, 8, 'Runner-215', 'conveyor', 'Fusai', '2016-11-25', 7.5, 294000, 1);
INSERT INTO MachineUnit VALUES (16, 8, 'Wrapper-500', 'packer', 'Delphin', '2008-10-06', 5.5, 297000, 1);
INSERT INTO MachineUnit VALUES (17, 13, 'Runner-617', 'conveyor', 'Bolt & Weir', '2020-05-01', 30.0, 274000, 1);
INSERT INTO MachineUnit VALUES (18, 6, 'Inferno-118', 'furnace', 'Delphin', '2008-09-08', 22.0, 140000, 1);
INSERT INTO MachineUnit VALUES (19, 8, 'Turner-119', 'lathe', 'Bolt & Weir', '2015-03-08', 1.5, 252000, 1);
INSERT INTO MachineUnit VALUES (20, 1, 'Turner-520', 'lathe', 'Fusai', '2021-12-13', 5.5, 52000, 1);
INSERT INTO MachineUnit VALUES (21, 3, 'Runner-221', 'conveyor', 'Delphin', '2013-08-16', 160.0, 412000, 1);
INSERT INTO MachineUnit VALUES (22, 12, 'Flow-522', 'pump', 'Kronmak', '2023-01-27', 15.0, 269000, 0);
INSERT INTO MachineUnit VALUES (23, 1, 'Inferno-500', 'furnace', 'Fusai', '2019-06-04', 22.0, 222000, 1);
INSERT INTO MachineUnit VALUES (24, 9, 'Cutter-500', 'mill', 'Robetta', '2021-08-25', 22.0, 98000, 1);
INSERT INTO MachineUnit VALUES (25, 4, 'Hammer-500', 'press', 'Kronmak', '2008-07-16', 1.5, 299000, 1);
INSERT INTO MachineUnit VALUES (26, 1, 'Gripper-426', 'robot arm', 'Kronmak', '2007-07-13', 7.5, 202000, 1);
INSERT INTO MachineUnit VALUES (27, 3, 'Turner-527', 'lathe', 'Fusai', '2014-02-04', 30.0, 307000, 1);
INSERT INTO MachineUnit VALUES (28, 1, 'Inferno-500', 'furnace', 'Kronmak', '2005-10-16', 30.0, NULL, 1);
INSERT INTO MachineUnit VALUES (29, 1, 'Gripper-500', 'robot arm', 'Delphin', '2008-06-03', 7.5, 20000, 1);
INSERT INTO MachineUnit VALUES (30, 10, 'Turner-530', 'lathe', 'Delphin', '2013-10-23', 15.0, 232000, 1);
INSERT INTO MachineUnit VALUES (31, 2, 'Gripper-131', 'robot arm', 'Hartung', '2003-12-28', 22.0, 94000, 1);
INSERT INTO MachineUnit VALUES (32, 12, 'Hammer-232', 'press', 'Kronmak', '2007-07-08', 3.0, 13000, 1);
INSERT INTO MachineUnit VALUES (33, 3, 'Hammer-433', 'press', 'Delphin', '2010-06-03', 3.0, 60000, 1);
INSERT INTO MachineUnit VALUES (34, 6, 'Hammer-534', 'press', 'Delphin', '2006-12-23', 7.5, 35000, 0);
INSERT INTO MachineUnit VALUES (35, 3, 'Turner-435', 'lathe', 'Delphin', '2007-05-06', 30.0, 267000, 0);
INSERT INTO MachineUnit VALUES (36, 12, 'Flow-236', 'pump', 'Hartung', '2012-04-14', 75.0, 121000, 1);
INSERT INTO MachineUnit VALUES (37, 12, 'Flow-437', 'pump', 'Fusai', '2011-08-03', 1.5, 104000, 0);
INSERT INTO MachineUnit VALUES (38, 5, 'Wrapper-238', 'packer', 'Kronmak', '2009-09-25', 75.0, 293000, 1);
INSERT INTO MachineUnit VALUES (39, 2, 'Inferno-439', 'furnace', 'Delphin', '2015-04-17', 11.0, NULL, 1);
INSERT INTO MachineUnit VALUES (40, 3, 'Hammer-500', 'press', 'Hartung', '2011-08-17', 15.0, 268000, 1);
INSERT INTO MachineUnit VALUES (41, 17, 'Cutter-641', 'mill', 'Hartung', '2016-05-18', 22.0, 96000, 1);
INSERT INTO MachineUnit VALUES (42, 18, 'Gripper-342', 'robot arm', 'Robetta', '2021-10-04', 7.5, 187000, 1);
INSERT INTO MachineUnit VALUES (43, 19, 'Inferno-143', 'furnace', 'Kronmak', '2005-02-14', 75.0, 155000, 0);
INSERT INTO MachineUnit VALUES (44, 20, 'Wrapper-244', 'packer', 'Fusai', '2018-08-27', 3.0, 52000, 1);

INSERT INTO SensorDev VALUES (1, 34, 'vibration', 'mm/s', 11.2, '2024-09-24');
INSERT INTO SensorDev VALUES (2, 28, 'temperature', 'C', 95.0, '2022-09-28');
INSERT INTO SensorDev VALUES (3, 32, 'vibration', 'mm/s', 7.1, '2024-03-13');
INSERT INTO SensorDev VALUES (4, 34, 'vibration', 'mm/s', 4.5, NULL);
INSERT INTO SensorDev VALUES (5, 8, 'humidity', '%', 75.0, NULL);
INSERT INTO SensorDev VALUES (6, 4, 'vibration', 'mm/s', 4.5, '2024-08-08');
INSERT INTO SensorDev VALUES (7, 14, 'pressure', 'bar', 10.0, '2022-11-23');
INSERT INTO SensorDev VALUES (8, 23, 'temperature', 'C', 120.0, '2024-08-24');
INSERT INTO SensorDev VALUES (9, 31, 'pressure', 'bar', 10.0, NULL);
INSERT INTO SensorDev VALUES (10, 35, 'pressure', 'bar', 10.0, '2022-07-14');
INSERT INTO SensorDev VALUES (11, 24, 'temperature', 'C', 650.0, '2023-07-03');
INSERT INTO SensorDev VALUES (12, 20, 'pressure', 'bar', 6.0, '2024-02-04');
INSERT INTO SensorDev VALUES (13, 15, 'pressure', 'bar', 16.0, '2023-06-28');
INSERT INTO SensorDev VALUES (14, 4, 'temperature', 'C', 650.0, '2024-05-16');
INSERT INTO SensorDev VALUES (15, 15, 'temperature', 'C', 80.0, '2022-02-06');
INSERT INTO SensorDev VALUES (16, 2, 'vibration', 'mm/s', 11.2, '2022-06-20');
INSERT INTO SensorDev VALUES (17, 35, 'vibration', 'mm/s', 7.1, '2023-03-02');
INSERT INTO SensorDev VALUES (18, 29, 'vibration', 'mm/s', 11.2, '2022-01-12');
INSERT INTO SensorDev VALUES (19, 16, 'current', 'A', 16.0, '2022-12-27');
INSERT INTO SensorDev VALUES (20, 25, 'current', 'A', 32.0, '2023-07-21');
INSERT INTO SensorDev VALUES (21, 15, 'temperature', 'C', 80.0, NULL);
INSERT INTO SensorDev VALUES (22, 22, 'pressure', 'bar', 6.0, '2023-06-17');
INSERT INTO SensorDev VALUES (23, 31, 'current', 'A', 16.0, '2024-12-02');
INSERT INTO SensorDev VALUES (24, 23, 'temperature', 'C', 95.0, '2022-06-23');
INSERT INTO SensorDev VALUES (25, 31, 'vibration', 'mm/s', 4.5, '2022-02-07');
INSERT INTO SensorDev VALUES (26, 15, 'pressure', 'bar', 10.0, '2024-03-07');
INSERT INTO SensorDev VALUES (27, 6, 'pressure', 'bar', 200.0, '2024-10-19');
INSERT INTO SensorDev VALUES (28, 38, 'vibration', 'mm/s', 4.5, '2023-03-19');
INSERT INTO SensorDev VALUES (29, 34, 'temperature', 'C', 95.0, '2022-10-22');
INSERT INTO SensorDev VALUES (30, 13, 'vibration', 'mm/s', 4.5, '2023-10-03');
INSERT INTO SensorDev VALUES (31, 26, 'humidity', '%', 75.0, '2022-11-24');
INSERT INTO SensorDev VALUES (32, 8, 'current', 'A', 16.0, '2022-07-26');
INSERT INTO SensorDev VALUES (33, 3, 'vibration', 'mm/s', 4.5, NULL);
INSERT INTO SensorDev VALUES (34, 18, 'humidity', '%', 60.0, '2023-12-15');
INSERT INTO SensorDev VALUES (35, 36, 'humidity', '%', 60.0, '2023-04-28');
INSERT INTO SensorDev VALUES (36, 34, 'vibration', 'mm/s', 7.1, '2022-08-11');
INSERT INTO SensorDev VALUES (37, 13, 'temperature', 'C', 120.0, '2022-01-07');
INSERT INTO SensorDev VALUES (38, 36, 'humidity', '%', 75.0, '2023-11-17');
INSERT INTO SensorDev VALUES (39, 33, 'humidity', '%', 75.0, '2024-06-23');
INSERT INTO SensorDev VALUES (40, 16, 'current', 'A', 16.0, '2022-04-04');
INSERT INTO SensorDev VALUES (41, 31, 'temperature', 'C', 650.0, '2023-04-04');
INSERT INTO SensorDev VALUES (42, 36, 'vibration', 'mm/s', 7.1, '2023-09-28');
INSERT INTO SensorDev VALUES (43, 21, 'humidity', '%', 60.0, '2022-05-17');
INSERT INTO SensorDev VALUES (44, 14, 'temperature', 'C', 650.0, '2023-01-17');
INSERT INTO SensorDev VALUES (45, 34, 'temperature', 'C', 80.0, '2024-09-27');
INSERT INTO SensorDev VALUES (46, 32, 'humidity', '%', 60.0, NULL);
INSERT INTO SensorDev VALUES (47, 33, 'temperature', 'C', 650.0, '2022-10-21');
INSERT INTO SensorDev VALUES (48, 35, 'pressure', 'bar', 16.0, '2023-12-21');
INSERT INTO SensorDev VALUES (49, 15, 'vibration', 'mm/s', 4.5, '2024-08-16');
INSERT INTO SensorDev VALUES (50, 34, 'vibration', 'mm/s', 11.2, '2023-08-14');
INSERT INTO SensorDev VALUES (51, 5, 'temperature', 'C', 95.0, NULL);
INSERT INTO SensorDev VALUES (52, 32, 'vibration', 'mm/s', 7.1, '2024-11-06');
INSERT INTO SensorDev VALUES (53, 16, 'vibration', 'mm/s', 4.5, '2024-07-07');
INSERT INTO SensorDev VALUES (54, 10, 'current', 'A', 16.0, '2023-04-27');
INSERT INTO SensorDev VALUES (55, 23, 'vibration', 'mm/s', 7.1, '2023-04-25');
INSERT INTO SensorDev VALUES (56, 43, 'temperature', 'C', 1250.0, '2023-11-15');
INSERT INTO SensorDev VALUES (57, 43, 'pressure', 'bar', 10.0, NULL);
INSERT INTO SensorDev VALUES (58, 42, 'vibration', 'mm/s', 4.5, '2024-03-06');

INSERT INTO SensorReading VALUES (1, 41, '2024-03-21 12:45', 446.67, 0);
INSERT INTO SensorReading VALUES (2, 37, '2024-03-02 09:00', 106.06, 0);
INSERT INTO SensorReading VALUES (3, 46, '2024-06-26 15:00', 68.36, 1);
INSERT INTO SensorReading VALUES (4, 30, '2024-05-06 23:15', 2.11, 0);
INSERT INTO SensorReading VALUES (5, 33, '2024-05-14 13:00', 2.77, 0);
INSERT INTO SensorReading VALUES (6, 11, '2024-04-20 21:00', 657.08, 1);
INSERT INTO SensorReading VALUES (7, 20, '2024-06-14 07:00', 10.23, 0);
INSERT INTO SensorReading VALUES (8, 22, '2024-06-21 18:45', 6.02, 1);
INSERT INTO SensorReading VALUES (9, 18, '2024-01-23 00:30', 9.62, 0);
INSERT INTO SensorReading VALUES (10, 33, '2024-01-27 01:30', 2.29, 0);
INSERT INTO SensorReading VALUES (11, 40, '2024-02-08 02:45', 14.49, 0);
INSERT INTO SensorReading VALUES (12, 37, '2024-03-23 02:15', 95.13, 0);
INSERT INTO SensorReading VALUES (13, 5, '2024-03-23 07:30', 75.67, 1);
INSERT INTO SensorReading VALUES (14, 35, '2024-03-28 01:15', 26.14, 0);
INSERT INTO SensorReading VALUES (15, 33, '2024-06-04 22:45', 2.9, 0);
INSERT INTO SensorReading VALUES (16, 46, '2024-01-05 06:15', 68.18, 1);
INSERT INTO SensorReading VALUES (17, 10, '2024-06-03 14:45', 4.92, 0);
INSERT INTO SensorReading VALUES (18, 5, '2024-01-21 00:45', 78.79, 1);
INSERT INTO SensorReading VALUES (19, 35, '2024-03-24 19:45', 68.37, 1);
INSERT INTO SensorReading VALUES (20, 11, '2024-06-08 10:15', 247.53, 0);
INSERT INTO SensorReading VALUES (21, 21, '2024-01-08 17:00', 78.27, 0);
INSERT INTO SensorReading VALUES (22, 49, '2024-03-18 05:30', 2.52, 0);
INSERT INTO SensorReading VALUES (23, 41, '2024-04-20 08:45', 416.25, 0);
INSERT INTO SensorReading VALUES (24, 20, '2024-04-19 20:45', 29.98, 0);
INSERT INTO SensorReading VALUES (25, 36, '2024-05-04 07:30', 3.59, 0);
INSERT INTO SensorReading VALUES (26, 29, '2024-06-13 07:45', 77.16, 0);
INSERT INTO SensorReading VALUES (27, 23, '2024-04-20 11:30', 6.9, 0);
INSERT INTO SensorReading VALUES (28, 9, '2024-01-23 03:15', 5.33, 0);
INSERT INTO SensorReading VALUES (29, 34, '2024-03-14 12:00', 18.84, 0);
INSERT INTO SensorReading VALUES (30, 1, '2024-01-26 23:30', 3.48, 0);
INSERT INTO SensorReading VALUES (31, 33, '2024-02-10 11:00', 3.58, 0);
INSERT INTO SensorReading VALUES (32, 48, '2024-05-01 05:15', 13.73, 0);
INSERT INTO SensorReading VALUES (33, 46, '2024-06-18 22:00', 48.66, 0);
INSERT INTO SensorReading VALUES (34, 11, '2024-04-25 05:00', 276.62, 0);
INSERT INTO SensorReading VALUES (35, 43, '2024-04-24 07:45', 49.84, 0);
INSERT INTO SensorReading VALUES (36, 20, '2024-01-08 04:30', 12.82, 0);
INSERT INTO SensorReading VALUES (37, 3, '2024-06-22 07:15', 7.59, 1);
INSERT INTO SensorReading VALUES (38, 6, '2024-03-01 08:45', 2.45, 0);
INSERT INTO SensorReading VALUES (39, 14, '2024-03-13 15:15', 584.15, 0);
INSERT INTO SensorReading VALUES (40, 9, '2024-05-05 06:45', 5.09, 0);
INSERT INTO SensorReading VALUES (41, 37, '2024-04-24 19:45', 109.92, 0);
INSERT INTO SensorReading VALUES (42, 7, '2024-03-17 14:15', 4.61, 0);
INSERT INTO SensorReading VALUES (43, 37, '2024-04-03 16:45', 106.48, 0);
INSERT INTO SensorReading VALUES (44, 38, '2024-03-23 00:45', 79.01, 1);
INSERT INTO SensorReading VALUES (45, 7, '2024-02-25 12:45', 10.59, 1);
INSERT INTO SensorReading VALUES (46, 8, '2024-01-28 06:00', 101.97, 0);
INSERT INTO SensorReading VALUES (47, 38, '2024-01-14 07:45', 54.3, 0);
INSERT INTO SensorReading VALUES (48, 46, '2024-06-22 14:00', 44.41, 0);
INSERT INTO SensorReading VALUES (49, 37, '2024-02-11 04:00', 96.72, 0);
INSERT INTO SensorReading VALUES (50, 26, '2024-05-25 08:30', 5.84, 0);
INSERT INTO SensorReading VALUES (51, 34, '2024-06-11 11:15', 46.67, 0);
INSERT INTO SensorReading VALUES (52, 15, '2024-01-10 16:00', 87.03, 1);
INSERT INTO SensorReading VALUES (53, 45, '2024-06-01 00:30', 82.1, 1);
INSERT INTO SensorReading VALUES (54, 41, '2024-06-05 20:00', 567.19, 0);
INSERT INTO SensorReading VALUES (55, 48, '2024-04-03 11:30', 10.35, 0);
INSERT INTO SensorReading VALUES (56, 49, '2024-03-27 16:30', 2.01, 0);
INSERT INTO SensorReading VALUES (57, 13, '2024-02-21 03:45', 10.49, 0);
INSERT INTO SensorReading VALUES (58, 31, '2024-01-23 08:30', 73.48, 0);
INSERT INTO SensorReading VALUES (59, 35, '2024-01-27 09:00', 61.79, 1);
INSERT INTO SensorReading VALUES (60, 46, '2024-03-03 00:45', 62.08, 1);
INSERT INTO SensorReading VALUES (61, 45, '2024-03-02 00:00', 41.0, 0);
INSERT INTO SensorReading VALUES (62, 13, '2024-04-19 23:00', 9.89, 0);
INSERT INTO SensorReading VALUES (63, 43, '2024-05-20 11:00', 45.87, 0);
INSERT INTO SensorReading VALUES (64, 21, '2024-01-18 18:00', 63.89, 0);
INSERT INTO SensorReading VALUES (65, 26, '2024-06-16 00:15', 11.36, 1);
INSERT INTO SensorReading VALUES (66, 13, '2024-06-17 12:00', 5.56, 0);
INSERT INTO SensorReading VALUES (67, 45, '2024-04-08 10:00', 34.0, 0);
INSERT INTO SensorReading VALUES (68, 8, '2024-04-16 14:45', 94.82, 0);
INSERT INTO SensorReading VALUES (69, 12, '2024-04-10 20:00', 6.76, 1);
INSERT INTO SensorReading VALUES (70, 11, '2024-02-25 09:45', 742.71, 1);
INSERT INTO SensorReading VALUES (71, 47, '2024-01-26 21:00', 400.35, 0);
INSERT INTO SensorReading VALUES (72, 3, '2024-04-06 01:00', 6.9, 0);
INSERT INTO SensorReading VALUES (73, 26, '2024-04-07 10:30', 8.94, 0);
INSERT INTO SensorReading VALUES (74, 25, '2024-02-21 20:45', 2.51, 0);
INSERT INTO SensorReading VALUES (75, 40, '2024-03-18 13:45', 16.68, 1);
INSERT INTO SensorReading VALUES (76, 4, '2024-04-02 11:00', 4.0, 0);
INSERT INTO SensorReading VALUES (77, 6, '2024-06-20 05:00', 5.04, 1);
INSERT INTO SensorReading VALUES (78, 56, '2024-03-02 14:00', 1188.5, 0);
INSERT INTO SensorReading VALUES (79, 58, '2024-04-21 06:30', 5.02, 1);
INSERT INTO SensorReading VALUES (80, 57, '2024-05-30 18:45', 6.4, 0);

INSERT INTO OperatorStaff VALUES (1, 'Erik Nyberg', 'NIGHT', 3, '2013-11-10', 2);
INSERT INTO OperatorStaff VALUES (2, 'Anja Krüger', 'LATE', 1, '2003-02-14', 3);
INSERT INTO OperatorStaff VALUES (3, 'Pavla Dvořák', 'DAY', 5, '2003-02-27', 1);
INSERT INTO OperatorStaff VALUES (4, 'Giorgio Sala', 'DAY', 4, '2003-08-28', 3);
INSERT INTO OperatorStaff VALUES (5, 'Tomasz Wilk', 'NIGHT', 2, '2014-02-22', 5);
INSERT INTO OperatorStaff VALUES (6, 'Ane Etxeberria', 'NIGHT', 1, '2004-10-25', 2);
INSERT INTO OperatorStaff VALUES (7, 'Lina Ek', 'LATE', 5, '2023-09-19', 1);
INSERT INTO OperatorStaff VALUES (8, 'Uwe Schulte', 'NIGHT', 2, '2000-01-11', 4);
INSERT INTO OperatorStaff VALUES (9, 'Milan Beneš', 'DAY', 5, '2018-08-05', 2);
INSERT INTO OperatorStaff VALUES (10, 'Chiara Fontana', 'DAY', 1, '2019-09-15', 4);
INSERT INTO OperatorStaff VALUES (11, 'Ewa Lis', 'DAY', 2, '2000-12-02', 3);
INSERT INTO OperatorStaff VALUES (12, 'Jon Garate', 'NIGHT', 3, '2020-10-08', 3);
INSERT INTO OperatorStaff VALUES (13, 'Karin Falk', 'DAY', 2, '2000-03-27', 7);
INSERT INTO OperatorStaff VALUES (14, 'Dirk Pohl', 'DAY', 3, '2004-08-03', 2);
INSERT INTO OperatorStaff VALUES (15, 'Tomasz Wilk', 'LATE', 3, '2006-05-19', 2);
INSERT INTO OperatorStaff VALUES (16, 'Silvia Bassi', 'NIGHT', 3, '2008-09-11', 5);
INSERT INTO OperatorStaff VALUES (17, 'Ola Berg', 'DAY', 4, '2013-12-04', 3);
INSERT INTO OperatorStaff VALUES (18, 'Heike Brandt', 'DAY', 4, '2000-02-21', 7);
INSERT INTO OperatorStaff VALUES (19, 'Jiří Marek', 'LATE', 2, '2010-03-01', 3);
INSERT INTO OperatorStaff VALUES (20, 'Zofia Król', 'NIGHT', 5, '2011-07-20', 2);
INSERT INTO OperatorStaff VALUES (21, 'Mikel Ugarte', 'DAY', 4, '2008-07-20', 6);
INSERT INTO OperatorStaff VALUES (22, 'Sven Dahl', 'DAY', 1, '2003-11-21', 2);
INSERT INTO OperatorStaff VALUES (23, 'Katja Busch', 'NIGHT', 1, '2004-08-03', 3);
INSERT INTO OperatorStaff VALUES (24, 'Paolo Gallo', 'LATE', 1, '2001-09-24', 1);
INSERT INTO OperatorStaff VALUES (25, 'Renata Mazur', 'NIGHT', 1, '2021-07-22', 7);
INSERT INTO OperatorStaff VALUES (26, 'Maja Sjögren', 'DAY', 3, '2018-09-03', 9);
INSERT INTO OperatorStaff VALUES (27, 'Torsten Ziegler', 'LATE', 5, '2007-01-15', 10);
INSERT INTO OperatorStaff VALUES (28, 'Nela Horáková', 'NIGHT', 2, '2022-05-02', 11);

INSERT INTO MachineOperator VALUES (1, 10, 2017);
INSERT INTO MachineOperator VALUES (1, 19, 2020);
INSERT INTO MachineOperator VALUES (2, 3, 2017);
INSERT INTO MachineOperator VALUES (2, 13, 2014);
INSERT INTO MachineOperator VALUES (2, 22, 2016);
INSERT INTO MachineOperator VALUES (3, 2, 2018);
INSERT INTO MachineOperator VALUES (4, 9, 2017);
INSERT INTO MachineOperator VALUES (4, 14, 2015);
INSERT INTO MachineOperator VALUES (4, 15, 2021);
INSERT INTO MachineOperator VALUES (6, 10, 2023);
INSERT INTO MachineOperator VALUES (6, 12, 2015);
INSERT INTO MachineOperator VALUES (7, 15, 2024);
INSERT INTO MachineOperator VALUES (8, 19, 2021);
INSERT INTO MachineOperator VALUES (9, 11, 2020);
INSERT INTO MachineOperator VALUES (10, 6, 2018);
INSERT INTO MachineOperator VALUES (10, 16, 2018);
INSERT INTO MachineOperator VALUES (11, 8, 2016);
INSERT INTO MachineOperator VALUES (12, 19, 2019);
INSERT INTO MachineOperator VALUES (13, 5, 2019);
INSERT INTO MachineOperator VALUES (14, 4, 2016);
INSERT INTO MachineOperator VALUES (14, 10, 2018);
INSERT INTO MachineOperator VALUES (14, 18, 2016);
INSERT INTO MachineOperator VALUES (15, 1, 2022);
INSERT INTO MachineOperator VALUES (15, 7, 2014);
INSERT INTO MachineOperator VALUES (15, 19, 2023);
INSERT INTO MachineOperator VALUES (16, 4, 2022);
INSERT INTO MachineOperator VALUES (17, 5, 2018);
INSERT INTO MachineOperator VALUES (17, 17, 2022);
INSERT INTO MachineOperator VALUES (18, 11, 2018);
INSERT INTO MachineOperator VALUES (18, 17, 2016);
INSERT INTO MachineOperator VALUES (19, 16, 2014);
INSERT INTO MachineOperator VALUES (20, 4, 2014);
INSERT INTO MachineOperator VALUES (20, 18, 2017);
INSERT INTO MachineOperator VALUES (21, 5, 2016);
INSERT INTO MachineOperator VALUES (21, 20, 2018);
INSERT INTO MachineOperator VALUES (22, 18, 2024);
INSERT INTO MachineOperator VALUES (22, 23, 2022);
INSERT INTO MachineOperator VALUES (23, 6, 2021);
INSERT INTO MachineOperator VALUES (24, 7, 2023);
INSERT INTO MachineOperator VALUES (24, 10, 2017);
INSERT INTO MachineOperator VALUES (25, 9, 2017);
INSERT INTO MachineOperator VALUES (26, 12, 2024);
INSERT INTO MachineOperator VALUES (26, 17, 2024);
INSERT INTO MachineOperator VALUES (27, 9, 2014);
INSERT INTO MachineOperator VALUES (28, 8, 2020);
INSERT INTO MachineOperator VALUES (28, 9, 2023);
INSERT INTO MachineOperator VALUES (29, 4, 2023);
INSERT INTO MachineOperator VALUES (31, 10, 2017);
INSERT INTO MachineOperator VALUES (32, 5, 2019);
INSERT INTO MachineOperator VALUES (32, 8, 2018);
INSERT INTO MachineOperator VALUES (33, 1, 2017);
INSERT INTO MachineOperator VALUES (33, 2, 2014);
INSERT INTO MachineOperator VALUES (33, 4, 2019);
INSERT INTO MachineOperator VALUES (34, 10, 2015);
INSERT INTO MachineOperator VALUES (35, 2, 2017);
INSERT INTO MachineOperator VALUES (35, 12, 2014);
INSERT INTO MachineOperator VALUES (35, 17, 2015);
INSERT INTO MachineOperator VALUES (36, 4, 2016);
INSERT INTO MachineOperator VALUES (36, 23, 2020);
INSERT INTO MachineOperator VALUES (37, 19, 2016);
INSERT INTO MachineOperator VALUES (38, 2, 2019);
INSERT INTO MachineOperator VALUES (38, 3, 2023);
INSERT INTO MachineOperator VALUES (39, 4, 2022);
INSERT INTO MachineOperator VALUES (39, 6, 2021);
INSERT INTO MachineOperator VALUES (40, 10, 2019);
INSERT INTO MachineOperator VALUES (41, 26, 2019);
INSERT INTO MachineOperator VALUES (42, 27, 2021);
INSERT INTO MachineOperator VALUES (43, 28, 2023);
INSERT INTO MachineOperator VALUES (44, 27, 2020);

INSERT INTO DowntimeLog VALUES (1, 27, 'tool change', '2024-04-04', 46, 6064.98);
INSERT INTO DowntimeLog VALUES (2, 10, 'power cut', '2024-08-25', 92, NULL);
INSERT INTO DowntimeLog VALUES (3, 36, 'overheating', '2023-06-06', 63, 3145.36);
INSERT INTO DowntimeLog VALUES (4, 22, 'sensor fault', '2023-04-12', 14, 2056.31);
INSERT INTO DowntimeLog VALUES (5, 33, 'sensor fault', '2024-04-09', 485, 6608.09);
INSERT INTO DowntimeLog VALUES (6, 20, 'sensor fault', '2024-02-09', 41, 7181.56);
INSERT INTO DowntimeLog VALUES (7, 12, 'tool change', '2023-03-25', 10, 6819.79);
INSERT INTO DowntimeLog VALUES (8, 33, 'sensor fault', '2023-08-14', 46, 8672.39);
INSERT INTO DowntimeLog VALUES (9, 7, 'motor failure', '2023-11-26', 17, NULL);
INSERT INTO DowntimeLog VALUES (10, 26, 'jam', '2023-11-11', 123, 720.76);
INSERT INTO DowntimeLog VALUES (11, 27, 'sensor fault', '2023-02-06', 39, NULL);
INSERT INTO DowntimeLog VALUES (12, 21, 'power cut', '2023-06-17', 95, 5063.56);
INSERT INTO DowntimeLog VALUES (13, 21, 'jam', '2023-06-07', 66, NULL);
INSERT INTO DowntimeLog VALUES (14, 6, 'sensor fault', '2024-10-24', 35, 6279.98);
INSERT INTO DowntimeLog VALUES (15, 4, 'jam', '2024-02-01', 61, 7797.95);
INSERT INTO DowntimeLog VALUES (16, 24, 'sensor fault', '2024-04-11', 17, 7258.93);
INSERT INTO DowntimeLog VALUES (17, 12, 'tool change', '2023-04-05', 48, 5921.68);
INSERT INTO DowntimeLog VALUES (18, 15, 'overheating', '2023-02-19', 39, 2188.4);
INSERT INTO DowntimeLog VALUES (19, 3, 'sensor fault', '2024-05-16', 65, 6935.23);
INSERT INTO DowntimeLog VALUES (20, 22, 'motor failure', '2024-05-10', 16, 6917.89);
INSERT INTO DowntimeLog VALUES (21, 7, 'jam', '2023-08-19', 35, 2711.03);
INSERT INTO DowntimeLog VALUES (22, 3, 'jam', '2024-03-05', 241, 8401.75);
INSERT INTO DowntimeLog VALUES (23, 20, 'motor failure', '2024-04-05', 12, 2891.74);
INSERT INTO DowntimeLog VALUES (24, 36, 'motor failure', '2023-01-25', 93, 2403.88);
INSERT INTO DowntimeLog VALUES (25, 4, 'power cut', '2023-07-27', 19, NULL);
INSERT INTO DowntimeLog VALUES (26, 36, 'power cut', '2023-04-18', 25, NULL);
INSERT INTO DowntimeLog VALUES (27, 12, 'jam', '2024-05-03', 16, 5270.87);
INSERT INTO DowntimeLog VALUES (28, 6, 'sensor fault', '2024-06-07', 60, 4329.7);
INSERT INTO DowntimeLog VALUES (29, 8, 'sensor fault', '2023-01-02', 481, 6595.22);
INSERT INTO DowntimeLog VALUES (30, 3, 'jam', '2023-11-11', 482, NULL);
INSERT INTO DowntimeLog VALUES (31, 21, 'jam', '2023-07-03', 123, 2775.88);
INSERT INTO DowntimeLog VALUES (32, 10, 'sensor fault', '2024-03-05', 19, 942.63);
INSERT INTO DowntimeLog VALUES (33, 3, 'jam', '2024-09-13', 125, 7227.71);
INSERT INTO DowntimeLog VALUES (34, 18, 'motor failure', '2023-03-04', 41, 4664.19);
INSERT INTO DowntimeLog VALUES (35, 22, 'tool change', '2023-06-10', 60, 2330.06);
INSERT INTO DowntimeLog VALUES (36, 29, 'power cut', '2023-12-07', 11, 3567.67);
INSERT INTO DowntimeLog VALUES (37, 18, 'jam', '2024-02-06', 47, 9502.62);
INSERT INTO DowntimeLog VALUES (38, 21, 'jam', '2023-03-19', 13, 3344.03);
INSERT INTO DowntimeLog VALUES (39, 21, 'motor failure', '2024-03-28', 94, 1834.27);
INSERT INTO DowntimeLog VALUES (40, 13, 'jam', '2023-03-18', 125, 1020.11);
INSERT INTO DowntimeLog VALUES (41, 27, 'overheating', '2024-10-27', 486, 6139.67);
INSERT INTO DowntimeLog VALUES (42, 21, 'sensor fault', '2024-03-21', 10, 3315.77);
INSERT INTO DowntimeLog VALUES (43, 27, 'jam', '2023-02-06', 36, NULL);
INSERT INTO DowntimeLog VALUES (44, 2, 'overheating', '2023-01-05', 47, 2568.13);
INSERT INTO DowntimeLog VALUES (45, 20, 'tool change', '2023-05-12', 13, 6688.77);
INSERT INTO DowntimeLog VALUES (46, 21, 'jam', '2024-01-26', 64, 2785.95);
INSERT INTO DowntimeLog VALUES (47, 36, 'power cut', '2024-05-20', 125, 7759.35);
INSERT INTO DowntimeLog VALUES (48, 26, 'tool change', '2023-04-07', 486, 5527.75);
INSERT INTO DowntimeLog VALUES (49, 29, 'jam', '2023-12-17', 10, 1388.01);
INSERT INTO DowntimeLog VALUES (50, 4, 'jam', '2024-06-11', 16, NULL);
INSERT INTO DowntimeLog VALUES (51, 29, 'jam', '2023-02-27', 37, 3046.22);
INSERT INTO DowntimeLog VALUES (52, 4, 'jam', '2024-10-27', 243, 1412.53);
INSERT INTO DowntimeLog VALUES (53, 29, 'tool change', '2023-05-28', 94, 9735.51);
INSERT INTO DowntimeLog VALUES (54, 33, 'power cut', '2023-03-04', 245, 3575.08);
INSERT INTO DowntimeLog VALUES (55, 27, 'jam', '2024-09-22', 126, 8387.72);
INSERT INTO DowntimeLog VALUES (56, 16, 'jam', '2023-12-10', 20, 2310.18);
INSERT INTO DowntimeLog VALUES (57, 33, 'jam', '2023-10-20', 16, 7399.32);
INSERT INTO DowntimeLog VALUES (58, 15, 'overheating', '2023-09-12', 122, 7651.61);
INSERT INTO DowntimeLog VALUES (59, 11, 'jam', '2023-03-13', 13, 3076.96);
INSERT INTO DowntimeLog VALUES (60, 16, 'sensor fault', '2024-03-07', 24, 8597.46);
INSERT INTO DowntimeLog VALUES (61, 43, 'overheating', '2024-02-11', 185, 3120.0);
INSERT INTO DowntimeLog VALUES (62, 42, 'sensor fault', '2023-12-05', 25, NULL);

