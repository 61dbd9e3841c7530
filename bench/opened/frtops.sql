CREATE TABLE mst_cust (
  cust_no INTEGER PRIMARY KEY,
  cust_nm VARCHAR(40),
  cust_cty VARCHAR(30),
  ctry_cd CHAR(2),
  cr_lmt INTEGER
);
CREATE TABLE mst_port (
  port_cd CHAR(5) PRIMARY KEY,
  port_nm VARCHAR(30),
  ctry_cd CHAR(2),
  max_drft REAL
);
CREATE TABLE mst_vsl (
  vsl_id INTEGER PRIMARY KEY,
  vsl_nm VARCHAR(40),
  vsl_typ VARCHAR(20),
  flag_cd CHAR(2),
  cap_teu INTEGER,
  blt_yr INTEGER
);
CREATE TABLE trx_voy (
  voy_no INTEGER PRIMARY KEY,
  vsl_id INTEGER REFERENCES mst_vsl(vsl_id),
  org_port CHAR(5) REFERENCES mst_port(port_cd),
  dst_port CHAR(5) REFERENCES mst_port(port_cd),
  dep_dt DATE,
  arr_dt DATE
);
CREATE TABLE trx_shp (
  shp_no INTEGER PRIMARY KEY,
  cust_no INTEGER REFERENCES mst_cust(cust_no),
  voy_no INTEGER REFERENCES trx_voy(voy_no),
  cmdty VARCHAR(30),
  wgt_kg REAL,
  frt_amt REAL,
  hzd_flg CHAR(1),
  stat_cd VARCHAR(12)
);
CREATE TABLE tbl_emp (
  emp_no INTEGER PRIMARY KEY,
  emp_nm VARCHAR(40),
  job_ttl VARCHAR(30),
  sal_amt INTEGER,
  hire_dt DATE,
  mgr_no INTEGER REFERENCES tbl_emp(emp_no)
);
CREATE TABLE lnk_voy_emp (
  voy_no INTEGER REFERENCES trx_voy(voy_no),
  emp_no INTEGER REFERENCES tbl_emp(emp_no),
  duty_cd VARCHAR(10),
  PRIMARY KEY (voy_no, emp_no)
);

INSERT INTO mst_cust VALUES (1001, 'Baltic Timber', 'Gdansk', 'PL', 50000);
INSERT INTO mst_cust VALUES (1002, 'Hansa Coffee', 'Hamburg', 'DE', 80000);
INSERT INTO mst_cust VALUES (1003, 'Marmara Steel', 'Istanbul', 'TR', 120000);
INSERT INTO mst_cust VALUES (1004, 'Olive & Sons', 'Piraeus', 'GR', 20000);
INSERT INTO mst_cust VALUES (1005, 'Rotterdam Chemicals', 'Rotterdam', 'NL', 150000);
INSERT INTO mst_cust VALUES (1006, 'Andes Fruit', 'Valparaiso', 'CL', 60000);
INSERT INTO mst_cust VALUES (1007, 'Tulip Export', 'Rotterdam', 'NL', 35000);
INSERT INTO mst_cust VALUES (1008, 'Kanto Motors', 'Yokohama', 'JP', 200000);
INSERT INTO mst_cust VALUES (1009, 'Lagos Cement', 'Lagos', 'NG', NULL);
INSERT INTO mst_cust VALUES (1010, 'Levant Textiles', 'Beirut', 'LB', 25000);
INSERT INTO mst_cust VALUES (1011, 'Nordic Paper', 'Gothenburg', 'SE', 75000);
INSERT INTO mst_cust VALUES (1012, 'Elbe Machinery', 'Hamburg', 'DE', 110000);
INSERT INTO mst_cust VALUES (1013, 'Pampas Grain', 'Rosario', 'AR', 90000);
INSERT INTO mst_cust VALUES (1014, 'Celtic Seafood', 'Cork', 'IE', 30000);
INSERT INTO mst_cust VALUES (1015, 'Atlas Phosphate', 'Casablanca', 'MA', 70000);
INSERT INTO mst_cust VALUES (1016, 'Sao Paulo Sugar', 'Santos', 'BR', NULL);
INSERT INTO mst_cust VALUES (1017, 'Hansa Spices', 'Hamburg', 'DE', 15000);

INSERT INTO mst_port VALUES ('NLRTM', 'Rotterdam', 'NL', 24.0);
INSERT INTO mst_port VALUES ('DEHAM', 'Hamburg', 'DE', 15.1);
INSERT INTO mst_port VALUES ('BEANR', 'Antwerp', 'BE', 16.0);
INSERT INTO mst_port VALUES ('GRPIR', 'Piraeus', 'GR', 18.5);
INSERT INTO mst_port VALUES ('TRIST', 'Istanbul', 'TR', 14.5);
INSERT INTO mst_port VALUES ('JPYOK', 'Yokohama', 'JP', 17.0);
INSERT INTO mst_port VALUES ('SGSIN', 'Singapore', 'SG', 18.0);
INSERT INTO mst_port VALUES ('USNYC', 'New York', 'US', 15.2);
INSERT INTO mst_port VALUES ('BRSSZ', 'Santos', 'BR', 14.2);
INSERT INTO mst_port VALUES ('CLVAP', 'Valparaiso', 'CL', 13.8);
INSERT INTO mst_port VALUES ('MACAS', 'Casablanca', 'MA', 12.0);
INSERT INTO mst_port VALUES ('NGLOS', 'Lagos', 'NG', 13.5);
INSERT INTO mst_port VALUES ('PLGDN', 'Gdansk', 'PL', 17.0);
INSERT INTO mst_port VALUES ('SEGOT', 'Gothenburg', 'SE', 13.5);
INSERT INTO mst_port VALUES ('IEORK', 'Cork', 'IE', NULL);

INSERT INTO mst_vsl VALUES (1, 'Aurora Borealis', 'container', 'NO', 8400, 2009);
INSERT INTO mst_vsl VALUES (2, 'Hansa Star', 'container', 'DE', 11200, 2014);
INSERT INTO mst_vsl VALUES (3, 'Golden Tulip', 'container', 'NL', 15500, 2018);
INSERT INTO mst_vsl VALUES (4, 'Iron Duke', 'bulk', 'LR', NULL, 1999);
INSERT INTO mst_vsl VALUES (5, 'Sea Heron', 'reefer', 'PA', 2600, 2006);
INSERT INTO mst_vsl VALUES (6, 'Levanter', 'container', 'LR', 9800, 2012);
INSERT INTO mst_vsl VALUES (7, 'Grain Queen', 'bulk', 'PA', NULL, 2003);
INSERT INTO mst_vsl VALUES (8, 'Cold Pearl', 'reefer', 'PA', 3100, 2015);
INSERT INTO mst_vsl VALUES (9, 'Meltemi', 'general', 'GR', 1200, 1994);
INSERT INTO mst_vsl VALUES (10, 'Kestrel Bay', 'general', 'NL', 1450, 2001);
INSERT INTO mst_vsl VALUES (11, 'Pacific Lotus', 'container', 'SG', 19800, 2021);
INSERT INTO mst_vsl VALUES (12, 'Amber Coast', 'general', 'PL', 900, 1991);
INSERT INTO mst_vsl VALUES (13, 'Hansa Moon', 'container', 'DE', 11200, 2015);
INSERT INTO mst_vsl VALUES (14, 'Sugar Wind', 'bulk', 'BR', NULL, 2010);
INSERT INTO mst_vsl VALUES (15, 'Blue Marlin', 'reefer', 'LR', 2900, 2019);

INSERT INTO trx_voy VALUES (5001, 5, 'DEHAM', 'TRIST', '2023-03-31', '2023-04-13');
INSERT INTO trx_voy VALUES (5002, 3, 'TRIST', 'PLGDN', '2023-08-06', '2023-09-05');
INSERT INTO trx_voy VALUES (5003, 13, 'USNYC', 'BEANR', '2023-05-04', '2023-06-02');
INSERT INTO trx_voy VALUES (5004, 8, 'NGLOS', 'DEHAM', '2024-01-11', '2024-01-28');
INSERT INTO trx_voy VALUES (5005, 13, 'NGLOS', 'SEGOT', '2023-04-23', NULL);
INSERT INTO trx_voy VALUES (5006, 8, 'DEHAM', 'SGSIN', '2022-05-28', NULL);
INSERT INTO trx_voy VALUES (5007, 11, 'NLRTM', 'NGLOS', '2022-08-09', '2022-08-19');
INSERT INTO trx_voy VALUES (5008, 11, 'MACAS', 'JPYOK', '2023-09-20', '2023-09-30');
INSERT INTO trx_voy VALUES (5009, 7, 'TRIST', 'DEHAM', '2022-08-02', '2022-09-03');
INSERT INTO trx_voy VALUES (5010, 2, 'JPYOK', 'PLGDN', '2023-03-01', '2023-03-17');
INSERT INTO trx_voy VALUES (5011, 3, 'TRIST', 'NLRTM', '2023-09-27', '2023-10-20');
INSERT INTO trx_voy VALUES (5012, 9, 'SGSIN', 'NLRTM', '2023-11-10', '2023-11-17');
INSERT INTO trx_voy VALUES (5013, 7, 'NGLOS', 'CLVAP', '2023-03-22', '2023-04-06');
INSERT INTO trx_voy VALUES (5014, 4, 'PLGDN', 'JPYOK', '2024-01-16', '2024-01-30');
INSERT INTO trx_voy VALUES (5015, 6, 'PLGDN', 'TRIST', '2022-01-22', '2022-02-05');
INSERT INTO trx_voy VALUES (5016, 7, 'CLVAP', 'NGLOS', '2023-04-24', NULL);
INSERT INTO trx_voy VALUES (5017, 6, 'BRSSZ', 'MACAS', '2022-07-07', '2022-07-14');
INSERT INTO trx_voy VALUES (5018, 3, 'JPYOK', 'NLRTM', '2023-01-20', NULL);
INSERT INTO trx_voy VALUES (5019, 14, 'NLRTM', 'BEANR', '2022-06-16', '2022-07-12');
INSERT INTO trx_voy VALUES (5020, 3, 'BEANR', 'PLGDN', '2024-01-27', '2024-02-03');
INSERT INTO trx_voy VALUES (5021, 9, 'BRSSZ', 'DEHAM', '2022-11-15', '2022-12-15');
INSERT INTO trx_voy VALUES (5022, 2, 'CLVAP', 'GRPIR', '2022-03-19', '2022-04-13');
INSERT INTO trx_voy VALUES (5023, 11, 'DEHAM', 'BEANR', '2023-08-01', '2023-08-24');
INSERT INTO trx_voy VALUES (5024, 4, 'DEHAM', 'TRIST', '2023-03-30', '2023-04-05');
INSERT INTO trx_voy VALUES (5025, 9, 'JPYOK', 'PLGDN', '2022-07-01', '2022-07-11');
INSERT INTO trx_voy VALUES (5026, 5, 'NGLOS', 'BEANR', '2023-08-16', '2023-09-13');
INSERT INTO trx_voy VALUES (5027, 9, 'NLRTM', 'DEHAM', '2023-09-03', '2023-10-04');
INSERT INTO trx_voy VALUES (5028, 3, 'SEGOT', 'DEHAM', '2023-07-27', '2023-08-27');
INSERT INTO trx_voy VALUES (5029, 14, 'TRIST', 'NGLOS', '2023-06-27', '2023-07-25');
INSERT INTO trx_voy VALUES (5030, 7, 'GRPIR', 'NGLOS', '2022-04-30', '2022-05-26');
INSERT INTO trx_voy VALUES (5031, 2, 'TRIST', 'SEGOT', '2022-01-31', '2022-02-19');
INSERT INTO trx_voy VALUES (5032, 14, 'BRSSZ', 'NGLOS', '2023-01-16', '2023-02-09');
INSERT INTO trx_voy VALUES (5033, 4, 'DEHAM', 'GRPIR', '2022-08-05', '2022-09-02');
INSERT INTO trx_voy VALUES (5034, 8, 'SGSIN', 'BRSSZ', '2022-10-10', '2022-11-02');
INSERT INTO trx_voy VALUES (5035, 4, 'GRPIR', 'BRSSZ', '2023-03-01', '2023-03-07');
INSERT INTO trx_voy VALUES (5036, 6, 'SGSIN', 'DEHAM', '2022-11-13', '2022-12-11');
INSERT INTO trx_voy VALUES (5037, 3, 'GRPIR', 'SEGOT', '2023-08-02', '2023-08-23');
INSERT INTO trx_voy VALUES (5038, 3, 'JPYOK', 'MACAS', '2024-01-06', '2024-01-14');
INSERT INTO trx_voy VALUES (5039, 9, 'JPYOK', 'TRIST', '2022-03-15', '2022-04-08');
INSERT INTO trx_voy VALUES (5040, 9, 'USNYC', 'JPYOK', '2023-07-21', '2023-08-15');

INSERT INTO trx_shp VALUES (70001, 1008, 5037, 'paper', 57207.5, 6864.9, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70002, 1017, 5037, 'timber', 46815.0, 8426.7, 'Y', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70003, 1007, 5028, 'paper', 13772.5, 4131.75, 'Y', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70004, 1011, 5006, 'timber', 34130.0, 4095.6, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70005, 1007, 5002, 'chemicals', 27937.5, NULL, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70006, 1009, 5035, 'steel', 16245.0, 4873.5, 'Y', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70007, 1005, 5027, 'steel', 16252.5, 1950.3, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70008, 1013, 5013, 'fertilizer', 9060.0, 1087.2, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70009, 1013, 5032, 'timber', 9067.5, 1632.15, 'Y', 'LOST');
INSERT INTO trx_shp VALUES (70010, 1011, 5035, 'fruit', 24075.0, 7222.5, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70011, 1007, 5011, 'machinery', 9082.5, 2724.75, 'Y', 'LOST');
INSERT INTO trx_shp VALUES (70012, 1004, 5030, 'steel', 31090.0, 3730.8, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70013, 1005, 5025, 'paper', 897.5, 224.38, 'Y', 'DELIVERED');
INSERT INTO trx_shp VALUES (70014, 1006, 5001, 'steel', 12605.0, 3151.25, 'Y', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70015, 1005, 5030, 'coffee', 1462.5, 438.75, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70016, 1004, 5009, 'timber', 19920.0, 5976.0, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70017, 1008, 5023, 'fertilizer', 21727.5, 2607.3, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70018, 1001, 5026, 'fertilizer', 10035.0, 1806.3, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70019, 1011, 5017, 'machinery', 12642.5, 3792.75, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70020, 1014, 5018, 'steel', 1030.0, 309.0, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70021, 1017, 5014, 'textiles', 4777.5, 1194.38, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70022, 1012, 5006, 'steel', 1665.0, 416.25, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70023, 1003, 5019, 'coffee', 1052.5, 263.12, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70024, 1006, 5027, 'fertilizer', 980.0, 117.6, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70025, 1002, 5017, 'coffee', 19987.5, 2398.5, 'Y', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70026, 1015, 5016, 'paper', 26595.0, 7978.5, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70027, 1002, 5026, 'coffee', 1552.5, 279.45, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70028, 1009, 5013, 'coffee', 21810.0, 5452.5, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70029, 1013, 5034, 'paper', 4837.5, 1209.38, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70030, 1012, 5035, 'chemicals', 945.0, 283.5, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70031, 1002, 5009, 'steel', 52232.5, 13058.12, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70032, 1001, 5019, 'textiles', 16440.0, 4110.0, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70033, 1005, 5018, 'machinery', 26647.5, 6661.88, 'Y', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70034, 1005, 5004, 'steel', 28155.0, 8446.5, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70035, 1015, 5027, 'fruit', 1762.5, 440.62, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70036, 1001, 5024, 'steel', 12770.0, 3192.5, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70037, 1011, 5020, 'machinery', 34377.5, 6187.95, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70038, 1012, 5012, 'timber', 47085.0, 5650.2, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70039, 1005, 5009, 'cars', 1642.5, 410.62, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70040, 1005, 5019, 'steel', 20100.0, 2412.0, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70041, 1012, 5019, 'coffee', 1027.5, 123.3, 'Y', 'DELIVERED');
INSERT INTO trx_shp VALUES (70042, 1005, 5031, 'fruit', 8415.0, 2103.75, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70043, 1004, 5018, 'fruit', 14072.5, 1688.7, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70044, 1005, 5028, 'steel', 9330.0, 2332.5, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70045, 1005, 5008, 'coffee', 47137.5, 8484.75, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70046, 1012, 5001, 'paper', 8445.0, 1520.1, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70047, 1003, 5023, 'coffee', 1702.5, NULL, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70048, 1002, 5008, 'coffee', 4140.0, 1242.0, 'Y', 'LOST');
INSERT INTO trx_shp VALUES (70049, 1002, 5011, 'chemicals', 14117.5, 4235.25, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70050, 1005, 5015, 'coffee', 14125.0, 4237.5, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70051, 1012, 5029, 'machinery', 20182.5, 2421.9, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70052, 1015, 5016, 'chemicals', 26790.0, 8037.0, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70053, 1014, 5015, 'fertilizer', 14147.5, 2546.55, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70054, 1005, 5019, 'machinery', 8505.0, NULL, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70055, 1008, 5029, 'cars', 34512.5, 8628.12, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70056, 1005, 5026, 'cars', 24420.0, 2930.4, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70057, 1005, 5012, 'paper', 14177.5, 2551.95, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70058, 1003, 5010, 'textiles', 4215.0, 758.7, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70059, 1008, 5008, 'coffee', 11692.5, 1403.1, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70060, 1005, 5028, 'paper', 26850.0, 4833.0, 'Y', 'DELIVERED');
INSERT INTO trx_shp VALUES (70061, 1008, 5010, 'machinery', 28357.5, 5104.35, 'Y', 'DELIVERED');
INSERT INTO trx_shp VALUES (70062, 1005, 5021, 'coffee', 4245.0, 509.4, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70063, 1006, 5033, 'fertilizer', 14222.5, 2560.05, 'N', 'DELIVERED');
INSERT INTO trx_shp VALUES (70064, 1015, 5018, 'timber', 10380.0, 3114.0, 'N', 'IN TRANSIT');
INSERT INTO trx_shp VALUES (70065, 1001, 5013, 'paper', 2137.5, 641.25, 'Y', 'DELIVERED');
INSERT INTO trx_shp VALUES (70066, 1013, 5029, 'machinery', 1215.0, 303.75, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70067, 1008, 5005, 'fruit', 31502.5, 7875.62, 'N', 'LOST');
INSERT INTO trx_shp VALUES (70068, 1006, 5025, 'timber', 34610.0, 6229.8, 'Y', 'DELIVERED');
INSERT INTO trx_shp VALUES (70069, 1003, 5024, 'paper', 52517.5, 9453.15, 'N', 'CUSTOMS');
INSERT INTO trx_shp VALUES (70070, 1002, 5007, 'steel', 1875.0, 562.5, 'N', 'LOST');

INSERT INTO tbl_emp VALUES (1, 'Greta Holm', 'Director', 148000, '2004-02-01', NULL);
INSERT INTO tbl_emp VALUES (2, 'Omar Faruk', 'Fleet Manager', 98000, '2009-05-12', 1);
INSERT INTO tbl_emp VALUES (3, 'Sylvie Arnaud', 'Sales Manager', 93000, '2011-09-01', 1);
INSERT INTO tbl_emp VALUES (4, 'Bill Tanner', 'Captain', 84000, '2008-03-17', 2);
INSERT INTO tbl_emp VALUES (5, 'Yiannis Kosta', 'Captain', 86500, '2012-11-05', 2);
INSERT INTO tbl_emp VALUES (6, 'Mika Sato', 'Captain', 84000, '2016-01-20', 2);
INSERT INTO tbl_emp VALUES (7, 'Pieter Smit', 'First Officer', 61000, '2015-06-30', 4);
INSERT INTO tbl_emp VALUES (8, 'Ana Lima', 'First Officer', 62500, '2018-04-02', 5);
INSERT INTO tbl_emp VALUES (9, 'Chen Wei', 'Engineer', 58000, '2013-08-19', 2);
INSERT INTO tbl_emp VALUES (10, 'Igor Zelenko', 'Engineer', 59500, '2017-10-10', 2);
INSERT INTO tbl_emp VALUES (11, 'Rosa Diaz', 'Cook', 34000, '2019-02-11', 4);
INSERT INTO tbl_emp VALUES (12, 'Lars Bergman', 'Cook', 35500, '2021-07-01', 5);
INSERT INTO tbl_emp VALUES (13, 'Amina Sow', 'Clerk', 31000, '2020-03-03', 3);
INSERT INTO tbl_emp VALUES (14, 'Tim Brandt', 'Clerk', 30500, '2022-09-15', 3);
INSERT INTO tbl_emp VALUES (15, 'Pieter Smit', 'Deckhand', 29000, '2023-01-09', 7);
INSERT INTO tbl_emp VALUES (16, 'Joao Prado', 'Deckhand', 28500, '2021-05-25', 7);
INSERT INTO tbl_emp VALUES (17, 'Nils Ek', 'Broker', 72000, '2010-12-12', 3);
INSERT INTO tbl_emp VALUES (18, 'Fiona Walsh', 'Accountant', 55000, '2014-04-14', 1);
INSERT INTO tbl_emp VALUES (19, 'Dev Anand', 'Engineer', 60000, '2022-02-28', 2);

INSERT INTO lnk_voy_emp VALUES (5001, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5001, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5002, 5, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5002, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5002, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5003, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5003, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5004, 5, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5004, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5005, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5005, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5006, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5006, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5007, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5007, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5008, 5, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5008, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5008, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5009, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5009, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5010, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5010, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5010, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5011, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5011, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5011, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5012, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5012, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5013, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5014, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5015, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5015, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5015, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5016, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5016, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5016, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5017, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5017, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5017, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5018, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5018, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5019, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5019, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5020, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5020, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5021, 5, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5021, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5022, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5022, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5023, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5023, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5024, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5024, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5025, 5, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5025, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5026, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5026, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5027, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5027, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5028, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5028, 12, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5029, 5, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5029, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5029, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5030, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5030, 9, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5031, 5, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5031, 10, 'ENG');
INSERT INTO lnk_voy_emp VALUES (5032, 4, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5032, 11, 'COOK');
INSERT INTO lnk_voy_emp VALUES (5033, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5034, 6, 'CAPT');
INSERT INTO lnk_voy_emp VALUES (5034, 11, 'COOK');

