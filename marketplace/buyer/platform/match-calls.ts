/** Asks for somebody's boxes and answers, and sends answers. A chunk of its own with its schemas: a visitor needs none of it. */
import type { Api } from '#shared/api/client.ts'
import { type BuyBoxWire, listBuyBoxes } from '#shared/contract/buy-box.ts'
import {
  giveMatchFeedback,
  listMatchFeedback,
  type MatchReason,
  withdrawMatchFeedback,
} from '#shared/contract/match-feedback.ts'
import { createMatchProfile } from './match-profile.ts'
import type { MatchProfile } from './match-store.ts'

/** What is known of somebody, and how an answer changes it. Each rejects with `ApiError`. */
export interface KnownMatches {
  readonly profile: MatchProfile | null
  /** Also one that is paused or asks for nothing. */
  readonly hasBox: boolean
  /** `reason` null takes the answer back. */
  answer(propertyId: number, reason: MatchReason | null): Promise<KnownMatches>
}

export async function askForMatches(api: Api): Promise<KnownMatches> {
  const boxes = (await api(listBuyBoxes, {})).data
  const answers = boxes.length === 0 ? [] : (await api(listMatchFeedback, {})).data
  return knownOf(api, boxes, answers)
}

function knownOf(
  api: Api,
  boxes: readonly BuyBoxWire[],
  answers: Parameters<typeof createMatchProfile>[1],
): KnownMatches {
  return {
    profile: createMatchProfile(boxes, answers),
    hasBox: boxes.length > 0,
    async answer(property, reason) {
      const params = { property }
      const { data } =
        reason === null
          ? await api(withdrawMatchFeedback, { params })
          : await api(giveMatchFeedback, { params, body: { reason } })
      return knownOf(api, boxes, data)
    },
  }
}
