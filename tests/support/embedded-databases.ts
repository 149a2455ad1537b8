/**
 * Embedded databases in memory, used again: what a test file closes is put back to what it held at its start and lent to the next
 * one of the same process, which takes a tenth of the time that starting one does.
 */
import type { PGlite } from '@electric-sql/pglite'
import { runFolder } from './shared-folder.ts'

export interface EmbeddedDatabases {
  lend(): Promise<PGlite>
}

/** More than one when a file opens several at once. */
const IDLE_MAX = 2

export function createEmbeddedDatabases(start: () => Promise<PGlite>): EmbeddedDatabases {
  const idle: PGlite[] = []

  async function takeBack(pglite: PGlite): Promise<void> {
    // Outside of a test run nobody ends the process but the last database that is closed.
    if (idle.length >= IDLE_MAX || runFolder() === null) return pglite.close()
    try {
      await pglite.exec(PUT_BACK)
      idle.push(pglite)
    } catch {
      // Whatever state a test left it in, nobody else shall have it.
      await pglite.close()
    }
  }

  return { lend: async () => onLoan(idle.pop() ?? (await keepPristine(await start())), takeBack) }
}

/** The same database to whoever has it now; to close it is to give it back. */
export function onLoan(pglite: PGlite, takeBack: (pglite: PGlite) => Promise<void>): PGlite {
  let isClosed = false
  return new Proxy(pglite, {
    get(target, name) {
      if (name === 'closed') return isClosed || target.closed
      if (name === 'close')
        return async () => {
          if (isClosed) return
          isClosed = true
          await takeBack(target)
        }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A test that changed the schema keeps its database: nobody else could start from it. */
const SHAPE = `(
  select md5(string_agg(shape, ',' order by shape)) from (
    select attrelid::text || attname || atttypid::text || attnotnull || atthasdef || attisdropped as shape
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'i') and attnum > 0
    union all select tgrelid::text || tgname || tgenabled::text from pg_trigger where not tgisinternal
    union all select conrelid::text || conname from pg_constraint where connamespace = 'public'::regnamespace
  ) as shapes
)`

/** The rows it starts with are kept beside, to be put back. */
const KEEP = `
  create schema pristine;
  create table pristine.shape as select ${SHAPE} as value;
  create table pristine.sequences as
    select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null;
  do $$
  declare
    name text;
    has_rows boolean;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('select exists (select 1 from public.%I)', name) into has_rows;
      if has_rows then execute format('create table pristine.%I as table public.%I', name, name); end if;
    end loop;
  end $$;
`

async function keepPristine(pglite: PGlite): Promise<PGlite> {
  await pglite.exec(KEEP)
  return pglite
}

/** Without triggers and foreign keys: the tables come back in any order. */
const PUT_BACK = `
  rollback;
  deallocate all;
  set session_replication_role = replica;
  drop schema if exists jobs cascade;
  do $$
  declare
    name text;
    names text[] := '{}';
    value bigint;
    has_rows boolean;
  begin
    if (select shape.value from pristine.shape) is distinct from ${SHAPE} then
      raise exception 'the schema was changed';
    end if;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('select exists (select 1 from public.%I)', name) into has_rows;
      if has_rows then names := names || format('public.%I', name); end if;
    end loop;
    if cardinality(names) > 0 then execute 'truncate ' || array_to_string(names, ', ') || ' cascade'; end if;
    for name in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
      execute format('alter sequence public.%I restart', name);
    end loop;
    for name in select tablename from pg_tables where schemaname = 'pristine' and tablename not in ('sequences', 'shape') loop
      execute format('insert into public.%I overriding system value table pristine.%I', name, name);
    end loop;
    for name, value in table pristine.sequences loop
      perform setval(format('public.%I', name)::regclass, value);
    end loop;
  end $$;
  set session_replication_role = default;
`
