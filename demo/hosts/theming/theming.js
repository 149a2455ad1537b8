// The playground: controls change the look, the look becomes CSS, the CSS is put on this page and shown to be copied.
import { colorControl, fontControl, lengthControl, make } from './controls.js'
import { createLook, cssOf, PREFIX, sidesOf } from './look.js'
import { PRESETS } from './presets.js'
import { createPreview, partOf } from './preview.js'

const $ = (selector) => document.querySelector(selector)
const chosenOf = (name) => $(`input[name=${name}]:checked`).value

const manifest = await (await fetch('/widget/custom-elements.json')).json()
const [element] = manifest.modules.flatMap(({ declarations }) => declarations)
const look = createLook()
const preview = createPreview($('#ground'))
const sheet = new CSSStyleSheet()
const marker = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet, marker]

const KINDS = {
  '<color>': { home: '#colors', control: colorControl },
  '<length>': { home: '#shapes', control: lengthControl },
  '<length-percentage>': { home: '#shapes', control: lengthControl },
  '<font-family>#': { home: '#shapes', control: fontControl },
}

const controls = new Map()
for (const property of element.cssProperties) {
  const name = property.name.slice(PREFIX.length)
  // The width of the preview is the slider over it.
  if (name === 'width') continue
  const { home, control } = KINDS[property.syntax]
  const isColor = property.syntax === '<color>'
  const made = control(property, name, (value) => {
    if (isColor) look.setColor(name, chosenOf('side'), value)
    else look.setProperty(name, value)
    show()
  })
  controls.set(name, made)
  $(home).append(made.element)
}

/** Part names with their states: `bubble`, `bubble own`. A press on a part may bring others that are not listed. */
const parts = element.cssParts.flatMap(({ name, description }) => {
  const [, states = ''] = /At times also: (.+)\.$/.exec(description) ?? []
  return [
    name,
    ...states
      .split(', ')
      .filter(Boolean)
      .map((state) => `${name} ${state}`),
  ]
})
$('#part').append(...parts.map((name) => make('option', { value: name }, name)))

for (const preset of PRESETS) {
  const [light = '#086079'] = sidesOf(preset.set.accent)
  const [ground = '#ffffff'] = sidesOf(preset.set.surface)
  const swatch = make('span', { class: 'swatch' })
  swatch.style.background = `linear-gradient(135deg, ${light ?? '#086079'} 50%, ${ground ?? '#ffffff'} 50%)`
  const button = make('button', { type: 'button' }, swatch, preset.name)
  button.addEventListener('click', () => {
    look.replace(preset)
    show()
  })
  $('#presets').append(button)
}

function show() {
  const place = chosenOf('place')
  const css = cssOf(look.get(), place)
  sheet.replaceSync(css)
  $('#css').value = css || '/* Nothing set: it looks as it comes. */'
  const side = chosenOf('side') === 'dark' ? 1 : 0
  for (const [name, { show }] of controls) show(sidesOf(look.get().set[name])[side])
  const part = $('#part').value
  $('#part-says').textContent =
    element.cssParts.find(({ name }) => name === part.split(' ')[0])?.description ?? ''
  if (document.activeElement !== $('#declarations')) $('#declarations').value = look.get().parts[part] ?? ''
  placePreview(place)
}

function placePreview(place) {
  const width = Number($('input[name=width]').value)
  const isFull = width === Number($('input[name=width]').max)
  $('.width output').textContent = isFull ? 'full' : `${width}px`
  $('.width').hidden = place === 'corner'
  $('.corners').hidden = place === 'page'
  preview.apply({
    ...{ place, theme: chosenOf('theme'), dir: chosenOf('dir'), corner: chosenOf('corner') },
    width: isFull ? null : width,
  })
}

/** A frame around a part, as long as it is being chosen. */
const mark = (part) =>
  marker.replaceSync(
    part ? `plat-messenger::part(${part}) { outline: 2px dashed #e0218a; outline-offset: 1px }` : '',
  )

function choosePart(name) {
  if (![...$('#part').options].some(({ value }) => value === name))
    $('#part').append(make('option', { value: name }, name))
  $('#part').value = name
  mark(name)
  show()
}

const setPicking = (isPicking) => $('#pick').setAttribute('aria-pressed', String(isPicking))
const isPicking = () => $('#pick').getAttribute('aria-pressed') === 'true'

document.addEventListener('input', (event) => {
  if (event.target.matches('.bar input, input[name=side]')) show()
})
$('input[name=side][value=dark]').addEventListener('change', () => {
  $('input[name=theme][value=dark]').checked = true
  show()
})
$('#part').addEventListener('change', () => choosePart($('#part').value))
$('#part').addEventListener('blur', () => mark(null))
$('#declarations').addEventListener('input', () => {
  look.setPart($('#part').value, $('#declarations').value)
  show()
})
$('#pick').addEventListener('click', () => setPicking(!isPicking()))
preview.messenger.addEventListener('pointerover', (event) => isPicking() && mark(partOf(event)))
preview.messenger.addEventListener('pointerleave', () => mark(null))
// A disabled button gets no click, so the press itself picks; the click that may follow is not the messenger's.
preview.messenger.addEventListener(
  'pointerdown',
  (event) => {
    if (!isPicking()) return
    event.preventDefault()
    choosePart(partOf(event))
    $('#declarations').focus()
  },
  true,
)
preview.messenger.addEventListener(
  'click',
  (event) => {
    if (!isPicking()) return
    event.preventDefault()
    event.stopPropagation()
    setPicking(false)
  },
  true,
)
document.addEventListener('pointerup', (event) => {
  // Where no click follows, picking ends here; where one does, after it.
  if (isPicking() && event.target !== $('#pick')) setTimeout(() => setPicking(false))
})
$('#clear').addEventListener('click', () => {
  look.replace({})
  show()
})
$('#copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText($('#css').value)
    $('#said').textContent = 'Copied.'
  } catch {
    $('#css').select()
    $('#said').textContent = 'Selected: copy it with the keyboard.'
  }
})
document.querySelector('.panel').addEventListener('submit', (event) => event.preventDefault())
choosePart('bubble own')
mark(null)
