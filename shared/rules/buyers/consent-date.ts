/** The day on which somebody agreed, as spreadsheets write it: `2026-03-01`, an ISO instant, or `3/1/2026`. */

/** `YYYY-MM-DD`; null for what is no day. */
export function consentDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/.exec(text.trim())
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())
  return american ? dayOf(Number(american[3]), Number(american[1]), Number(american[2])) : null
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}
