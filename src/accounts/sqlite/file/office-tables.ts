/** Who may operate, what they did, how many points they added by day, what they were answered, and whom to tell. */
export const OFFICE_TABLES = `
   CREATE TABLE operator (
     name TEXT PRIMARY KEY,
     role TEXT NOT NULL,
     token_hash TEXT NOT NULL UNIQUE,
     last4 TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     ends_at INTEGER,
     revoked_at INTEGER
   );
   CREATE TABLE log (
     number INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     operator TEXT NOT NULL,
     door TEXT NOT NULL,
     address TEXT,
     operation TEXT NOT NULL,
     outcome TEXT NOT NULL,
     account TEXT,
     details TEXT,
     details_hash TEXT NOT NULL,
     hash TEXT NOT NULL
   );
   CREATE TABLE added_points (
     operator TEXT NOT NULL, day INTEGER NOT NULL, points INTEGER NOT NULL, PRIMARY KEY (operator, day)
   ) WITHOUT ROWID;
   CREATE TABLE kept_answer (
     operator TEXT NOT NULL,
     key TEXT NOT NULL,
     input_hash TEXT NOT NULL,
     answer TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (operator, key)
   ) WITHOUT ROWID;
   CREATE TABLE webhook (
     id TEXT PRIMARY KEY,
     url TEXT NOT NULL,
     events TEXT,
     secret TEXT NOT NULL,
     old_secret TEXT,
     old_until INTEGER,
     created_at INTEGER NOT NULL,
     removed_at INTEGER
   );
   CREATE TABLE event (id TEXT PRIMARY KEY, type TEXT NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL);
   CREATE TABLE delivery (
     number INTEGER PRIMARY KEY,
     webhook TEXT NOT NULL REFERENCES webhook,
     event TEXT NOT NULL REFERENCES event,
     since INTEGER NOT NULL,
     state TEXT NOT NULL DEFAULT 'waiting',
     attempts INTEGER NOT NULL DEFAULT 0,
     next_at INTEGER,
     last_result TEXT
   );
   CREATE INDEX delivery_due ON delivery (next_at) WHERE next_at IS NOT NULL;
   CREATE TABLE lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL);`;
