/** What the server needs of the networks a customer may log in with: OpenID Connect, found by discovery. */

export interface SocialNetwork {
  /** On the wire, e.g. `google`. */
  network: string
  /** On the button, e.g. `Google`. */
  name: string
  /** `https://accounts.google.com`; its `/.well-known/openid-configuration` says the rest. */
  issuer: string
  clientId: string
  /** Only where the network gives one to applications with a server. */
  clientSecret?: string
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
  /**
   * The network's login page, which sends the browser back to `returnTo`; null for a network that is not configured. `secret` belongs
   * in that browser, where no script reads it.
   */
  loginPage(network: string, returnTo: string): Promise<{ url: string; secret: string } | null>
  /**
   * Who came back to `returnTo` with `answer`, the query of that address. Null when the answer is not one of this network to this
   * browser: state, code, PKCE, signature, issuer, audience, nonce. Rejects when the network does not answer as it must.
   */
  personOf(
    network: string,
    answer: string,
    asked: { secret: string; returnTo: string },
  ): Promise<SocialPerson | null>
}
