/** Which mails come. Service mails always do; what has no switch yet is said. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { Check } from '#marketplace/ui/form-fields.tsx'
import { Link } from '#marketplace/ui/link.tsx'
import { List, Note, ROW, Section } from '#marketplace/ui/partition-parts.tsx'
import { toast } from '#marketplace/ui/toast.ts'
import { MAIL_TYPES } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import { createMailModel, MAIL_WORDS, type MailModel } from './mail-model.ts'
import type { PartitionProps } from './partition-props.ts'

export default function NotificationsPartition({ user }: PartitionProps) {
  const { api, user: store } = useServices()
  const [model] = useState(() => createMailModel({ api, off: user.mailTypesOff, refresh: store.load }))
  return (
    <>
      <Mails model={model} email={user.email} />
      <Section title="Text messages" note="Agreed to number by number, with your phones.">
        <Link href="/profile/phones" className="text-link">
          Choose numbers
        </Link>
      </Section>
      <Section title="Always on">
        <Note>
          Mails about your offers, your money and the security of your account come in any case: you could
          miss a deadline or an intruder without them.
        </Note>
      </Section>
      <Section title="Not here yet">
        <p className="max-w-[62ch] text-sm text-text-2">
          How often deals are mailed, quiet hours and notices in the browser open with a later release. Until
          then new deals come as the sellers send them.
        </p>
      </Section>
    </>
  )
}

function Mails({ model, email }: { model: MailModel; email: string | null }) {
  useSignals()
  const off = model.off.value
  async function all(isOn: boolean) {
    if (await model.setAll(isOn)) toast(isOn ? 'All mails are on' : 'All of these mails are off')
  }
  return (
    <Section
      title="Mail"
      note={email === null ? undefined : `To ${email}`}
      action={
        <Button
          className="pointer-coarse:h-11"
          isBusy={model.isBusy.value}
          onClick={() => void all(off.size === MAIL_TYPES.length)}
        >
          {off.size === MAIL_TYPES.length ? 'Turn all on' : 'Turn all off'}
        </Button>
      }
    >
      <List>
        {MAIL_TYPES.map((type) => (
          <li key={type} className={ROW}>
            <Check
              label={
                <>
                  <span className="block font-semibold text-base">{MAIL_WORDS[type].label}</span>
                  <span className="text-text-2">{MAIL_WORDS[type].text}</span>
                </>
              }
              isChecked={!off.has(type)}
              onChange={(isOn) => void model.set(type, isOn)}
            />
          </li>
        ))}
      </List>
      {model.problem.value === null ? null : (
        <p role="alert" className="mt-2.5 text-danger-text text-sm">
          {model.problem.value}
        </p>
      )}
    </Section>
  )
}
