/** What sellers published or sent against the advice on fair housing. Staff decide what to do about it. */
import { useCallback } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { type AgainstAdviceWire, adminAgainstAdvice } from '#shared/contract/admin-people.ts'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

const KINDS = { deal: 'Deal', blast: 'Blast' } as const

const STATES = {
  published: 'Published',
  corrected: 'Corrected',
  taken_down: 'Taken down',
  scheduled: 'Scheduled',
  sending: 'Being sent',
  sent: 'Sent',
  cancelled: 'Called off',
} as const

export function AgainstAdvice({ api }: TabProps) {
  const load = useCallback((page: number) => api(adminAgainstAdvice, { query: { page } }), [api])
  const pages = usePages<AgainstAdviceWire>(load)
  return (
    <List
      pages={pages}
      label="Published against the advice"
      columns={['Date', 'About', 'Phrases', 'Now']}
      empty="Nothing was published against the advice."
      keyOf={({ id }) => id}
      cells={(row) => [
        momentWords(row.at),
        <span key="subject" className="grid">
          <span className="text-text-2 text-xs">
            {KINDS[row.kind]} by {row.account ?? 'a deleted account'}
          </span>
          <Subject row={row} />
        </span>,
        <ul key="phrases" className="grid gap-0.5">
          {row.phrases.map(({ place, phrase, protected_class }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a phrase may be there twice
            <li key={`${phrase} ${index}`} className="wrap-anywhere">
              “{phrase}”{' '}
              <span className="text-text-2 text-xs">
                {protected_class}, in the {place}
              </span>
            </li>
          ))}
        </ul>,
        row.state ? STATES[row.state] : '',
      ]}
    />
  )
}

const Subject = ({ row: { kind, subject, url } }: { row: AgainstAdviceWire }) =>
  url ? (
    <a href={url} target="_blank" rel="noopener" className="underline">
      {subject ?? `This ${kind}`}
    </a>
  ) : (
    <span className="line-clamp-2">{subject ?? 'Deleted'}</span>
  )
