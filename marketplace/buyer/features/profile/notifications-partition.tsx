/** What one is told of, where and how often; when it has to be quiet; and notices on this device. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-words.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows, Note, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { toast } from '#marketplace/buyer/ui/toast.ts'
import { NotifyMatrix } from '#marketplace/kit/notifications/notify-matrix.tsx'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'
import { Button } from '#shared/ui/button.tsx'
import { DeviceSection } from './device-section.tsx'
import { createNotifyModel, type NotifyModel } from './notify-model.ts'
import { BUYER_KINDS } from './notify-words.ts'
import type { PartitionProps } from './partition-props.ts'
import { QuietSection } from './quiet-section.tsx'

export default function NotificationsPartition({ user }: PartitionProps) {
  useSignals()
  const services = useServices()
  const [model] = useState(() => createNotifyModel(services))
  useEffect(() => void model.load(), [model])
  const state = model.state.value
  if (state.phase === 'loading') return <LoadingRows count={8} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
  const { known } = state
  return (
    <>
      <Section
        title="What you are told"
        note={user.email === null ? undefined : `Email goes to ${user.email}.`}
        action={<AllMails model={model} known={known} />}
      >
        <Trouble known={known} />
        <NotifyMatrix kinds={BUYER_KINDS} model={model} known={known} />
        <p role="alert" className="mt-2.5 text-danger-text text-sm empty:hidden">
          {model.problem.value}
        </p>
      </Section>
      <Texts canText={known.can_text} />
      <QuietSection model={model} known={known} />
      <DeviceSection userId={user.id} devices={known.devices} refresh={model.load} />
      <Section title="Always on">
        <Note>
          Emails about your offers, your money and the security of your account come in any case: you could
          miss a deadline or an intruder without them.
        </Note>
      </Section>
    </>
  )
}

function AllMails({ model, known }: { model: NotifyModel; known: NotificationPreferencesWire }) {
  useSignals()
  const isAnyOn = known.cells.some(
    ({ type, channel, frequency }) => channel === 'email' && type === 'new_match' && frequency !== 'off',
  )
  async function press() {
    if (await model.setAllMails(!isAnyOn))
      toast(isAnyOn ? 'All of these emails are off' : 'All emails are on')
  }
  return (
    <Button className="pointer-coarse:h-11" isBusy={model.isBusy.value} onClick={() => void press()}>
      {isAnyOn ? 'Turn all emails off' : 'Turn all emails on'}
    </Button>
  )
}

/** Whoever waits for something that could not be handed over is told so. */
function Trouble({ known: { delayed, undelivered } }: { known: NotificationPreferencesWire }) {
  if (delayed === 0 && undelivered === 0) return null
  return (
    <div className="mb-3.5">
      <Note tone="warn" role="status">
        {delayed > 0 ? `${counted(delayed)} could not be sent to you yet and will be tried again. ` : ''}
        {undelivered > 0
          ? `${counted(undelivered)} could not be sent within two days. Look in the bell and in Messages.`
          : ''}
      </Note>
    </div>
  )
}

const counted = (count: number) => (count === 1 ? '1 email or text' : `${count} emails or texts`)

function Texts({ canText }: { canText: boolean }) {
  return (
    <Section
      title="Text messages"
      note={
        canText
          ? 'Sent between 8 AM and 9 PM where you live, five a day at most. Reply STOP to end them.'
          : 'None until you agree to them at one of your numbers.'
      }
    >
      <Link href="/profile/phones" className="text-link">
        Choose numbers
      </Link>
    </Section>
  )
}
