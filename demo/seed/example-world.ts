/**
 * The demo world for a real installation: what `plat seed-demo` writes, compiled to dist/seed-demo. Passwords are random, email addresses
 * cannot receive mail, and files go to the installation's file store.
 */
import { randomBytes } from 'node:crypto'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import type { WriteExampleWorld } from '#server/cli/command.ts'
import { DEMO_LOGINS } from './logins.ts'
import { rowsOf } from './rows.ts'
import { addCompanies, addDeals, insertTables, makeWorld, setUpClosings } from './seed.ts'
import { storePapers } from './stored-files/papers.ts'
import { storePictures } from './stored-files/pictures.ts'

const PASSWORD_BYTES = 12

/** It has no staff: the operator has a login. */
export const writeExampleWorld: WriteExampleWorld = async (trx, { files, ...settings }) => {
  const { deals, companies, messages, nowMs, onProgress } = settings
  const logins = DEMO_LOGINS.filter(({ role }) => role !== 'staff').map((login) => ({
    key: login.key,
    kind: login.role === 'buyer' ? ('customer' as const) : ('member' as const),
    name: login.name,
    email: exampleAddress(login.email),
    password: randomBytes(PASSWORD_BYTES).toString('base64url'),
  }))
  const hashes = new Map<string, string>()
  for (const { key, password } of logins) hashes.set(key, await hashPassword(password))
  const world = makeWorld({ messages, nowMs })
  const customers = world.customers.map((one) => ({ ...one, email: exampleAddress(one.email) }))
  await insertTables(trx, rowsOf({ ...world, customers }, hashes), onProgress)
  await addCompanies(trx, { companies, nowMs, onProgress })
  await addDeals(trx, { deals, nowMs, onProgress })
  await setUpClosings(trx, nowMs)
  await storePictures(trx, files, onProgress)
  await storePapers(trx, files, onProgress)
  // Nobody hears of what happened before today. Every delivery to a buyer or seller is of this world: there were none before.
  await trx.deleteFrom('notifications').execute()
  await trx
    .deleteFrom('deliveries')
    .where(({ or, eb }) => or([eb('customer_id', 'is not', null), eb('member_id', 'is not', null)]))
    .execute()
  const [dealCount, companyCount] = [await countOf('properties'), await countOf('companies')]
  return {
    size: { deals: dealCount, companies: companyCount, messages },
    logins: logins.map(({ kind, name, email, password }) => ({ kind, name, email, password })),
  }

  async function countOf(table: 'properties' | 'companies'): Promise<number> {
    const row = await trx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst()
    return Number(row?.count)
  }
}

/** No mail server can be at such a domain. */
const exampleAddress = (email: string): string => email.replace(/\.\w+$/, '.example')
