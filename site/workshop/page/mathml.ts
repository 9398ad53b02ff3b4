/** The namespace of MathML. */
const MATHML = 'http://www.w3.org/1998/Math/MathML';
/** What typeset equations are made of; anything else is left out. */
const ELEMENTS = new Set(
  `math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover
  munderover mtable mtr mtd`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `display mathvariant stretchy fence separator form lspace rspace minsize maxsize width height depth voffset
  linethickness scriptlevel displaystyle accent accentunder movablelimits symmetric columnalign rowspacing columnspacing
  class`.split(/\s+/),
);

/** Makes elements of typeset equations: of MathML alone, whatever the text holds. */
export function mathElement(source: string): Element {
  const parsed = new DOMParser().parseFromString(source, 'text/html').querySelector('math');
  return parsed === null ? document.createElement('span') : copied(parsed);
}

function copied(from: Element): Element {
  const to = document.createElementNS(MATHML, from.localName);
  for (const { name, value } of from.attributes) if (ATTRIBUTES.has(name)) to.setAttribute(name, value);
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? '');
    else if (child instanceof Element && child.namespaceURI === MATHML && ELEMENTS.has(child.localName))
      to.append(copied(child));
  }
  return to;
}
