"""Writes the small databases of this folder with SQLite itself: python3 make.py (only needed to change them)."""

import os
import shutil
import sqlite3

HERE = os.path.dirname(os.path.abspath(__file__))


def create(name, *pragmas):
    path = os.path.join(HERE, name)
    for ending in ('', '-wal', '-shm'):
        if os.path.exists(path + ending):
            os.remove(path + ending)
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ('page_size = 512', *pragmas):
        connection.execute('PRAGMA ' + pragma)
    return connection


INTEGERS = [0, 1, -1, 127, -128, 128, 32767, -32768, 32768, 8388607, -8388608, 8388608, 2147483647, -2147483648,
            2147483648, 140737488355327, -140737488355328, 140737488355328, 9007199254740991, 9007199254740992,
            -9007199254740993, 1736410576376650902, 9223372036854775807, -9223372036854775808]


def values():
    c = create('values.db')
    c.execute('CREATE TABLE integers (value INTEGER, "text of it" TEXT)')
    c.executemany('INSERT INTO integers VALUES (?, ?)', [(n, str(n)) for n in INTEGERS])
    c.execute('CREATE TABLE kinds (a, b REAL, c TEXT, d BLOB)')
    c.execute("INSERT INTO kinds VALUES (NULL, 1.5, 'Größe 矩阵', x'00ff10')")
    c.execute("INSERT INTO kinds VALUES (7, 3, '', x'')")
    c.execute("INSERT INTO kinds VALUES ('12', -0.1, NULL, NULL)")
    c.execute('CREATE TABLE row_ids (id INTEGER PRIMARY KEY, name TEXT)')
    c.executemany('INSERT INTO row_ids VALUES (?, ?)',
                  [(n, str(n)) for n in (-9223372036854775808, -5, 0, 300, 9007199254740993, 9223372036854775807)])
    c.execute('CREATE TABLE added (a INTEGER)')
    c.execute('INSERT INTO added VALUES (1)')
    c.execute('ALTER TABLE added ADD COLUMN type INTEGER DEFAULT -1')
    c.execute("ALTER TABLE added ADD COLUMN name TEXT DEFAULT 'it''s'")
    c.execute('INSERT INTO added VALUES (2, 3, NULL)')
    c.execute('CREATE TABLE generated (a INTEGER, twice AS (a * 2), kept AS (a * 3) STORED, b TEXT)')
    c.execute("INSERT INTO generated (a, b) VALUES (5, 'five')")
    c.execute('CREATE TABLE "odd, name (1)" ("a ""b""" INT, [c d] TEXT DEFAULT \',)\', `e` , /* x, y */ f -- (\n'
              ', CONSTRAINT k PRIMARY KEY ("a ""b"""))')
    c.execute('INSERT INTO "odd, name (1)" VALUES (1, 2, 3, 4)')
    c.execute('CREATE TABLE by_key (name TEXT PRIMARY KEY, value) WITHOUT ROWID')
    c.execute("INSERT INTO by_key VALUES ('a', 1)")
    c.execute('CREATE VIEW a_view AS SELECT * FROM kinds')
    c.execute('CREATE INDEX an_index ON integers (value)')
    # Longer than a page, in the middle of the row and at its end; and a row with more columns than fit on a page.
    c.execute('CREATE TABLE long (before INTEGER, text TEXT, after INTEGER)')
    c.executemany('INSERT INTO long VALUES (?, ?, ?)',
                  [(n, ''.join(chr(97 + (i + n) % 26) for i in range(length)), -n)
                   for n, length in enumerate([0, 400, 480, 500, 508, 1000, 1016, 5000, 20000])])
    columns = ', '.join(f'c{i} TEXT' for i in range(600))
    c.execute(f'CREATE TABLE wide ({columns})')
    c.execute(f"INSERT INTO wide VALUES ({', '.join(repr(str(i)) for i in range(600))})")
    # A tree of three levels.
    c.execute('CREATE TABLE tree (value INTEGER, half REAL)')
    c.executemany('INSERT INTO tree VALUES (?, ?)', [(n * n, n / 2) for n in range(3000)])
    c.close()



def cells():
    """Columns with something else in them than they are declared for."""
    c = create('cells.db')
    c.execute('CREATE TABLE times (start INTEGER, duration REAL, name TEXT)')
    c.executemany('INSERT INTO times VALUES (?, ?, ?)', [
        (1736412474730135222, 1.5, 'a'),
        ('abc', 9e999, b'\x00\xff'),
        (b'\x01\x02', 'N/A', 5),
        (None, 'x', 'b'),
        ('1736412474730136222', 2, None),
        (1e300, -1e300, 'd'),
        ('1e400', '', ''),
    ])
    c.close()


def encodings():
    for encoding in ('UTF-16le', 'UTF-16be'):
        c = create(encoding.lower() + '.db', f"encoding = '{encoding}'")
        c.execute('CREATE TABLE "größe" (name TEXT)')
        c.executemany('INSERT INTO "größe" VALUES (?)', [('Größe',), ('矩阵乘',), ('😀' * 300,), ('',)])
        c.close()


def log():
    c = create('log.db', 'journal_mode = WAL', 'wal_autocheckpoint = 0')
    c.execute('CREATE TABLE t (value INTEGER)')
    c.executemany('INSERT INTO t VALUES (?)', [(n,) for n in range(100)])
    c.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    c.execute('UPDATE t SET value = -value WHERE value < 50')
    c.execute('BEGIN')
    c.executemany('INSERT INTO t VALUES (?)', [(n,) for n in range(1000, 1300)])
    c.execute('COMMIT')
    c.execute('CREATE TABLE late (name TEXT)')
    c.execute("INSERT INTO late VALUES ('only in the log')")
    # Closing would carry the log into the file.
    path = os.path.join(HERE, 'log.db')
    for ending in ('', '-wal'):
        shutil.copyfile(path + ending, path + '.copy' + ending)
    c.close()
    for ending in ('', '-wal'):
        os.replace(path + '.copy' + ending, path + ending)


def cluster():
    """The tables of newer versions of the tool that sums up a job, in the columns that its source writes."""
    c = create('cluster_analysis.db')
    c.execute('CREATE TABLE ClusterStepTraceTime (step TEXT, type TEXT, "index" TEXT, computing REAL, '
              'communication_not_overlapped REAL, overlapped REAL, communication REAL, free REAL, stage REAL, '
              'bubble REAL, communication_not_overlapped_and_exclude_receive REAL, preparing REAL, dp_index INTEGER, '
              'pp_index INTEGER, tp_index INTEGER)')
    c.execute("INSERT INTO ClusterStepTraceTime VALUES ('5', 'rank', '3', 8915.634, 2, 3, 4, 5, 6, 7, 8, 9, 1, 0, 1)")
    c.execute("INSERT INTO ClusterStepTraceTime VALUES "
              "('5', 'stage', '(2, 3)', 1, 2, 3, 4, 5, 6, 7, 8, 9, NULL, NULL, NULL)")
    c.execute('CREATE TABLE CommunicationGroupMapping (type TEXT, rank_set TEXT, group_name TEXT, group_id TEXT, '
              'pg_name TEXT)')
    c.execute("INSERT INTO CommunicationGroupMapping VALUES "
              "('collective', '(2,3)', '17148521525495523210', '10.0.0.1%eth0_60000', 'tp')")
    c.execute('CREATE TABLE ClusterCommunicationTime (step TEXT, rank_id INTEGER, hccl_op_name TEXT, group_name TEXT, '
              'start_timestamp REAL, elapsed_time REAL, transit_time REAL, wait_time REAL, synchronization_time REAL, '
              'idle_time REAL, synchronization_time_ratio REAL, wait_time_ratio REAL)')
    c.execute("INSERT INTO ClusterCommunicationTime VALUES ('step5', 3, 'hcom_send__1_2_3', '17148521525495523210', "
              "1736410576380380.5, 85.233843, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)")
    c.execute("INSERT INTO ClusterCommunicationTime VALUES ('step5', 3, 'Total Op Info', '', 0, 85.233843, 0, 0, 0, 0, "
              "0, 0)")
    c.execute('CREATE TABLE ClusterCommunicationBandwidth (step TEXT, rank_id INTEGER, hccl_op_name TEXT, '
              'group_name TEXT, band_type TEXT, transit_size REAL, transit_time REAL, bandwidth REAL, '
              'large_packet_ratio REAL, package_size REAL, count REAL, total_duration REAL)')
    for band, size, count, duration in (('HCCS', 2.064384, 12, 1.5), ('HCCS', 1.937312, 2, 0.25), ('SDMA', 0, 0, 0)):
        c.execute("INSERT INTO ClusterCommunicationBandwidth VALUES ('step5', 3, 'hcom_send__1_2_3', "
                  "'17148521525495523210', ?, 28.647232000000002, 1.75, 16.4, 0.9, ?, ?, ?)",
                  (band, size, count, duration))
    c.execute('CREATE TABLE ClusterCommunicationMatrix (step TEXT, hccl_op_name TEXT, group_name TEXT, src_rank TEXT, '
              'dst_rank TEXT, transport_type TEXT, op_name TEXT, transit_size REAL, transit_time REAL, bandwidth REAL)')
    c.execute("INSERT INTO ClusterCommunicationMatrix VALUES ('step5', 'send-total', '17148521525495523210', '2', '3', "
              "'HCCS', '', 61.210623999999996, 3.8839, 15.7599)")
    c.execute('CREATE TABLE HostInfo (hostUid TEXT PRIMARY KEY, hostName TEXT)')
    c.execute("INSERT INTO HostInfo VALUES ('3538958389648580163', 'node-a')")
    c.execute('CREATE TABLE RankDeviceMap (rankId INTEGER, deviceId INTEGER, hostUid TEXT, profilePath TEXT)')
    c.execute("INSERT INTO RankDeviceMap VALUES (3, 1, '3538958389648580163', '/data')")
    c.execute('CREATE TABLE ClusterBaseInfo (key TEXT PRIMARY KEY, value TEXT)')
    c.execute("""INSERT INTO ClusterBaseInfo VALUES ('distributed_args', '{"tensor_model_parallel_size": 2}')""")
    c.close()


values()
cells()
encodings()
cluster()
log()
