/** How staff log in: two-step login, and their logged-in devices. */
import { useMemo } from 'react'
import { Devices } from '#marketplace/kit/login/devices.tsx'
import { SecurityPanel } from '#marketplace/kit/two-step/security-panel.tsx'
import { adminSessionCalls } from '#shared/contract/login-calls.ts'
import type { OwnTabProps } from './tab-props.ts'

export function LoginTab({ api, security, onLeft }: OwnTabProps) {
  const calls = useMemo(
    () => ({
      list: async () => (await api(adminSessionCalls.sessions, {})).data,
      end: (session: number) => api(adminSessionCalls.endSession, { params: { session } }),
      endAll: () => api(adminSessionCalls.endSessions, {}),
    }),
    [api],
  )
  return (
    <div className="grid max-w-160 gap-8">
      <section aria-labelledby="two-step" className="grid gap-3">
        <h2 id="two-step" className="font-semibold text-md">
          Two-step login
        </h2>
        <SecurityPanel model={security} />
      </section>
      <section aria-labelledby="devices" className="grid gap-3">
        <h2 id="devices" className="font-semibold text-md">
          Your devices
        </h2>
        <Devices calls={calls} onLeft={onLeft} />
      </section>
    </div>
  )
}
