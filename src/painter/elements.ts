/** Attributes of an element, written in the order given. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Characters with a meaning in XML, and those that XML must not hold. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A number with two decimals at most, so that pictures are small and the same everywhere. */
export const coordinate = (x: number): string => String(Math.round(x * 100) / 100 + 0);

/** `<name …>content</name>`; the content is XML already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? coordinate(value) : escapeXml(value)}"`,
  );
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`;
}

/** Elements that share attributes. */
export const group = (attributes: Attributes, children: readonly string[]): string =>
  children.length === 0 ? '' : element('g', attributes, `\n${children.join('\n')}\n`);
