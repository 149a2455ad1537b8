/** Plat ID, the OpenID provider of a demo world: discovery, keys, the page that answers with a code, and what trades it for an ID token. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { sendHtml } from './html.ts'
import { choosePerson, refusedRequest } from './openid-page.ts'
import { type OpenIdPerson, subjectOf } from './openid-people.ts'
import {
  type AuthorizeRequest,
  answerUrl,
  OPENID_PATH,
  PLAT_ID,
  readAuthorizeRequest,
} from './openid-request.ts'

type Given = Record<string, unknown>

const BAD_REQUEST = 400
const UNPROCESSABLE = 422
const SEE_OTHER = 303

/** `origin` is this site's, the only one that is answered. */
export function registerOpenId(app: FastifyInstance, origin: () => string): void {
  const keys = createOpenIdKeys()
  const issuer = () => origin() + OPENID_PATH
  const codes = createCodes()

  app.get(`${OPENID_PATH}/.well-known/openid-configuration`, async () => discovery(issuer()))
  app.get(`${OPENID_PATH}/jwks.json`, () => keys.jwks())

  app.get<{ Querystring: Given }>(`${OPENID_PATH}/authorize`, (http, reply) => {
    const request = readAuthorizeRequest(http.query, origin())
    if (typeof request === 'string') return refuse(reply, request)
    return sendHtml(reply, { title: 'Plat ID', body: choosePerson(request) })
  })

  app.post<{ Body: Given | undefined }>(`${OPENID_PATH}/authorize`, async (http, reply) => {
    const given = http.body ?? {}
    const request = readAuthorizeRequest(given, origin())
    if (typeof request === 'string') return refuse(reply, request)
    if (given.cancel) return reply.redirect(answerUrl(request, { error: 'access_denied' }), SEE_OTHER)
    const person = readPerson(given)
    if (!person) {
      const body = choosePerson(request, 'Enter an e-mail address like name@example.com.')
      return sendHtml(reply, { title: 'Plat ID', body, status: UNPROCESSABLE })
    }
    return reply.redirect(answerUrl(request, { code: codes.issue({ person, request }) }), SEE_OTHER)
  })

  app.post<{ Body: Given | undefined }>(`${OPENID_PATH}/token`, async (http, reply) => {
    reply.header('Cache-Control', 'no-store')
    const login = codes.take(http.body ?? {})
    if (!login) return reply.code(BAD_REQUEST).send({ error: 'invalid_grant' })
    const idToken = await keys.sign(claimsOf(login.person, login.request), {
      issuer: issuer(),
      audience: PLAT_ID.clientId,
      subject: subjectOf(login.person),
    })
    // It opens nothing: Plat ID has no further endpoint.
    return { access_token: randomCode(), token_type: 'Bearer', id_token: idToken }
  })
}

interface Login {
  person: OpenIdPerson
  request: AuthorizeRequest
}

const CODE_LIFETIME_MS = 60_000
const CODE_BYTES = 32
const randomCode = () => randomBytes(CODE_BYTES).toString('base64url')

/** Each is good once, for a minute, for the application that asked and has the verifier of its challenge. */
function createCodes() {
  const open = new Map<string, Login>()
  return {
    issue(login: Login): string {
      const code = randomCode()
      open.set(code, login)
      setTimeout(() => open.delete(code), CODE_LIFETIME_MS).unref()
      return code
    },
    take(given: Given): Login | null {
      const code = String(given.code)
      const login = open.get(code)
      open.delete(code)
      const isOurs =
        given.grant_type === 'authorization_code' &&
        given.client_id === PLAT_ID.clientId &&
        given.redirect_uri === login?.request.redirectUri &&
        challengeOf(String(given.code_verifier)) === login?.request.challenge
      return login && isOurs ? login : null
    },
  }
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

const refuse = (reply: Parameters<typeof sendHtml>[0], reason: string) =>
  sendHtml(reply, { title: 'Plat ID', body: refusedRequest(reason), status: BAD_REQUEST })

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  token_endpoint_auth_methods_supported: ['none'],
  jwks_uri: `${issuer}/jwks.json`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  claims_supported: ['sub', 'email', 'email_verified', 'given_name', 'family_name', 'name', 'nonce'],
})

function readPerson(given: Given): OpenIdPerson | null {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '')
  const email = text('email').toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return null
  const isEmailVerified = given.verified === 'on'
  return { email, isEmailVerified, firstName: text('first_name'), lastName: text('last_name') }
}

function claimsOf(
  { email, isEmailVerified, firstName, lastName }: OpenIdPerson,
  { nonce }: AuthorizeRequest,
) {
  return {
    nonce,
    email,
    email_verified: isEmailVerified,
    ...(firstName ? { given_name: firstName } : {}),
    ...(lastName ? { family_name: lastName } : {}),
    ...(firstName || lastName ? { name: `${firstName} ${lastName}`.trim() } : {}),
  }
}

interface OpenIdKeys {
  jwks(): Promise<{ keys: JWK[] }>
  sign(
    claims: Record<string, unknown>,
    about: { issuer: string; audience: string; subject: string },
  ): Promise<string>
}

const ALGORITHM = 'RS256'
const LIFETIME = '5 minutes'

/**
 * The signing key of Plat ID: made when it is first needed, kept in memory alone, published at its JWKS address.
 */
function createOpenIdKeys(): OpenIdKeys {
  let made: ReturnType<typeof make> | null = null
  const key = () => {
    made ??= make()
    return made
  }
  return {
    async jwks() {
      const { publicJwk } = await key()
      return { keys: [publicJwk] }
    },
    async sign(claims, { issuer, audience, subject }) {
      const { privateKey, publicJwk } = await key()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', ...(publicJwk.kid ? { kid: publicJwk.kid } : {}) })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(privateKey)
    },
  }
}

async function make() {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM)
  const jwk = await exportJWK(publicKey)
  const publicJwk: JWK = { ...jwk, alg: ALGORITHM, use: 'sig', kid: await calculateJwkThumbprint(jwk) }
  return { privateKey, publicJwk }
}
