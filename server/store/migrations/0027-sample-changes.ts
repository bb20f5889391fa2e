import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Samples are rows when a bucket changed, and one without numbers when it ended; accounts have their sums. SQLite
 * stores samples and traffic by their keys alone: the accounts' ids were in each row twice.
 */
export const sampleChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
    for (const column of ['sampled_bytes', 'sampled_objects'])
      await db.schema
        .alterTable('accounts')
        .addColumn(column, 'bigint', added => added.notNull().defaultTo(0))
        .execute()
    for (const name of ['bytes', 'objects'])
      await sql`update accounts set ${sql.ref(`sampled_${name}`)} = coalesce((
        select sum(${sql.ref(name)}) from bucket_samples
        where account_id = accounts.id and day = accounts.sampled_day), 0)`.execute(db)

    const table = db.schema
      .createTable('bucket_sample_changes')
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('bucket', 'text', column => column.notNull())
      .addColumn('day', 'integer', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('bytes', 'bigint')
      .addColumn('objects', 'bigint')
      .addPrimaryKeyConstraint('bucket_sample_changes_key', ['account_id', 'bucket', 'day'])
    await (sqlite ? table.modifyEnd(sql`without rowid`) : table).execute()
    await sql`insert into bucket_sample_changes
      select account_id, bucket, day, at, bytes, objects
      from (
        select bucket_samples.*, lag(day) over w as day_before,
          lag(bytes) over w as bytes_before, lag(objects) over w as objects_before
        from bucket_samples window w as (partition by account_id, bucket order by day)
      ) as samples
      where day_before is null or day_before < day - 1 or bytes_before <> bytes or objects_before <> objects`.execute(
      db,
    )
    await sql`insert into bucket_sample_changes
      select account_id, bucket, day + 1, at + 86400, null, null
      from (
        select account_id, bucket, day, at, sampled_day, lead(day) over w as next_day
        from bucket_samples join accounts on accounts.id = account_id
        window w as (partition by account_id, bucket order by day)
      ) as samples
      where coalesce(next_day, sampled_day + 1) > day + 1`.execute(db)
    await db.schema.dropTable('bucket_samples').execute()
    await db.schema.alterTable('bucket_sample_changes').renameTo('bucket_samples').execute()

    if (!sqlite) return
    for (const name of ['traffic_days', 'traffic_months']) {
      const found = await sql<{ text: string }>`
        select sql as text from sqlite_master where name = ${name}`.execute(db)
      await db.schema.alterTable(name).renameTo('traffic_before').execute()
      await sql`${sql.raw(found.rows[0]!.text)} without rowid`.execute(db)
      await sql`insert into ${sql.table(name)} select * from traffic_before`.execute(db)
      await db.schema.dropTable('traffic_before').execute()
    }
  },
}
