// The fields of a card inside of a frame. What was typed stays in this page: the server is told brand, last four digits and outcome.
import { brandOf, isCardNumber, outcomeOf, SAMPLES } from './billing-samples.js'

const SOURCE = 'plat.billing'
// Only this site may frame the page and be spoken to.
const parent = location.origin
const form = document.querySelector('#fields')
const [number, expiry, code] = ['number', 'expiry', 'code'].map((id) => document.querySelector(`#${id}`))

const say = (message) => window.parent.postMessage({ source: SOURCE, ...message }, parent)

function sayHeight() {
  say({ type: 'ready', height: Math.ceil(form.getBoundingClientRect().height) })
}

number.addEventListener('input', () => {
  const digits = number.value.replace(/\D/g, '').slice(0, 19)
  number.value = digits.replace(/(\d{4})(?=\d)/g, '$1 ')
})
expiry.addEventListener('input', (event) => {
  if (event.inputType?.startsWith('delete')) return
  const digits = expiry.value.replace(/\D/g, '').slice(0, 4)
  expiry.value = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
})
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) say({ type: 'enter' })
})

for (const { number: digits, label } of SAMPLES) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'sample'
  for (const text of [digits, label]) {
    const span = document.createElement('span')
    span.textContent = text
    button.append(span)
  }
  button.addEventListener('click', () => {
    number.value = digits
    expiry.value = '12 / 31'
    code.value = '123'
    showProblems({})
  })
  const item = document.createElement('li')
  item.append(button)
  document.querySelector('#sample-list').append(item)
}

window.addEventListener('message', (event) => {
  if (event.origin !== parent || event.source !== window.parent) return
  if (event.data?.source === SOURCE && event.data.type === 'submit') submit()
})
new ResizeObserver(sayHeight).observe(form)
sayHeight()

async function submit() {
  const digits = number.value.replace(/\D/g, '')
  const date = readExpiry(expiry.value)
  const problems = {
    ...(isCardNumber(digits) ? {} : { number: 'This card number is not valid. Check it.' }),
    ...(date === null ? { expiry: 'Enter a month and year that are not over.' } : {}),
    ...(/^\d{3,4}$/.test(code.value.trim()) ? {} : { code: 'Enter the 3 or 4 digits.' }),
  }
  showProblems(problems)
  const [first] = Object.values(problems)
  if (first !== undefined) return say({ type: 'invalid', message: 'Check the card’s details.' })
  const card = { outcome: outcomeOf(digits), brand: brandOf(digits), last_four: digits.slice(-4), ...date }
  try {
    const answer = await fetch('/billing/fields/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(card),
    })
    if (!answer.ok) throw new Error(String(answer.status))
    say({ type: 'token', token: (await answer.json()).token })
  } catch {
    say({ type: 'invalid', message: 'The card service does not answer. Try again.' })
  }
}

function readExpiry(text) {
  const [month = 0, year = 0] = text.split('/').map((part) => Number(part.trim()))
  const exp = { exp_month: month, exp_year: year < 100 ? 2000 + year : year }
  const isOver = new Date(exp.exp_year, exp.exp_month, 1).getTime() <= Date.now()
  return month >= 1 && month <= 12 && year > 0 && !isOver ? exp : null
}

function showProblems(problems) {
  for (const field of [number, expiry, code]) {
    const words = problems[field.id]
    const place = document.querySelector(`#${field.id}-problem`)
    place.textContent = words ?? ''
    place.hidden = words === undefined
    if (words === undefined) field.removeAttribute('aria-invalid')
    else field.setAttribute('aria-invalid', 'true')
  }
  document.querySelector('[aria-invalid]')?.focus()
}
