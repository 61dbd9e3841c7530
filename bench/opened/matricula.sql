CREATE TABLE faculty (
  id INTEGER PRIMARY KEY,
  name TEXT,
  building TEXT,
  dean TEXT
);
CREATE TABLE programme (
  code TEXT PRIMARY KEY,
  title TEXT,
  degree TEXT,
  faculty_id INTEGER REFERENCES faculty(id),
  places INTEGER,
  tuition INTEGER,
  min_grade REAL
);
CREATE TABLE school (
  id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  type TEXT
);
CREATE TABLE applicant (
  id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  birth_date TEXT,
  nationality TEXT,
  city TEXT,
  school_id INTEGER REFERENCES school(id),
  final_grade REAL,
  email TEXT
);
CREATE TABLE application (
  applicant_id INTEGER REFERENCES applicant(id),
  programme_code TEXT REFERENCES programme(code),
  year INTEGER,
  priority INTEGER,
  decision TEXT,
  interview_score INTEGER,
  PRIMARY KEY (applicant_id, programme_code, year)
);
CREATE TABLE scholarship (
  id INTEGER PRIMARY KEY,
  name TEXT,
  donor TEXT,
  amount INTEGER
);
CREATE TABLE award (
  scholarship_id INTEGER REFERENCES scholarship(id),
  applicant_id INTEGER REFERENCES applicant(id),
  awarded_on TEXT,
  PRIMARY KEY (scholarship_id, applicant_id)
);

INSERT INTO faculty VALUES (1, 'Engineering', 'Watt House', 'Prof. Okafor');
INSERT INTO faculty VALUES (2, 'Law', 'Themis Court', 'Prof. Lindqvist');
INSERT INTO faculty VALUES (3, 'Medicine', 'Galen Wing', 'Prof. Amari');
INSERT INTO faculty VALUES (4, 'Arts', 'Old Library', 'Prof. Duval');
INSERT INTO faculty VALUES (5, 'Natural Sciences', 'Curie Block', 'Prof. Stein');
INSERT INTO faculty VALUES (6, 'Economics', 'Market Hall', 'Prof. Okafor');
INSERT INTO faculty VALUES (7, 'Education', 'Old Library', 'Prof. Ricci');
INSERT INTO faculty VALUES (8, 'Theology', 'Cloister', NULL);
INSERT INTO faculty VALUES (9, 'Architecture', 'Vitruvius Hall', 'Prof. Sato');
INSERT INTO faculty VALUES (10, 'Music', 'Cloister', 'Prof. Bellini');
INSERT INTO faculty VALUES (11, 'Veterinary Science', 'Meadow Block', 'Prof. Hughes');
INSERT INTO faculty VALUES (12, 'Philosophy', 'Old Library', 'Prof. Marin');
INSERT INTO faculty VALUES (13, 'Sport Science', 'Arena West', NULL);
INSERT INTO faculty VALUES (14, 'Languages', 'Babel House', 'Prof. Duval');
INSERT INTO faculty VALUES (15, 'Agriculture', 'Meadow Block', 'Prof. Njoroge');

INSERT INTO programme VALUES ('CS01', 'Computer Science', 'BSc', 1, 60, 9200, 1.9);
INSERT INTO programme VALUES ('ME02', 'Mechanical Engineering', 'BSc', 1, 45, 9200, 2.3);
INSERT INTO programme VALUES ('CE03', 'Civil Engineering', 'BSc', 1, 40, 8800, 2.5);
INSERT INTO programme VALUES ('RO04', 'Robotics', 'MSc', 1, 18, 11500, 1.7);
INSERT INTO programme VALUES ('LA10', 'Law', 'LLB', 2, 80, 8400, 2.0);
INSERT INTO programme VALUES ('IL11', 'International Law', 'LLM', 2, 20, 13200, 1.8);
INSERT INTO programme VALUES ('MD20', 'Medicine', 'MD', 3, 35, 18500, 1.2);
INSERT INTO programme VALUES ('NU21', 'Nursing', 'BSc', 3, 50, 6400, 2.9);
INSERT INTO programme VALUES ('PH22', 'Pharmacy', 'BSc', 3, 30, 9900, 1.8);
INSERT INTO programme VALUES ('HI30', 'History', 'BA', 4, 55, 6100, NULL);
INSERT INTO programme VALUES ('FA31', 'Fine Arts', 'BA', 4, 15, 7000, NULL);
INSERT INTO programme VALUES ('LI32', 'Comparative Literature', 'MA', 4, 12, 7300, 2.4);
INSERT INTO programme VALUES ('BI40', 'Biology', 'BSc', 5, 48, 8100, 2.2);
INSERT INTO programme VALUES ('CH41', 'Chemistry', 'BSc', 5, 36, 8100, 2.6);
INSERT INTO programme VALUES ('PY42', 'Physics', 'BSc', 5, 36, 8100, 2.4);
INSERT INTO programme VALUES ('AS43', 'Astrophysics', 'MSc', 5, 10, 10400, 1.6);
INSERT INTO programme VALUES ('EC50', 'Economics', 'BSc', 6, 70, 8700, 2.1);
INSERT INTO programme VALUES ('FI51', 'Finance', 'MSc', 6, 25, 14800, 1.7);
INSERT INTO programme VALUES ('ED60', 'Primary Education', 'BEd', 7, 40, 5900, 3.0);
INSERT INTO programme VALUES ('MU61', 'Music Education', 'BEd', 7, 12, 5900, 2.8);
INSERT INTO programme VALUES ('AR70', 'Architecture', 'BSc', 9, 28, 9900, 1.8);
INSERT INTO programme VALUES ('LU71', 'Landscape Design', 'MA', 9, 14, 9400, 2.2);
INSERT INTO programme VALUES ('VS80', 'Veterinary Medicine', 'DVM', 11, 25, 17200, 1.3);
INSERT INTO programme VALUES ('PL90', 'Philosophy', 'BA', 12, 45, 5800, NULL);
INSERT INTO programme VALUES ('SP95', 'Spanish', 'BA', 14, 32, 6000, 2.7);

INSERT INTO school VALUES (1, 'Hillside Grammar', 'Leeds', 'public');
INSERT INTO school VALUES (2, 'St Brigid College', 'Cork', 'private');
INSERT INTO school VALUES (3, 'Lakeview High', 'Toronto', 'public');
INSERT INTO school VALUES (4, 'Lycée Monet', 'Lyon', 'public');
INSERT INTO school VALUES (5, 'Goethe School', 'Bonn', 'public');
INSERT INTO school VALUES (6, 'Westbrook Academy', 'Leeds', 'private');
INSERT INTO school VALUES (7, 'Riverside High', 'Lagos', 'public');
INSERT INTO school VALUES (8, 'Colegio Sol', 'Madrid', 'private');
INSERT INTO school VALUES (9, 'Aoyama School', 'Osaka', 'public');
INSERT INTO school VALUES (10, 'Northgate High', 'Toronto', 'public');
INSERT INTO school VALUES (11, 'Harbour College', 'Cork', 'public');
INSERT INTO school VALUES (12, 'Liceo Dante', 'Turin', 'public');
INSERT INTO school VALUES (13, 'Banyan International', 'Pune', 'private');
INSERT INTO school VALUES (14, 'Copperfield School', 'Leeds', 'public');
INSERT INTO school VALUES (15, 'Queens High', 'Accra', 'private');

INSERT INTO applicant VALUES (1, 'Elena', 'Rossi', '2003-10-15', 'Nigerian', 'Cork', 12, 2.7, 'elena.rossi1@mail.test');
INSERT INTO applicant VALUES (2, 'Chidi', 'Rossi', '2005-01-11', 'German', 'Toronto', 9, 2.7, 'chidi.rossi2@mail.test');
INSERT INTO applicant VALUES (3, 'Kofi', 'Murphy', '2006-01-19', 'Spanish', 'Bonn', 7, 1.5, 'kofi.murphy3@mail.test');
INSERT INTO applicant VALUES (4, 'Yuki', 'Schmidt', '2006-12-25', 'German', 'Leeds', 12, 1.8, 'yuki.schmidt4@mail.test');
INSERT INTO applicant VALUES (5, 'Fatima', 'Moreau', '2005-05-25', 'Ghanaian', 'Turin', 3, 1.7, 'fatima.moreau5@mail.test');
INSERT INTO applicant VALUES (6, 'Elena', 'Moreau', '2005-01-11', 'Canadian', 'Leeds', 7, 1.7, 'elena.moreau6@mail.test');
INSERT INTO applicant VALUES (7, 'Chloé', 'Mensah', '2005-11-06', 'Spanish', 'Pune', 6, 2.0, 'chloe.mensah7@mail.test');
INSERT INTO applicant VALUES (8, 'Jonas', 'Schmidt', '2006-09-18', 'Canadian', 'Madrid', 13, 2.7, 'jonas.schmidt8@mail.test');
INSERT INTO applicant VALUES (9, 'Kofi', 'Obi', '2003-08-12', 'Irish', 'Madrid', 13, 2.0, NULL);
INSERT INTO applicant VALUES (10, 'Priya', 'Dubois', '2004-07-01', 'Irish', 'Osaka', 4, 1.3, NULL);
INSERT INTO applicant VALUES (11, 'Aisling', 'Torres', '2004-06-12', 'Ghanaian', 'Lyon', 8, 1.0, NULL);
INSERT INTO applicant VALUES (12, 'Elena', 'Wong', '2004-11-23', 'Irish', 'Leeds', 4, 2.0, NULL);
INSERT INTO applicant VALUES (13, 'Elena', 'Schmidt', '2005-01-28', 'Irish', 'Osaka', 12, 2.3, NULL);
INSERT INTO applicant VALUES (14, 'Jonas', 'Petrov', '2005-08-24', 'Irish', 'Accra', 12, 1.8, 'jonas.petrov14@mail.test');
INSERT INTO applicant VALUES (15, 'Yuki', 'Bianchi', '2005-02-01', 'Nigerian', 'Turin', 6, 2.7, NULL);
INSERT INTO applicant VALUES (16, 'Yuki', 'Moreau', '2006-07-23', 'Spanish', 'Toronto', 1, 1.2, 'yuki.moreau16@mail.test');
INSERT INTO applicant VALUES (17, 'Diego', 'Petrov', '2003-04-18', 'Spanish', 'Osaka', NULL, 1.2, 'diego.petrov17@mail.test');
INSERT INTO applicant VALUES (18, 'Fatima', 'Tanaka', '2006-08-20', 'Japanese', 'Madrid', 6, 1.2, 'fatima.tanaka18@mail.test');
INSERT INTO applicant VALUES (19, 'Chloé', 'Moreau', '2003-04-13', 'German', 'Leeds', 4, 1.5, 'chloe.moreau19@mail.test');
INSERT INTO applicant VALUES (20, 'Noah', 'Byrne', '2003-12-23', 'Indian', 'Osaka', 5, 1.5, 'noah.byrne20@mail.test');
INSERT INTO applicant VALUES (21, 'Yuki', 'Haddad', '2003-11-19', 'Nigerian', 'Toronto', 11, 1.8, NULL);
INSERT INTO applicant VALUES (22, 'Rahul', 'Moreau', '2006-05-02', 'Italian', 'Leeds', 5, 3.4, 'rahul.moreau22@mail.test');
INSERT INTO applicant VALUES (23, 'Priya', 'Wong', '2005-11-08', 'Italian', 'Turin', 7, 1.3, 'priya.wong23@mail.test');
INSERT INTO applicant VALUES (24, 'Fatima', 'Clarke', '2005-10-21', 'Irish', 'Toronto', NULL, 3.4, 'fatima.clarke24@mail.test');
INSERT INTO applicant VALUES (25, 'Giulia', 'Adeyemi', '2005-05-28', 'Canadian', 'Bonn', 4, 1.7, 'giulia.adeyemi25@mail.test');
INSERT INTO applicant VALUES (26, 'Lucas', 'Torres', '2006-08-23', 'Italian', 'Toronto', 9, 1.5, 'lucas.torres26@mail.test');
INSERT INTO applicant VALUES (27, 'Sophie', 'Obi', '2005-11-21', 'Canadian', 'Lyon', 12, 1.3, NULL);
INSERT INTO applicant VALUES (28, 'Aisling', 'Smith', '2004-01-17', 'Canadian', 'Toronto', 4, 2.3, 'aisling.smith28@mail.test');
INSERT INTO applicant VALUES (29, 'Giulia', 'Clarke', '2006-06-25', 'British', 'Cork', 9, 2.7, NULL);
INSERT INTO applicant VALUES (30, 'Noah', 'Obi', '2003-10-03', 'Nigerian', 'Bonn', 9, 1.7, 'noah.obi30@mail.test');
INSERT INTO applicant VALUES (31, 'Kofi', 'Schmidt', '2006-09-24', 'Canadian', 'Lagos', 6, 2.7, 'kofi.schmidt31@mail.test');
INSERT INTO applicant VALUES (32, 'Haruto', 'Murphy', '2004-09-21', 'French', 'Accra', 5, 1.0, 'haruto.murphy32@mail.test');
INSERT INTO applicant VALUES (33, 'Noah', 'Tanaka', '2005-05-01', 'French', 'Cork', 2, 2.1, 'noah.tanaka33@mail.test');
INSERT INTO applicant VALUES (34, 'Lucas', 'Moreau', '2005-05-14', 'Indian', 'Lagos', 3, 2.0, 'lucas.moreau34@mail.test');
INSERT INTO applicant VALUES (35, 'Tunde', 'Rossi', '2006-06-02', 'Italian', 'Bonn', 9, 2.3, 'tunde.rossi35@mail.test');
INSERT INTO applicant VALUES (36, 'Elena', 'Rossi', '2005-09-05', 'Italian', 'Leeds', 5, 1.5, 'elena.rossi36@mail.test');
INSERT INTO applicant VALUES (37, 'Yuki', 'Adeyemi', '2005-06-26', 'Nigerian', 'Turin', 7, 1.2, 'yuki.adeyemi37@mail.test');
INSERT INTO applicant VALUES (38, 'Priya', 'Byrne', '2004-11-19', 'Italian', 'Madrid', 11, 2.3, NULL);
INSERT INTO applicant VALUES (39, 'Elena', 'Clarke', '2005-06-07', 'Spanish', 'Leeds', 2, 1.2, 'elena.clarke39@mail.test');
INSERT INTO applicant VALUES (40, 'Hannah', 'Obi', '2004-10-16', 'Ghanaian', 'Bonn', 11, 1.3, NULL);
INSERT INTO applicant VALUES (41, 'Lucas', 'Schmidt', '2005-09-08', 'German', 'Lyon', 13, 1.8, 'lucas.schmidt41@mail.test');
INSERT INTO applicant VALUES (42, 'Hannah', 'Adeyemi', '2004-07-22', 'Italian', 'Turin', 13, 2.0, 'hannah.adeyemi42@mail.test');
INSERT INTO applicant VALUES (43, 'Priya', 'Rossi', '2004-11-17', 'Spanish', 'Accra', 5, 2.5, NULL);
INSERT INTO applicant VALUES (44, 'Marco', 'Bianchi', '2006-04-12', 'Italian', 'Lagos', 2, 2.5, 'marco.bianchi44@mail.test');
INSERT INTO applicant VALUES (45, 'Diego', 'Mensah', '2005-03-24', 'Nigerian', 'Leeds', 9, 2.5, 'diego.mensah45@mail.test');
INSERT INTO applicant VALUES (46, 'Noah', 'Tanaka', '2004-11-17', 'Japanese', 'Madrid', 3, 1.2, 'noah.tanaka46@mail.test');
INSERT INTO applicant VALUES (47, 'Noah', 'Haddad', '2003-01-06', 'Italian', 'Lagos', 3, 2.1, 'noah.haddad47@mail.test');
INSERT INTO applicant VALUES (48, 'Chloé', 'Bianchi', '2004-12-04', 'Spanish', 'Lagos', 2, 2.1, 'chloe.bianchi48@mail.test');
INSERT INTO applicant VALUES (49, 'Ben', 'Obi', '2006-11-09', 'Ghanaian', 'Osaka', 9, 2.1, 'ben.obi49@mail.test');
INSERT INTO applicant VALUES (50, 'Mia', 'Smith', '2004-03-24', 'Ghanaian', 'Leeds', 10, 1.2, 'mia.smith50@mail.test');
INSERT INTO applicant VALUES (51, 'Amelia', 'Dubois', '2006-07-21', 'French', 'Madrid', 13, 3.1, NULL);
INSERT INTO applicant VALUES (52, 'Kofi', 'Haddad', '2003-10-11', 'German', 'Turin', 5, 1.3, 'kofi.haddad52@mail.test');
INSERT INTO applicant VALUES (53, 'Sophie', 'Byrne', '2006-02-01', 'French', 'Turin', 2, 1.3, 'sophie.byrne53@mail.test');
INSERT INTO applicant VALUES (54, 'Amelia', 'Clarke', '2005-07-03', 'French', 'Pune', 1, 2.1, 'amelia.clarke54@mail.test');
INSERT INTO applicant VALUES (55, 'Jonas', 'Tanaka', '2006-09-26', 'Nigerian', 'Bonn', 11, 1.2, NULL);

INSERT INTO application VALUES (1, 'FA31', 2023, 1, 'accepted', 50);
INSERT INTO application VALUES (2, 'CS01', 2022, 1, 'accepted', 88);
INSERT INTO application VALUES (3, 'PH22', 2023, 1, NULL, 57);
INSERT INTO application VALUES (3, 'HI30', 2023, 2, 'rejected', NULL);
INSERT INTO application VALUES (4, 'NU21', 2022, 1, 'rejected', 44);
INSERT INTO application VALUES (4, 'LA10', 2023, 2, 'rejected', 40);
INSERT INTO application VALUES (5, 'FI51', 2023, 1, 'accepted', NULL);
INSERT INTO application VALUES (5, 'ED60', 2022, 2, NULL, 94);
INSERT INTO application VALUES (6, 'EC50', 2022, 1, 'waitlisted', 47);
INSERT INTO application VALUES (7, 'LI32', 2023, 1, 'accepted', NULL);
INSERT INTO application VALUES (8, 'EC50', 2023, 1, 'rejected', NULL);
INSERT INTO application VALUES (9, 'LA10', 2022, 1, 'accepted', 55);
INSERT INTO application VALUES (9, 'PH22', 2023, 2, NULL, 85);
INSERT INTO application VALUES (10, 'CE03', 2023, 1, 'rejected', 54);
INSERT INTO application VALUES (10, 'HI30', 2022, 2, NULL, NULL);
INSERT INTO application VALUES (11, 'FA31', 2023, 1, 'accepted', 83);
INSERT INTO application VALUES (12, 'ME02', 2023, 1, 'rejected', 58);
INSERT INTO application VALUES (13, 'RO04', 2023, 1, 'accepted', 40);
INSERT INTO application VALUES (14, 'EC50', 2023, 1, 'rejected', 48);
INSERT INTO application VALUES (15, 'NU21', 2023, 1, 'accepted', 45);
INSERT INTO application VALUES (15, 'IL11', 2022, 2, 'waitlisted', 91);
INSERT INTO application VALUES (15, 'FA31', 2023, 3, 'waitlisted', 54);
INSERT INTO application VALUES (16, 'PH22', 2023, 1, 'rejected', 84);
INSERT INTO application VALUES (17, 'FI51', 2022, 1, 'waitlisted', 41);
INSERT INTO application VALUES (18, 'FI51', 2023, 1, 'accepted', 72);
INSERT INTO application VALUES (18, 'BI40', 2023, 2, 'accepted', 71);
INSERT INTO application VALUES (19, 'LI32', 2022, 1, 'waitlisted', 46);
INSERT INTO application VALUES (19, 'BI40', 2023, 2, 'accepted', 94);
INSERT INTO application VALUES (19, 'MD20', 2023, 3, 'rejected', 93);
INSERT INTO application VALUES (20, 'RO04', 2023, 1, 'rejected', 44);
INSERT INTO application VALUES (20, 'PH22', 2023, 2, NULL, 60);
INSERT INTO application VALUES (21, 'CH41', 2023, 1, 'accepted', 55);
INSERT INTO application VALUES (21, 'IL11', 2022, 2, 'accepted', 81);
INSERT INTO application VALUES (22, 'LI32', 2023, 1, NULL, 73);
INSERT INTO application VALUES (23, 'CE03', 2023, 1, 'accepted', 83);
INSERT INTO application VALUES (23, 'LI32', 2023, 2, 'accepted', 74);
INSERT INTO application VALUES (24, 'PY42', 2023, 1, 'waitlisted', 65);
INSERT INTO application VALUES (24, 'HI30', 2023, 2, 'accepted', 63);
INSERT INTO application VALUES (24, 'ED60', 2023, 3, 'accepted', 59);
INSERT INTO application VALUES (25, 'RO04', 2023, 1, NULL, 88);
INSERT INTO application VALUES (25, 'LI32', 2023, 2, 'accepted', 57);
INSERT INTO application VALUES (25, 'CS01', 2023, 3, 'accepted', 65);
INSERT INTO application VALUES (26, 'PY42', 2022, 1, 'rejected', NULL);
INSERT INTO application VALUES (26, 'MD20', 2022, 2, 'rejected', NULL);
INSERT INTO application VALUES (27, 'PH22', 2022, 1, 'accepted', NULL);
INSERT INTO application VALUES (27, 'ME02', 2023, 2, 'rejected', 88);
INSERT INTO application VALUES (27, 'LI32', 2023, 3, 'waitlisted', 76);
INSERT INTO application VALUES (28, 'FI51', 2022, 1, 'waitlisted', 95);
INSERT INTO application VALUES (29, 'HI30', 2023, 1, 'accepted', 87);
INSERT INTO application VALUES (29, 'ME02', 2022, 2, 'accepted', 92);
INSERT INTO application VALUES (29, 'BI40', 2022, 3, 'waitlisted', 74);
INSERT INTO application VALUES (30, 'NU21', 2023, 1, 'rejected', NULL);
INSERT INTO application VALUES (30, 'RO04', 2023, 2, 'rejected', 75);
INSERT INTO application VALUES (30, 'IL11', 2023, 3, 'rejected', 58);
INSERT INTO application VALUES (31, 'BI40', 2022, 1, 'rejected', 43);
INSERT INTO application VALUES (31, 'PH22', 2023, 2, 'rejected', 80);
INSERT INTO application VALUES (32, 'LA10', 2023, 1, 'rejected', 87);
INSERT INTO application VALUES (33, 'FI51', 2022, 1, 'waitlisted', 81);
INSERT INTO application VALUES (33, 'ED60', 2023, 2, 'rejected', 58);
INSERT INTO application VALUES (34, 'IL11', 2023, 1, NULL, NULL);
INSERT INTO application VALUES (35, 'FI51', 2022, 1, 'accepted', 97);
INSERT INTO application VALUES (35, 'NU21', 2023, 2, 'rejected', NULL);
INSERT INTO application VALUES (35, 'PH22', 2022, 3, 'waitlisted', 59);
INSERT INTO application VALUES (36, 'CE03', 2023, 1, NULL, NULL);
INSERT INTO application VALUES (36, 'FA31', 2023, 2, 'rejected', NULL);
INSERT INTO application VALUES (36, 'LA10', 2023, 3, 'waitlisted', 71);
INSERT INTO application VALUES (37, 'FA31', 2023, 1, NULL, 85);
INSERT INTO application VALUES (38, 'IL11', 2023, 1, NULL, 88);
INSERT INTO application VALUES (38, 'LA10', 2023, 2, 'accepted', 97);
INSERT INTO application VALUES (38, 'MD20', 2022, 3, 'rejected', 46);
INSERT INTO application VALUES (51, 'AR70', 2023, 1, 'accepted', 81);
INSERT INTO application VALUES (51, 'VS80', 2023, 2, 'rejected', 58);
INSERT INTO application VALUES (52, 'VS80', 2022, 1, 'waitlisted', 77);
INSERT INTO application VALUES (53, 'SP95', 2023, 1, 'accepted', NULL);
INSERT INTO application VALUES (53, 'AR70', 2023, 2, 'rejected', 49);
INSERT INTO application VALUES (54, 'PL90', 2023, 1, 'accepted', 66);
INSERT INTO application VALUES (54, 'SP95', 2023, 2, NULL, NULL);
INSERT INTO application VALUES (54, 'HI30', 2023, 3, 'rejected', 52);

INSERT INTO scholarship VALUES (1, 'Founders Grant', 'Alumni Trust', 5000);
INSERT INTO scholarship VALUES (2, 'Women in Tech', 'Vertex Ltd', 8000);
INSERT INTO scholarship VALUES (3, 'Healing Hands', 'Galen Foundation', 12000);
INSERT INTO scholarship VALUES (4, 'Global Bridges', 'Alumni Trust', 3000);
INSERT INTO scholarship VALUES (5, 'Silver Quill', 'Inkwell Press', 2500);
INSERT INTO scholarship VALUES (6, 'Green Future', 'Terra Fund', 6000);
INSERT INTO scholarship VALUES (7, 'First Steps', 'City Council', 1500);
INSERT INTO scholarship VALUES (8, 'Dean''s Prize', 'Alumni Trust', 2000);
INSERT INTO scholarship VALUES (9, 'Sports Merit', 'Arena Club', 2500);
INSERT INTO scholarship VALUES (10, 'Star Gazer', 'Terra Fund', 4000);
INSERT INTO scholarship VALUES (11, 'Market Leaders', 'Vertex Ltd', 7500);
INSERT INTO scholarship VALUES (12, 'Choral Award', NULL, 1000);
INSERT INTO scholarship VALUES (13, 'Open Door', 'City Council', 3500);
INSERT INTO scholarship VALUES (14, 'Bench Fund', 'Bar Society', 4000);
INSERT INTO scholarship VALUES (15, 'Pioneer', 'Vertex Ltd', 9000);

INSERT INTO award VALUES (4, 39, '2023-06-05');
INSERT INTO award VALUES (13, 17, '2022-08-17');
INSERT INTO award VALUES (1, 44, '2022-10-03');
INSERT INTO award VALUES (4, 16, '2023-10-03');
INSERT INTO award VALUES (11, 42, '2022-10-26');
INSERT INTO award VALUES (13, 10, '2023-09-04');
INSERT INTO award VALUES (13, 35, '2022-10-19');
INSERT INTO award VALUES (1, 2, '2022-09-10');
INSERT INTO award VALUES (3, 1, '2022-08-26');
INSERT INTO award VALUES (11, 4, '2023-06-20');
INSERT INTO award VALUES (12, 17, '2023-09-28');
INSERT INTO award VALUES (11, 30, '2022-06-07');
INSERT INTO award VALUES (1, 28, '2023-10-11');
INSERT INTO award VALUES (6, 16, '2023-06-22');
INSERT INTO award VALUES (3, 9, '2023-06-27');
INSERT INTO award VALUES (6, 11, '2023-09-21');
INSERT INTO award VALUES (11, 34, '2023-10-09');
INSERT INTO award VALUES (6, 47, '2022-07-06');
INSERT INTO award VALUES (7, 2, '2022-08-09');
INSERT INTO award VALUES (13, 15, '2022-06-07');
INSERT INTO award VALUES (1, 26, '2023-10-01');
INSERT INTO award VALUES (1, 32, '2022-09-26');
INSERT INTO award VALUES (2, 10, '2023-06-23');
INSERT INTO award VALUES (5, 29, '2023-09-07');
INSERT INTO award VALUES (12, 7, '2022-06-11');
INSERT INTO award VALUES (7, 42, '2023-07-08');
INSERT INTO award VALUES (3, 47, '2022-07-17');
INSERT INTO award VALUES (2, 36, '2023-10-10');
INSERT INTO award VALUES (6, 44, '2023-07-23');
INSERT INTO award VALUES (10, 34, '2022-06-18');

