CREATE TABLE plans (plan_id INTEGER PRIMARY KEY, plan_name TEXT NOT NULL, monthly_fee REAL NOT NULL, notice_weeks INTEGER NOT NULL);
CREATE TABLE members (member_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, gender TEXT, birth_date DATE, city TEXT, joined_on DATE NOT NULL, left_on DATE, plan_id INTEGER REFERENCES plans(plan_id));
CREATE TABLE trainers (trainer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, speciality TEXT, hourly_rate REAL, hired_in INTEGER);
CREATE TABLE classes (class_id INTEGER PRIMARY KEY, title TEXT NOT NULL, trainer_id INTEGER REFERENCES trainers(trainer_id), room TEXT, weekday TEXT, duration_min INTEGER, max_places INTEGER);
CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(member_id), class_id INTEGER NOT NULL REFERENCES classes(class_id), booked_on DATE NOT NULL, attended INTEGER NOT NULL CHECK (attended IN (0, 1)));
INSERT INTO plans VALUES (1,'Basic',19.9,4),(2,'Plus',34.5,4),(3,'Premium',59,8),(4,'Student',14.9,2),(5,'Corporate',45,12);
INSERT INTO members VALUES
(1,'Ada','Brandt','F','1988-03-12','Leeds','2021-01-15',NULL,2),(2,'Ben','Okafor','M','1995-07-30','York','2022-04-02',NULL,1),
(3,'Cleo','Marsh','F','2001-11-05','Leeds','2023-09-10',NULL,4),(4,'Dan','Ito','M','1979-02-18','Bradford','2019-06-01','2023-06-30',3),
(5,'Eve','Larsen','F','1990-12-24','York','2020-03-20',NULL,3),(6,'Finn','Walsh','M','1984-05-09','Leeds','2024-02-11',NULL,2),
(7,'Gia','Romano','F','1999-08-17','Harrogate','2022-11-28','2024-01-31',1),(8,'Hal','Pope','M','1968-10-02','Leeds','2018-09-14',NULL,3),
(9,'Ivy','Chen','F','2003-04-21','Bradford','2024-10-01',NULL,4),(10,'Jon','Vance','M','1992-01-08','York','2021-07-19',NULL,NULL),
(11,'Kim','Adler','F','1986-06-27','Leeds','2023-03-03',NULL,2),(12,'Leo','Nagy','M','1975-09-13','Bradford','2020-12-09',NULL,1);
INSERT INTO trainers VALUES (1,'Marta Silva','Yoga',42,2016),(2,'Owen Price','Boxing',38.5,2019),(3,'Ruth Klein','Cycling',35,2021),(4,'Sam Duarte','Yoga',47,2014),(5,'Tess Young','Swimming',40,2023);
INSERT INTO classes VALUES (1,'Morning Flow',1,'Studio A','Monday',60,12),(2,'Power Boxing',2,'Hall 1','Tuesday',45,16),(3,'Spin Express',3,'Studio B','Wednesday',30,20),(4,'Deep Stretch',4,'Studio A','Thursday',75,10),(5,'Sparring Basics',2,'Hall 1','Friday',60,8),(6,'Hill Climb',3,'Studio B','Saturday',50,20),(7,'Sunset Flow',1,'Studio A','Monday',60,14);
INSERT INTO bookings VALUES (1,1,1,'2024-01-08',1),(2,1,7,'2024-01-15',1),(3,2,2,'2024-02-06',0),(4,3,3,'2024-02-14',1),(5,5,1,'2024-02-19',1),(6,5,4,'2024-03-07',1),(7,5,6,'2024-03-16',0),(8,6,2,'2024-04-02',1),(9,6,5,'2024-04-12',1),(10,8,1,'2024-05-06',0),(11,8,3,'2024-05-15',1),(12,9,3,'2024-10-09',1),(13,9,6,'2024-10-12',1),(14,11,2,'2024-11-05',1),(15,11,1,'2024-11-11',1),(16,1,4,'2024-11-14',0),(17,5,1,'2024-12-02',1),(18,12,6,'2024-12-07',1),(19,6,2,'2025-01-07',1),(20,9,3,'2025-01-15',0);
