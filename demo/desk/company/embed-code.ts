/** The lines a seller puts on their own site. What may stand in an attribute is written so that it ends none. */

export interface Embedded {
  /** Of the server, e.g. `https://plat.example`. */
  origin: string
  accountId: number
  /** JSON, as the element reads it. */
  realtimeConfig: string
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

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
