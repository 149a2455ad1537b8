/** All nodes use the database's clock. A machine's own clock is used only for what is never compared with a row. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url))
const FILES = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

/** Files that may use the machine's clock, and why. */
const MACHINE_CLOCK: Record<string, string> = {
  'accounts/login/security-notifications.ts': 'a key that no other notice has',
  'providers/billing/embedded.ts': 'the fake bank has its own clock',
  'providers/billing/recurly.ts': 'a pause between calls of this process',
  'providers/billing/signed-notice.ts': 'the age of a notice that another company signed',
  'providers/captcha/altcha.ts': 'a signed challenge carries when it ends',
  'cli/backup/backup.ts': 'when an archive was made, for people',
  'cli/check.ts': 'days until a certificate of this machine ends',
  'core/database/clock.ts': "it is compared with the database's here",
  'providers/identity/embedded.ts': 'the fake identity service has its own clock',
  'providers/identity/plaid-signature.ts': 'the age of a notice that another company signed',
  'providers/market/embedded.ts': 'the fake market service has its own clock',
  'deals/open-houses/notify.ts': 'a key that no other notice has',
  'notifications/unsubscribe-token.ts': 'a signed link carries when it ends',
  'providers/push/create-push-sender.ts': 'a signature that another company checks',
  'core/telemetry/statement-spans.ts': "spans have this machine's time",
  'core/realtime/embedded.ts': 'only without a database: the composed server hands in its clock',
  'site/settings/settings-reader.ts': 'what this process remembers for two seconds',
  'providers/social/create-social-networks.ts': 'what this process remembers',
}

it("the server uses the database's clock, and the machine's clock only with a stated reason", () => {
  const asking = FILES.filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(SERVER + file, 'utf8')),
  )
  expect(asking.sort()).toEqual(Object.keys(MACHINE_CLOCK).sort())
})
