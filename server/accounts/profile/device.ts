/** A device in words and an IP address cut short, so that a person knows their own and a stranger learns little. Pure. */
import Bowser from 'bowser'

const UNKNOWN = 'Unknown device'

/** e.g. `Firefox on Windows`. */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name && os.name) return `${browser.name} on ${os.name}`
  return browser.name || os.name || UNKNOWN
}

const V6_GROUPS = 3

/** `203.0.113.*`, `2001:db8:85a3:*`. */
export function shortIp(ip: string | null): string | null {
  if (!ip) return null
  const v4 = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip)
  if (v4) return `${v4[1]}.*`
  const groups = ip.split(':')
  const shown = groups.slice(0, Math.min(V6_GROUPS, groups.length - 1)).filter((group) => group !== '')
  return shown.length === 0 ? '*' : `${shown.join(':')}:*`
}
