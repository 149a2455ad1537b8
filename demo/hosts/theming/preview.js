// The messenger in the page, or the launcher in a corner of it; and which part of it was pressed.

import { connect, tokenFor } from '/hosts/demo-token.js'
import { startLauncher } from '/widget/loader.mjs'
import { make } from './controls.js'

const LOGIN = 'buyer1'
const { apiBase, realtimeConfig } = document.body.dataset

/** `apply` may be called as often as one likes: it changes what differs. */
export function createPreview(ground) {
  let removeLauncher = null
  let launched = ''
  const messenger = make('plat-messenger', { account: '2' })
  messenger.apiBase = apiBase
  messenger.realtimeConfig = realtimeConfig
  connect(messenger, tokenFor(LOGIN))
  const note = make('p', { class: 'note' }, 'The launcher sits in the corner of this page. Open it there.')

  function launch(corner, theme) {
    const wanted = `${corner} ${theme}`
    if (wanted === launched) return
    removeLauncher?.()
    launched = wanted
    removeLauncher = startLauncher({
      ...{ messengerUrl: new URL('/widget/plat-messenger.js', location.href).href, apiBase, realtimeConfig },
      ...{ tokenUrl: `/demo/token?login=${LOGIN}`, token: null, account: '2', corner, theme: theme || null },
    })
  }

  return {
    messenger,
    apply({ place, theme, dir, width, corner }) {
      const isInPage = place === 'page'
      if (isInPage) {
        removeLauncher?.()
        removeLauncher = null
        launched = ''
      } else launch(corner, theme)
      const shown = isInPage ? messenger : note
      if (!ground.contains(shown)) ground.replaceChildren(shown)
      ground.style.maxWidth = width === null ? '' : `${width}px`
      if (theme) messenger.dataset.theme = theme
      else delete messenger.dataset.theme
      messenger.dir = dir
    },
  }
}

/** The part of the messenger that an event came from, as `::part` takes it: `bubble own`. Null for none. */
export function partOf(event) {
  const inside = event.composedPath().find((target) => target instanceof Element && target.closest('[part]'))
  return inside?.closest('[part]').getAttribute('part') ?? null
}
