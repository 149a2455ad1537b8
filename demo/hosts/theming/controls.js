// The controls, made from the list of what can be set: widget/custom-elements.json. What is added there shows here by itself.
import { FONTS } from './presets.js'

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const words = (name) => {
  const said = name.replaceAll('-', ' ')
  return said[0].toUpperCase() + said.slice(1)
}

/** A row with its name, what it says on demand, and a button that takes one's own value back. */
function row(property, name, fields, onReset) {
  const reset = make('button', { type: 'button', class: 'reset', 'aria-label': `Reset ${words(name)}` }, '×')
  reset.addEventListener('click', onReset)
  const said = `${property.description} Otherwise: ${property.default}.`
  return make(
    'div',
    { class: 'row', title: said },
    make('span', { class: 'name' }, words(name)),
    ...fields,
    reset,
  )
}

const HEX = /^#([\da-f]{3}|[\da-f]{6})$/i
const longHex = (hex) =>
  hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex

/** `show` takes a color, or null for one that follows from the others. */
export function colorControl(property, name, onChange) {
  const well = make('input', { type: 'color', 'aria-label': words(name) })
  const text = make('input', {
    ...{ type: 'text', class: 'hex', maxlength: '7', placeholder: 'auto', spellcheck: 'false' },
    'aria-label': `${words(name)} as hex`,
  })
  well.addEventListener('input', () => onChange(well.value))
  text.addEventListener('change', () => onChange(HEX.test(text.value) ? longHex(text.value) : null))
  const element = row(property, name, [well, text], () => onChange(null))
  return {
    element,
    show(value) {
      element.classList.toggle('auto', value === null)
      text.value = value ?? ''
      if (value !== null) well.value = value
    },
  }
}

const RANGES = {
  radius: [0, 20, 7],
  'bubble-radius': [0, 24, 15],
  'list-width': [200, 440, 320],
  height: [360, 900, 620],
  width: [320, 1100, 1100],
}

export function lengthControl(property, name, onChange) {
  const [min, max, usual] = RANGES[name] ?? [0, 100, 50]
  const range = make('input', { type: 'range', min, max, 'aria-label': words(name) })
  const output = make('output')
  range.addEventListener('input', () => onChange(`${range.value}px`))
  const element = row(property, name, [range, output], () => onChange(null))
  return {
    element,
    show(value) {
      element.classList.toggle('auto', value === null)
      range.value = String(value === null ? usual : Number.parseFloat(value))
      output.textContent = value ?? 'auto'
    },
  }
}

export function fontControl(property, name, onChange) {
  const options = FONTS.map(([family, label]) => make('option', { value: family }, label))
  const select = make('select', { 'aria-label': words(name) }, ...options)
  select.addEventListener('change', () => onChange(select.value || null))
  const element = row(property, name, [select], () => onChange(null))
  return {
    element,
    show(value) {
      element.classList.toggle('auto', value === null)
      select.value = value ?? ''
    },
  }
}
