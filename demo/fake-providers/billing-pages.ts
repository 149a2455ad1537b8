/** The embedded card provider's two pages: the fields of a card, and the step at its bank. Both are made to be framed by this site. */
import { centsText } from '#server/payments/labels.ts'
import { type Html, html } from './html.ts'

interface Framed {
  title: string
  theme: string
  body: Html
  script: string
}

/** Styled like what frames it: no margins and no color of its own. */
export const framedPage = ({ title, theme, body, script }: Framed): Html => html`<!doctype html>
<html lang="en" ${theme === '' ? '' : html`data-theme="${theme}"`}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="/demo/tokens.css">
    <link rel="stylesheet" href="/demo/parts/parts.css">
    <link rel="stylesheet" href="/demo/parts/billing.css">
    <script type="module" src="${script}"></script>
  </head>
  <body>${body}</body>
</html>`

export const fieldsPage = (): Html => html`
  <form id="fields" class="fields" novalidate autocomplete="off">
    <div class="field wide">
      <label for="number">Card number</label>
      <input id="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="1234 1234 1234 1234" aria-describedby="number-problem">
      <p class="problem" id="number-problem" hidden></p>
    </div>
    <div class="field">
      <label for="expiry">Expires</label>
      <input id="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM / YY" aria-describedby="expiry-problem">
      <p class="problem" id="expiry-problem" hidden></p>
    </div>
    <div class="field">
      <label for="code">Security code</label>
      <input id="code" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="123" aria-describedby="code-problem">
      <p class="problem" id="code-problem" hidden></p>
    </div>
    <details id="samples">
      <summary>Test cards</summary>
      <ul id="sample-list"></ul>
    </details>
  </form>`

export interface Challenge {
  /** Where the decision is sent. */
  path: string
  amountCents: number
  state: string
}

export function challengePage({ path, amountCents, state }: Challenge): Html {
  if (state !== 'requires_action') return donePage()
  return html`
  <main class="step">
    <h1>Confirm your payment</h1>
    <p class="quiet">A stand-in for your bank. It asks whether you are paying ${centsText(amountCents)} to Plat.</p>
    <form method="post" action="${path}"><button class="button primary wide" name="decision" value="confirm">Confirm payment</button></form>
    <form method="post" action="${path}"><button class="button wide" name="decision" value="refuse">Not me</button></form>
  </main>`
}

export const donePage = (): Html => html`
  <main class="step"><h1>Thank you</h1><p class="quiet" role="status" id="done">Your bank has answered. You can go back to Plat.</p></main>`

export const noSuchCharge = (): Html => html`
  <main class="step"><h1>No such payment</h1><p class="quiet">This page belongs to no payment. Close it and begin again.</p></main>`
