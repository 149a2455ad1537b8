/** Starts the seller desk. `?login=seller1` logs in with a ready-made login of the demo world. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { consoleLog } from '#shared/lib/log.ts'
import { demoSeller, fetchDemoSellers } from './demo-sellers.ts'
import { windowBar } from './desk-place.ts'
import { createDeskSession } from './desk-session.ts'
import './main.css'
import { Desk } from './ui/desk.tsx'

const session = createDeskSession({
  origin: window.location.origin,
  log: consoleLog('desk'),
  bar: windowBar(window),
})
const wanted = new URLSearchParams(window.location.search).get('login')
const sellers = fetchDemoSellers()
if (wanted !== null)
  void sellers.then((list) => {
    const seller = demoSeller(list, wanted)
    if (seller) void session.login(seller.email, seller.password)
  })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <Desk session={session} sellers={sellers} />
  </StrictMode>,
)
