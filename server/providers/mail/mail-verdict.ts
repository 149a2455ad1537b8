/** Whether a mail comes from where it says: what the provider or the receiving mail server found out about SPF, DKIM and DMARC. */

export interface Evidence {
  /** The domain after the @ of From, lowercase. */
  domain: string
  /** The provider's own fields, e.g. `SPF` and `dkim`; lowercase names. */
  fields: ReadonlyMap<string, string>
  /** The topmost `Authentication-Results` of the receiving mail server. */
  results: string | null
}

/** `unknown` when nobody has looked. A pass counts only for the domain of From or one around it. */
export function verdictOf({ domain, fields, results }: Evidence): 'pass' | 'fail' | 'unknown' {
  const passes: string[] = []
  const [spf, dkim] = [fields.get('spf'), fields.get('dkim')]
  if (/^pass\b/i.test(spf ?? '')) passes.push(domainOf(fields.get('envelope') ?? fields.get('sender') ?? ''))
  for (const [, by = ''] of (dkim ?? '').matchAll(/@?([\w.-]{1,253})\s*:\s*pass/gi)) passes.push(by)
  for (const part of (results ?? '').split(';')) {
    if (/^\s*dmarc=pass\b/i.test(part)) passes.push(domain)
    const by = /^\s*(?:dkim|spf)=pass\b.*?\b(?:header\.d|header\.i|smtp\.mailfrom)=@?(\S+)/i.exec(part)?.[1]
    if (by !== undefined) passes.push(by.includes('@') ? domainOf(by) : by)
  }
  if (passes.some((one) => isAround(one.toLowerCase(), domain))) return 'pass'
  return spf === undefined && dkim === undefined && results === null ? 'unknown' : 'fail'
}

/** Of the first address in a text, e.g. of `{"from":"dana@example.com"}`. */
const domainOf = (text: string): string => /@([\w.-]{1,253})/.exec(text)?.[1]?.toLowerCase() ?? ''

const isAround = (one: string, other: string): boolean =>
  one.includes('.') && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))
