/** The lines a seller puts on their own site. What may stand in an attribute is written so that it ends none. */

export interface Embedded {
  /** Of the server, e.g. `https://plat.example`. */
  origin: string
  accountId: number
  /** JSON, as the element reads it. */
  realtimeConfig: string
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** All that a page without a server needs. */
export const keyLine = (origin: string, publishableKey: string): string =>
  `<script defer src="${origin}/widget/loader.js" data-key="${publishableKey}"></script>`

export const launcherLine = ({ origin, accountId, realtimeConfig }: Embedded): string =>
  `<script defer src="${origin}/widget/loader.js" data-api-base="${origin}/customer/api"
        data-realtime-config='${quoted(realtimeConfig)}' data-token-url="/my-token"
        data-account="${accountId}" data-corner="bottom-right"></script>`

export const embedTag = ({ origin, accountId, realtimeConfig }: Embedded): string =>
  `<script type="module" src="${origin}/widget/plat-messenger.js"></script>
<plat-messenger api-base="${origin}/customer/api" account="${accountId}"
                realtime-config='${quoted(realtimeConfig)}'></plat-messenger>
<script type="module">
  document.querySelector('plat-messenger').tokenProvider = async () => (await (await fetch('/my-token')).json()).token
</script>`

/** What the seller's own server answers `/my-token` with. The embedding guide has it for other languages. */
export const tokenRoute = ({ origin }: Embedded): string =>
  `app.get('/my-token', async (request, response) => {
  const { user } = request // the user who is logged in on your site
  if (!user) return response.status(401).json({ message: 'Log in first.' })
  const answer = await fetch('${origin}/account/api/embed-tokens', {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.PLAT_SECRET_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ user: { id: user.id, email: user.email, name: user.name } }),
  })
  if (answer.status !== 201) {
    console.error('No messenger token:', answer.status, await answer.text())
    return response.status(502).json({ message: 'The messenger cannot be reached.' })
  }
  const { token } = await answer.json()
  response.set('Cache-Control', 'no-store').json({ token })
})`
