/** What Plat keeps: taking it along, what may be measured, mails, and deleting the account. */
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { exportData } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConsentSection } from './consent-section.tsx'
import { DeleteAccount } from './delete-account.tsx'
import type { PartitionProps } from './partition-props.ts'

export default function PrivacyPartition({ user }: PartitionProps) {
  return (
    <>
      <ExportSection customer={user.id} />
      <ConsentSection />
      <Section title="Email subscriptions" note="Choose which emails you get, or stop them all.">
        <Link href="/profile/notifications" className="text-link">
          Choose emails
        </Link>
      </Section>
      <DeleteAccount user={user} />
    </>
  )
}

const EXPORT_TIMEOUT_MS = 30_000

function ExportSection({ customer }: { customer: number }) {
  const { api } = useServices()
  const { isBusy, during } = useBusy()
  const [said, setSaid] = useState<{ isProblem: boolean; text: string } | null>(null)

  async function take() {
    setSaid(null)
    const result = await during(attempt(api(exportData, {}, { timeoutMs: EXPORT_TIMEOUT_MS })))
    if (result.kind === 'failed')
      return setSaid({ isProblem: true, text: sayFailure(result.failure).message ?? 'Try again.' })
    const { value: reply } = result
    saveFile(`plat-data-${customer}.json`, JSON.stringify(reply.data, null, 2))
    setSaid({ isProblem: false, text: 'The file is in your downloads.' })
  }
  return (
    <Section
      title="Your data"
      note="Everything stored about you in one file: profile, phones, buy boxes, messages and what you agreed to."
    >
      <Button className="pointer-coarse:h-11" isBusy={isBusy} onClick={() => void take()}>
        Export my data
      </Button>
      <p
        role={said?.isProblem ? 'alert' : 'status'}
        className={
          said?.isProblem ? 'mt-2 text-danger-text text-sm' : 'mt-2 text-sm text-text-2 empty:sr-only'
        }
      >
        {said?.text}
      </p>
    </Section>
  )
}

/** Hands the browser a file without a visit to the server. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
