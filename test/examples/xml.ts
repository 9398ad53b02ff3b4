export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const TAG = /<(?:(\/)([a-zA-Z]+)|([a-zA-Z]+)((?: [a-zA-Z][\w-]*="[^"<]*")*)(\/?))>/y;
const TEXT = /[^<>&]*(?:&#\d+;[^<>&]*)*/y;

/**
 * Reads well-formed XML (elements, attributes and text) and returns its elements in order. Throws
 * if it is not well-formed.
 */
export function checkXml(xml: string): XmlElement[] {
  const elements: XmlElement[] = [];
  const open: string[] = [];
  for (let at = 0; at < xml.length;) {
    TEXT.lastIndex = at;
    at += TEXT.exec(xml)![0].length;
    if (at === xml.length) break;
    TAG.lastIndex = at;
    const tag = TAG.exec(xml);
    if (!tag) throw new Error(`Not well-formed at ${at}: ${xml.slice(at, at + 80)}`);
    at += tag[0].length;
    const [, closing, closed, name = '', attributes = '', selfClosing] = tag;
    if (closing !== undefined) {
      if (open.pop() !== closed) throw new Error(`</${closed}> closes nothing.`);
      continue;
    }
    const entries = [...attributes.matchAll(/ ([a-zA-Z][\w-]*)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]);
    elements.push({ name, attributes: Object.fromEntries(entries) as Record<string, string> });
    if (new Set(entries.map(([key]) => key)).size !== entries.length)
      throw new Error(`<${name}> repeats an attribute.`);
    if (selfClosing === '') open.push(name);
  }
  if (open.length > 0) throw new Error(`Not closed: ${open.join(', ')}.`);
  return elements;
}
