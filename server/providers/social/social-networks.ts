/** What the server needs of the networks a customer may log in with: OpenID Connect, found by discovery. */

export interface SocialNetwork {
  /** On the wire, e.g. `google`. */
  network: string
  /** On the button, e.g. `Google`. */
  name: string
  /** `https://accounts.google.com`; its `/.well-known/openid-configuration` says the rest. */
  issuer: string
  clientId: string
}

export interface SocialPerson {
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

export interface SocialNetworks {
  list(): readonly { network: string; name: string }[]
  /** The network's login page for this nonce; null for a network that is not configured. */
  loginUrl(network: string, nonce: string, returnTo: string): Promise<string | null>
  /** Null when the token is not one of this network for us and this nonce: signature, issuer, audience, age, nonce. */
  verify(network: string, token: string, nonce: string): Promise<SocialPerson | null>
}
