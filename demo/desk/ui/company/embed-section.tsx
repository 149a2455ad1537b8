/** The code that puts the messenger on the seller's own site, opened at a conversation with them. */
import { useEffect, useState } from 'react'
import { embedTag, launcherLine } from '#demo/desk/company/embed-code.ts'
import type { DeskStore } from '#demo/desk/desk-model.ts'
import { Section } from '#demo/desk/ui/deals/fields.tsx'
import { realtimeSettings } from '#shared/contract/broadcasting.ts'
import { Button } from '#shared/ui/button.tsx'

export function EmbedSection({ desk }: { desk: DeskStore }) {
  const [realtimeConfig, setConfig] = useState('{"key":"your-key"}')
  useEffect(() => {
    desk.call(realtimeSettings, {}).then(
      ({ key }) => setConfig(JSON.stringify({ key })),
      () => {},
    )
  }, [desk])
  const of = { origin: window.location.origin, accountId: desk.member.account.id, realtimeConfig }
  return (
    <Section
      title="Messenger on your own site"
      intro="Buyers who are logged in there write to you without leaving it. Your site answers /my-token with {“token”: “…”} for who is logged in."
    >
      <Code name="One line, with a launcher in the corner" code={launcherLine(of)} />
      <Code name="As an element of your page" code={embedTag(of)} />
    </Section>
  )
}

function Code({ name, code }: { name: string; code: string }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setSaid('Copied.'),
      () => setSaid('Select the code and copy it by hand.'),
    )
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="flex items-center gap-3 font-medium text-sm">
        <span className="me-auto">{name}</span>
        <span role="status" className="font-regular text-text-2">
          {said}
        </span>
        <Button size="sm" aria-label={`Copy: ${name}`} onClick={() => void copy()}>
          Copy
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-xs">
        <code>{code}</code>
      </pre>
    </figure>
  )
}
