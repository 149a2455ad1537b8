/** A time that is left, in the two largest units: `2 d 4 h`, `3 h 20 min`, `45 s`. */
const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min`
  if (seconds < DAY_S) return two(seconds, [HOUR_S, 'h'], [MINUTE_S, 'min'])
  return two(seconds, [DAY_S, 'd'], [HOUR_S, 'h'])
}

type Unit = readonly [size: number, name: string]

function two(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small)
  const first = `${Math.floor(seconds / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}
