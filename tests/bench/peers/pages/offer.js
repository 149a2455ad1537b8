/** What every page of the comparison offers the benchmark, and how it knows that something is painted. Plain text, as all can show it. */

const WORDS =
  'the roof was replaced in spring and both leases run through October so call before you drive by'.split(' ')
const START_MS = Date.UTC(2024, 0, 1, 15)
const PATIENCE_MS = 120_000

/** Message `index` from 0: many lengths, both sides. */
export function messageAt(index) {
  const length = 2 + ((index * 7919) % 37)
  const words = Array.from({ length }, (_, word) => WORDS[(index + word * 3) % WORDS.length])
  return {
    id: String(index + 1),
    text: `${index + 1}: ${words.join(' ')}`,
    isOwn: index % 3 === 1,
    at: new Date(START_MS + index * 420_000),
  }
}

/** `show(messages)` opens a thread, `add(message, all)` brings one more; both may return at once. `box` is where it is drawn. */
export function offer({ show, add, box }) {
  let messages = []
  const isShown = () => textsOf(box()).includes(messages.at(-1).text)
  window.bench = {
    async load(count) {
      messages = Array.from({ length: count }, (_, index) => messageAt(index))
      const start = performance.now()
      await show(messages)
      await until(isShown)
      await painted()
      return { ms: performance.now() - start }
    },
    async append() {
      const message = messageAt(messages.length)
      messages = [...messages, message]
      const start = performance.now()
      await add(message, messages)
      await until(isShown)
      await painted()
      return { ms: performance.now() - start }
    },
    elements: () => count(box()),
  }
}

const frame = () => new Promise(requestAnimationFrame)

async function until(check) {
  for (const start = performance.now(); !check(); ) {
    if (performance.now() - start > PATIENCE_MS) throw new Error('the last message never showed')
    await frame()
  }
}

async function painted() {
  await frame()
  await new Promise((done) => setTimeout(done))
}

/** Shadow roots included. Looked for from the end: the last message is what is waited for. */
function textsOf(root) {
  if (!root) return ''
  const own = root.textContent.slice(-4_000)
  return (
    own +
    rootsIn(root)
      .map((shadow) => shadow.textContent.slice(-4_000))
      .join('')
  )
}

function count(root) {
  return root.querySelectorAll('*').length + rootsIn(root).reduce((sum, shadow) => sum + count(shadow), 0)
}

const rootsIn = (root) =>
  root.shadowRoot
    ? [root.shadowRoot]
    : [...root.children].flatMap((each) => (each.shadowRoot ? [each.shadowRoot] : []))
