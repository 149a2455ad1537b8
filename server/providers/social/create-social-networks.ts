/** The networks of the settings: OpenID Connect with discovery, the token in the hash, checked with the network's published keys. */
import { errors, jwtVerify } from 'jose'
import { createDiscovery, type Provider } from './discovery.ts'
import type { SocialNetwork, SocialNetworks, SocialPerson } from './social-networks.ts'

/** From the network's page to our call; older ones are refused even when the network lets them live longer. */
const TOKEN_AGE = '10m'
const CLOCK_TOLERANCE_S = 60
/** Signed with a published key. Never `none`, never one with a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'RS384', 'ES384', 'RS512', 'ES512', 'EdDSA']

export function createSocialNetworks(networks: readonly SocialNetwork[]): SocialNetworks {
  const known = new Map(
    networks.map((network) => [
      network.network,
      { clientId: network.clientId, discover: createDiscovery(() => network.issuer) },
    ]),
  )
  return {
    list: () => networks.map(({ network, name }) => ({ network, name })),

    async loginUrl(name, nonce, returnTo) {
      const network = known.get(name)
      if (!network) return null
      const { loginPage } = await network.discover()
      const url = new URL(loginPage)
      const asked = {
        client_id: network.clientId,
        redirect_uri: returnTo,
        response_type: 'id_token',
        response_mode: 'fragment',
        scope: 'openid email profile',
        nonce,
        state: name,
      }
      for (const [key, value] of Object.entries(asked)) url.searchParams.set(key, value)
      return url.href
    },

    async verify(name, token, nonce) {
      const network = known.get(name)
      if (!network) return null
      const claims = await claimsOf(token, network, await network.discover())
      return claims && claims.nonce === nonce ? personOf(claims) : null
    },
  }
}

type Claims = Record<string, unknown> & { sub: string }

/** Null when the token is not what it should be; rejects when the network's keys cannot be had. */
async function claimsOf(
  token: string,
  { clientId }: Pick<SocialNetwork, 'clientId'>,
  provider: Provider,
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, provider.keys, {
      issuer: provider.issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: TOKEN_AGE,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'nonce', 'exp', 'iat'],
    })
    const { sub } = payload
    // A token for several audiences must name us as the one it was made for.
    const isForUs = !Array.isArray(payload.aud) || payload.aud.length === 1 || payload.azp === clientId
    return sub && isForUs ? { ...payload, sub } : null
  } catch (error) {
    const isOfKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
    if (error instanceof errors.JOSEError && !isOfKeys && error.code !== 'ERR_JOSE_GENERIC') return null
    throw error
  }
}

function personOf(claims: Claims): SocialPerson {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  const [first = null, ...rest] = text('name')?.split(/\s+/) ?? []
  return {
    subject: claims.sub,
    email: text('email') ?? '',
    // Some send it as text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    firstName: text('given_name') ?? first,
    lastName: text('family_name') ?? (rest.length > 0 ? rest.join(' ') : null),
  }
}
