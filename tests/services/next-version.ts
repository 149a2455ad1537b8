/** Started as a program: the server of a next version, which has two more migrations and is the same otherwise. */
import { sql } from 'kysely'
import { MIGRATIONS } from '#server/core/database/migrate.ts'
import type { SchemaMigrations } from '#server/core/database/run-migrations.ts'

const NEXT: SchemaMigrations = {
  '9001-labels': {
    async up(db) {
      await sql`create table labels (id bigint generated always as identity primary key, title text not null)`.execute(
        db,
      )
      for (const table of ['messages', 'chats', 'offers', 'customers', 'properties', 'access_tokens'])
        await sql`alter table ${sql.table(table)} add column label_id bigint references labels (id) on delete set null,
          add column place integer not null default 0`.execute(db)
    },
  },
  '9002-labels-index': {
    indexes: [
      { name: 'messages_label', on: 'messages (label_id) where label_id is not null' },
      { name: 'offers_place', on: 'offers (place, id)' },
    ],
  },
}

Object.assign(MIGRATIONS, NEXT)
await import('#server/main.ts')
