/** What Plat keeps: taking it along, what may be measured, mails, and deleting the account. */
import { useState } from 'react'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { SeenMarksSwitch } from '#marketplace/buyer/ui/seen-marks-switch.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { exportArchive } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConsentSection } from './consent-section.tsx'
import { DeleteAccount } from './delete-account.tsx'
import type { PartitionProps } from './partition-props.ts'

export default function PrivacyPartition({ user }: PartitionProps) {
  return (
    <>
      <ExportSection customer={user.id} />
      <ConsentSection />
      <Section title="Seen deals" note="For your account, on all your devices.">
        <SeenMarksSwitch />
      </Section>
      <Section title="Email subscriptions" note="Choose which emails you get, or stop them all.">
        <Link href="/profile/notifications" className="text-link">
          Choose emails
        </Link>
      </Section>
      <DeleteAccount user={user} />
    </>
  )
}

function ExportSection({ customer }: { customer: number }) {
  const { isBusy, during } = useBusy()
  const [said, setSaid] = useState<{ isProblem: boolean; text: string } | null>(null)

  async function take() {
    setSaid(null)
    const [archive, problem] = await during(fetchArchive())
    if (archive) saveFile(`plat-data-${customer}.zip`, archive)
    setSaid({ isProblem: archive === null, text: archive ? 'The file is in your downloads.' : problem })
  }
  return (
    <Section
      title="Your data"
      note="Everything stored about you in one ZIP file: profile, buy boxes, messages, offers, money, documents, what you agreed to, and when staff looked at your records. It can take a minute."
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

const AWAY = `${BRAND} cannot be reached. Try again in a moment.`

async function fetchArchive(): Promise<[archive: Blob | null, problem: string]> {
  try {
    const answer = await fetch(`/customer/api${exportArchive.path}`, {
      headers: { Accept: 'application/json' },
    })
    if (answer.ok) return [await answer.blob(), '']
    return [null, String((await answer.json()).message)]
  } catch {
    return [null, AWAY]
  }
}

/** Hands the browser a file without a visit to the server. */
function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
