/** How the last calls of a webhook went. */

import { Mark } from '#marketplace/buyer/ui/partition-parts.tsx'
import { shortMomentWords } from '#marketplace/kit/date-labels.ts'
import type { WebhookDeliveryWire } from '#shared/contract/search-webhooks.ts'

const STATES = {
  waiting: { tone: 'plain', label: 'Waiting' },
  delivered: { tone: 'good', label: 'Taken' },
  failed: { tone: 'bad', label: 'Given up' },
} as const

export function WebhookCalls({ calls }: { calls: readonly WebhookDeliveryWire[] }) {
  return (
    <section>
      <h3 className="font-label text-sm">Last calls</h3>
      {calls.length === 0 ? <p className="mt-1 text-sm text-text-3">None yet.</p> : null}
      <ul aria-label="Last calls" className="mt-1 [&>li+li]:border-line [&>li+li]:border-t">
        {calls.map((call) => (
          <li key={call.id} className="grid gap-0.5 py-2 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <Mark tone={STATES[call.state].tone}>{STATES[call.state].label}</Mark>
              <span>{aboutWords(call)}</span>
              <time dateTime={call.created_at} className="num ml-auto text-text-3">
                {shortMomentWords(call.created_at)}
              </time>
            </span>
            <span className="num text-text-2 empty:hidden">{attemptWords(call)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function aboutWords({ property_ids: ids }: WebhookDeliveryWire): string {
  if (ids.length === 0) return 'Test'
  return ids.length === 1 ? '1 deal' : `${ids.length} deals`
}

function attemptWords({ attempts, error, next_at, state }: WebhookDeliveryWire): string {
  if (attempts === 0) return ''
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const next = state === 'waiting' && next_at ? `Again ${shortMomentWords(next_at)}.` : ''
  return [`${times}.`, error, next].filter(Boolean).join(' ')
}
