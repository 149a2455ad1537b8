/** Where this person is logged in. */
import { useMemo } from 'react'
import { Devices } from '#marketplace/kit/login/devices.tsx'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { deskSessionCalls } from '#shared/contract/login-calls.ts'

export function DevicesSection({ desk: { call }, onLeft }: { desk: DeskStore; onLeft: () => void }) {
  const calls = useMemo(
    () => ({
      list: async () => (await call(deskSessionCalls.sessions, {})).data,
      end: (session: number) => call(deskSessionCalls.endSession, { params: { session } }),
      endAll: () => call(deskSessionCalls.endSessions, {}),
    }),
    [call],
  )
  return (
    <Section
      title="Your devices"
      intro="Log out any device that you don’t recognize, then set a new password."
    >
      <Devices calls={calls} onLeft={onLeft} />
    </Section>
  )
}
