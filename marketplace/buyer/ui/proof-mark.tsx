/** The state of a proof of funds. Only a reviewed one gets a green mark. */
import dayjs from 'dayjs'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { ProofOfFundsWire } from '#shared/contract/proof-of-funds.ts'
import { type ProofStanding, proofStanding } from '#shared/rules/offers/proof-standing.ts'
import { Mark } from './partition-parts.tsx'

const MARKS = {
  being_checked: { tone: 'warn', words: 'Being checked' },
  reviewed: { tone: 'good', words: 'Reviewed' },
  under_review: { tone: 'warn', words: 'Under review' },
  rejected: { tone: 'bad', words: 'Not accepted' },
  outdated: { tone: 'warn', words: 'Out of date' },
} as const satisfies Record<ProofStanding, object>

export function BeingChecked() {
  const { tone, words } = MARKS.being_checked
  return <Mark tone={tone}>{words}</Mark>
}

export function ProofMark({ proof }: { proof: ProofOfFundsWire }) {
  const { clock } = useServices()
  const { tone, words } = MARKS[proofStanding(proof, dayjs(clock.now()).format('YYYY-MM-DD'))]
  return <Mark tone={tone}>{words}</Mark>
}
