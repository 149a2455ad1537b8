/** Starts the seller app. `?login=seller1` logs in with a ready-made login of the demo world. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CURRENCY } from '#marketplace/kit/brand.ts'
import { setCurrency } from '#shared/format/currency.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { consoleLog } from '#shared/lib/log.ts'
import { browserLocks } from '#shared/lib/tab-locks.ts'
import { browserStores } from '#shared/lib/web-stores.ts'
import { watchConnection } from '../kit/connection.ts'
import { demoSeller, fetchDemoSellers, takeDemoLogin } from '../kit/login/demo-logins.ts'
import { takeMailedLink } from '../kit/login/reset-link.ts'
import { browserNotices, SELLER_NOTICES } from '../kit/notifications/browser-notices.ts'
import { createKeptReplies } from './kept-replies.ts'
import { windowBar } from './seller-route.ts'
import { createSellerSession, takeJoin } from './seller-session.ts'
import './main.css'
import { UnsavedGuard } from '../kit/ui/unsaved-guard.tsx'
import { SellerApp } from './ui/seller-app.tsx'

setCurrency(CURRENCY)
const join = takeJoin(window)
const log = consoleLog('seller')
const kept = { stores: browserStores(), locks: browserLocks(), clock: systemClock, log }
const session = createSellerSession({
  origin: window.location.origin,
  connection: watchConnection({ window, clock: systemClock }),
  log,
  bar: windowBar(window),
  cookies: () => document.cookie,
  mailedLink: takeMailedLink(window),
  onSwitch: () => window.location.reload(),
  notices: (memberId) => browserNotices(window, SELLER_NOTICES, memberId),
  replies: (memberId) => createKeptReplies({ ...kept, memberId }),
})
const wanted = takeDemoLogin(window)
const sellers = fetchDemoSellers()
void begin()

/** A ready-made login in the address replaces the current session. */
async function begin() {
  const seller = wanted === null ? null : demoSeller(await sellers, wanted)
  await session.login.start()
  const state = session.login.state.peek()
  if (!seller || (state.kind === 'in' && state.person.email === seller.email)) return
  if (state.kind === 'in') await session.login.logout()
  await session.login.login(seller.email, seller.password)
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <UnsavedGuard>
      <SellerApp session={session} join={join} sellers={sellers} />
    </UnsavedGuard>
  </StrictMode>,
)
