/** The networks of the settings: OpenID Connect with discovery, by the authorization code flow with PKCE (openid-client). */
import * as openid from 'openid-client'
import type { SocialNetwork, SocialNetworks, SocialPerson } from './social-networks.ts'

const TIMEOUT_S = 5
const KEEP_MS = 60 * 60_000

export function createSocialNetworks(networks: readonly SocialNetwork[]): SocialNetworks {
  const known = new Map(networks.map((network) => [network.network, createDiscovery(network)]))
  return {
    list: () => networks.map(({ network, name }) => ({ network, name })),

    async loginPage(name, returnTo) {
      const configuration = await known.get(name)?.()
      if (!configuration) return null
      const [verifier, nonce, state] = [
        openid.randomPKCECodeVerifier(),
        openid.randomNonce(),
        openid.randomState(),
      ]
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: returnTo,
        response_type: 'code',
        scope: 'openid email profile',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        nonce,
        state: stateOf(name, state),
      })
      return { url: url.href, secret: [verifier, nonce, state].join('.') }
    },

    async personOf(name, answer, { secret, returnTo }) {
      const configuration = await known.get(name)?.()
      const [verifier = '', nonce = '', state = ''] = secret.split('.')
      if (!configuration || !verifier || !nonce || !state) return null
      try {
        const address = new URL(`${returnTo}?${answer}`)
        const tokens = await openid.authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: stateOf(name, state),
          idTokenExpected: true,
        })
        return personWith(await claimsOf(configuration, tokens))
      } catch (error) {
        if (isOfTheAnswer(error)) return null
        throw error
      }
    },
  }
}

/** The page that a network sends the browser back to learns from it which network that was. */
const stateOf = (network: string, state: string): string => `${network}.${state}`

/**
 * Asked once for all who wait, and again after an hour or a failure. The issuer is read when it is needed: a network that is served
 * here has no address before the server listens.
 */
function createDiscovery(network: SocialNetwork): () => Promise<openid.Configuration> {
  let kept: { configuration: Promise<openid.Configuration>; untilMs: number } | null = null
  return () => {
    if (kept && kept.untilMs > Date.now()) return kept.configuration
    const asked = { configuration: discover(network), untilMs: Date.now() + KEEP_MS }
    kept = asked
    asked.configuration.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.configuration
  }
}

function discover({ issuer, clientId, clientSecret }: SocialNetwork): Promise<openid.Configuration> {
  const url = new URL(issuer)
  return openid.discovery(url, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    execute: [
      // Also the signature of a token that came straight from the network is checked.
      openid.enableNonRepudiationChecks,
      // The settings take https alone; http is a network that this machine serves itself.
      ...(url.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  })
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>
type Claims = Record<string, unknown> & { sub: string }

/** Networks may keep everything but the subject for their user info endpoint (OpenID Connect Core 5.4). */
async function claimsOf(configuration: openid.Configuration, tokens: Tokens): Promise<Claims> {
  const claims = tokens.claims()
  if (!claims) throw new Error('The network sent no ID token.')
  if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims
  return { ...(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub }
}

/** A code that was used, is too old or was made for somebody else; a token that is not ours. Else it is the network that failed. */
const isOfTheAnswer = (error: unknown): boolean =>
  error instanceof openid.AuthorizationResponseError ||
  (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') ||
  (error instanceof openid.ClientError && OF_THE_ANSWER.has(error.code ?? ''))

const OF_THE_ANSWER: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

function personWith(claims: Claims): SocialPerson {
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
