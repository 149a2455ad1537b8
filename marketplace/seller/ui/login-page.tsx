/** The seller's person: what they are notified of, two-step login, and their logged-in devices. */

import type { SecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import { SecurityPanel } from '#marketplace/kit/two-step/security-panel.tsx'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { DevicesSection } from './devices-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'

interface LoginPageProps {
  desk: DeskStore
  security: SecurityModel
  onLeft: () => void
}

export function LoginPage({ desk, security, onLeft }: LoginPageProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-190 px-4 pt-5 pb-16">
        <h2 className="font-semibold text-lg">My login</h2>
        <NotificationsSection desk={desk} />
        <Section title="Two-step login">
          <SecurityPanel model={security} />
        </Section>
        <DevicesSection desk={desk} onLeft={onLeft} />
      </div>
    </div>
  )
}
