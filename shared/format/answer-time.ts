/** The usual time until somebody answers, in words, e.g. `3 hours`; null while there is too little to say. */
export function answerTime(hours: number | null | undefined): string | null {
  if (hours == null) return null
  if (hours <= 1) return 'an hour'
  if (hours < HOURS_A_DAY) return `${Math.ceil(hours)} hours`
  const days = Math.ceil(hours / HOURS_A_DAY)
  return days === 1 ? 'a day' : `${days} days`
}

const HOURS_A_DAY = 24
