/** When texts and notices on devices wait. */

import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import type { MatrixModel } from '#marketplace/kit/notifications/matrix-model.ts'
import { QuietHours } from '#marketplace/kit/notifications/quiet-hours.tsx'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'

interface QuietProps {
  model: MatrixModel
  known: NotificationPreferencesWire
}

export function QuietSection({ model, known }: QuietProps) {
  return (
    <Section
      title="Quiet hours"
      note="Texts, notices on your devices and emails about messages wait until they end. Other emails and the bell do not wait."
    >
      <QuietHours model={model} known={known}>
        <Link href="/profile/personal" className="text-link">
          Change it
        </Link>
      </QuietHours>
    </Section>
  )
}
