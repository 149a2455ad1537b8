/** The words of a review that its writer did not write. */
import type { ReviewScore, ReviewWire } from '#shared/contract/reviews.ts'

export const SCORE_LABELS: Readonly<Record<ReviewScore, string>> = {
  honest_numbers: 'Honest numbers',
  communication: 'Communication',
  access: 'Access',
  closing: 'Title and closing',
}

/** Those that were given. */
export function scoresOf({ scores }: Pick<ReviewWire, 'scores'>): { label: string; stars: number }[] {
  const names = Object.keys(SCORE_LABELS) as ReviewScore[]
  return names.flatMap((name) => {
    const stars = scores[name]
    return stars === undefined ? [] : [{ label: SCORE_LABELS[name], stars }]
  })
}
