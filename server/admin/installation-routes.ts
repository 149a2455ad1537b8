/** What this installation is called, looks like and says: read and set at the console. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { createPhotoMaker, photoKeyOf } from '#server/deals/listing/image-files.ts'
import { deleteFiles, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import { LOGO_PX } from '#server/site/branded.ts'
import {
  readInstallation,
  readLegalText,
  writeInstallation,
  writeLegalText,
} from '#server/site/settings/installation.ts'
import {
  type AdminInstallationWire,
  adminInstallation,
  adminRemoveLogo,
  adminSetInstallation,
  adminSetLogo,
  type Installation,
  type LegalDocumentName,
  PRODUCT,
} from '#shared/contract/installation.ts'
import { AVATAR_MAX_BYTES, AVATARS_PER_HOUR } from '#shared/contract/limits.ts'
import { accentFault } from '#shared/rules/site/accent.ts'
import { type OwnRetention, RETAINED, RETENTION, RETENTION_MAX_DAYS } from '#shared/rules/site/retention.ts'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import type { AdminDeps } from './admin-deps.ts'
import { EMAIL } from './support-routes.ts'

const HOUR_MS = 3_600_000

interface Change {
  me: { kind: 'staff'; staffId: number }
  request: { ip: string }
  changed: Partial<Installation>
}

export function registerAdminInstallation(app: FastifyInstance, deps: AdminDeps): void {
  const { db, nowMs } = deps

  serve(app, adminInstallation, async () => ({ data: await wireOf(db) }))

  serve(app, adminSetInstallation, async ({ body, request, me }) => {
    const { terms, privacy, ...fields } = body
    const wanted = readFields(fields)
    await db.transaction().execute(async (trx) => {
      const { currency } = await readInstallation(trx)
      if (wanted.currency !== currency && (await hasBookings(trx)))
        throw invalid({ currency: [`Money is booked in ${currency} already, so the currency stays.`] })
      const today = new Date(nowMs()).toISOString().slice(0, 10)
      const changed = {
        ...wanted,
        terms_version: await setLegal(trx, { document: 'terms', text: terms, today }, me.staffId),
        privacy_version: await setLegal(trx, { document: 'privacy', text: privacy, today }, me.staffId),
      }
      await change(trx, { me, request, changed })
    })
    // The next text of this server is in the new currency.
    await installationOf(deps.site)
    return { data: await wireOf(db) }
  })

  const setLogo = async ({ me, request, logo }: Omit<Change, 'changed'> & { logo: string | null }) => {
    const former = await db.transaction().execute(async (trx) => {
      const { logo: before } = await readInstallation(trx)
      const key = photoKeyOf(before)
      await queueFileDeletions(trx, key === null ? [] : [key])
      await change(trx, { me, request, changed: { logo } })
      return key
    })
    await deleteFiles(deps, former === null ? [] : [former])
    return { data: await wireOf(db) }
  }

  serve(app, adminRemoveLogo, ({ me, request }) => setLogo({ me, request, logo: null }))

  registerUploads(app, (scope) => {
    const { files, uploadGate } = deps.parts
    const maker = createPhotoMaker(files)
    const uploads = scope.createThrottle('installation-logos', AVATARS_PER_HOUR, HOUR_MS)
    serve(scope, adminSetLogo, async ({ me, request }) => {
      await uploads.take(String(me.staffId))
      const { bytes } = await receiveFile(request, {
        field: 'logo',
        maxBytes: AVATAR_MAX_BYTES,
        types: ['image/jpeg', 'image/png', 'image/webp'],
        isRedrawn: true,
      })
      const { isQuarantined } = await uploadGate.admit('logo', bytes)
      if (isQuarantined)
        throw invalid({ logo: ['The virus scanner does not answer. Try again in a few minutes.'] })
      return setLogo({ me, request, logo: await maker.picture('logo', bytes, LOGO_PX) })
    })
  })
}

async function change(trx: Database, { me, request, changed }: Change): Promise<void> {
  const before = await readInstallation(trx)
  await writeInstallation(trx, changed, me.staffId)
  await writeAudit(trx, {
    actor: { kind: 'staff', id: me.staffId },
    ip: request.ip,
    action: 'installation.change',
    subject: { kind: 'setting installation', id: null },
    before: { ...before },
    after: { ...before, ...changed },
  })
}

/** A text that is saved again as it was keeps its version. Null for the product's. */
async function setLegal(
  trx: Database,
  { document, text, today }: { document: LegalDocumentName; text: string; today: string },
  staffId: number,
): Promise<string | null> {
  const before = await readLegalText(trx, document)
  if (text === (before?.text ?? '')) return before?.version ?? null
  const version = text === '' ? null : legalVersion(text, today)
  await writeLegalText(trx, { document, text: version === null ? null : { text, version } }, staffId)
  return version
}

/** Two texts of one day differ in it. */
const legalVersion = (text: string, day: string): string =>
  `${day}-${createHash('sha256').update(text).digest('hex').slice(0, HASH_LETTERS)}`
const HASH_LETTERS = 8

async function wireOf(db: Database): Promise<AdminInstallationWire> {
  const [installation, terms, privacy] = await Promise.all([
    readInstallation(db),
    readLegalText(db, 'terms'),
    readLegalText(db, 'privacy'),
  ])
  return { ...installation, terms: terms?.text ?? '', privacy: privacy?.text ?? '' }
}

const hasBookings = async (trx: Database): Promise<boolean> =>
  (await trx.selectFrom('ledger_transactions').select('id').limit(1).executeTakeFirst()) !== undefined

type Fields = Pick<Installation, 'markets' | 'currency'> &
  Record<'name' | 'accent' | 'accent_dark' | 'sender_name' | 'sender_address', string> & {
    postal_address?: string | undefined
    retention?: OwnRetention | undefined
  }

/** Throws 422 with every fault by its field. */
function readFields(
  fields: Fields,
): Omit<Installation, 'logo' | 'postal_address' | 'retention' | 'terms_version' | 'privacy_version'> &
  Partial<Installation> {
  const {
    name,
    accent,
    accent_dark: dark,
    sender_name,
    sender_address,
    postal_address,
    markets,
    currency,
    retention,
  } = fields
  const faults: Record<string, string[]> = {}
  const refuse = (field: string, words: string | null) => {
    if (words !== null) faults[field] = [words]
  }
  if (accent !== '') refuse('accent', accentFault(accent, 'light'))
  if (dark !== '')
    refuse(
      'accent_dark',
      accent === '' ? 'Choose the color of light pages first.' : accentFault(dark, 'dark'),
    )
  if (sender_address !== '' && !EMAIL.test(sender_address))
    refuse('sender_address', 'Give an email address, e.g. deals@example.com.')
  for (const [field, text] of Object.entries({ name, sender_name }))
    if (/[\p{Cc}<>"]/u.test(text)) refuse(field, 'Leave out <, > and quotation marks.')
  if (markets.some((abbr) => !STATE_BY_ABBR.has(abbr))) refuse('markets', 'Choose states of the list.')
  for (const kind of RETAINED) {
    const days = retention?.[kind]
    const { min } = RETENTION[kind]
    if (days !== undefined && (days < min || days > RETENTION_MAX_DAYS))
      refuse(`retention.${kind}`, `Give ${min} to ${RETENTION_MAX_DAYS} days.`)
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return {
    name: name || PRODUCT.name,
    accent: accent.toLowerCase() || null,
    accent_dark: dark.toLowerCase() || null,
    sender_name: sender_name || null,
    sender_address: sender_address || null,
    ...(postal_address === undefined ? {} : { postal_address: postal_address || null }),
    ...(retention === undefined ? {} : { retention: changedDays(retention) }),
    markets: [...new Set(markets)].sort(),
    currency,
  }
}

/** Days as the product has them are not kept, so that they follow the product. */
const changedDays = (retention: OwnRetention): OwnRetention =>
  Object.fromEntries(
    RETAINED.flatMap((kind) => {
      const days = retention[kind]
      return days === undefined || days === RETENTION[kind].days ? [] : [[kind, days]]
    }),
  )
