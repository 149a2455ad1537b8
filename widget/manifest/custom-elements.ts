/** The face as a custom elements manifest (schema 2.1), which editors and catalogs read. Paths are those of the npm package. */
import type { Face } from './face.ts'

const text = (type: string) => ({ text: type })

export function customElements(face: Face): object {
  const declaration = { name: face.className, module: ELEMENT }
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: ELEMENT,
        declarations: [elementOf(face)],
        exports: [{ kind: 'js', name: face.className, declaration }],
      },
      {
        kind: 'javascript-module',
        path: 'define.js',
        declarations: [],
        exports: [{ kind: 'custom-element-definition', name: face.tag, declaration }],
      },
    ],
  }
}

const ELEMENT = 'element.js'

function elementOf(face: Face): object {
  return {
    kind: 'class',
    name: face.className,
    customElement: true,
    tagName: face.tag,
    superclass: { name: 'HTMLElement' },
    description: 'A messenger between a buyer and the sellers they talk to.',
    attributes: face.attributes.map(({ name, type, property, says }) => ({
      name,
      ...(property ? { fieldName: property } : {}),
      type: text(type),
      description: says,
    })),
    members: [
      ...face.properties.map(({ name, type, says }) => {
        const attribute = face.attributes.find(({ property }) => property === name)?.name
        return {
          kind: 'field',
          name,
          type: text(type),
          ...(attribute ? { attribute } : {}),
          description: says,
        }
      }),
      ...face.methods.map(({ name, parameters, returns = 'void', says }) => ({
        kind: 'method',
        name,
        parameters: parameters.map(({ name, type, isOptional }) => ({
          name,
          type: text(type),
          optional: isOptional,
        })),
        return: { type: text(returns) },
        description: says,
      })),
    ],
    events: Object.entries(face.events).map(([name, { detail, says }]) => ({
      name,
      type: text(`CustomEvent<${detail}>`),
      description: says,
    })),
    slots: face.slots.map(({ name, says }) => ({ name, description: says })),
    cssParts: face.parts.map(({ name, states, says }) => ({
      name,
      description: states ? `${says} States: ${states.join(', ')}.` : says,
    })),
    cssProperties: face.cssProperties.map(({ name, syntax, initial, says }) => ({
      name,
      syntax,
      default: initial,
      description: says,
    })),
  }
}
