/** Programs that read pages. Their views are not people's (APP-43). What hides its name is not found out here. */

const BOT =
  /bot\b|bot\/|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|curl\/|wget\/|python-|httpclient/i

/** Also true without any name: browsers always send one. */
export const isBot = (userAgent: string | undefined): boolean =>
  userAgent === undefined || userAgent === '' || BOT.test(userAgent)
