/** Networks to log in with: `SOCIAL_<NAME>_CLIENT_ID` and `_CLIENT_SECRET`, with an issuer for those that are not known by name. */
import { KNOWN_NETWORKS } from '#server/core/config/known-addresses.ts'
import type { SocialNetwork } from '#server/providers/social/social-networks.ts'
import type { Reader } from './read-variables.ts'

/** In the order of their names; a network with an issuer and no client id is a fault. */
export function readSocial(read: Reader, faults: string[]): SocialNetwork[] {
  const variables = read
    .names()
    .flatMap((name) => /^SOCIAL_([A-Z0-9]+)_(CLIENT_ID|CLIENT_SECRET|ISSUER|LABEL)$/.exec(name)?.[1] ?? [])
  for (const name of read.names())
    if (name.startsWith('SOCIAL_') && !/^SOCIAL_[A-Z0-9]+_(CLIENT_ID|CLIENT_SECRET|ISSUER|LABEL)$/.test(name))
      faults.push(`${name} is not known: use SOCIAL_<NAME>_CLIENT_ID, _CLIENT_SECRET, _ISSUER or _LABEL`)
  return [...new Set(variables)].sort().map((name) => readNetwork(read, name))
}

function readNetwork(read: Reader, name: string): SocialNetwork {
  const network = name.toLowerCase()
  const known = KNOWN_NETWORKS[network]
  const variable = `SOCIAL_${name}`
  const clientId = read.needed(`${variable}_CLIENT_ID`, `the other ${variable} settings`)
  const own = read.url(`${variable}_ISSUER`, ['https:'])
  const issuer =
    own ??
    known?.issuer ??
    (read.maybe(`${variable}_ISSUER`) === null
      ? read.needed(`${variable}_ISSUER`, `${variable}_CLIENT_ID`)
      : '')
  const clientSecret = known?.hasSecret
    ? read.needed(`${variable}_CLIENT_SECRET`, `${variable}_CLIENT_ID`)
    : read.maybe(`${variable}_CLIENT_SECRET`)
  return {
    network,
    name: read.text(`${variable}_LABEL`, known?.name ?? titled(name)),
    issuer,
    clientId,
    ...(clientSecret === null ? {} : { clientSecret }),
  }
}

const titled = (name: string) => name.charAt(0) + name.slice(1).toLowerCase()
