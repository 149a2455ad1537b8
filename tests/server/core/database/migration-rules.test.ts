/**
 * What a migration may do while nodes of the previous version use the database. Applies from 0045 on: earlier ones are published, and a
 * published migration is never edited.
 */
import { readdirSync } from 'node:fs'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '#server/core/database/migrate.ts'
import type { SchemaMigration } from '#server/core/database/run-migrations.ts'

const FIRST = '0045'
const FOLDER = new URL('../../../../server/core/database/migrations/', import.meta.url)

/** Each looks at a statement about a table that an earlier migration created. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/^create (unique )?index/, 'blocks writes: export `indexes` from a separate migration'],
  [
    /^add (?!.*\busing index\b).*\b(unique|primary key|exclude)\b/,
    'builds an index under a lock: export a unique index from a separate migration',
  ],
  [
    /^add .*\b(check|foreign key)\b(?!.* not valid$)/,
    'reads the whole table under a lock: add NOT VALID, and validate in the next migration',
  ],
  [
    /^add column .*(\bgenerated\b|\bdefault (?!now\(\))[^ ]*\()/,
    'rewrites the table under a lock: add the column without a default',
  ],
  [
    /^add column (?!.*\bdefault\b).*\bnot null\b/,
    'refuses the rows that exist and those of the previous version',
  ],
]

const CONTRACTS: readonly RegExp[] = [
  /^drop (table|view|index|type|sequence)/,
  /^truncate/,
  /^drop (column|constraint \S+_(pkey|key)$)/,
  /^rename/,
  /^alter column \S+ (type|set data type|set not null|drop default)\b/,
]
const NAME = /^\d{4}-(contract-\d{4}-)?[a-z0-9-]+$/

/** What is wrong with a migration, in words; none if nodes of two versions can share the database. */
function problemsOf(name: string, statements: readonly string[]): string[] {
  const plain = statements.map((text) =>
    text
      .replaceAll(/--.*$|"/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  )
  const own = plain.flatMap((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? [])
  const isAdding = plain.some((text) => text.endsWith('not valid'))
  const isContract = /^\d{4}-contract-\d{4}-/.test(name)
  return plain.flatMap((text) => {
    const table = /^(?:alter table|create .*?index .*?\bon) (?:only |if exists )*(\S+)/.exec(text)?.[1]
    if (/^create table/.test(text) || (table && own.includes(table))) return []
    return actionsOf(text).flatMap((action) => {
      const never = NEVER.find(([pattern]) => pattern.test(action))
      if (never) return [`${action}: ${never[1]}`]
      if (isAdding && action.startsWith('validate constraint'))
        return [`${action}: reads the whole table under the lock of ADD: validate in the next migration`]
      if (isContract || !CONTRACTS.some((pattern) => pattern.test(action))) return []
      return [`${action}: the previous version may use it, so this belongs into a later contract migration`]
    })
  })
}

/** Of ALTER TABLE each of its parts, of another statement the statement. */
function actionsOf(statement: string): string[] {
  const [, actions] = /^alter table (?:only |if exists )*\S+ (.*)$/.exec(statement) ?? []
  if (actions === undefined) return [statement]
  let depth = 0
  const parts = ['']
  for (const letter of actions) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${letter}`)
  }
  return parts.map((part) =>
    part
      .trim()
      .replace(/^(add|drop|alter) (?!column|constraint|check|foreign|unique|primary|exclude)/, '$1 column '),
  )
}

/** The statements of a migration, which it gives to a database that answers nothing. */
async function statementsOf(migration: SchemaMigration): Promise<string[]> {
  const statements: string[] = []
  if ('indexes' in migration) return statements
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  await migration.up(db)
  return statements
}

const problemsIn = async (name: string) =>
  problemsOf(name, await statementsOf(MIGRATIONS[name] ?? { indexes: [] }))

test('every file of the folder is a migration that runs, in the order of their names', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''))
  expect(Object.keys(MIGRATIONS)).toEqual(files.sort())
  for (const name of files) expect(name).toMatch(NAME)
})

test('nodes of the previous version can use the database during and after each migration', async () => {
  const problems = await Promise.all(
    Object.keys(MIGRATIONS)
      .filter((name) => name >= FIRST)
      .map(problemsIn),
  )
  expect(problems.flat()).toEqual([])
})

test('a contract names an earlier migration', () => {
  for (const name of Object.keys(MIGRATIONS)) {
    const needed = /^\d{4}-contract-(\d{4})-/.exec(name)?.[1]
    if (needed)
      expect(
        Object.keys(MIGRATIONS)
          .filter((one) => one < name)
          .map((one) => one.slice(0, 4)),
      ).toContain(needed)
  }
})

test('earlier migrations, run by the same rules, show that real statements are found', async () => {
  expect(await problemsIn('0042-blocked-chats')).toEqual([])
  expect(await problemsIn('0044-member-devices')).toEqual([
    expect.stringMatching(/^add check .*: reads the whole table under a lock/),
    expect.stringMatching(/^create index push_devices_member .*: blocks writes/),
  ])
  expect((await problemsIn('0004-offers')).filter((line) => line.endsWith('contract migration'))).toEqual([
    expect.stringMatching(/^drop column price:/),
    expect.stringMatching(/^alter column account_id set not null:/),
    expect.stringMatching(/^alter column state drop default:/),
  ])
})

test.each([
  ['create index chats_label on chats (label)', 'blocks writes'],
  ['create unique index if not exists chats_label on only chats (label)', 'blocks writes'],
  ['alter table chats add constraint one_label unique (account_id, label)', 'builds an index'],
  ['alter table chats add column label text unique', 'builds an index'],
  ['alter table chats add primary key (id)', 'builds an index'],
  ['alter table chats add column label text, add check (label is not null)', 'reads the whole table'],
  [
    'alter table chats add constraint of_label foreign key (label) references labels (id)',
    'reads the whole table',
  ],
  ['alter table chats add column ref uuid not null default gen_random_uuid()', 'rewrites the table'],
  ['alter table chats add column at timestamptz default clock_timestamp()', 'rewrites the table'],
  ['alter table chats add number bigint generated always as identity', 'rewrites the table'],
  ['alter table chats add column size int generated always as (id * 2) stored', 'rewrites the table'],
  ['alter table chats add column label text not null', 'refuses the rows'],
  ["alter table chats add column label text check (label <> '')", 'reads the whole table'],
  ['alter table chats drop column label', 'contract migration'],
  ['alter table if exists chats\n  drop label', 'contract migration'],
  ['alter table chats alter column label type integer', 'contract migration'],
  ['alter table chats alter label set data type integer', 'contract migration'],
  ['alter table chats alter column label set not null', 'contract migration'],
  ['alter table chats alter column label drop default', 'contract migration'],
  ['alter table chats rename column label to title', 'contract migration'],
  ['alter table chats rename to threads', 'contract migration'],
  ['alter table chats drop constraint chats_pkey', 'contract migration'],
  ['drop table chats', 'contract migration'],
  ['DROP INDEX chats_label', 'contract migration'],
])('%s is refused', (statement, reason) => {
  expect(problemsOf('0045-labels', [statement])).toEqual([expect.stringContaining(reason)])
})

test.each([
  ['alter table chats add column label text, add column place integer not null default 0'],
  ['alter table chats add column made_at timestamptz(3) not null default now()'],
  ['alter table chats add column label_id bigint references labels (id) on delete set null'],
  ['alter table chats add constraint has_label check (label is not null) not valid'],
  ['alter table chats validate constraint has_label'],
  ['alter table chats add constraint one_label unique using index chats_label'],
  ['alter table chats drop constraint chats_label_check'],
  ['alter table chats alter column label drop not null'],
  ["update chats set label = 'unique, primary key'"],
])('%s is accepted', (statement) => {
  expect(problemsOf('0045-labels', [statement])).toEqual([])
})

test('a table of the same migration may have any index and constraint', () => {
  const statements = [
    'create table labels (id bigint primary key, title text not null)',
    'create index labels_title on labels (title)',
  ]
  expect(problemsOf('0045-labels', [...statements, 'alter table labels add unique (title)'])).toEqual([])
})

test('a constraint is validated in another transaction than the one that adds it', () => {
  const add = 'alter table chats add constraint has_label check (label is not null) not valid'
  const validate = 'alter table chats validate constraint has_label'
  expect(problemsOf('0045-labels', [add, validate])).toEqual([expect.stringContaining('next migration')])
})

test('a contract may remove what no running version uses, and still no lock may be long', () => {
  expect(problemsOf('0050-contract-0045-labels', ['alter table chats drop column label'])).toEqual([])
  expect(problemsOf('0050-contract-0045-labels', ['create index chats_label on chats (label)'])).toHaveLength(
    1,
  )
})

test('statements are taken from a migration as it sends them', async () => {
  const send = (statement: RawBuilder<unknown>): SchemaMigration => ({
    up: async (db) => void (await statement.execute(db)),
  })
  const statements = await statementsOf(send(sql`create index chats_label on ${sql.table('chats')} (label)`))
  expect(statements).toEqual(['create index chats_label on "chats" (label)'])
  expect(problemsOf('0045-labels', statements)).toHaveLength(1)
})
