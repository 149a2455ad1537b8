/** The console's login: the calls behind it. */
import { watchConnection } from '#marketplace/kit/connection.ts'
import { type AppLogin, createAppLogin } from '#marketplace/kit/login/app-login.ts'
import type { AppPerson } from '#marketplace/kit/login/login-session.ts'
import { takeMailedLink } from '#marketplace/kit/login/reset-link.ts'
import { adminLogin, adminLogout, adminUser } from '#shared/contract/admin.ts'
import { adminSessionCalls } from '#shared/contract/login-calls.ts'
import { CSRF_COOKIES } from '#shared/contract/login-limits.ts'
import { adminTwoStep } from '#shared/contract/two-step.ts'
import { ENTRY_PAGES, WORK_PAGES } from '#shared/contract/work-links.ts'
import { systemClock } from '#shared/lib/clock.ts'

export interface StaffMember extends AppPerson {
  name: string
  email: string
}

/** Of the address that a new server prints. It is removed from the address bar, so it stays in no history and on no screen. */
export function takeSetupToken({ location, history }: Window): string | null {
  if (location.pathname !== ENTRY_PAGES.admin) return null
  const token = location.hash.slice(1)
  history.replaceState(null, '', WORK_PAGES.admin)
  return token || null
}

/** The console has no live socket that would show an outage. */
const CHECK_EVERY_MS = 30_000

export const createConsoleLogin = (window: Window): AppLogin<StaffMember> =>
  createAppLogin<StaffMember>({
    origin: window.location.origin,
    connection: watchConnection({ window, clock: systemClock, everyMs: CHECK_EVERY_MS }),
    cookie: CSRF_COOKIES.staff,
    cookies: () => window.document.cookie,
    onSwitch: () => window.location.reload(),
    mailedLink: takeMailedLink(window),
    calls: {
      who: async (api) => (await api(adminUser, {})).data,
      login: async (api, body) => (await api(adminLogin, { body })).data,
      twoStep: adminTwoStep,
      logout: (api) => api(adminLogout, {}),
      recover: (api, body) => api(adminSessionCalls.recover, { body }),
      setPassword: async (api, body) => (await api(adminSessionCalls.setPassword, { body })).data.email,
    },
  })
