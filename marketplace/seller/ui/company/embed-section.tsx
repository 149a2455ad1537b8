/** "On your site": the keys of the seller's own site, and the code that puts the messenger there. For administrators. */
import { useEffect, useState } from 'react'
import { embedTag, launcherLine, tokenRoute } from '#marketplace/seller/company/embed-code.ts'
import { KEY_LABELS } from '#marketplace/seller/company/key-labels.ts'
import { createKeyStore } from '#marketplace/seller/company/key-store.ts'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { realtimeSettings } from '#shared/contract/broadcasting.ts'
import { CopyCode } from './copy-code.tsx'
import { KeyList } from './key-list.tsx'

export function EmbedSection({ desk }: { desk: DeskStore }) {
  const [keys] = useState(() => createKeyStore(desk.call))
  const [realtimeConfig, setConfig] = useState('{"key":"your-key"}')
  useEffect(() => {
    desk.call(realtimeSettings, {}).then(
      ({ key }) => setConfig(JSON.stringify({ key })),
      () => {},
    )
  }, [desk])
  const of = { origin: window.location.origin, accountId: desk.member.account.id, realtimeConfig }
  return (
    <Section title={KEY_LABELS.title} intro={KEY_LABELS.intro}>
      <KeyList store={keys} />
      <CopyCode name={KEY_LABELS.launcher} code={launcherLine(of)} />
      <CopyCode name={KEY_LABELS.tag} code={embedTag(of)} />
      <CopyCode name={KEY_LABELS.server} code={tokenRoute(of)} />
      <p className="text-sm text-text-2">{KEY_LABELS.otherLanguages}</p>
    </Section>
  )
}
