CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT UNIQUE,
  full_name TEXT,
  email TEXT,
  team_id INTEGER,
  role TEXT,
  joined_at TEXT,
  is_active INTEGER
);
CREATE TABLE teams (
  id INTEGER PRIMARY KEY,
  name TEXT,
  office TEXT,
  lead_id INTEGER
);
CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  key TEXT,
  name TEXT,
  team_id INTEGER,
  started_on TEXT,
  budget INTEGER,
  archived INTEGER
);
CREATE TABLE issues (
  id INTEGER PRIMARY KEY,
  project_id INTEGER,
  title TEXT,
  type TEXT,
  priority TEXT,
  status TEXT,
  reporter_id INTEGER REFERENCES users(id),
  assignee_id INTEGER REFERENCES users(id),
  created_at TEXT,
  closed_at TEXT,
  estimate_hours REAL
);
CREATE TABLE labels (
  id INTEGER PRIMARY KEY,
  name TEXT,
  colour TEXT
);
CREATE TABLE issue_labels (
  issue_id INTEGER,
  label_id INTEGER,
  PRIMARY KEY (issue_id, label_id)
);
CREATE TABLE comments (
  id INTEGER PRIMARY KEY,
  issue_id INTEGER REFERENCES issues(id),
  user_id INTEGER REFERENCES users(id),
  body TEXT,
  posted_at TEXT
);

INSERT INTO users VALUES (1, 'jdoe', 'Jane Doerr', 'jdoe@tracker.test', 2, 'developer', '2017-11-01', 1);
INSERT INTO users VALUES (2, 'mkiv', 'Mati Kivi', 'mkiv@tracker.test', 3, 'designer', '2022-03-08', 1);
INSERT INTO users VALUES (3, 'svdb', 'Sanne van den Berg', 'svdb@tracker.test', 2, 'manager', '2017-08-14', 1);
INSERT INTO users VALUES (4, 'rpinto', 'Rita Pinto', 'rpinto@tracker.test', 3, 'developer', '2016-08-27', 1);
INSERT INTO users VALUES (5, 'hwang', 'Hana Wang', NULL, 2, 'tester', '2018-04-06', 1);
INSERT INTO users VALUES (6, 'oleg', 'Oleg Baranov', 'oleg@tracker.test', 8, 'manager', '2022-09-01', 1);
INSERT INTO users VALUES (7, 'tcosta', 'Tiago Costa', 'tcosta@tracker.test', 5, 'tester', '2022-09-03', 1);
INSERT INTO users VALUES (8, 'nils', 'Nils Holm', 'nils@tracker.test', 2, 'developer', '2021-05-23', 1);
INSERT INTO users VALUES (9, 'apatel', 'Arun Patel', NULL, 2, 'developer', '2023-09-03', 1);
INSERT INTO users VALUES (10, 'kmet', 'Kadri Mets', 'kmet@tracker.test', 2, 'tester', '2020-09-01', 1);
INSERT INTO users VALUES (11, 'fsmit', 'Femke Smit', 'fsmit@tracker.test', 7, 'developer', '2021-03-12', 1);
INSERT INTO users VALUES (12, 'dlee', 'Daniel Lee', 'dlee@tracker.test', 7, 'developer', '2021-08-02', 1);
INSERT INTO users VALUES (13, 'gferro', 'Gaia Ferro', 'gferro@tracker.test', 2, 'tester', '2020-01-02', 1);
INSERT INTO users VALUES (14, 'ptamm', 'Peeter Tamm', 'ptamm@tracker.test', 4, 'designer', '2019-02-18', 0);
INSERT INTO users VALUES (15, 'wozniak', 'Ola Wozniak', 'wozniak@tracker.test', 1, 'developer', '2023-04-25', 1);
INSERT INTO users VALUES (16, 'bsouza', 'Bruna Souza', 'bsouza@tracker.test', 4, 'tester', '2017-11-13', 0);
INSERT INTO users VALUES (17, 'mlee', 'Daniel Lee', 'mlee@tracker.test', NULL, 'manager', '2017-12-25', 1);
INSERT INTO users VALUES (18, 'jmar', 'Joana Marques', 'jmar@tracker.test', 7, 'manager', '2019-02-23', 1);
INSERT INTO users VALUES (19, 'yuki', 'Yuki Abe', 'yuki@tracker.test', 4, 'developer', '2019-12-01', 0);
INSERT INTO users VALUES (20, 'crane', 'Ichabod Frane', 'crane@tracker.test', 2, 'designer', '2021-10-25', 0);
INSERT INTO users VALUES (21, 'zed', 'Zed Okonkwo', 'zed@tracker.test', 4, 'manager', '2021-04-22', 1);
INSERT INTO users VALUES (22, 'linh', 'Linh Tran', NULL, 12, 'developer', '2021-06-12', 1);
INSERT INTO users VALUES (23, 'bot', 'Release Bot', NULL, NULL, 'bot', '2021-09-11', 1);
INSERT INTO users VALUES (24, 'eva', 'Eva Saar', 'eva@tracker.test', 2, 'developer', '2017-12-10', 1);
INSERT INTO users VALUES (25, 'brun', 'Bruno Reis', 'brun@tracker.test', 1, 'developer', '2021-06-07', 1);
INSERT INTO users VALUES (26, 'iris', 'Iris de Wit', 'iris@tracker.test', 1, 'tester', '2022-03-14', 1);
INSERT INTO users VALUES (27, 'maks', 'Maks Horvat', NULL, 13, 'manager', '2019-11-25', 1);

INSERT INTO teams VALUES (1, 'Platform', 'Utrecht', 3);
INSERT INTO teams VALUES (2, 'Mobile', 'Lisbon', 7);
INSERT INTO teams VALUES (3, 'Data', 'Utrecht', 11);
INSERT INTO teams VALUES (4, 'Web', 'Tallinn', 14);
INSERT INTO teams VALUES (5, 'Quality', 'Lisbon', 18);
INSERT INTO teams VALUES (6, 'Design', 'Remote', NULL);
INSERT INTO teams VALUES (7, 'Security', 'Tallinn', 20);
INSERT INTO teams VALUES (8, 'Billing', 'Utrecht', 3);
INSERT INTO teams VALUES (9, 'Search', 'Lisbon', 4);
INSERT INTO teams VALUES (10, 'Growth', 'Remote', 15);
INSERT INTO teams VALUES (11, 'Docs', 'Remote', NULL);
INSERT INTO teams VALUES (12, 'Infrastructure', 'Tallinn', 6);
INSERT INTO teams VALUES (13, 'Support', 'Utrecht', 16);
INSERT INTO teams VALUES (14, 'Payments', 'Lisbon', 9);
INSERT INTO teams VALUES (15, 'Research', 'Zagreb', 13);

INSERT INTO projects VALUES (1, 'PAY', 'Payment Gateway', 8, '2019-03-01', 240000, 0);
INSERT INTO projects VALUES (2, 'APP', 'Pocket App', 2, '2018-06-15', 310000, 0);
INSERT INTO projects VALUES (3, 'DWH', 'Data Warehouse', 3, '2017-01-09', 180000, 0);
INSERT INTO projects VALUES (4, 'WEB', 'Storefront', 4, '2016-09-20', 260000, 0);
INSERT INTO projects VALUES (5, 'TST', 'Test Harness', 5, '2020-02-03', 40000, 0);
INSERT INTO projects VALUES (6, 'OLD', 'Legacy Portal', 4, '2012-05-05', 15000, 1);
INSERT INTO projects VALUES (7, 'IAM', 'Identity Service', 7, '2021-07-12', 120000, 0);
INSERT INTO projects VALUES (8, 'OPS', 'Ops Console', 1, '2020-10-30', 95000, 0);
INSERT INTO projects VALUES (9, 'LAB', 'Skunkworks', 1, '2023-11-01', NULL, 0);
INSERT INTO projects VALUES (10, 'RPT', 'Report Builder', 3, '2019-08-08', 70000, 1);
INSERT INTO projects VALUES (11, 'ICO', 'Icon Library', 6, '2022-04-18', 20000, 0);
INSERT INTO projects VALUES (12, 'KBD', 'Keyboard Kit', 2, '2014-12-01', 12000, 1);
INSERT INTO projects VALUES (13, 'SRC', 'Search Engine', 9, '2021-02-17', 150000, 0);
INSERT INTO projects VALUES (14, 'DOC', 'Handbook', 11, '2019-06-01', 18000, 0);
INSERT INTO projects VALUES (15, 'INF', 'Cloud Migration', 12, '2022-09-05', 205000, 0);
INSERT INTO projects VALUES (16, 'GRW', 'Referral Campaign', 10, '2023-03-20', 33000, 1);

INSERT INTO issues VALUES (1, 6, 'Support for syncing offline', 'bug', 'medium', 'closed', 5, NULL, '2023-06-18', '2023-07-01', 20);
INSERT INTO issues VALUES (2, 5, 'Add option for printing labels', 'task', 'medium', 'in progress', 16, 6, '2023-11-26', NULL, 2);
INSERT INTO issues VALUES (3, 4, 'Typo shown when importing CSV', 'bug', 'low', 'closed', 10, 8, '2022-06-19', '2022-08-02', 13);
INSERT INTO issues VALUES (4, 3, 'Support for changing currency', 'task', 'low', 'open', 10, 5, '2022-11-07', NULL, 13);
INSERT INTO issues VALUES (5, 1, 'Wrong total when printing labels', 'bug', 'medium', 'open', 17, 16, '2023-11-12', NULL, 20);
INSERT INTO issues VALUES (6, 6, 'Slow response when changing currency', 'feature', 'medium', 'open', 10, 10, '2022-05-06', NULL, 8);
INSERT INTO issues VALUES (7, 2, 'Timeout while searching orders', 'bug', 'critical', 'in progress', 11, 2, '2022-07-04', NULL, 3);
INSERT INTO issues VALUES (8, 8, 'Wrong total when changing currency', 'bug', 'high', 'closed', 8, 4, '2023-12-30', '2024-02-05', NULL);
INSERT INTO issues VALUES (9, 4, 'Timeout while resetting password', 'feature', 'low', 'in progress', 16, 1, '2023-11-15', NULL, 5);
INSERT INTO issues VALUES (10, 8, 'Typo shown when resetting password', 'bug', 'medium', 'closed', 12, 6, '2023-07-16', '2023-10-09', 5);
INSERT INTO issues VALUES (11, 1, 'Memory leak while exporting invoices', 'task', 'critical', 'in progress', 5, NULL, '2022-03-29', NULL, 13);
INSERT INTO issues VALUES (12, 4, 'Memory leak while syncing offline', 'feature', 'medium', 'closed', 8, 8, '2022-06-23', '2022-06-27', 5);
INSERT INTO issues VALUES (13, 3, 'Slow response when scanning barcodes', 'bug', 'low', 'in progress', 6, 13, '2022-12-30', NULL, 20);
INSERT INTO issues VALUES (14, 4, 'Timeout while logging in', 'bug', 'medium', 'open', 21, 19, '2023-02-20', NULL, 20);
INSERT INTO issues VALUES (15, 2, 'Slow response when exporting invoices', 'task', 'high', 'open', 5, 15, '2023-05-12', NULL, 3);
INSERT INTO issues VALUES (16, 1, 'Timeout while importing CSV', 'bug', 'medium', 'open', 22, 13, '2022-10-06', NULL, 8);
INSERT INTO issues VALUES (17, 1, 'Memory leak while searching orders', 'feature', 'critical', 'closed', 22, 17, '2022-07-17', '2022-08-16', NULL);
INSERT INTO issues VALUES (18, 8, 'Cannot save when changing currency', 'feature', 'low', 'open', 16, 9, '2023-02-28', NULL, 5);
INSERT INTO issues VALUES (19, 8, 'Typo shown when scanning barcodes', 'bug', 'critical', 'open', 14, 15, '2022-11-16', NULL, 5);
INSERT INTO issues VALUES (20, 2, 'Cannot save when switching themes', 'bug', 'medium', 'closed', 17, 15, '2023-09-05', '2023-09-10', 2);
INSERT INTO issues VALUES (21, 2, 'Crash when resetting password', 'feature', 'medium', 'open', 1, 17, '2023-11-03', NULL, NULL);
INSERT INTO issues VALUES (22, 3, 'Wrong total when switching themes', 'feature', 'medium', 'closed', 6, 4, '2023-10-18', '2023-10-20', 8);
INSERT INTO issues VALUES (23, 4, 'Crash when changing currency', 'bug', 'low', 'open', 13, 6, '2022-05-12', NULL, 1);
INSERT INTO issues VALUES (24, 6, 'Crash when printing labels', 'feature', 'critical', 'blocked', 6, 17, '2023-08-03', NULL, 2);
INSERT INTO issues VALUES (25, 1, 'Slow response when searching orders', 'bug', 'medium', 'closed', 15, 4, '2022-09-17', '2022-10-16', 1);
INSERT INTO issues VALUES (26, 2, 'Wrong total when printing labels', 'task', 'medium', 'closed', 18, 2, '2022-10-21', '2022-12-13', 13);
INSERT INTO issues VALUES (27, 6, 'Wrong total when logging in', 'feature', 'high', 'closed', 14, 2, '2023-02-17', '2023-04-26', 8);
INSERT INTO issues VALUES (28, 10, 'Crash when switching themes', 'bug', 'critical', 'blocked', 3, 4, '2022-10-05', NULL, 8);
INSERT INTO issues VALUES (29, 8, 'Add option for logging in', 'bug', 'critical', 'open', 12, 5, '2022-05-15', NULL, 2);
INSERT INTO issues VALUES (30, 3, 'Cannot save when syncing offline', 'feature', 'medium', 'blocked', 15, 2, '2023-08-20', NULL, 40);
INSERT INTO issues VALUES (31, 7, 'Slow response when resetting password', 'bug', 'high', 'closed', 19, NULL, '2023-03-25', '2023-05-07', 8);
INSERT INTO issues VALUES (32, 7, 'Crash when resetting password', 'bug', 'high', 'blocked', 15, 13, '2022-03-28', NULL, 40);
INSERT INTO issues VALUES (33, 2, 'Support for switching themes', 'feature', 'medium', 'in progress', 19, NULL, '2023-07-25', NULL, 56.0);
INSERT INTO issues VALUES (34, 1, 'Memory leak while changing currency', 'feature', 'critical', 'in progress', 14, 12, '2022-08-14', NULL, 40);
INSERT INTO issues VALUES (35, 3, 'Slow response when switching themes', 'task', 'critical', 'closed', 13, NULL, '2022-09-23', '2022-11-16', 20);
INSERT INTO issues VALUES (36, 1, 'Memory leak while scanning barcodes', 'bug', 'medium', 'closed', 22, 13, '2024-02-19', '2024-02-26', 40);
INSERT INTO issues VALUES (37, 3, 'Crash when syncing offline', 'feature', 'critical', 'blocked', 8, NULL, '2022-12-25', NULL, 40);
INSERT INTO issues VALUES (38, 3, 'Crash when resetting password', 'feature', 'medium', 'in progress', 5, 8, '2023-01-18', NULL, 0.5);
INSERT INTO issues VALUES (39, 8, 'Cannot save when scanning barcodes', 'feature', 'medium', 'open', 19, 13, '2022-02-13', NULL, 5);
INSERT INTO issues VALUES (40, 2, 'Support for exporting invoices', 'task', 'high', 'in progress', 13, 4, '2023-12-26', NULL, 5);
INSERT INTO issues VALUES (41, 8, 'Crash when syncing offline', 'bug', 'low', 'closed', 20, 8, '2023-11-11', '2024-02-05', 2);
INSERT INTO issues VALUES (42, 10, 'Wrong total when uploading photos', 'task', 'medium', 'in progress', 15, 19, '2022-10-19', NULL, 13);
INSERT INTO issues VALUES (43, 5, 'Typo shown when printing labels', 'bug', 'low', 'closed', 7, 19, '2023-12-29', '2024-03-28', NULL);
INSERT INTO issues VALUES (44, 1, 'Slow response when uploading photos', 'bug', 'medium', 'closed', 15, 13, '2024-01-27', '2024-04-01', 13);
INSERT INTO issues VALUES (45, 4, 'Support for switching themes', 'bug', 'high', 'closed', 8, 12, '2023-06-21', '2023-07-25', NULL);
INSERT INTO issues VALUES (46, 6, 'Cannot save when printing labels', 'bug', 'low', 'blocked', 11, 16, '2023-07-31', NULL, 3);
INSERT INTO issues VALUES (47, 2, 'Add option for exporting invoices', 'feature', 'high', 'open', 19, 5, '2023-11-12', NULL, 5);
INSERT INTO issues VALUES (48, 6, 'Wrong total when printing labels', 'task', 'critical', 'blocked', 20, 15, '2023-03-17', NULL, NULL);
INSERT INTO issues VALUES (49, 2, 'Slow response when logging in', 'bug', 'critical', 'open', 12, 2, '2023-03-22', NULL, 3);
INSERT INTO issues VALUES (50, 8, 'Cannot save when switching themes', 'task', 'high', 'closed', 1, 19, '2024-02-12', '2024-02-14', NULL);
INSERT INTO issues VALUES (51, 4, 'Memory leak while searching orders', 'bug', 'critical', 'blocked', 3, 2, '2023-01-12', NULL, 13);
INSERT INTO issues VALUES (52, 2, 'Support for printing labels', 'feature', 'medium', 'open', 15, 17, '2022-11-25', NULL, 40);
INSERT INTO issues VALUES (53, 2, 'Memory leak while scanning barcodes', 'feature', 'medium', 'in progress', 6, 16, '2022-06-19', NULL, 1);
INSERT INTO issues VALUES (54, 7, 'Support for exporting invoices', 'feature', 'critical', 'blocked', 3, NULL, '2022-10-29', NULL, 1);
INSERT INTO issues VALUES (55, 1, 'Slow response when syncing offline', 'bug', 'high', 'open', 4, 12, '2022-03-12', NULL, 3);
INSERT INTO issues VALUES (56, 1, 'Memory leak while changing currency', 'task', 'low', 'closed', 7, 4, '2023-01-02', '2023-03-18', 3);
INSERT INTO issues VALUES (57, 3, 'Typo shown when scanning barcodes', 'task', 'high', 'open', 22, NULL, '2023-03-02', NULL, 1);
INSERT INTO issues VALUES (58, 6, 'Cannot save when printing labels', 'feature', 'high', 'open', 11, 6, '2023-07-25', NULL, 13);
INSERT INTO issues VALUES (59, 2, 'Timeout while importing CSV', 'bug', 'low', 'closed', 22, 4, '2022-10-10', '2022-12-18', 1);
INSERT INTO issues VALUES (60, 2, 'Add option for searching orders', 'task', 'critical', 'in progress', 2, 1, '2023-11-02', NULL, 20);
INSERT INTO issues VALUES (61, 2, 'Cannot save when switching themes', 'bug', 'critical', 'closed', 15, 12, '2023-07-22', '2023-08-17', 3);
INSERT INTO issues VALUES (62, 7, 'Crash when logging in', 'task', 'high', 'in progress', 17, 4, '2022-08-17', NULL, 40);
INSERT INTO issues VALUES (63, 2, 'Support for importing CSV', 'task', 'critical', 'closed', 7, 10, '2024-01-14', '2024-03-30', 8);
INSERT INTO issues VALUES (64, 10, 'Crash when importing CSV', 'feature', 'low', 'open', 6, 15, '2023-11-16', NULL, NULL);
INSERT INTO issues VALUES (65, 4, 'Crash when searching orders', 'feature', 'medium', 'in progress', 7, 2, '2024-01-09', NULL, 20);
INSERT INTO issues VALUES (66, 2, 'Crash when printing labels', 'bug', 'high', 'closed', 11, 6, '2023-02-06', '2023-05-01', 13);
INSERT INTO issues VALUES (67, 13, 'Wrong ranking for short queries', 'bug', 'high', 'open', 4, 25, '2023-05-09', NULL, 8);
INSERT INTO issues VALUES (68, 13, 'Add synonyms to search', 'feature', 'medium', 'closed', 16, 25, '2023-02-20', '2023-04-01', 13);
INSERT INTO issues VALUES (69, 15, 'Move backups to new region', 'task', 'critical', 'in progress', 6, 26, '2023-10-03', NULL, 24);
INSERT INTO issues VALUES (70, 14, 'Broken link on welcome page', 'bug', 'low', 'closed', 27, NULL, '2022-11-11', '2022-11-12', 0.5);

INSERT INTO labels VALUES (1, 'regression', 'red');
INSERT INTO labels VALUES (2, 'ui', 'blue');
INSERT INTO labels VALUES (3, 'backend', 'green');
INSERT INTO labels VALUES (4, 'customer', 'orange');
INSERT INTO labels VALUES (5, 'good first issue', 'purple');
INSERT INTO labels VALUES (6, 'performance', 'yellow');
INSERT INTO labels VALUES (7, 'security', 'red');
INSERT INTO labels VALUES (8, 'docs', 'blue');
INSERT INTO labels VALUES (9, 'wontfix', 'grey');
INSERT INTO labels VALUES (10, 'duplicate', 'grey');
INSERT INTO labels VALUES (11, 'needs info', 'orange');
INSERT INTO labels VALUES (12, 'a11y', 'purple');
INSERT INTO labels VALUES (13, 'flaky', 'yellow');
INSERT INTO labels VALUES (14, 'hotfix', 'red');
INSERT INTO labels VALUES (15, 'spike', NULL);

INSERT INTO issue_labels VALUES (2, 4);
INSERT INTO issue_labels VALUES (2, 6);
INSERT INTO issue_labels VALUES (3, 7);
INSERT INTO issue_labels VALUES (6, 4);
INSERT INTO issue_labels VALUES (6, 8);
INSERT INTO issue_labels VALUES (7, 11);
INSERT INTO issue_labels VALUES (8, 8);
INSERT INTO issue_labels VALUES (9, 2);
INSERT INTO issue_labels VALUES (11, 3);
INSERT INTO issue_labels VALUES (11, 6);
INSERT INTO issue_labels VALUES (12, 4);
INSERT INTO issue_labels VALUES (12, 12);
INSERT INTO issue_labels VALUES (13, 9);
INSERT INTO issue_labels VALUES (13, 13);
INSERT INTO issue_labels VALUES (14, 5);
INSERT INTO issue_labels VALUES (15, 12);
INSERT INTO issue_labels VALUES (16, 10);
INSERT INTO issue_labels VALUES (17, 5);
INSERT INTO issue_labels VALUES (18, 8);
INSERT INTO issue_labels VALUES (19, 2);
INSERT INTO issue_labels VALUES (19, 5);
INSERT INTO issue_labels VALUES (23, 10);
INSERT INTO issue_labels VALUES (24, 5);
INSERT INTO issue_labels VALUES (24, 8);
INSERT INTO issue_labels VALUES (25, 5);
INSERT INTO issue_labels VALUES (27, 4);
INSERT INTO issue_labels VALUES (27, 12);
INSERT INTO issue_labels VALUES (28, 2);
INSERT INTO issue_labels VALUES (31, 10);
INSERT INTO issue_labels VALUES (32, 5);
INSERT INTO issue_labels VALUES (33, 2);
INSERT INTO issue_labels VALUES (36, 1);
INSERT INTO issue_labels VALUES (36, 7);
INSERT INTO issue_labels VALUES (37, 7);
INSERT INTO issue_labels VALUES (39, 7);
INSERT INTO issue_labels VALUES (40, 4);
INSERT INTO issue_labels VALUES (40, 11);
INSERT INTO issue_labels VALUES (41, 3);
INSERT INTO issue_labels VALUES (41, 9);
INSERT INTO issue_labels VALUES (43, 11);
INSERT INTO issue_labels VALUES (43, 12);
INSERT INTO issue_labels VALUES (46, 6);
INSERT INTO issue_labels VALUES (46, 8);
INSERT INTO issue_labels VALUES (47, 7);
INSERT INTO issue_labels VALUES (48, 4);
INSERT INTO issue_labels VALUES (48, 6);
INSERT INTO issue_labels VALUES (49, 3);
INSERT INTO issue_labels VALUES (49, 5);
INSERT INTO issue_labels VALUES (50, 5);
INSERT INTO issue_labels VALUES (51, 3);
INSERT INTO issue_labels VALUES (52, 3);
INSERT INTO issue_labels VALUES (53, 2);
INSERT INTO issue_labels VALUES (53, 12);
INSERT INTO issue_labels VALUES (54, 10);
INSERT INTO issue_labels VALUES (55, 13);
INSERT INTO issue_labels VALUES (56, 10);
INSERT INTO issue_labels VALUES (56, 12);
INSERT INTO issue_labels VALUES (58, 13);
INSERT INTO issue_labels VALUES (59, 4);
INSERT INTO issue_labels VALUES (59, 9);
INSERT INTO issue_labels VALUES (61, 10);
INSERT INTO issue_labels VALUES (62, 8);
INSERT INTO issue_labels VALUES (63, 6);
INSERT INTO issue_labels VALUES (64, 13);
INSERT INTO issue_labels VALUES (65, 8);
INSERT INTO issue_labels VALUES (65, 13);
INSERT INTO issue_labels VALUES (67, 6);
INSERT INTO issue_labels VALUES (68, 3);
INSERT INTO issue_labels VALUES (69, 3);
INSERT INTO issue_labels VALUES (70, 8);

INSERT INTO comments VALUES (1, 38, 5, 'Raising the priority', '2024-02-06');
INSERT INTO comments VALUES (2, 39, 7, 'Any news?', '2023-05-15');
INSERT INTO comments VALUES (3, 46, 7, 'Duplicate of an older one', '2024-03-07');
INSERT INTO comments VALUES (4, 28, 4, 'Raising the priority', '2023-11-28');
INSERT INTO comments VALUES (5, 59, 5, 'Works for me', '2022-06-28');
INSERT INTO comments VALUES (6, 56, 7, 'Log attached', '2023-03-12');
INSERT INTO comments VALUES (7, 4, 18, 'Fixed in the last build', '2023-10-03');
INSERT INTO comments VALUES (8, 11, 4, 'Log attached', '2022-03-19');
INSERT INTO comments VALUES (9, 2, 1, 'Works for me', '2023-02-07');
INSERT INTO comments VALUES (10, 42, 7, 'Any news?', '2023-03-12');
INSERT INTO comments VALUES (11, 12, 6, 'Works for me', '2022-10-12');
INSERT INTO comments VALUES (12, 3, 13, 'Log attached', '2022-02-23');
INSERT INTO comments VALUES (13, 30, 11, 'Fixed in the last build', '2022-11-24');
INSERT INTO comments VALUES (14, 48, 5, 'Raising the priority', '2022-04-24');
INSERT INTO comments VALUES (15, 22, 5, 'Duplicate of an older one', '2024-04-02');
INSERT INTO comments VALUES (16, 60, 9, 'Please add steps', '2024-02-05');
INSERT INTO comments VALUES (17, 37, 7, 'Can reproduce on main', '2024-04-10');
INSERT INTO comments VALUES (18, 16, 2, 'Works for me', '2022-10-21');
INSERT INTO comments VALUES (19, 53, 18, 'Log attached', '2022-03-07');
INSERT INTO comments VALUES (20, 27, 7, 'Raising the priority', '2023-05-06');
INSERT INTO comments VALUES (21, 41, 5, 'Raising the priority', '2024-04-11');
INSERT INTO comments VALUES (22, 33, 15, 'Thanks!', '2023-11-16');
INSERT INTO comments VALUES (23, 58, 10, 'Any news?', '2023-07-06');
INSERT INTO comments VALUES (24, 44, 3, 'Works for me', '2024-01-02');
INSERT INTO comments VALUES (25, 17, 12, 'Works for me', '2022-07-04');
INSERT INTO comments VALUES (26, 23, 21, 'Can reproduce on main', '2023-12-15');
INSERT INTO comments VALUES (27, 57, 18, 'Any news?', '2024-03-07');
INSERT INTO comments VALUES (28, 49, 1, 'Log attached', '2022-11-05');
INSERT INTO comments VALUES (29, 19, 7, 'Thanks!', '2023-01-08');
INSERT INTO comments VALUES (30, 41, 9, 'Can reproduce on main', '2022-07-25');
INSERT INTO comments VALUES (31, 32, 12, 'Fixed in the last build', '2023-01-24');
INSERT INTO comments VALUES (32, 14, 4, 'Fixed in the last build', '2023-04-07');
INSERT INTO comments VALUES (33, 7, 13, 'Works for me', '2023-10-20');
INSERT INTO comments VALUES (34, 26, 3, 'Can reproduce on main', '2023-11-21');
INSERT INTO comments VALUES (35, 34, 8, 'Can reproduce on main', '2024-02-27');
INSERT INTO comments VALUES (36, 32, 8, 'Please add steps', '2023-01-18');
INSERT INTO comments VALUES (37, 47, 6, 'Works for me', '2022-04-25');
INSERT INTO comments VALUES (38, 12, 10, 'Log attached', '2023-05-23');
INSERT INTO comments VALUES (39, 2, 7, 'Thanks!', '2023-11-25');
INSERT INTO comments VALUES (40, 41, 16, 'Can reproduce on main', '2023-12-20');
INSERT INTO comments VALUES (41, 25, 12, 'Can reproduce on main', '2023-12-12');
INSERT INTO comments VALUES (42, 44, 21, 'Duplicate of an older one', '2022-07-26');
INSERT INTO comments VALUES (43, 10, 4, 'Thanks!', '2023-02-01');
INSERT INTO comments VALUES (44, 25, 3, 'Any news?', '2023-03-23');
INSERT INTO comments VALUES (45, 22, 15, 'Raising the priority', '2022-11-28');
INSERT INTO comments VALUES (46, 46, 10, 'Log attached', '2023-01-13');
INSERT INTO comments VALUES (47, 6, 7, 'Raising the priority', '2023-04-06');
INSERT INTO comments VALUES (48, 21, 18, 'Any news?', '2023-08-12');
INSERT INTO comments VALUES (49, 16, 16, 'Any news?', '2023-07-14');
INSERT INTO comments VALUES (50, 23, 15, 'Duplicate of an older one', '2023-04-07');
INSERT INTO comments VALUES (51, 5, 7, 'Duplicate of an older one', '2024-02-20');
INSERT INTO comments VALUES (52, 33, 6, 'Raising the priority', '2024-01-27');
INSERT INTO comments VALUES (53, 12, 8, 'Log attached', '2022-07-07');
INSERT INTO comments VALUES (54, 22, 5, 'Fixed in the last build', '2022-10-24');
INSERT INTO comments VALUES (55, 1, 5, 'Duplicate of an older one', '2023-11-10');
INSERT INTO comments VALUES (56, 26, 5, 'Thanks!', '2024-03-16');
INSERT INTO comments VALUES (57, 50, 15, 'Can reproduce on main', '2023-11-20');
INSERT INTO comments VALUES (58, 44, 1, 'Raising the priority', '2022-10-09');
INSERT INTO comments VALUES (59, 53, 21, 'Please add steps', '2022-06-11');
INSERT INTO comments VALUES (60, 30, 18, 'Can reproduce on main', '2023-05-13');
INSERT INTO comments VALUES (61, 44, 9, 'Please add steps', '2023-12-10');
INSERT INTO comments VALUES (62, 43, 3, 'Thanks!', '2023-08-29');
INSERT INTO comments VALUES (63, 46, 13, 'Any news?', '2023-08-28');
INSERT INTO comments VALUES (64, 16, 12, 'Fixed in the last build', '2022-10-27');
INSERT INTO comments VALUES (65, 32, 11, 'Can reproduce on main', '2023-09-17');
INSERT INTO comments VALUES (66, 39, 1, 'Thanks!', '2023-12-19');
INSERT INTO comments VALUES (67, 21, 4, 'Thanks!', '2022-07-29');
INSERT INTO comments VALUES (68, 57, 15, 'Raising the priority', '2024-02-25');
INSERT INTO comments VALUES (69, 34, 15, 'Thanks!', '2022-02-13');
INSERT INTO comments VALUES (70, 38, 13, 'Works for me', '2023-11-21');
INSERT INTO comments VALUES (71, 24, 8, 'Works for me', '2022-02-08');
INSERT INTO comments VALUES (72, 32, 11, 'Thanks!', '2022-05-02');
INSERT INTO comments VALUES (73, 20, 5, 'Any news?', '2023-04-26');
INSERT INTO comments VALUES (74, 38, 13, 'Works for me', '2023-03-30');
INSERT INTO comments VALUES (75, 35, 9, 'Any news?', '2023-11-08');
INSERT INTO comments VALUES (76, 37, 16, 'Thanks!', '2023-03-25');
INSERT INTO comments VALUES (77, 40, 7, 'Raising the priority', '2022-04-25');
INSERT INTO comments VALUES (78, 23, 12, 'Any news?', '2022-02-27');
INSERT INTO comments VALUES (79, 33, 9, 'Thanks!', '2024-03-03');
INSERT INTO comments VALUES (80, 16, 15, 'Log attached', '2023-11-29');

