/** Starts the marketplace in the page. */
// Before everything else: the address must not show its secrets to any other code.
import './arrival.ts'

import { createRoot } from 'react-dom/client'
import { DealServicesContext } from '#marketplace/buyer/platform/deal-services.ts'
import { once } from '#marketplace/buyer/platform/once.ts'
import { createServices } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { CURRENCY } from '#marketplace/kit/brand.ts'
import { setCurrency } from '#shared/format/currency.ts'
import { App } from './app.tsx'
import { arrival } from './arrival.ts'
import './main.css'
import { createPageLoader } from './page-loader.ts'

setCurrency(CURRENCY)
const services = createServices(window, arrival)
const loader = createPageLoader({
  clock: services.clock,
  storage: () => window.sessionStorage,
  location: window.location,
  connection: services.connection,
})

/** Nothing of deals is in the first load. */
const dealServices = once(async () => {
  const { createDealServices } = await services.connection.code(
    () => import('#marketplace/buyer/platform/create-deal-services.ts'),
  )
  return createDealServices(services, window)
})

// A link's login ends the session before it, which no call may still be using.
if (!arrival.isByLink) void services.user.load()
window.addEventListener('focus', () => services.unread.focusGained())

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <ServicesProvider services={services}>
    <DealServicesContext value={dealServices}>
      <App loader={loader} />
    </DealServicesContext>
  </ServicesProvider>,
)
