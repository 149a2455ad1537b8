/** The page of Plat ID on which a person says who they are. */
import { type Html, html } from './html.ts'
import { SAMPLE_PEOPLE } from './openid-people.ts'
import { type AuthorizeRequest, OPENID_PATH, PLAT_ID } from './openid-request.ts'

const ANSWER = `${OPENID_PATH}/authorize`

export function choosePerson(request: AuthorizeRequest, problem = ''): Html {
  return html`
    ${head('Log in with Plat ID', 'A fake login provider, like Google. Choose a person; no password is needed.')}
    <div class="card">
      ${SAMPLE_PEOPLE.map(
        ({ firstName, lastName, email }) => html`
        <form method="post" action="${ANSWER}">
          ${hidden(request)}
          <input type="hidden" name="email" value="${email}">
          <input type="hidden" name="first_name" value="${firstName}">
          <input type="hidden" name="last_name" value="${lastName}">
          <input type="hidden" name="verified" value="on">
          <button class="person"><strong>${firstName} ${lastName}</strong><span>${email}</span></button>
        </form>`,
      )}
    </div>
    <div class="card">
      <h2>Use another e-mail</h2>
      ${problem ? [html`<p class="state bad" role="alert">${problem}</p>`] : []}
      <form method="post" action="${ANSWER}">
        ${hidden(request)}
        <div class="field"><label for="email">E-mail</label>
          <input id="email" name="email" type="email" required maxlength="200" autocomplete="off"></div>
        <div class="field"><label for="first">First name</label>
          <input id="first" name="first_name" maxlength="80" autocomplete="off"></div>
        <div class="field"><label for="last">Last name</label>
          <input id="last" name="last_name" maxlength="80" autocomplete="off"></div>
        <label class="check"><input type="checkbox" name="verified" checked> Plat ID has verified this address</label>
        <button class="button primary wide">Continue</button>
      </form>
    </div>
    <form method="post" action="${ANSWER}" class="fine">
      ${hidden(request)}
      <button class="button wide" name="cancel" value="1">Cancel</button>
    </form>`
}

export const refusedRequest = (reason: string): Html => html`
  ${head('Plat ID cannot answer', reason)}
  <p class="fine"><a href="/login">Back to log in</a></p>`

const head = (title: string, words: string): Html => html`
  <header class="head">
    <a class="brand" href="/"><img src="/favicon.svg" alt="" width="22" height="22">${PLAT_ID.name}</a>
    <h1>${title}</h1>
    <p class="quiet">${words}</p>
  </header>`

/** What the application asked for travels through the page, and is checked again when it comes back. */
function hidden({ redirectUri, nonce, state, challenge }: AuthorizeRequest): Html[] {
  const fields = {
    client_id: PLAT_ID.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    nonce,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
}
