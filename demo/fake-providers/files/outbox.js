// The outbox page: asks every two seconds for what is new, shows it on top, copies codes, and answers text messages.

const POLL_MS = 2000
const letters = document.querySelector('#letters')
const filter = document.querySelector('#filter')
const to = document.querySelector('#to')
const news = document.querySelector('#news')
const trouble = document.querySelector('#trouble')
const timeOf = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

let lastId = 0
/** Answers that belong to an earlier filter are dropped. */
let round = 0
let shownRound = 0

to.value = new URLSearchParams(location.search).get('to') ?? ''
filter.addEventListener('submit', (event) => event.preventDefault())
to.addEventListener('input', () => {
  const query = to.value === '' ? '' : `?${new URLSearchParams({ to: to.value })}`
  history.replaceState(null, '', `/demo/outbox${query}`)
  restart()
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refresh()
})
setInterval(() => {
  if (!document.hidden) refresh()
}, POLL_MS)
restart()

function restart() {
  round += 1
  lastId = 0
  letters.setAttribute('aria-busy', 'true')
  refresh()
}

async function refresh() {
  const own = round
  const query = new URLSearchParams({ to: to.value, after: String(lastId) })
  const answer = await fetch(`/demo/outbox.json?${query}`, { cache: 'no-store' })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  if (own !== round) return
  trouble.hidden = answer !== null
  if (answer === null) return
  const isFirst = shownRound !== round
  shownRound = round
  letters.setAttribute('aria-busy', 'false')
  // Two answers may be on their way at once: what is there already is not drawn again.
  const fresh = answer.messages.filter(({ id }) => id > lastId)
  lastId = Math.max(lastId, ...fresh.map(({ id }) => id))
  sayWhatIsSentOutside(answer.sent_outside)
  if (isFirst) letters.replaceChildren()
  letters.prepend(...fresh.map(drawLetter))
  rememberRecipients(fresh)
  showEmptiness()
  if (!isFirst && fresh.length > 0)
    news.textContent = fresh.length === 1 ? `New message to ${fresh[0].to}` : `${fresh.length} new messages`
}

function sayWhatIsSentOutside(outside) {
  if (outside.length === 0) return
  const words = { mail: 'Mail', sms: 'Text messages' }
  const what = outside.map((channel) => words[channel]).join(' and ')
  document.querySelector('#about').textContent =
    `${what} go out through the service you configured and are not shown here.`
}

function showEmptiness() {
  const isEmpty = letters.querySelector('article') === null
  const shown = letters.querySelector('.empty')
  if (!isEmpty) shown?.remove()
  else if (!shown)
    letters.append(
      element(
        'p',
        'empty',
        to.value === '' ? 'Nothing was sent yet.' : 'Nothing was sent to this recipient.',
      ),
    )
}

function rememberRecipients(fresh) {
  const list = document.querySelector('#recipients')
  const known = new Set([...list.options].map(({ value }) => value))
  for (const { to: recipient } of fresh)
    if (!known.has(recipient)) {
      known.add(recipient)
      list.append(new Option(recipient, recipient))
    }
}

function drawLetter(letter) {
  const article = element('article', 'letter')
  article.dataset.id = letter.id
  const meta = element('p', 'meta')
  meta.append(
    element('span', `chip ${letter.channel}`, letter.channel === 'mail' ? 'Mail' : 'Text message'),
    element('span', 'to', letter.to),
    timeElement(letter.sent_at),
  )
  article.append(meta)
  if (letter.subject) article.append(element('h2', '', letter.subject))
  if (letter.code) article.append(drawCode(letter.code))
  article.append(drawText(letter))
  if (letter.channel === 'sms') article.append(drawReply(letter.to))
  return article
}

function timeElement(at) {
  const time = element('time', '', timeOf.format(new Date(at)))
  time.dateTime = at
  return time
}

function drawCode(code) {
  const row = element('p', 'code-row')
  const button = element('button', 'button', 'Copy code')
  button.type = 'button'
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    button.textContent = copied ? 'Copied' : 'Press Ctrl+C'
    if (!copied) getSelection().selectAllChildren(row.querySelector('.code'))
    news.textContent = copied ? `Code ${code} copied` : 'The code is selected'
  })
  row.append(element('span', 'code', code), button)
  return row
}

/** The text with its links; text nodes alone, so nothing of a mail becomes markup. */
function drawText({ text, links }) {
  const block = element('p', 'text')
  let rest = text
  for (const link of links) {
    const at = rest.indexOf(link)
    if (at < 0) continue
    const anchor = element('a', '', link)
    anchor.href = link
    block.append(rest.slice(0, at), anchor)
    rest = rest.slice(at + link.length)
  }
  block.append(rest)
  return block
}

function drawReply(from) {
  const form = element('form', 'reply')
  const input = element('input', '')
  input.setAttribute('aria-label', `Answer as ${from}`)
  input.placeholder = 'Answer, e.g. STOP'
  input.required = true
  input.maxLength = 1000
  const button = element('button', 'button', 'Answer')
  form.append(input, button)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    const isReceived = await fetch('/demo/sms-reply', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from, body: input.value }),
    }).then(
      (response) => response.ok,
      () => false,
    )
    button.disabled = false
    if (isReceived) input.value = ''
    news.textContent = isReceived ? 'The answer was received' : 'The answer could not be sent'
    button.textContent = isReceived ? 'Received' : 'Try again'
    if (isReceived) refresh()
  })
  return form
}

function element(name, className, text = '') {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
