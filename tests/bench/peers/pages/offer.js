/** What every page of the comparison offers the benchmark, and how it knows that something is painted. Plain text, as all can show it. */

const WORDS =
  'the roof was replaced in spring and both leases run through October so call before you drive by'.split(' ')
const START_MS = Date.UTC(2024, 0, 1, 15)
/** The benchmark gives up before this. */
const PATIENCE_MS = 300_000
/** What a last message and the words of a composer after it are at most. */
const TAIL_LENGTH = 4_000

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
  const isShown = () => rootsOf(box()).some((root) => tailOf(root).includes(messages.at(-1).text))
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

/** The last words of a tree, read from its end: to put all texts of a long list together would be a cost of the measurement's own. */
function tailOf(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let last = root
  while (last.lastChild) last = last.lastChild
  walker.currentNode = last
  let tail = last.nodeType === Node.TEXT_NODE ? last.data : ''
  for (let node = walker.previousNode(); node && tail.length < TAIL_LENGTH; node = walker.previousNode())
    if (node.parentElement?.localName !== 'style') tail = node.data + tail
  return tail
}

/** Where a component may draw: its own tree, and the shadow roots in it. */
function rootsOf(box) {
  const hosts = [box, ...box.children].filter((each) => each.shadowRoot)
  return [box, ...hosts.map((each) => each.shadowRoot)]
}
