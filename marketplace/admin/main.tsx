/** Starts the console of the operator's staff. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CURRENCY } from '#marketplace/kit/brand.ts'
import { fetchDemoLogins } from '#marketplace/kit/login/demo-logins.ts'
import { UnsavedGuard } from '#marketplace/kit/ui/unsaved-guard.tsx'
import { setCurrency } from '#shared/format/currency.ts'
import { createConsoleLogin, takeSetupToken } from './admin-session.ts'
import './main.css'
import { Console } from './ui/admin-app.tsx'

setCurrency(CURRENCY)
const setupToken = takeSetupToken(window)
const login = createConsoleLogin(window)
void login.start()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <UnsavedGuard>
      <Console login={login} setupToken={setupToken} demo={fetchDemoLogins('staff')} />
    </UnsavedGuard>
  </StrictMode>,
)
