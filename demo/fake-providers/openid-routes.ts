/** Plat ID, the OpenID provider of a demo world: discovery, keys, and the page that answers with an id_token in the fragment. */
import type { FastifyInstance } from 'fastify'
import { sendHtml } from './html.ts'
import { createOpenIdKeys } from './openid-keys.ts'
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
    const token = await keys.sign(claimsOf(person, request), {
      ...{ issuer: issuer(), audience: PLAT_ID.clientId, subject: subjectOf(person) },
    })
    return reply.redirect(answerUrl(request, { id_token: token }), SEE_OTHER)
  })
}

const refuse = (reply: Parameters<typeof sendHtml>[0], reason: string) =>
  sendHtml(reply, { title: 'Plat ID', body: refusedRequest(reason), status: BAD_REQUEST })

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  jwks_uri: `${issuer}/jwks.json`,
  response_types_supported: ['id_token'],
  response_modes_supported: ['fragment'],
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
    ...{ nonce, email, email_verified: isEmailVerified },
    ...(firstName ? { given_name: firstName } : {}),
    ...(lastName ? { family_name: lastName } : {}),
    ...(firstName || lastName ? { name: `${firstName} ${lastName}`.trim() } : {}),
  }
}
