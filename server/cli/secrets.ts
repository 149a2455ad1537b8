/** `secret rotate`: a new PLAT_SECRET beside the old one, and what is encrypted in the database encrypted again with it. */
import { seal, unseal } from '#server/accounts/two-step/seal.ts'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import { UNSUBSCRIBE_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import { type Command, type CommandContext, CommandFailed, type Given, type Outcome } from './command.ts'
import { newSecret, readEnvFile, withVariables, writeEnvFile } from './env-file.ts'

const DAY_MS = 86_400_000

export const rotateSecret: Command = {
  summary: 'Replace PLAT_SECRET; what the old one signed keeps working.',
  options: {
    'env-file': { value: 'FILE', help: 'write the new values into this file instead of printing them' },
    finish: { value: null, help: 'second step, after the restart: encrypt stored secrets with the new one' },
  },
  run: (context, given) => (given.finish === undefined ? begin(context, given) : finish(context)),
}

async function begin({ settings }: CommandContext, given: Given): Promise<Outcome> {
  const values = {
    PLAT_SECRET: newSecret(),
    PLAT_SECRET_PREVIOUS: verifyingSecrets(settings.secret).join(','),
    PLAT_PLACES_SECRET: settings.placesSecret,
  }
  const path = given['env-file']
  if (path !== undefined) await writeEnvFile(path, withVariables(await readEnvFile(path), values))
  const next = [
    'Give these to every server and restart all of them, then run: plat secret rotate --finish',
    'Keep PLAT_PLACES_SECRET for ever: it keeps hidden deals where they are shown.',
  ]
  if (path !== undefined) return { data: { env_file: path }, lines: [`Written to ${path}.`, ...next] }
  return { data: values, lines: [...Object.entries(values).map((pair) => pair.join('=')), ...next] }
}

async function finish({ settings: { secret }, database: { db } }: CommandContext): Promise<Outcome> {
  if (verifyingSecrets(secret).length === 1)
    throw new CommandFailed('PLAT_SECRET_PREVIOUS is not set. Begin with: plat secret rotate')
  const data = await db.transaction().execute(async (trx) => {
    const done = {
      apps: await resealApps(trx, secret),
      banks: await resealBanks(trx, secret),
      keys: await resealKeys(trx, secret),
    }
    const subject = { kind: 'installation', id: 1 }
    await writeAudit(trx, { actor: SYSTEM, action: 'secret.rotate', subject, after: { ...done, by: 'plat' } })
    return done
  })
  return {
    data,
    lines: [
      `${data.apps} authenticator apps, ${data.banks} bank accounts and ${data.keys} secret keys are encrypted with the new secret.`,
      `Remove PLAT_SECRET_PREVIOUS at once if it has leaked, else in ${UNSUBSCRIBE_LINK_LIFETIME_MS / DAY_MS} days: until then the links it signed are valid.`,
      'Recovery codes made with it stop working then; people renew them in their settings.',
    ],
  }
}

/** Rows that no known secret opens stay as they are. */
async function resealApps(trx: Database, secret: Secret): Promise<number> {
  const rows = await trx
    .selectFrom('second_factors')
    .select(['id', 'person_kind as kind', 'person_id', 'sealed_secret'])
    .where('sealed_secret', 'is not', null)
    .forUpdate()
    .execute()
  let count = 0
  for (const row of rows) {
    const person = { kind: row.kind, id: row.person_id }
    const plain = row.sealed_secret && unseal(secret, person, row.sealed_secret)
    if (!plain) continue
    const sealed_secret = seal(signingSecret(secret), person, plain)
    await trx.updateTable('second_factors').set({ sealed_secret }).where('id', '=', row.id).execute()
    count++
  }
  return count
}

async function resealBanks(trx: Database, secret: Secret): Promise<number> {
  const rows = await trx
    .selectFrom('withdrawals')
    .select(['id', 'customer_id', 'bank'])
    .where('bank', 'is not', null)
    .forUpdate()
    .execute()
  let count = 0
  for (const row of rows) {
    const owner = { kind: 'customer', id: row.customer_id } as const
    const plain = row.bank && unseal(secret, owner, row.bank)
    if (!plain) continue
    const bank = seal(signingSecret(secret), owner, plain)
    await trx.updateTable('withdrawals').set({ bank }).where('id', '=', row.id).execute()
    count++
  }
  return count
}

/** Of sellers' sites. */
async function resealKeys(trx: Database, secret: Secret): Promise<number> {
  const rows = await trx
    .selectFrom('server_keys')
    .select(['id', 'secret_sealed', 'former_sealed'])
    .where('secret_sealed', 'is not', null)
    .forUpdate()
    .execute()
  let count = 0
  for (const { id, secret_sealed, former_sealed } of rows) {
    const owner = { kind: 'server_key', id } as const
    const again = (sealed: Uint8Array | null) => {
      const plain = sealed && unseal(secret, owner, sealed)
      return plain ? seal(signingSecret(secret), owner, plain) : sealed
    }
    const set = { secret_sealed: again(secret_sealed), former_sealed: again(former_sealed) }
    await trx.updateTable('server_keys').set(set).where('id', '=', id).execute()
    count++
  }
  return count
}
