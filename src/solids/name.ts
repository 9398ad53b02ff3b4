/** The name in the label of a body, as in `particle 'bob'`; without one the label. */
export const nameOf = (body: object): string =>
  'label' in body && typeof body.label === 'string' ? (/^[^']*'(.+)'$/.exec(body.label)?.[1] ?? body.label) : '';
