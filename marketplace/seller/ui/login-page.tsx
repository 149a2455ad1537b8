/** The seller's person: what they are notified of, their phone, two-step login, and their logged-in devices. */
import { useMemo } from 'react'
import { Devices } from '#marketplace/kit/login/devices.tsx'
import type { SecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import { SecurityPanel } from '#marketplace/kit/two-step/security-panel.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { sellerSessionCalls } from '#shared/contract/login-calls.ts'
import { DeleteLogin } from './delete-login.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PhoneCheck } from './phone-check.tsx'

interface LoginPageProps {
  store: SellerStore
  security: SecurityModel
  onLeft: () => void
}

export function LoginPage({ store, security, onLeft }: LoginPageProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-190 px-4 pt-5 pb-16">
        <ViewHeading name="My login" />
        <NotificationsSection store={store} />
        <Section title="Phone">
          <ul>
            <PhoneCheck store={store} />
          </ul>
        </Section>
        <Section title="Two-step login">
          <SecurityPanel model={security} />
        </Section>
        <DevicesSection store={store} onLeft={onLeft} />
        <DeleteLogin store={store} onLeft={onLeft} />
      </div>
    </div>
  )
}

/** Where this person is logged in. */
function DevicesSection({ store: { call }, onLeft }: { store: SellerStore; onLeft: () => void }) {
  const calls = useMemo(
    () => ({
      list: async () => (await call(sellerSessionCalls.sessions, {})).data,
      end: (session: number) => call(sellerSessionCalls.endSession, { params: { session } }),
      endAll: () => call(sellerSessionCalls.endSessions, {}),
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
